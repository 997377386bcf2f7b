package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Golden;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.replay.StallEpisode.Window;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import java.io.IOException;
import java.time.Duration;
import java.util.Iterator;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Events one by one, as a reader would give them. */
class FlowControlReplayTest {
  private static final long SECOND = 1_000_000_000L;

  private final FlowControlReplay replay =
      new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);

  private long millis;

  private static Session session(int number, Role role) {
    return new Session(Integer.toHexString(number), role, "", "10.0.0.1:" + number, "10.0.0.2:1");
  }

  /** Replays an event of a recording, which tells of unread bytes. */
  private void recorded(Session session, int stream, EventCause cause, long second, long window) {
    replay.accept(Events.recorded(second * SECOND, session, stream, cause, 0, window, 0, 0));
  }

  /** Replays an event of a log, which leaves the unread bytes to be calculated. */
  private void logged(Session session, int stream, EventCause cause, long bytes, long after) {
    replay.accept(
        Events.logged(
            ++millis * 1_000_000, session, stream, cause, bytes, after, UNKNOWN, UNKNOWN));
  }

  private Diagnosis finish(long second) {
    return replay.finish(second * SECOND, ReadCounts.NONE);
  }

  @Test
  void aServersStreamMayStallInSendingAfterItHasReceivedAll() {
    Session server = session(1, Role.SERVER);
    recorded(server, 1, EventCause.OPENED, 1, 1000);
    recorded(server, 1, EventCause.REMOTELY_CLOSED, 1, 1000);
    recorded(server, 1, EventCause.STALLED, 2, 0);
    for (int second = 3; second < 12; second++) {
      recorded(server, 1, EventCause.REMOTELY_CLOSED, second, 1000); // the heartbeat
    }
    recorded(server, 1, EventCause.RESUMED, 12, 100);
    assertThat(finish(20).longestStalls())
        .containsExactly(
            new StallEpisode("1", Role.SERVER, 1, Window.SEND, 2 * SECOND, 12 * SECOND, true));
  }

  @Test
  void theEndOfAStreamEndsItsStallWhateverComesLate() {
    Session server = session(1, Role.SERVER);
    recorded(server, 1, EventCause.OPENED, 1, 1000);
    recorded(server, 1, EventCause.STALLED, 2, 0);
    recorded(server, 1, EventCause.CLOSED, 5, 1000);
    recorded(server, 1, EventCause.DATA_SENT, 6, 0);
    assertThat(finish(20).longestStalls())
        .containsExactly(
            new StallEpisode("1", Role.SERVER, 1, Window.SEND, 2 * SECOND, 5 * SECOND, false));
  }

  /** Another thread has read 100 bytes of it meanwhile, and told so before. */
  @Test
  void aFigureOfACancelledStreamThatComesLateIsNoMoreThanTheSessionHas() {
    Session client = session(1, Role.CLIENT);
    unread(client, 0, EventCause.STATE, 1, 900);
    unread(client, 1, EventCause.DATA_RECEIVED, 2, 1_000);
    unread(client, 0, EventCause.DATA_CONSUMED, 3, 900);
    unread(client, 1, EventCause.RESET, 4, 1_000);
    SessionState state = finish(20).sessions().get(0).state();
    assertThat(state.unreadBytes()).isEqualTo(900);
    assertThat(state.cancelledBytes()).isEqualTo(900);
  }

  /** A recording may end in the pause of a reader, at once or after a while. */
  @ParameterizedTest
  @CsvSource({"4, NOT_AWAITED, POSSIBLE", "40, NOT_AWAITED, POSSIBLE", "40, AWAITED, STALLED"})
  void aUsedUpWindowIsAStallOnlyIfAReaderWaitsAsFarAsThatWasRecorded(
      long end, EventCause waiting, Finding expected) {
    Session client = session(1, Role.CLIENT);
    recorded(client, 1, EventCause.OPENED, 1, 1000);
    recorded(client, 3, EventCause.OPENED, 1, 1000);
    unread(client, 1, EventCause.DATA_RECEIVED, 2, 1000);
    unread(client, 0, EventCause.DATA_RECEIVED, 2, 1000);
    for (long second = 2; second < end; second++) {
      unread(client, 0, EventCause.STATE, second, 1000);
      unread(client, 1, EventCause.STATE, second, 1000);
      recorded(client, 3, waiting, second, 1000);
    }
    assertThat(finish(end).finding()).isEqualTo(expected);
  }

  private void unread(Session session, int stream, EventCause cause, long second, long unread) {
    replay.accept(Events.recorded(second * SECOND, session, stream, cause, 0, 0, unread, 0));
  }

  @Test
  void aServersStreamsThatOnlySendTakeNoRoom() {
    Session server = session(1, Role.SERVER);
    for (int stream = 1; stream < 10_000; stream += 2) {
      logged(server, stream, EventCause.STATE, UNKNOWN, 1000);
      logged(server, stream, EventCause.DATA_SENT, 10, 100);
    }
    assertThat(replay.freeLanes.availablePermits()).isEqualTo(FlowControlReplay.MAX_LANES);
    SessionDiagnosis found = finish(100).sessions().get(0);
    assertThat(found.initialStreamWindow()).isEqualTo(1000);
    assertThat(found.maxOpenStreams()).isZero();
    assertThat(found.timeline().lanes()).isEmpty();
  }

  @Tag("slow")
  @Test
  void fiveHundredConnectionsOfFiveThousandStreamsFitIntoTheMemoryOfAnalyze() throws Exception {
    Process process =
        new ProcessBuilder(
                ProcessHandle.current().info().command().orElse("java"),
                "-Xmx256m",
                "-XX:+UseSerialGC",
                "-XX:+ExitOnOutOfMemoryError",
                "-cp",
                System.getProperty("java.class.path"),
                ManyConnections.class.getName())
            .redirectErrorStream(true)
            .start();
    String output = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    assertThat(output).contains("500 sessions");
  }

  private static FlowControlEvent client(
      Session session,
      int second,
      int stream,
      EventCause cause,
      long window,
      long unread,
      long read) {
    return Events.recorded(second * SECOND, session, stream, cause, 0, window, unread, read);
  }

  /** An operation that leaves 100 bytes unread, and a minute later one on two sessions. */
  private static EventReader twoOperations() {
    Session session = session(1, Role.CLIENT);
    Session other = session(2, Role.CLIENT);
    Iterator<FlowControlEvent> events =
        List.of(
                client(session, 1, 1, EventCause.OPENED, 1000, 0, 0),
                client(session, 1, 0, EventCause.DATA_RECEIVED, 600, 400, 0),
                client(session, 1, 1, EventCause.DATA_RECEIVED, 600, 400, 0),
                client(session, 2, 0, EventCause.DATA_CONSUMED, 600, 100, 300),
                client(session, 2, 1, EventCause.RESET, 600, 100, 300),
                client(other, 59, 0, EventCause.DATA_RECEIVED, 990, 10, 0),
                client(other, 59, 1, EventCause.DATA_RECEIVED, 990, 10, 0),
                client(session, 60, 3, EventCause.OPENED, 1000, 0, 0),
                client(session, 60, 5, EventCause.OPENED, 1000, 0, 0),
                client(session, 61, 0, EventCause.DATA_RECEIVED, 0, 700, 300),
                client(session, 61, 3, EventCause.DATA_RECEIVED, 400, 600, 0))
            .iterator();
    return new EventReader() {
      @Override
      public FlowControlEvent next() {
        return events.hasNext() ? events.next() : null;
      }

      @Override
      public ReadCounts counts() {
        return ReadCounts.NONE;
      }

      @Override
      public long lastTimeNanos() {
        return 90 * SECOND;
      }

      @Override
      public void close() {}
    };
  }

  @Test
  void aTimelineBeginsWithTheOperationThatStalled() throws IOException {
    Diagnosis found = replay.replayOperation(FlowControlReplayTest::twoOperations);
    Timeline timeline = found.sessions().get(0).timeline();
    assertThat(found.isStalled()).isTrue();
    assertThat(timeline.startNanos()).isEqualTo(60 * SECOND);
    assertThat(found.sessions().get(1).timeline().startNanos()).isEqualTo(59 * SECOND);
    assertThat(found.sessions().get(1).timeline().lanes()).hasSize(1);
    assertThat(timeline.lanes()).extracting(Timeline.Lane::streamId).containsExactly(3, 5);
    assertThat(timeline.unreadBytes()).startsWith(100).endsWith(700);
    Diagnosis all =
        new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5).replay(twoOperations());
    assertThat(all.sessions().get(0).timeline().startNanos()).isEqualTo(SECOND);
    assertThat(found.verdict()).isEqualTo(all.verdict());
  }

  @Test
  void aSourceThatCanBeReadOnceIsReadOnce() throws IOException {
    EventReader once = twoOperations();
    assertThat(replay.replayOperation(() -> once).eventCount()).isEqualTo(11);
  }

  @Test
  void everyStallThatAServersLogTellsOfCounts() {
    List<String> log = Golden.lines("jetty10-no-stall.log.gz");
    long told = log.stream().filter(line -> line.contains("Stream stalled")).count();
    Diagnosis diagnosis = Golden.diagnosis(Golden.reader(log));
    assertThat(
            diagnosis.sessions().stream()
                .filter(session -> session.state().role() == Role.SERVER)
                .mapToLong(session -> session.streamStalls().count())
                .sum())
        .isEqualTo(told)
        .isEqualTo(91);
  }

  @Test
  void theSessionOfTheVerdictIsTheFirstOfThoseThatStalled() {
    logged(session(3, Role.CLIENT), 0, EventCause.DATA_RECEIVED, 50, 50);
    logged(session(1, Role.SERVER), 0, EventCause.DATA_SENT, 100, 0);
    Session receiver = session(2, Role.CLIENT);
    logged(receiver, 0, EventCause.DATA_RECEIVED, 100, 0);
    logged(receiver, 3, EventCause.STATE, UNKNOWN, 100);
    Diagnosis diagnosis = finish(11); // one end alone shows no stall sooner
    assertThat(diagnosis.verdict().orElseThrow().sessions())
        .extracting(SessionState::id)
        .containsExactly("2");
    assertThat(diagnosis.sessions())
        .extracting(session -> session.state().id())
        .containsExactly("2", "1", "3");
  }
}
