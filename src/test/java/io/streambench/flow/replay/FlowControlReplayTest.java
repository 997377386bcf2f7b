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

/** Tests the replay with single events, as a reader would return them. */
class FlowControlReplayTest {
  private static final long SECOND = 1_000_000_000L;

  private final FlowControlReplay replay =
      new FlowControlReplay(Duration.ofSeconds(10), Duration.ZERO, 0.5);

  private long millis;

  private static Session session(int number, Role role) {
    return new Session(Integer.toHexString(number), role, "", "10.0.0.1:" + number, "10.0.0.2:1");
  }

  /** Replays an event of a recording, which includes unread bytes. */
  private void replayRecorded(
      Session session, int stream, EventCause cause, long second, long window) {
    replay.accept(Events.recorded(second * SECOND, session, stream, cause, 0, window, 0, 0));
  }

  /** Replays an event of a log, from which unread bytes must be calculated. */
  private void replayLogged(Session session, int stream, EventCause cause, long bytes, long after) {
    replay.accept(
        Events.logged(
            ++millis * 1_000_000, session, stream, cause, bytes, after, UNKNOWN, UNKNOWN));
  }

  private Diagnosis finish(long second) {
    return replay.finish(second * SECOND, ReadCounts.NONE);
  }

  @Test
  void serverStreamCanStallAfterReceivingAllData() {
    Session server = session(1, Role.SERVER);
    replayRecorded(server, 1, EventCause.OPENED, 1, 1000);
    replayRecorded(server, 1, EventCause.REMOTELY_CLOSED, 1, 1000);
    replayRecorded(server, 1, EventCause.STALLED, 2, 0);
    for (int second = 3; second < 12; second++) {
      replayRecorded(server, 1, EventCause.REMOTELY_CLOSED, second, 1000); // the heartbeat
    }
    replayRecorded(server, 1, EventCause.RESUMED, 12, 100);
    assertThat(finish(20).longestStalls())
        .containsExactly(
            new StallEpisode("1", Role.SERVER, 1, Window.SEND, 2 * SECOND, 12 * SECOND, true));
  }

  @Test
  void closingStreamEndsItsStallDespiteLateEvents() {
    Session server = session(1, Role.SERVER);
    replayRecorded(server, 1, EventCause.OPENED, 1, 1000);
    replayRecorded(server, 1, EventCause.STALLED, 2, 0);
    replayRecorded(server, 1, EventCause.CLOSED, 5, 1000);
    replayRecorded(server, 1, EventCause.DATA_SENT, 6, 0);
    assertThat(finish(20).longestStalls())
        .containsExactly(
            new StallEpisode("1", Role.SERVER, 1, Window.SEND, 2 * SECOND, 5 * SECOND, false));
  }

  /**
   * Replays a late event. Another thread has read 100 more bytes of the stream and reported this
   * earlier.
   */
  @Test
  void limitsLateCountOfCancelledStreamToSession() {
    Session client = session(1, Role.CLIENT);
    replayUnread(client, 0, EventCause.STATE, 1, 900);
    replayUnread(client, 1, EventCause.DATA_RECEIVED, 2, 1_000);
    replayUnread(client, 0, EventCause.DATA_CONSUMED, 3, 900);
    replayUnread(client, 1, EventCause.RESET, 4, 1_000);
    SessionState state = finish(20).sessions().get(0).state();
    assertThat(state.unreadBytes()).isEqualTo(900);
    assertThat(state.cancelledBytes()).isEqualTo(900);
  }

  /** A recording can end while a reader pauses, at once or after a while. */
  @ParameterizedTest
  @CsvSource({"4, NOT_AWAITED, POSSIBLE", "40, NOT_AWAITED, POSSIBLE", "40, AWAITED, STALLED"})
  void exhaustedWindowStallsOnlyIfReaderIsRecordedWaiting(
      long end, EventCause waiting, Finding expected) {
    Session client = session(1, Role.CLIENT);
    replayRecorded(client, 1, EventCause.OPENED, 1, 1000);
    replayRecorded(client, 3, EventCause.OPENED, 1, 1000);
    replayUnread(client, 1, EventCause.DATA_RECEIVED, 2, 1000);
    replayUnread(client, 0, EventCause.DATA_RECEIVED, 2, 1000);
    for (long second = 2; second < end; second++) {
      replayUnread(client, 0, EventCause.STATE, second, 1000);
      replayUnread(client, 1, EventCause.STATE, second, 1000);
      replayRecorded(client, 3, waiting, second, 1000);
    }
    assertThat(finish(end).finding()).isEqualTo(expected);
  }

  private void replayUnread(
      Session session, int stream, EventCause cause, long second, long unread) {
    replay.accept(Events.recorded(second * SECOND, session, stream, cause, 0, 0, unread, 0));
  }

  @Test
  void sendingServerStreamsTakeNoLanes() {
    Session server = session(1, Role.SERVER);
    for (int stream = 1; stream < 10_000; stream += 2) {
      replayLogged(server, stream, EventCause.STATE, UNKNOWN, 1000);
      replayLogged(server, stream, EventCause.DATA_SENT, 10, 100);
    }
    assertThat(replay.freeLanes.availablePermits()).isEqualTo(FlowControlReplay.MAX_LANES);
    SessionDiagnosis found = finish(100).sessions().get(0);
    assertThat(found.initialStreamWindow()).isEqualTo(1000);
    assertThat(found.maxOpenStreams()).isZero();
    assertThat(found.timeline().lanes()).isEmpty();
  }

  @Tag("slow")
  @Test
  void manyConnectionsFitIntoMemoryOfAnalyze() throws Exception {
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

  private static FlowControlEvent clientEvent(
      Session session,
      int second,
      int stream,
      EventCause cause,
      long window,
      long unread,
      long read) {
    return Events.recorded(second * SECOND, session, stream, cause, 0, window, unread, read);
  }

  /**
   * Returns the events of two operations. The first leaves 100 bytes unread, and the second, a
   * minute later, uses two sessions.
   */
  private static EventReader twoOperations() {
    Session session = session(1, Role.CLIENT);
    Session other = session(2, Role.CLIENT);
    Iterator<FlowControlEvent> events =
        List.of(
                clientEvent(session, 1, 1, EventCause.OPENED, 1000, 0, 0),
                clientEvent(session, 1, 0, EventCause.DATA_RECEIVED, 600, 400, 0),
                clientEvent(session, 1, 1, EventCause.DATA_RECEIVED, 600, 400, 0),
                clientEvent(session, 2, 0, EventCause.DATA_CONSUMED, 600, 100, 300),
                clientEvent(session, 2, 1, EventCause.RESET, 600, 100, 300),
                clientEvent(other, 59, 0, EventCause.DATA_RECEIVED, 990, 10, 0),
                clientEvent(other, 59, 1, EventCause.DATA_RECEIVED, 990, 10, 0),
                clientEvent(session, 60, 3, EventCause.OPENED, 1000, 0, 0),
                clientEvent(session, 60, 5, EventCause.OPENED, 1000, 0, 0),
                clientEvent(session, 61, 0, EventCause.DATA_RECEIVED, 0, 700, 300),
                clientEvent(session, 61, 3, EventCause.DATA_RECEIVED, 400, 600, 0))
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
  void timelineBeginsWithStalledOperation() throws IOException {
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
  void readsSingleUseSourceOnce() throws IOException {
    EventReader once = twoOperations();
    assertThat(replay.replayOperation(() -> once).eventCount()).isEqualTo(11);
  }

  @Test
  void countsEveryStallInServerLog() {
    List<String> log = Golden.lines("jetty10-no-stall.log.gz");
    long expected = log.stream().filter(line -> line.contains("Stream stalled")).count();
    Diagnosis diagnosis = Golden.diagnose(Golden.reader(log));
    assertThat(
            diagnosis.sessions().stream()
                .filter(session -> session.state().role() == Role.SERVER)
                .mapToLong(session -> session.streamStalls().count())
                .sum())
        .isEqualTo(expected)
        .isEqualTo(91);
  }

  @Test
  void listsSessionOfVerdictFirst() {
    replayLogged(session(3, Role.CLIENT), 0, EventCause.DATA_RECEIVED, 50, 50);
    replayLogged(session(1, Role.SERVER), 0, EventCause.DATA_SENT, 100, 0);
    Session receiver = session(2, Role.CLIENT);
    replayLogged(receiver, 0, EventCause.DATA_RECEIVED, 100, 0);
    replayLogged(receiver, 3, EventCause.STATE, UNKNOWN, 100);
    Diagnosis diagnosis = finish(11); // a single end shows no stall earlier
    assertThat(diagnosis.verdict().orElseThrow().sessions())
        .extracting(SessionState::id)
        .containsExactly("2");
    assertThat(diagnosis.sessions())
        .extracting(session -> session.state().id())
        .containsExactly("2", "1", "3");
  }
}
