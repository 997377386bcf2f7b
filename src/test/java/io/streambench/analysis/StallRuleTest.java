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
            "no progress: no tuple for 10 s, and no session window is used up (HTTP/2 "
                + "sessions: 1)");
  }

  @Test
  void anExhaustedSessionOnWhichNobodyIsSeenToWaitIsAPossibleStall() {
    SessionState everythingUnread = session(0, stream(1, 10, false), stream(3, 0, true));
    Verdict verdict = rule.judge(10 * SECOND, () -> List.of(everythingUnread)).orElseThrow();
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason())
        .isEqualTo(
            "session 1a2b3c4d to 127.0.0.1:2 has no receive window left: 10 bytes unread, 7,777,216 consumed and unacknowledged; no known stream waits for data, but a stream that the source does "
                + "not show may wait");
  }

  private static StreamState hungry(int id, Waiting waiting) {
    return new StreamState(id, 1000, 0, 0, false, false, waiting);
  }

  private static SessionState other(long receiveWindow, StreamState... streams) {
    return Sessions.session("b", receiveWindow, streams);
  }

  private Verdict judged(SessionState... sessions) {
    return rule.judge(10 * SECOND, () -> List.of(sessions)).orElseThrow();
  }

  private Verdict judged(ClientResources resources, SessionState... sessions) {
    return rule.judge(10 * SECOND, () -> List.of(sessions), () -> resources).orElseThrow();
  }

  @Test
  void aMergeThatMayWaitForASlowNodeIsNotCalledStalledAndBothAreNamed() {
    SessionState exhausted = session(0, stream(3, 100, false), stream(5, 0, false));
    Verdict verdict = judged(exhausted, other(500, stream(7, 0, false)));
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.session()).contains(exhausted);
    assertThat(verdict.streams()).containsExactly(5);
    assertThat(verdict.stalls(exhausted)).isFalse();
    assertThat(verdict.reason())
        .endsWith(
            "it is unknown whether the merge waits for stream 5, or for stream 7 of session b, which is not blocked");
  }

  @Test
  void whereEveryHungryStreamIsOnAnExhaustedSessionItIsStalled() {
    SessionState first = session(0, stream(5, 0, false), stream(9, 0, false));
    Verdict verdict = judged(first, other(0, stream(7, 0, false)), other(500, stream(1, 9, false)));
    assertThat(verdict.finding()).isEqualTo(Finding.STALLED);
    assertThat(verdict.session()).contains(first);
    assertThat(verdict.streams()).containsExactly(5, 9);
    assertThat(verdict.reason()).endsWith("the merge waits for one of streams 5, 9");
  }

  @Test
  void theStreamThatTheReaderWaitsForDecides() {
    SessionState exhausted = session(0, stream(3, 9, false), hungry(5, Waiting.YES));
    SessionState slow = other(500, hungry(7, Waiting.NO), hungry(9, Waiting.UNKNOWN));
    Verdict stalled = judged(exhausted, slow);
    assertThat(stalled.finding()).isEqualTo(Finding.STALLED);
    assertThat(stalled.streams()).containsExactly(5);

    Verdict waits =
        judged(
            session(0, stream(3, 9, false), hungry(5, Waiting.NO), hungry(11, Waiting.UNKNOWN)),
            other(500, hungry(7, Waiting.YES)));
    assertThat(waits.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(waits.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(waits.cause()).contains(StallCause.UNKNOWN);
    assertThat(waits.reason())
        .endsWith("the reader waits for stream 7 of session b, which is not blocked");
  }

  @Test
  void aReaderThatIsKnownToDoSomethingElseIsNotStalled() {
    StreamState read = new StreamState(3, 1000, 9, 0, false, false, Waiting.NO);
    Verdict verdict = judged(session(0, read, hungry(5, Waiting.NO)));
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void cancelledStreamsAreTheCauseWhereTheyHoldMoreThanThoseThatCanBeRead() {
    StreamState cancelled = new StreamState(1, 0, 8_000, 0, true, true, Waiting.UNKNOWN);
    Verdict verdict = judged(session(0, cancelled, stream(3, 7_000, false), stream(5, 0, false)));
    assertThat(verdict.cause()).contains(StallCause.CANCELLED_STREAMS);
    assertThat(verdict.reason())
        .contains("15,000 bytes unread, of which 8,000 on cancelled streams and 7,000 on others");
    assertThat(judged(session(0, cancelled, stream(3, 8_000, false), stream(5, 0, false))).cause())
        .contains(StallCause.SESSION_WINDOW);
  }

  @Test
  void streamsThatWereNotHeardStarveIfNoUnreadByteCanBeTheirs() {
    assertThat(judged(counted(10)).finding()).isEqualTo(Finding.STALLED);
    assertThat(judged(counted(10)).reason())
        .endsWith("the merge waits for one of 2 streams that the source does not show");
    assertThat(judged(counted(11)).finding()).isEqualTo(Finding.POSSIBLE);
  }

  private static SessionState counted(long unread) {
    SessionState seen = session(0, stream(3, 10, false));
    return new SessionState(
        seen.id(),
        seen.role(),
        seen.owner(),
        seen.local(),
        seen.remote(),
        0,
        seen.sendWindow(),
        unread,
        0,
        0,
        2,
        seen.exhaustedSinceNanos(),
        seen.mayNotSendSinceNanos(),
        seen.streams());
  }

  @Test
  void exhaustedResourcesAreHangsAndTheOneThatCausesTheOthersComesFirst() {
    SessionState open = session(500, stream(5, 0, false));
    ClientResources all = new ClientResources(88, 512, 512, 0, 1000, 536_000_000, 536_870_912);
    assertThat(judged(all, open).outcome()).isEqualTo(Outcome.STALLED);
    assertThat(judged(all, open).cause()).contains(StallCause.DIRECT_MEMORY);
    assertThat(judged(all, open).reason())
        .contains("536,000,000 of 536,870,912 bytes of direct memory in use")
        .contains("also, 88 requests wait for a stream: all 512 streams that the servers allow")
        .contains("0 of 1,000 permits left");
    ClientResources slots = new ClientResources(88, 512, 512, 0, 1000, 1, 536_870_912);
    assertThat(judged(slots, open).cause()).contains(StallCause.STREAM_SLOTS);
    ClientResources permits = new ClientResources(0, 5, 512, 0, 1000, 1, 536_870_912);
    assertThat(judged(permits, open).cause()).contains(StallCause.REQUEST_PERMITS);
  }

  @Test
  void aStallOfAWindowIsAProofThatNeedsNoResource() {
    ClientResources all = new ClientResources(88, 512, 512, 0, 1000, 536_000_000, 536_870_912);
    assertThat(judged(all, session(0, stream(5, 0, false))).cause())
        .contains(StallCause.SESSION_WINDOW);
  }

  @Test
  void withoutAnExhaustedResourceTheCauseIsUnknownAndWhatWasSeenIsTold() {
    SessionState open = session(500, stream(5, 0, false));
    Verdict verdict =
        judged(new ClientResources(0, 511, 512, 1, 1000, 400_000_000, 536_870_912), open);
    assertThat(verdict.outcome()).isEqualTo(Outcome.FAILED);
    assertThat(verdict.cause()).contains(StallCause.UNKNOWN);
    assertThat(verdict.reason())
        .endsWith(
            "; seen: 511 of 512 streams open, 0 requests waiting, 1 of 1,000 permits left,"
                + " 400,000,000 of 536,870,912 bytes of direct memory in use");
    assertThat(judged(ClientResources.unknown(), open).reason()).doesNotContain("seen");
  }
}
