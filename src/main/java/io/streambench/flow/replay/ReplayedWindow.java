package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.FlowControlEvent;

/**
 * The receive window and unread bytes of one session or stream, reconstructed from events. A
 * recording contains the unread bytes. Jetty's log does not, so they are calculated as the initial
 * window minus the current window and the unacknowledged bytes.
 *
 * <p>The initial window of a log is calculated, too: it is the threshold at which Jetty sends
 * credit, divided by the buffer ratio, but at least the largest window seen. Log lines may be out
 * of order, so a logged total takes precedence over a calculated sum. Not thread-safe.
 */
final class ReplayedWindow {
  private static final int MIN_LINES_PER_GAP = 20;

  private final double bufferRatio;
  private long window = UNKNOWN;
  private long unacknowledged = UNKNOWN;
  private long recordedUnread = UNKNOWN;
  private long uncreditedBytes;
  private long lastCredit;
  private long largestWindow;
  private long largestSum;
  private long creditThreshold;
  private long receivedLineCount;
  private long consumedLineCount;
  private long gapCount;
  private long missingCreditCount;

  /**
   * @param bufferRatio the buffer ratio of the strategy that wrote the log; Jetty's default is 0.5
   */
  ReplayedWindow(double bufferRatio) {
    this.bufferRatio = bufferRatio;
  }

  void accept(FlowControlEvent event) {
    if (event.isRecorded()) {
      window = event.windowAfter();
      unacknowledged = event.unacknowledgedBytes();
      recordedUnread = event.unreadBytes();
      largestWindow = Math.max(largestWindow, window);
      if (event.cause().isState()) {
        largestSum = Math.max(largestSum, window + unacknowledged + recordedUnread);
      }
      return;
    }
    switch (event.cause()) {
      case DATA_RECEIVED -> acceptReceived(event);
      case DATA_CONSUMED -> acceptConsumed(event);
      case WINDOW_UPDATE_SENT -> acceptCredited(event);
      case STATE -> {
        if (event.windowAfter() != UNKNOWN) {
          window = event.windowAfter();
          largestWindow = Math.max(largestWindow, window);
        }
      }
      default -> {}
    }
    if (window != UNKNOWN) {
      largestSum = Math.max(largestSum, window + Math.max(0, unacknowledged));
    }
  }

  private void acceptReceived(FlowControlEvent event) {
    largestWindow = Math.max(largestWindow, event.windowBefore());
    long windowAfterCredit = event.windowAfter() + lastCredit;
    boolean isInOrder = event.windowBefore() == window;
    receivedLineCount++;
    if (!isInOrder
        && (windowAfterCredit == window || event.windowBefore() + lastCredit == window)) {
      window = windowAfterCredit; // the line does not include the last credit
    } else {
      gapCount += event.windowBefore() < window ? 1 : 0; // one thread logs received data in order
      missingCreditCount += event.windowBefore() > window && window != UNKNOWN ? 1 : 0;
      window = event.windowAfter();
      lastCredit = 0;
    }
  }

  private void acceptConsumed(FlowControlEvent event) {
    consumedLineCount++;
    creditThreshold = Math.max(creditThreshold, event.creditThreshold());
    long logged = event.unacknowledgedBytes();
    if (logged == UNKNOWN) {
      uncreditedBytes += event.bytes();
    } else if (logged >= unacknowledged || unacknowledged - logged > creditThreshold / 2) {
      unacknowledged = logged; // a slightly smaller value shows that lines are out of order
    }
  }

  private void acceptCredited(FlowControlEvent event) {
    missingCreditCount = Math.max(0, missingCreditCount - 1); // logged late, but not missing
    if (unacknowledged > event.bytes() / 2) {
      unacknowledged = 0; // otherwise, a later line was logged before the credit
    }
    if (event.windowAfter() != UNKNOWN) {
      window = event.windowAfter();
    } else if (window != UNKNOWN) {
      window += event.bytes();
    }
    lastCredit = event.bytes();
  }

  /** Returns whether lines are missing from the log. */
  boolean hasGaps() {
    return receivedLineCount == 0 && consumedLineCount > 0
        || missingCreditCount > 0
        || gapCount > 2 && gapCount > receivedLineCount / MIN_LINES_PER_GAP;
  }

  boolean hasReceived() {
    return receivedLineCount + consumedLineCount > 0;
  }

  boolean isWindowKnown() {
    return window != UNKNOWN;
  }

  boolean isExhausted() {
    return window != UNKNOWN && window <= 0;
  }

  long window() {
    return isWindowKnown() ? window : 0;
  }

  long unacknowledgedBytes() {
    return Math.max(0, unacknowledged);
  }

  long initialWindow() {
    return creditThreshold > 0
        ? Math.max(largestWindow, Math.round(creditThreshold / bufferRatio))
        : Math.max(largestWindow, largestSum);
  }

  long unreadBytes(long initialWindow) {
    if (recordedUnread != UNKNOWN) {
      return recordedUnread;
    }
    return isWindowKnown()
        ? Math.max(0, initialWindow - window - unacknowledgedBytes() - uncreditedBytes)
        : 0;
  }
}
