package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Session;
import org.junit.jupiter.api.Test;

/** Lines of a log in the order in which threads may write them. */
class WindowAccountTest {
  private static final long INITIAL = 1000;
  private static final long THRESHOLD = 500;
  private final WindowAccount account = new WindowAccount(0.5);

  private void received(long before, long after) {
    accept(Cause.DATA_RECEIVED, before - after, before, after, UNKNOWN);
  }

  private void consumed(long bytes, long level) {
    accept(Cause.DATA_CONSUMED, bytes, UNKNOWN, UNKNOWN, level);
  }

  private void credited(long bytes, long shown) {
    accept(Cause.WINDOW_UPDATE_SENT, bytes, shown - bytes, shown, 0);
  }

  private void accept(Cause cause, long bytes, long before, long after, long unacknowledged) {
    account.accept(
        new FlowControlEvent(
            0,
            new Session("1"),
            0,
            cause,
            bytes,
            before,
            after,
            UNKNOWN,
            unacknowledged,
            THRESHOLD));
  }

  private long unread() {
    return account.unreadBytes(account.initialWindow());
  }

  @Test
  void unreadIsWhatTheWindowLacksAndNobodyHasConsumed() {
    received(1000, 300);
    consumed(200, 200);
    assertThat(account.initialWindow()).isEqualTo(INITIAL);
    assertThat(unread()).isEqualTo(500);
  }

  @Test
  void aPieceThatBeginsInTheMiddleGivesTheSame() {
    received(400, 300);
    consumed(10, 200);
    assertThat(unread()).isEqualTo(500);
  }

  @Test
  void creditTakesNothingFromWhatIsUnread() {
    received(1000, 200);
    consumed(600, 600);
    credited(600, 800);
    assertThat(unread()).isEqualTo(200);
    assertThat(account.unacknowledgedBytes()).isZero();
  }

  @Test
  void aLineOfTheTimeBeforeACreditDoesNotUndoIt() {
    received(1000, 200);
    consumed(600, 600);
    credited(600, 800); // shown before the other thread's bytes
    received(200, 150); // written after it, and done before
    assertThat(account.window()).isEqualTo(750);
    assertThat(unread()).isEqualTo(250);
  }

  @Test
  void norDoesOneWhoseBytesTheCreditsLineHasShownAlready() {
    received(1000, 200);
    consumed(600, 600);
    credited(600, 750);
    received(200, 150);
    assertThat(account.window()).isEqualTo(750);
    received(750, 700);
    assertThat(unread()).isEqualTo(300);
  }

  @Test
  void aLevelThatWasOvertakenByAHigherOneIsNotBelieved() {
    received(1000, 200);
    consumed(10, 120);
    consumed(10, 110);
    assertThat(account.unacknowledgedBytes()).isEqualTo(120);
  }

  @Test
  void aWindowOfAnOddSizeIsNotOneByteShort() {
    received(1001, 900);
    consumed(1, 1);
    assertThat(account.initialWindow()).isEqualTo(1001);
  }
}
