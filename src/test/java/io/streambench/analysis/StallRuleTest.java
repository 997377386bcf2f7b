package io.streambench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class StallRuleTest {
  private static final long SECOND = 1_000_000_000L;
  private final StallRule rule = new StallRule(Duration.ofSeconds(10));

  private static StreamState stream(int id, long unread, boolean remotelyClosed) {
    return new StreamState(id, 1000, unread, 0, remotelyClosed);
  }

  private static SessionState session(long receiveWindow, StreamState... streams) {
    return Sessions.session("1a2b3c4d", receiveWindow, streams);
  }

  @Test
  void saysNothingBeforeTheTimeoutEvenIfTheWindowIsExhausted() {
    assertThat(rule.judge(10 * SECOND - 1, () -> List.of(session(0, stream(5, 0, false)))))
        .isEmpty();
  }

  @Test
  void doesNotAskForSessionsBeforeTheTimeout() {
    assertThat(
            rule.judge(
                1,
                () -> {
                  throw new AssertionError("asked");
                }))
        .isEmpty();
  }

  @Test
  void isStalledWhenTheReaderWaitsOnAnExhaustedSession() {
    Verdict verdict =
        rule.judge(
                10 * SECOND,
                () -> List.of(session(0, stream(3, 9_000_000, false), stream(5, 0, false))))
            .orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.STALLED);
    assertThat(verdict.reason())
        .isEqualTo(
            "session 1a2b3c4d to 127.0.0.1:2 has no receive window left: 9,000,000 bytes unread, 7,777,216 consumed and unacknowledged; the merge waits for stream 5");
  }

  @Test
  void failsForWantOfProgressWhenNoWindowIsExhausted() {
    Verdict verdict =
        rule.judge(10 * SECOND, () -> List.of(session(1, stream(5, 0, false)))).orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.reason())
        .isEqualTo(
            "no progress: no tuple for 10 s and no exhausted session window (HTTP/2 sessions: 1)");
  }

  @Test
  void failsForWantOfProgressOverHttp1() {
    assertThat(rule.judge(10 * SECOND, List::of).orElseThrow().outcome()).isEqualTo(Outcome.FAILED);
  }

  @Test
  void anExhaustedSessionOnWhichNobodyWaitsIsNoStall() {
    SessionState everythingUnread = session(0, stream(1, 10, false), stream(3, 0, true));
    Verdict verdict = rule.judge(10 * SECOND, () -> List.of(everythingUnread)).orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.reason())
        .isEqualTo(
            "no progress: no tuple for 10 s, yet no stream of the exhausted session 1a2b3c4d waits for data");
  }

  @Test
  void findsTheStalledSessionAmongOthers() {
    Verdict verdict =
        rule.judge(
                10 * SECOND,
                () ->
                    List.of(
                        session(0, stream(1, 10, false)),
                        session(500, stream(1, 0, false)),
                        session(-3, stream(7, 0, false), stream(9, 5, false))))
            .orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.STALLED);
    assertThat(verdict.reason()).endsWith("the merge waits for stream 7");
    assertThat(verdict.sessions()).hasSize(3);
  }

  @Test
  void speaksTheSameInEveryLocale() {
    java.util.Locale before = java.util.Locale.getDefault();
    try {
      java.util.Locale.setDefault(java.util.Locale.GERMANY);
      isStalledWhenTheReaderWaitsOnAnExhaustedSession();
      assertThat(Durations.text(Duration.ofMillis(1500))).isEqualTo("1.5 s");
    } finally {
      java.util.Locale.setDefault(before);
    }
  }
}
