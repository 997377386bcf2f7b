package io.streambench.flow.replay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.window.ReceiveWindow;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests twelve silent seconds on an exhausted session. The event that ends the silence shows
 * whether a reader hung.
 */
class SilenceTest {
  private static final long WINDOW = 1000;
  private static final int UNREAD_STREAM = 1;
  private static final int STARVED_STREAM = 3;
  private static final int STREAM_OF_OTHER_SESSION = 5;
  private static final int OTHER_UNREAD_STREAM = 7;

  private final FlowControlReplay replay =
      new FlowControlReplay(
          Duration.ofSeconds(10), Duration.ZERO, ReceiveWindow.JETTY_BUFFER_RATIO);
  private final Session session = session("a", 1);
  private final Session otherSession = session("b", 2);
  private long unread;
  private long unacknowledged;
  private long remainingWindow;

  private static Session session(String id, int port) {
    return new Session(id, Role.CLIENT, "", "10.0.0.1:" + port, "10.0.0.2:1");
  }

  private void replayEvent(
      double second, Session target, int stream, EventCause cause, long bytes, long window) {
    boolean data = cause == EventCause.DATA_RECEIVED || cause == EventCause.DATA_CONSUMED;
    long held =
        stream == UNREAD_STREAM || stream == 0 ? unread : stream == OTHER_UNREAD_STREAM ? 1 : 0;
    replay.accept(
        Events.recorded(
            (long) (second * 1e9),
            target,
            stream,
            cause,
            data ? bytes : 0,
            window,
            target == session ? held : 0,
            target == session && stream == 0 ? unacknowledged : 0));
  }

  /** Leaves the whole window unread on the first stream. The second stream has no data. */
  private void exhaustWindow() {
    replayEvent(0, session, UNREAD_STREAM, EventCause.OPENED, 0, WINDOW);
    replayEvent(0, session, STARVED_STREAM, EventCause.OPENED, 0, WINDOW);
    unread = WINDOW;
    replayEvent(1, session, 0, EventCause.DATA_RECEIVED, WINDOW, 0);
    replayEvent(1, session, UNREAD_STREAM, EventCause.DATA_RECEIVED, WINDOW, WINDOW);
  }

  private void consume(double second, long bytes) {
    unread -= bytes;
    unacknowledged += bytes;
    replayEvent(second, session, 0, EventCause.DATA_CONSUMED, bytes, remainingWindow);
    replayEvent(second, session, UNREAD_STREAM, EventCause.DATA_CONSUMED, bytes, WINDOW);
  }

  private void sendCredit(double second) {
    remainingWindow = unacknowledged;
    unacknowledged = 0;
    replayEvent(second, session, 0, EventCause.WINDOW_UPDATE_SENT, 0, remainingWindow);
  }

  private Diagnosis finish(double second) {
    return replay.finish((long) (second * 1e9), ReadCounts.NONE);
  }

  /** Applies a step: the second, the kind of event, and the bytes or the stream. */
  private void apply(String step) {
    String[] words = step.split(" ");
    double second = Double.parseDouble(words[0]);
    int number = words.length > 2 ? Integer.parseInt(words[2]) : 0;
    switch (words[1]) {
      case "read" -> consume(second, number);
      case "credit" -> sendCredit(second);
      case "grant" -> replayEvent(second, session, 0, EventCause.WINDOW_UPDATE_SENT, 0, WINDOW);
      case "data" -> {
        replayEvent(second, session, 0, EventCause.DATA_RECEIVED, 10, WINDOW - 10);
        replayEvent(second, session, STARVED_STREAM, EventCause.DATA_RECEIVED, 10, WINDOW - 10);
      }
      case "close" -> replayEvent(second, session, 0, EventCause.CLOSED, 0, 0);
      default -> replayEvent(second, session, number, EventCause.valueOf(words[1]), 0, WINDOW);
    }
  }

  /**
   * Stream 1 holds all unread data, and stream 3 has none. Stream 7 holds data that is not
   * recorded, and stream 9 has none.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          pauses and reads on|13 read 100, 13.1 read 800, 13.1 credit|14|NO_STALL|
          reads on without new credit|13 read 100, 16 read 100|17|POSSIBLE|this reader paused before, and continued by itself
          hangs after it has paused|13 read 100|24|STALLED|
          ends with the session|61 close|70|STALLED|with the end of the session
          lasts to the end|13 STATE 3|13|STALLED|
          another stream is reset|0 OPENED 7, 61 RESET 7, 61.1 read 100|70|STALLED|; this lasted from 1970-01-01T00:00:01Z to 1970-01-01T00:01:01.100Z and ended with the reset of stream 7
          data came before the rest was cancelled|0 OPENED 7, 13 read 900, 13 credit, 13.1 data, 13.2 RESET 7|13.3|NO_STALL|
          a reset long before it reads on|12 STATE 1, 12.1 RESET 7, 16 STATE 3, 17 read 900, 17 credit|30|NO_STALL|
          cancelled before, and told again|2 RESET 7, 13 RESET 7, 13.5 read 900, 13.5 credit|30|NO_STALL|
          goes on after a reset|0 OPENED 9, 20 RESET 9, 40 STATE 3|50|STALLED|the merge waits for stream 3
          another stream is cancelled|61 read 900, 61 credit, 61.1 RESET 1, 61.2 data|70|STALLED|
          credit without a read|61 grant, 61 data, 64 STATE 3|70|STALLED|
          """)
  void judgesStallByEndOfSilence(
      String name, String events, double end, Finding finding, String reason) {
    List<String> steps = Arrays.asList(events.split(", "));
    steps.stream().filter(step -> step.startsWith("0 ")).forEach(this::apply);
    exhaustWindow();
    steps.stream().filter(step -> !step.startsWith("0 ")).forEach(this::apply);
    Diagnosis diagnosis = finish(end);
    assertThat(diagnosis.finding()).isEqualTo(finding);
    assertThat(diagnosis.sessions().stream().anyMatch(SessionDiagnosis::isStalled))
        .isEqualTo(finding == Finding.STALLED);
    if (reason != null) {
      assertThat(diagnosis.verdict().orElseThrow().reason()).endsWith(reason);
    }
  }

  @Test
  void acceptsReadReportedUpToSecondAfterItsCredit() {
    exhaustWindow();
    unacknowledged = 900;
    sendCredit(13);
    consume(14, 900);
    replayEvent(16, session, STARVED_STREAM, EventCause.STATE, 0, WINDOW);
    assertThat(finish(17).finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void reportsPossibleStallIfReaderMayWaitForSlowNode() {
    replayEvent(0, otherSession, STREAM_OF_OTHER_SESSION, EventCause.OPENED, 0, WINDOW);
    exhaustWindow();
    replayEvent(1, otherSession, STREAM_OF_OTHER_SESSION, EventCause.STATE, 0, WINDOW);
    Verdict verdict = finish(20).verdict().orElseThrow();
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.awaitedStreamIds()).containsExactly(STARVED_STREAM);
    assertThat(verdict.reason()).contains("or for stream 5 of session b, which is not blocked");
  }

  @Test
  void ignoresStreamsOfEarlierQueries() {
    replayEvent(-60, otherSession, STREAM_OF_OTHER_SESSION, EventCause.OPENED, 0, WINDOW);
    exhaustWindow();
    assertThat(finish(20).finding()).isEqualTo(Finding.STALLED);
  }
}
