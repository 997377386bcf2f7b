package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** Silence of twelve seconds on an exhausted session: what ends it tells whether a reader hung. */
class SilenceTest {
  private static final long WINDOW = 1000;
  private static final int HELD = 1;
  private static final int HUNGRY = 3;
  private static final int ON_OTHER = 5;
  private static final int OTHER_HELD = 7;
  private static final int ALSO_HUNGRY = 9;

  private final FlowControlReplay replay =
      new FlowControlReplay(
          Duration.ofSeconds(10), Duration.ZERO, FlowControlSettings.JETTY_BUFFER_RATIO);
  private final Session session = session("a", 1);
  private final Session other = session("b", 2);
  private long unread;
  private long unacknowledged;
  private long left;

  private static Session session(String id, int port) {
    return new Session(id, Role.CLIENT, "", "10.0.0.1:" + port, "10.0.0.2:1");
  }

  private void event(double second, Session of, int stream, Cause cause, long bytes, long window) {
    boolean data = cause == Cause.DATA_RECEIVED || cause == Cause.DATA_CONSUMED;
    long held = stream == HELD || stream == 0 ? unread : stream == OTHER_HELD ? 1 : 0;
    replay.accept(
        new FlowControlEvent(
            (long) (second * 1e9),
            of,
            stream,
            cause,
            data ? bytes : 0,
            window,
            window,
            of == session ? held : 0,
            of == session && stream == 0 ? unacknowledged : 0,
            UNKNOWN));
  }

  /** Leaves all of the window unread on the first stream; nothing has come of a second one. */
  private void exhausted() {
    event(0, session, HELD, Cause.OPENED, 0, WINDOW);
    event(0, session, HUNGRY, Cause.OPENED, 0, WINDOW);
    unread = WINDOW;
    event(1, session, 0, Cause.DATA_RECEIVED, WINDOW, 0);
    event(1, session, HELD, Cause.DATA_RECEIVED, WINDOW, WINDOW);
  }

  private void consumed(double second, long bytes) {
    unread -= bytes;
    unacknowledged += bytes;
    event(second, session, 0, Cause.DATA_CONSUMED, bytes, left);
    event(second, session, HELD, Cause.DATA_CONSUMED, bytes, WINDOW);
  }

  private void credited(double second) {
    left = unacknowledged;
    unacknowledged = 0;
    event(second, session, 0, Cause.WINDOW_UPDATE_SENT, 0, left);
  }

  private Diagnosis finish(double second) {
    return replay.finish((long) (second * 1e9), ReadCounts.NONE);
  }

  @Test
  void aReaderThatPausesAndReadsOnIsNotStalled() {
    exhausted();
    consumed(13, 100);
    consumed(13.1, 800);
    credited(13.1);
    Diagnosis diagnosis = finish(14);
    assertThat(diagnosis.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(diagnosis.sessions()).noneMatch(SessionDiagnosis::stalled);
  }

  @Test
  void aReaderThatReadsOnWithoutNewCreditIsNotCalledStalled() {
    exhausted();
    consumed(13, 100);
    consumed(16, 100);
    Diagnosis diagnosis = finish(17);
    assertThat(diagnosis.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(diagnosis.verdict().orElseThrow().reason())
        .endsWith("this reader paused before, and continued by itself");
  }

  @Test
  void aReaderThatHangsAfterItHasPausedIsStalled() {
    exhausted();
    consumed(13, 100);
    assertThat(finish(24).finding()).isEqualTo(Finding.STALLED);
  }

  @Test
  void aStallThatEndsWithTheSessionStaysOne() {
    exhausted();
    event(61, session, 0, Cause.CLOSED, 0, 0);
    Diagnosis diagnosis = finish(70);
    assertThat(diagnosis.finding()).isEqualTo(Finding.STALLED);
    assertThat(diagnosis.verdict().orElseThrow().reason()).endsWith("with the end of the session");
  }

  @Test
  void aStallThatEndsWithTheResetOfAnotherStreamStaysOneAlthoughTheLastIsRead() {
    event(0, session, OTHER_HELD, Cause.OPENED, 0, WINDOW);
    exhausted();
    event(61, session, OTHER_HELD, Cause.RESET, 0, WINDOW);
    consumed(61.1, 100);
    assertThat(finish(70).verdict().orElseThrow().reason())
        .endsWith(
            "; the merge waits for stream 3; this lasted from 1970-01-01T00:00:01Z to "
                + "1970-01-01T00:01:01.100Z and ended with the reset of stream 7");
  }

  @Test
  void aReaderThatReadsOnUntilWhatItWaitedForComesMayCancelTheRest() {
    exhausted();
    event(0, session, OTHER_HELD, Cause.OPENED, 0, WINDOW);
    consumed(13, 900);
    credited(13);
    event(13.1, session, 0, Cause.DATA_RECEIVED, 10, WINDOW - 10);
    event(13.1, session, HUNGRY, Cause.DATA_RECEIVED, 10, WINDOW - 10);
    event(13.2, session, OTHER_HELD, Cause.RESET, 0, WINDOW);
    assertThat(finish(13.3).finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void aResetLongBeforeTheReaderReadsOnIsNotWhatEndedItsPause() {
    exhausted();
    event(12, session, HELD, Cause.STATE, 0, WINDOW);
    event(12.1, session, OTHER_HELD, Cause.RESET, 0, WINDOW);
    event(16, session, HUNGRY, Cause.STATE, 0, WINDOW);
    consumed(17, 900);
    credited(17);
    assertThat(finish(30).finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void aStreamThatWasCancelledBeforeMayBeToldAsCancelledAgain() {
    exhausted();
    event(2, session, OTHER_HELD, Cause.RESET, 0, WINDOW);
    event(13, session, OTHER_HELD, Cause.RESET, 0, WINDOW); // the heartbeat
    consumed(13.5, 900);
    credited(13.5);
    assertThat(finish(30).finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void aHangThatGoesOnAfterOneOfItsStreamsWasResetHasNotEnded() {
    event(0, session, ALSO_HUNGRY, Cause.OPENED, 0, WINDOW);
    exhausted();
    event(20, session, ALSO_HUNGRY, Cause.RESET, 0, WINDOW);
    event(40, session, HUNGRY, Cause.STATE, 0, WINDOW);
    Verdict verdict = finish(50).verdict().orElseThrow();
    assertThat(verdict.finding()).isEqualTo(Finding.STALLED);
    assertThat(verdict.reason()).doesNotContain("ended");
  }

  @Test
  void aStallThatEndsWithCreditAlthoughNobodyReadStaysOne() {
    exhausted();
    event(61, session, 0, Cause.WINDOW_UPDATE_SENT, 0, WINDOW);
    event(61, session, 0, Cause.DATA_RECEIVED, 10, WINDOW - 10);
    event(61, session, HUNGRY, Cause.DATA_RECEIVED, 10, WINDOW - 10);
    event(64, session, HUNGRY, Cause.STATE, 0, WINDOW);
    assertThat(finish(70).finding()).isEqualTo(Finding.STALLED);
  }

  @Test
  void whatWasReadMayBeToldUpToASecondAfterTheCreditForIt() {
    exhausted();
    unacknowledged = 900;
    credited(13);
    consumed(14, 900);
    event(16, session, HUNGRY, Cause.STATE, 0, WINDOW);
    assertThat(finish(17).finding()).isEqualTo(Finding.NO_STALL);
  }

  @Test
  void aReaderThatMayWaitForASlowNodeIsAPossibleStall() {
    event(0, other, ON_OTHER, Cause.OPENED, 0, WINDOW);
    exhausted();
    event(1, other, ON_OTHER, Cause.STATE, 0, WINDOW);
    Verdict verdict = finish(20).verdict().orElseThrow();
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.streams()).containsExactly(HUNGRY);
    assertThat(verdict.reason()).contains("or for stream 5 of session b, which is not blocked");
  }

  @Test
  void aStreamOfAnEarlierQueryIsNoneThatTheReaderMayWaitFor() {
    event(-60, other, ON_OTHER, Cause.OPENED, 0, WINDOW);
    exhausted();
    assertThat(finish(20).finding()).isEqualTo(Finding.STALLED);
  }
}
