package io.streambench.recording;

import java.util.concurrent.atomic.AtomicLong;

/** Bytes of a session or stream, and its windows. Written by Jetty's threads, read at any time. */
abstract class WindowAccount {
  private final JettyView jettys;
  private final AtomicLong sendWindow;
  private final AtomicLong unreadBytes;

  /**
   * The initial receive window: what is left of it, unread and unacknowledged bytes together. The
   * third follows from the others: counted when the WINDOW_UPDATE is written, bytes would count
   * twice if DATA came between.
   */
  private final AtomicLong whole;

  final StallMeter receiveStall = new StallMeter();

  /** To be called when Jetty has set its windows. */
  WindowAccount(JettyView jettys) {
    WindowReading first = jettys.first();
    this.jettys = jettys;
    sendWindow = new AtomicLong(jettys.sendWindow());
    unreadBytes = new AtomicLong(first.unreadBytes());
    whole =
        new AtomicLong(
            (long) jettys.receiveWindow() + first.unreadBytes() + first.unacknowledgedBytes());
  }

  final void enlarged(int bytes) {
    whole.addAndGet(bytes);
    windowChanged();
  }

  /** Credit was given; more than the window ever had makes it larger, as in Jetty. */
  final void credited() {
    whole.accumulateAndGet(receiveWindow(), Math::max);
    windowChanged();
  }

  /** Records since when the receive window is used up, once Jetty's window has changed. */
  final void windowChanged() {
    receiveStall.set(receiveWindow() <= 0);
  }

  /** Adds bytes that were received, or takes away those that were consumed; returns the sum. */
  final long addUnread(int bytes) {
    return unreadBytes.addAndGet(bytes);
  }

  /** Bytes were sent, a negative number, or may be sent. Returns the send window after. */
  final long addToSendWindow(int bytes) {
    return sendWindow.addAndGet(bytes);
  }

  /** Jetty's own: what was given back is in it, whether or not the frame is written. */
  final long receiveWindow() {
    return jettys.receiveWindow();
  }

  final long sendWindow() {
    return sendWindow.get();
  }

  final long unreadBytes() {
    return unreadBytes.get();
  }

  /** Consumed, and no credit given: the bytes that belong to this window and these unread bytes. */
  final long unacknowledgedBytes(long window, long unread) {
    return Math.max(0, whole.get() - window - unread);
  }
}
