package io.streambench.recording;

import java.util.function.Function;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * Jetty's own strategy with accounting beside it: every call goes to the strategy it wraps, what
 * was received, consumed and sent is added up, and a listener is told. Serves one session, as every
 * strategy does.
 */
final class AccountingFlowControl implements FlowControlStrategy {
  private final FlowControlStrategy delegate;
  private final Function<ISession, SessionAccount> open;
  private final FlowControlListener listener;
  private volatile SessionAccount account;
  private volatile int initialStreamWindow = DEFAULT_WINDOW_SIZE;

  /**
   * @param delegate what controls the flow
   * @param open makes the account when the session first shows itself
   */
  AccountingFlowControl(
      FlowControlStrategy delegate,
      Function<ISession, SessionAccount> open,
      FlowControlListener listener) {
    this.delegate = delegate;
    this.open = open;
    this.listener = listener;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    delegate.onStreamCreated(stream);
    SessionAccount session = accountOf(stream.getSession());
    listener.opened(session, session.streamCreated(stream));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    delegate.onStreamDestroyed(stream);
    SessionAccount session = accountOf(stream.getSession());
    StreamAccount destroyed = session.streamDestroyed(stream);
    if (destroyed != null) {
      listener.closed(session, destroyed);
    }
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
    if (local) { // the other way round every stream gets a window update, which is counted there
      int before = initialStreamWindow;
      initialStreamWindow = initialWindow;
      accountOf(session).streamWindowsEnlarged(initialWindow - before);
    }
  }

  @Override
  public void onWindowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
    SessionAccount counted = accountOf(session);
    int bytes = frame.getWindowDelta();
    if (frame.getStreamId() == 0) {
      long window = counted.allowed(bytes);
      listener.allowed(counted, null, bytes);
      if (window > 0 && window - bytes <= 0) {
        listener.resumed(counted, null);
      }
      return;
    }
    StreamAccount streamCounted = counted.stream(stream);
    if (streamCounted != null) {
      long window = streamCounted.allowed(bytes);
      listener.allowed(counted, streamCounted, bytes);
      if (window > 0 && window - bytes <= 0) {
        listener.resumed(counted, streamCounted);
      }
    }
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    // Counted before the window shrinks: see SessionAccount.state.
    SessionAccount counted = accountOf(session);
    StreamAccount streamCounted = counted.stream(stream);
    counted.received(streamCounted, length);
    if (stream != null && streamCounted == null) {
      counted.receivedCancelled(length);
    }
    delegate.onDataReceived(session, stream, length);
    counted.windowChanged();
    listener.received(counted, streamCounted, length);
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    // Counted first: the delegate may give credit for these bytes, and the sender may answer
    // before it returns.
    SessionAccount counted = accountOf(session);
    StreamAccount streamCounted = counted.stream(stream);
    counted.consumed(streamCounted, length);
    if (stream != null && streamCounted == null) {
      counted.consumedCancelled(length);
    }
    listener.consumed(counted, streamCounted, length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0 || stream != null) {
      SessionAccount counted = accountOf(session);
      StreamAccount streamCounted = frame.getStreamId() == 0 ? null : counted.stream(stream);
      if (frame.getStreamId() == 0 || streamCounted != null) {
        counted.credited(streamCounted, frame.getWindowDelta());
        listener.credited(counted, streamCounted, frame.getWindowDelta());
      }
    }
  }

  @Override
  public void onDataSending(IStream stream, int length) {
    delegate.onDataSending(stream, length);
    if (length == 0) {
      return;
    }
    SessionAccount counted = accountOf(stream.getSession());
    StreamAccount streamCounted = counted.stream(stream);
    long sessionWindow = counted.sent(length);
    long streamWindow = streamCounted == null ? 1 : streamCounted.sent(length);
    listener.sent(counted, streamCounted, length);
    if (sessionWindow <= 0) {
      listener.stalled(counted, null);
    }
    if (streamWindow <= 0) {
      listener.stalled(counted, streamCounted);
    }
  }

  @Override
  public void onDataSent(IStream stream, int length) {
    delegate.onDataSent(stream, length);
  }

  private SessionAccount accountOf(ISession session) {
    SessionAccount known = account;
    if (known == null) {
      synchronized (this) {
        if (account == null) {
          account = open.apply(session);
          listener.opened(account);
        }
        known = account;
      }
    }
    return known;
  }

  /** The strategy that is wrapped, for Jetty's dump. */
  @Override
  public String toString() {
    return delegate.toString();
  }
}
