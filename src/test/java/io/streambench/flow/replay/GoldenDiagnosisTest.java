package io.streambench.flow.replay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.Role;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Compares diagnoses of logs and a recording of real runs with the facts known about the runs. */
class GoldenDiagnosisTest {
  private static final Reason DOUBT = Reason.Kind.DUMP_IN_SILENCE.of(Finding.NO_STALL);
  private static final List<String> STALL_10 = Golden.lines("jetty10-stall.log.gz");

  @TempDir Path folder;

  private record Truth(String session, long unread, long unacknowledged, int starved) {}

  /** Returns the watchdog's verdict on the recorded run. */
  private static Truth readWatchdogVerdict() throws IOException {
    JsonNode session = readJson("jetty10-stall.json").get("sessions").get(0);
    int starved = -1;
    for (JsonNode stream : session.get("streams")) {
      starved = stream.get("starved").asBoolean() ? stream.get("id").asInt() : starved;
    }
    return new Truth(
        session.get("id").asText(),
        session.get("unreadBytes").asLong(),
        session.get("unacknowledgedBytes").asLong(),
        starved);
  }

  private static JsonNode readJson(String name) throws IOException {
    return new ObjectMapper().readTree(Golden.bytes(name));
  }

  private static void assertStalled(Diagnosis diagnosis, Truth truth) {
    assertThat(diagnosis.verdict()).isPresent();
    SessionState session = diagnosis.sessions().get(0).state();
    assertThat(diagnosis.sessions().get(0).isStalled()).isTrue();
    assertThat(session.id()).isEqualTo(truth.session);
    assertThat(session.role()).isEqualTo(Role.CLIENT);
    assertThat(session.receiveWindow()).isZero();
    assertThat(session.unreadBytes()).isEqualTo(truth.unread);
    assertThat(session.unacknowledgedBytes()).isEqualTo(truth.unacknowledged);
    assertThat(session.streamsWithoutData())
        .extracting(StreamState::id)
        .containsExactly(truth.starved);
  }

  @Test
  void recordingMatchesWatchdogVerdict() throws IOException {
    Path recording = folder.resolve("events.jfr");
    Files.write(recording, Golden.unpackedBytes("jetty10-stall.jfr.gz"));
    Diagnosis diagnosis = Golden.diagnose(EventFiles.open(List.of(recording)));
    assertStalled(diagnosis, readWatchdogVerdict());
    assertThat(diagnosis.counts().droppedEvents()).isZero();
    assertThat(diagnosis.silenceNanos(diagnosis.sessions().get(0)).orElseThrow())
        .as("the heartbeat shows that the stall lasts")
        .isGreaterThan(9_000_000_000L);
  }

  @Test
  void wholeLogMatchesWatchdogVerdict() throws IOException {
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(STALL_10));
    assertStalled(diagnosis, readWatchdogVerdict());
    assertThat(diagnosis.counts().skippedLines()).isZero();
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.1, 0.25, 0.5, 0.75, 0.9})
  void partialLogMatchesWatchdogVerdict(double begin) throws IOException {
    List<String> piece = STALL_10.subList((int) (begin * STALL_10.size()), STALL_10.size());
    assertStalled(Golden.diagnose(Golden.reader(piece)), readWatchdogVerdict());
  }

  @ParameterizedTest
  @CsvSource({
    "jetty10-ended-by-reset.log.gz, 7, the reset of stream 3 (cancel_stream_error)",
    "jetty10-ended-unnamed.log.gz, 23, the reset of a stream that the log does not name"
  })
  void findsEndedHangInEveryLongerPart(String name, int starved, String end) {
    List<String> log = Golden.lines(name);
    for (int to = countLinesUntilSilenceEnds(log); to <= log.size(); to++) {
      Verdict verdict = Golden.diagnose(Golden.reader(log.subList(0, to))).verdict().orElseThrow();
      assertThat(verdict.finding()).as("the first %d lines", to).isEqualTo(Finding.STALLED);
      assertThat(verdict.awaitedStreamIds()).containsExactly(starved);
    }
    assertThat(Golden.diagnose(Golden.reader(log)).verdict().orElseThrow().reason())
        .contains("; this lasted from ")
        .endsWith(" and ended with " + end);
  }

  /** Threads can write lines of the same moment in any order. */
  @ParameterizedTest
  @ValueSource(strings = {"jetty10-ended-by-reset.log.gz", "jetty10-ended-unnamed.log.gz"})
  void findsEndedHangForAnyOrderOfItsLastLines(String name) {
    List<String> log = new ArrayList<>(Golden.lines(name));
    int from = countLinesUntilSilenceEnds(log) - 1;
    int to = from;
    while (!log.get(to).contains("Sending")) {
      to++;
    }
    for (int seed = 0; seed < 200; seed++) {
      Collections.shuffle(log.subList(from, to), new Random(seed));
      assertThat(Golden.diagnose(Golden.reader(log)).finding())
          .as("seed %d", seed)
          .isEqualTo(Finding.STALLED);
    }
  }

  /**
   * The parameters replace the end of the hang. Its streams stay open unless a line shows their
   * end.
   */
  @ParameterizedTest
  @CsvSource({
    "reset=false/false, reset=false/false, POSSIBLE, this reader paused before",
    "reset=false/false, reset=true/false, STALLED, ended with the reset of stream 1",
    "failure=null]}, failure=java.util.concurrent.TimeoutException: Session idle timeout expired]},"
        + " STALLED, ended with the end of the session (Session idle timeout expired)"
  })
  void treatsResumedReaderAsPausedUnlessEndIsLogged(
      String shown, String instead, Finding finding, String reason) {
    List<String> log = new ArrayList<>(Golden.lines("jetty10-ended-unnamed.log.gz"));
    int from = countLinesUntilSilenceEnds(log) - 1;
    log.subList(from, log.size()).removeIf(line -> line.contains("Sending"));
    log.subList(from, log.size())
        .replaceAll(line -> line.replaceAll("streams=\\d+", "streams=12").replace(shown, instead));
    Verdict verdict = Golden.diagnose(Golden.reader(log)).verdict().orElseThrow();
    assertThat(verdict.finding()).isEqualTo(finding);
    assertThat(verdict.reason()).contains(reason);
  }

  /** Returns the number of lines up to the first one after ten silent seconds. */
  private static int countLinesUntilSilenceEnds(List<String> log) {
    int at = 1;
    while (epochSecond(log.get(at)) - epochSecond(log.get(at - 1)) < 10) {
      at++;
    }
    return at + 1;
  }

  private static long epochSecond(String line) {
    return Instant.parse(line.substring(0, 19).replace(' ', 'T') + "Z").getEpochSecond();
  }

  @Test
  void separateFilesOfBothEndsMatchWatchdogVerdict() throws IOException {
    Path client = folder.resolve("client.log");
    Path server = folder.resolve("server.log");
    boolean[] ofServer = findServerLines();
    Files.write(client, linesOfEnd(ofServer, false));
    Files.write(server, linesOfEnd(ofServer, true));
    assertStalled(Golden.diagnose(EventFiles.open(List.of(server, client))), readWatchdogVerdict());
    assertStalled(Golden.diagnose(EventFiles.open(List.of(client))), readWatchdogVerdict());
  }

  /** A heap dump of the same time can show more than the recording. */
  @Test
  void doubtMakesStallPossibleAndChangesNothingElse() throws IOException {
    Diagnosis hang = Golden.diagnose(Golden.reader(STALL_10));
    Diagnosis doubted = hang.withDoubt(DOUBT);
    assertThat(hang.finding()).isEqualTo(Finding.STALLED);
    assertThat(doubted.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(doubted.verdict().orElseThrow().reason()).endsWith(" (" + DOUBT + ")");
    assertThat(doubted.sessions()).isEqualTo(hang.sessions());
    Diagnosis none = Golden.diagnose(Golden.reader(Golden.lines("jetty10-no-stall.log.gz")));
    assertThat(none.withDoubt(DOUBT)).isSameAs(none);
  }

  @Test
  void serverLogShowsBlockedSending() throws IOException {
    Path server = folder.resolve("server.log");
    List<String> lines = new ArrayList<>(linesOfEnd(findServerLines(), true));
    Files.write(server, lines);
    Diagnosis atOnce = Golden.diagnose(EventFiles.open(List.of(server)));
    assertThat(atOnce.finding()).as("a slow reader looks the same").isEqualTo(Finding.POSSIBLE);
    assertThat(atOnce.verdict().orElseThrow().reason()).endsWith("a slow reader looks the same");
    lines.add("2099-01-01 00:00:00.000 INFO  (later) [] o.e.Other of something else");
    Files.write(server, lines);
    Diagnosis diagnosis = Golden.diagnose(EventFiles.open(List.of(server)));
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    SessionState session = diagnosis.sessions().get(0).state();
    assertThat(session.role()).isEqualTo(Role.SERVER);
    assertThat(session.isSendBlocked()).isTrue();
    assertThat(session.remoteAddress())
        .isEqualTo(readJson("jetty10-stall.json").get("sessions").get(0).get("local").asText());
    long since = session.stalledSinceNanos().orElseThrow();
    assertThat(since)
        .isBetween(diagnosis.startNanos().orElseThrow(), diagnosis.endNanos().orElseThrow());
    assertThat(session.exhaustedSinceNanos()).isEmpty();
  }

  /** Jetty 9.4 writes addresses differently and names no session in the lines of streams. */
  @Test
  void jetty9ServerLogShowsBlockedSending() throws IOException {
    List<String> lines = new ArrayList<>();
    for (String line : linesOfEnd(findServerLines(), true)) {
      lines.add(
          line.replaceFirst("local:(\\S+?),remote:", "l:$1 <-> r:")
              .replaceFirst("state=\\[streams=(\\d+),.*", "streams=$1,NOT_CLOSED,null}")
              .replaceFirst("(HTTP2Stream@\\w+#\\d+)@\\w+", "$1"));
    }
    lines.add("2099-01-01 00:00:00.000 INFO  (later) [] o.e.Other of something else");
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(lines));
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    assertThat(diagnosis.sessions().get(0).state().isSendBlocked()).isTrue();
  }

  @Test
  void verdictDoesNotDependOnTimes() throws IOException {
    List<String> timeless =
        STALL_10.stream().map(line -> line.replaceFirst("^\\S+ \\S+ ", "[main] ")).toList();
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(timeless));
    assertThat(diagnosis.startNanos()).isEmpty();
    assertStalled(diagnosis, readWatchdogVerdict());
    SessionDiagnosis session = diagnosis.sessions().get(0);
    assertThat(session.state().exhaustedSinceNanos()).isEmpty();
    assertThat(session.sessionStalls().count()).isPositive();
    assertThat(session.sessionStalls().longestNanos()).isZero();
    assertThat(diagnosis.longestStalls()).isNotEmpty().noneMatch(StallEpisode::hasTimes);
  }

  private static List<String> linesOfEnd(boolean[] ofServer, boolean server) {
    return IntStream.range(0, STALL_10.size())
        .filter(line -> ofServer[line] == server)
        .mapToObj(STALL_10::get)
        .toList();
  }

  /**
   * Returns which lines are from the server. A stream's line shows only the hash of its session,
   * not its end.
   */
  private static boolean[] findServerLines() {
    List<String> servers =
        STALL_10.stream()
            .filter(line -> line.contains("HTTP2ServerSession@"))
            .map(line -> line.replaceAll(".*HTTP2ServerSession(@[0-9a-f]+).*", "$1"))
            .distinct()
            .toList();
    boolean[] ofServer = new boolean[STALL_10.size()];
    for (int line = 0; line < ofServer.length; line++) {
      String text = STALL_10.get(line);
      ofServer[line] = servers.stream().anyMatch(hash -> text.contains(hash + "{"));
    }
    return ofServer;
  }

  @Test
  void completedRunIsNoStallDespiteWaitingStreams() {
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(Golden.lines("jetty10-no-stall.log.gz")));
    assertThat(diagnosis.verdict()).isEmpty();
    assertThat(diagnosis.sessions())
        .anySatisfy(session -> assertThat(session.streamStalls().count()).isPositive())
        .allSatisfy(session -> assertThat(session.state().unreadBytes()).isZero());
    assertThat(diagnosis.longestStalls())
        .hasSize(10)
        .isSortedAccordingTo((a, b) -> Long.compare(b.durationNanos(), a.durationNanos()));
  }

  @Test
  void jetty12LogMatchesCountsOfItsProgram() throws IOException {
    JsonNode truth = readJson("jetty12-stall.json");
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(Golden.lines("jetty12-stall.log.gz")));
    assertStalled(
        diagnosis,
        new Truth(
            truth.get("session").asText(),
            truth.get("unread").asLong(),
            truth.get("unacknowledged").asLong(),
            truth.get("starvedStream").asInt()));
    Map<Integer, Long> unread = new TreeMap<>();
    truth
        .get("streams")
        .forEach(stream -> unread.put(stream.get("id").asInt(), stream.get("unread").asLong()));
    Map<Integer, Long> found = new TreeMap<>();
    diagnosis
        .sessions()
        .get(0)
        .state()
        .streams()
        .forEach(stream -> found.put(stream.id(), stream.unreadBytes()));
    assertThat(found).isEqualTo(unread);
  }

  @Test
  void prefersRecordingOverLogOfSameRun() throws IOException {
    Files.write(folder.resolve("events.jfr.gz"), Golden.bytes("jetty10-stall.jfr.gz"));
    Files.write(folder.resolve("flow-control.log.gz"), Golden.bytes("jetty10-stall.log.gz"));
    Path log = folder.resolve("flow-control.log.gz");
    Path recording = folder.resolve("events.jfr.gz");
    int sessions = Golden.diagnose(EventFiles.open(List.of(recording))).sessions().size();
    for (List<Path> both : List.of(List.of(log, recording), List.of(recording, log))) {
      Diagnosis diagnosis = Golden.diagnose(EventFiles.open(both));
      assertStalled(diagnosis, readWatchdogVerdict());
      assertThat(diagnosis.sessions()).as("each is there once").hasSize(sessions);
    }
  }

  /** Returns the log as if the starved stream had been opened before the first line. */
  private static List<String> logWithoutStarvedStream() throws IOException {
    Truth truth = readWatchdogVerdict();
    return STALL_10.stream()
        .filter(line -> !line.contains("#" + truth.starved + "@" + truth.session))
        .toList();
  }

  /** One of six open streams is not in the log. Jetty's count shows whether a stream is missing. */
  @ParameterizedTest
  @CsvSource({
    "true, 6, STALLED, SESSION_WINDOW, 1",
    "true, 5, POSSIBLE, SESSION_WINDOW, 0",
    "false, 1, STALLED, CANCELLED_STREAMS, 0"
  })
  void findsUnseenStreamByJettysStreamCount(
      boolean missing, int count, Finding finding, StallCause cause, int unseenStreams)
      throws IOException {
    List<String> log = missing ? logWithoutStarvedStream() : STALL_10;
    Diagnosis diagnosis =
        Golden.diagnose(
            Golden.reader(
                log.stream().map(line -> line.replace("streams=6", "streams=" + count)).toList()));
    assertThat(diagnosis.finding()).isEqualTo(finding);
    assertThat(diagnosis.cause()).contains(cause);
    SessionState session = diagnosis.sessions().get(0).state();
    assertThat(session.unseenStreams()).isEqualTo(unseenStreams);
    boolean cancelled = cause == StallCause.CANCELLED_STREAMS;
    assertThat(session.cancelledBytes()).isEqualTo(cancelled ? session.unreadBytes() : 0);
    assertThat(diagnosis.verdict().orElseThrow().awaitedStreamIds().isEmpty()).isEqualTo(missing);
  }

  @Test
  void partOfHealthyLogIsNeverStalled() {
    List<String> log = Golden.lines("jetty10-no-stall.log.gz");
    for (int end = 200; end < log.size(); end += 200) {
      Diagnosis diagnosis = Golden.diagnose(Golden.reader(log.subList(0, end)));
      assertThat(diagnosis.finding()).as("%d lines", end).isEqualTo(Finding.NO_STALL);
    }
  }
}
