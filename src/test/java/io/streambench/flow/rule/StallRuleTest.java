package io.streambench.flow.rule;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.replay.Sessions;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class StallRuleTest {
  private static final long SECOND = 1_000_000_000L;
  private static final ClientResources NONE_LEFT =
      new ClientResources(88, 512, 512, true, 0, 1000, 536_000_000, 536_870_912);

  private final StallRule rule = new StallRule(Duration.ofSeconds(10));

  private static SessionState session(String text) {
    String[] words = text.split(" ");
    return Sessions.session(
        words[0],
        Long.parseLong(words[1]),
        Arrays.stream(words).skip(2).map(StallRuleTest::stream).toArray(StreamState[]::new));
  }

  private static StreamState stream(String text) {
    String[] numbers = text.split("\\D+");
    return new StreamState(
        Integer.parseInt(numbers[0]),
        1000,
        Long.parseLong(numbers[1]),
        0,
        text.endsWith("closed"),
        text.endsWith("cancelled"),
        text.endsWith("yes") ? Waiting.YES : text.endsWith("no") ? Waiting.NO : Waiting.UNKNOWN);
  }

  private Verdict judge(ClientResources resources, SessionState... sessions) {
    return rule.judge(10 * SECOND, () -> List.of(sessions), () -> resources).orElseThrow();
  }

  private Verdict judge(SessionState... sessions) {
    return judge(ClientResources.unknown(), sessions);
  }

  @Test
  void givesNoVerdictBeforeTimeout() {
    assertThat(rule.judge(10 * SECOND - 1, () -> List.of(session("a 0 5=0")))).isEmpty();
  }

  /**
   * The parameters describe sessions by window and streams. A stream has its unread bytes, its end,
   * and whether a reader waits for it.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          the reader waits|a 0 3=9000000 5=0|STALLED|SESSION_WINDOW|[5]|9,000,000 bytes unread, 7,777,216 consumed and unacknowledged; the merge waits for stream 5
          no window is used up|a 1 5=0|NO_STALL|UNKNOWN|[]|no session window is used up
          no stream is seen to wait|a 0 1=10 3=0closed|POSSIBLE|SESSION_WINDOW|[]|does not show may wait
          a slow node|a 0 3=100 5=0;b 500 7=0|POSSIBLE|SESSION_WINDOW|[5]|for stream 5, or for stream 7 of session b, which is not blocked
          all are on exhausted sessions|a 0 5=0 9=0;b 0 7=0;c 500 1=9|STALLED|SESSION_WINDOW|[5, 9]|one of streams 5, 9
          another session stalls|a 0 1=10;b 500 1=20;c -3 7=0 9=5|STALLED|SESSION_WINDOW|[7]|waits for stream 7
          the known reader waits here|a 0 3=9 5=0yes;b 500 7=0no 9=0|STALLED|SESSION_WINDOW|[5]|
          the known reader waits elsewhere|a 0 3=9 5=0no 11=0;b 500 7=0yes|NO_STALL|UNKNOWN|[]|the reader waits for stream 7 of session b, which is not blocked
          the reader does something else|a 0 3=9no 5=0no|NO_STALL|UNKNOWN|[]|
          cancelled streams hold more|a 0 1=8000cancelled 3=7000 5=0|STALLED|CANCELLED_STREAMS|[5]|15,000 bytes unread, of which 8,000 on cancelled streams and 7,000 on others
          cancelled streams hold as much|a 0 1=8000cancelled 3=8000 5=0|STALLED|SESSION_WINDOW|[5]|
          no reader waits for a cancelled one|a 0 3=10 5=0cancelled|POSSIBLE|SESSION_WINDOW|[]|
          """)
  void judgesSessionsByWindowsAndStreams(
      String name,
      String sessions,
      Finding finding,
      StallCause cause,
      String streams,
      String reasonPart) {
    SessionState[] all =
        Arrays.stream(sessions.split(";")).map(StallRuleTest::session).toArray(SessionState[]::new);
    Verdict verdict = judge(all);
    assertThat(verdict.finding()).isEqualTo(finding);
    assertThat(verdict.outcome())
        .isEqualTo(finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED);
    assertThat(verdict.cause()).contains(cause);
    assertThat(verdict.awaitedStreamIds()).hasToString(streams);
    assertThat(verdict.session().isPresent()).isEqualTo(finding != Finding.NO_STALL);
    assertThat(verdict.isStallOf(all[0]) && finding != Finding.STALLED).isFalse();
    assertThat(verdict.reason()).contains(reasonPart == null ? "" : reasonPart);
  }

  @Test
  void unseenStreamsWithoutUnreadBytesStarve() {
    assertThat(judge(sessionWithUnseenStreams(10)).finding()).isEqualTo(Finding.STALLED);
    assertThat(judge(sessionWithUnseenStreams(10)).reason())
        .endsWith("the merge waits for one of 2 streams that the source does not show");
    assertThat(judge(sessionWithUnseenStreams(11)).finding()).isEqualTo(Finding.POSSIBLE);
  }

  private static SessionState sessionWithUnseenStreams(long unread) {
    return Sessions.session("a", 0, unread, 2, stream("3=10"));
  }

  @Test
  void reportsExhaustedResourcesRootCauseFirst() {
    SessionState open = session("a 500 5=0");
    Verdict verdict = judge(NONE_LEFT, open);
    assertThat(verdict.outcome()).isEqualTo(Outcome.STALLED);
    assertThat(verdict.cause()).contains(StallCause.DIRECT_MEMORY);
    assertThat(verdict.reason())
        .contains("536,000,000 of 536,870,912 bytes of direct memory in use")
        .contains("also, 88 requests wait for a stream: all 512 streams that the servers allow")
        .contains("0 of 1,000 permits left");
    ClientResources slots = new ClientResources(88, 512, 512, true, 0, 1000, 1, 536_870_912);
    assertThat(judge(slots, open).cause()).contains(StallCause.STREAM_SLOTS);
    ClientResources permits = new ClientResources(0, 5, 512, true, 0, 1000, 1, 536_870_912);
    assertThat(judge(permits, open).cause()).contains(StallCause.REQUEST_PERMITS);
  }

  /** If each of several queries has all its streams, no query waits for these connections. */
  @Test
  void http1RequestsWaitingForConnectionsMayHang() {
    Verdict verdict = judge(new ClientResources(6, 64, 64, false, 1_000, 1_000, 1, 512));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.cause()).contains(StallCause.CONNECTIONS);
    assertThat(verdict.reason()).startsWith("6 requests wait for a connection: all 64 ");
    for (ClientResources busy :
        List.of(
            new ClientResources(0, 64, 64, false, 1_000, 1_000, 1, 512),
            new ClientResources(6, 63, 64, false, 1_000, 1_000, 1, 512))) {
      assertThat(judge(busy).cause()).contains(StallCause.UNKNOWN);
      assertThat(judge(busy).reason()).contains(" of 64 connections in use");
    }
  }

  @Test
  void prefersWindowStallOverExhaustedResources() {
    assertThat(judge(NONE_LEFT, session("a 0 5=0")).cause()).contains(StallCause.SESSION_WINDOW);
  }

  @Test
  void reportsUnknownCauseWithObservedResources() {
    SessionState open = session("a 500 5=0");
    Verdict verdict =
        judge(new ClientResources(0, 511, 512, true, 1, 1000, 400_000_000, 536_870_912), open);
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.cause()).contains(StallCause.UNKNOWN);
    assertThat(verdict.reason())
        .endsWith(
            "; seen: 511 of 512 streams open, 0 requests waiting, 1 of 1,000 permits left,"
                + " 400,000,000 of 536,870,912 bytes of direct memory in use");
    assertThat(judge(ClientResources.unknown(), open).reason()).doesNotContain("seen");
  }
}
