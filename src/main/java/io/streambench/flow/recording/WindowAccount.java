package io.streambench.flow.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Byte counts and windows of a session or stream. Written by Jetty's threads, read at any time. */
abstract class WindowAccount {
  private final JettyView jettyView;
  private final AtomicLong sendWindow;
  private final AtomicLong unreadBytes = new AtomicLong();

  /**
   * The initial receive window: the sum of the remaining window, unread bytes and unacknowledged
   * bytes. The unacknowledged bytes are calculated from the other values. If they were counted when
   * the WINDOW_UPDATE is written, DATA that arrives in between would count twice.
   */
  private final AtomicLong initialBytes;

  final StallMeter receiveStall = new StallMeter();

  /** Creates the account. Call it after Jetty has set its windows. */
  WindowAccount(JettyView jettyView) {
    this.jettyView = jettyView;
    sendWindow = new AtomicLong(jettyView.sendWindow());
    initialBytes = new AtomicLong(jettyView.receiveWindow());
  }

  final void onEnlarged(int bytes) {
    initialBytes.addAndGet(bytes);
    onWindowChange();
  }

  /** Records credit. As in Jetty, a window larger than ever before becomes the new maximum. */
  final void onCredit() {
    initialBytes.accumulateAndGet(receiveWindow(), Math::max);
    onWindowChange();
  }

  /** Records whether the receive window is exhausted. Call it after Jetty's window has changed. */
  final void onWindowChange() {
    receiveStall.setExhausted(receiveWindow() <= 0);
  }

  /** Adds received bytes, or consumed bytes as a negative number; returns the unread bytes. */
  final long addUnread(int bytes) {
    return unreadBytes.addAndGet(bytes);
  }

  /**
   * Adds bytes that may be sent, or sent bytes as a negative number; returns the new send window.
   */
  final long addToSendWindow(int bytes) {
    return sendWindow.addAndGet(bytes);
  }

  /**
   * Jetty's receive window. It includes all credit given, even if its frame has not been written
   * yet.
   */
  final long receiveWindow() {
    return jettyView.receiveWindow();
  }

  final long sendWindow() {
    return sendWindow.get();
  }

  final long unreadBytes() {
    return unreadBytes.get();
  }

  /** Returns the bytes consumed but not credited, given the window and the unread bytes. */
  final long unacknowledgedBytes(long window, long unread) {
    return Math.max(0, initialBytes.get() - window - unread);
  }
}
