package io.streambench.recording;

import io.streambench.analysis.SessionState;

/**
 * Keeps the account of one session: given each call of Jetty's flow control on it, it counts, and
 * tells a listener what has changed. Which Jetty calls, and how, is not its concern. Called by
 * Jetty's threads, several at a time.
 *
 * <p>A stream is named by its identifier; 0 is the session itself, or a stream that Jetty has
 * forgotten.
 */
public final class SessionBooks {
  private final SessionLedger ledger;
  private final SessionAccount account;
  private final FlowControlListener listener;
  private volatile int initialStreamWindow;

  SessionBooks(
      SessionLedger ledger,
      SessionAccount account,
      FlowControlListener listener,
      int initialStreamWindow) {
    this.ledger = ledger;
    this.account = account;
    this.listener = listener;
    this.initialStreamWindow = initialStreamWindow;
  }

  /** Takes over a stream that was there before; to be called before {@link #open}. */
  public void takeOver(StreamView stream) {
    account.streamCreated(stream);
  }

  /** Enters the session into the ledger, and tells of it and of what was taken over. */
  public SessionBooks open() {
    ledger.enter(account);
    listener.opened(account);
    account.streams().forEach(stream -> listener.opened(account, stream));
    return this;
  }

  SessionAccount account() {
    return account;
  }

  /** Returns whether the session is over. */
  public boolean closed() {
    return account.closed();
  }

  /** Returns whether its receive window is used up, as Jetty has it. */
  public boolean exhausted() {
    return account.exhausted();
  }

  /** All bytes that were received or consumed, added up: unchanged while nothing moves. */
  public long movedBytes() {
    return account.movedBytes();
  }

  /** Describes how it stands now. */
  public SessionState state() {
    return account.state();
  }

  /** Tells of a stream for which Jetty has set the windows. */
  public void streamCreated(StreamView stream) {
    listener.opened(account, account.streamCreated(stream));
  }

  /** Tells that a stream is over; what was received of it may still lie unread. */
  public void streamDestroyed(int stream) {
    StreamAccount destroyed = account.streamDestroyed(stream);
    if (destroyed != null) {
      listener.closed(account, destroyed);
    }
  }

  /**
   * Tells with how much receive window streams begin from now on; those that are open get it, too.
   */
  public void initialStreamWindow(int bytes) {
    int before = initialStreamWindow;
    initialStreamWindow = bytes;
    account.streamWindowsEnlarged(bytes - before);
  }

  /**
   * Tells of DATA before Jetty's window shrinks by it: whoever sees the window exhausted is to see
   * all that exhausted it.
   *
   * @return the stream's account, for {@link #received}; null if there is none
   */
  public StreamAccount receiving(int stream, int bytes) {
    StreamAccount counted = account.stream(stream);
    account.received(counted, bytes);
    if (stream != 0 && counted == null) {
      account.receivedCancelled(bytes);
    }
    return counted;
  }

  /** Tells of the same DATA once Jetty's window has shrunk. */
  public void received(StreamAccount stream, int bytes) {
    account.windowChanged();
    if (stream != null) {
      stream.windowChanged();
    }
    listener.received(account, stream, bytes);
  }

  /**
   * Tells that the application has consumed, before credit is given for it: the sender may answer
   * at once.
   */
  public void consumed(int stream, int bytes) {
    StreamAccount counted = account.stream(stream);
    account.consumed(counted, bytes);
    if (stream != 0 && counted == null) {
      account.consumedCancelled(bytes);
    }
    listener.consumed(account, counted, bytes);
  }

  /** Tells that a WINDOW_UPDATE went out. */
  public void credited(int stream, int bytes) {
    StreamAccount counted = account.stream(stream);
    if (stream == 0 || counted != null) {
      account.credited(counted);
      listener.credited(account, counted, bytes);
    }
  }

  /** Tells that a WINDOW_UPDATE came in. */
  public void allowed(int stream, int bytes) {
    StreamAccount counted = account.stream(stream);
    if (stream != 0 && counted == null) {
      return;
    }
    long window = counted == null ? account.allowed(bytes) : counted.allowed(bytes);
    listener.allowed(account, counted, bytes);
    if (window > 0 && window - bytes <= 0) {
      listener.resumed(account, counted);
    }
  }

  /** Tells of DATA on its way out; not to be called for frames without any. */
  public void sent(int stream, int bytes) {
    StreamAccount counted = account.stream(stream);
    long sessionWindow = account.sent(bytes);
    long streamWindow = counted == null ? 1 : counted.sent(bytes);
    listener.sent(account, counted, bytes);
    if (sessionWindow <= 0) {
      listener.stalled(account, null);
    }
    if (streamWindow <= 0) {
      listener.stalled(account, counted);
    }
  }
}
