package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** The windows and byte counts of a session or stream. Thread-safe. */
abstract class WindowAccount {
  private final JettyView jettyView;
  private final AtomicLong sendWindow;
  private final AtomicLong unreadBytes = new AtomicLong();

  /**
   * The initial receive window. It equals the current window plus the unread and the unacknowledged
   * bytes, and is used to calculate the unacknowledged bytes.
   */
  private final AtomicLong initialReceiveWindow;

  final StallMeter receiveStall = new StallMeter();

  /** Creates an account. Call this constructor only after Jetty has set the initial windows. */
  WindowAccount(JettyView jettyView) {
    this.jettyView = jettyView;
    sendWindow = new AtomicLong(jettyView.sendWindow());
    initialReceiveWindow = new AtomicLong(jettyView.receiveWindow());
  }

  final void onWindowEnlarged(int bytes) {
    initialReceiveWindow.addAndGet(bytes);
    onWindowChange();
  }

  /** Records that a WINDOW_UPDATE was sent, which may raise the initial window. */
  final void onCreditSent() {
    initialReceiveWindow.accumulateAndGet(receiveWindow(), Math::max);
    onWindowChange();
  }

  /** Records whether the receive window is exhausted. Call this method after each window change. */
  final void onWindowChange() {
    receiveStall.setExhausted(receiveWindow() <= 0);
  }

  /**
   * Adds a number of bytes to the unread bytes, and returns the sum. The number is negative for
   * consumed data.
   */
  final long addUnreadBytes(int bytes) {
    return unreadBytes.addAndGet(bytes);
  }

  /**
   * Adds a number of bytes to the send window, and returns the new window. The number is negative
   * for sent data.
   */
  final long addToSendWindow(int bytes) {
    return sendWindow.addAndGet(bytes);
  }

  /** Returns Jetty's receive window, which includes credit that has not been written yet. */
  final long receiveWindow() {
    return jettyView.receiveWindow();
  }

  final long sendWindow() {
    return sendWindow.get();
  }

  final long unreadBytes() {
    return unreadBytes.get();
  }

  /** Returns the number of bytes consumed but not acknowledged. */
  final long unacknowledgedBytes(long window, long unread) {
    return Math.max(0, initialReceiveWindow.get() - window - unread);
  }
}
