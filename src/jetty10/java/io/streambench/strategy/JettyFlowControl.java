package io.streambench.strategy;

import java.util.List;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;

/** {@link SessionWindows} as a strategy of Jetty 10. */
final class JettyFlowControl extends AbstractFlowControlStrategy implements SessionWindows.Peer {
  private final CancelledData cancelled = new CancelledData();
  private final SessionWindows windows;
  private volatile ISession session;

  /**
   * @param memory that the windows of streams follow; null for windows that stay
   */
  JettyFlowControl(ReceiveMemory memory) {
    super(DEFAULT_WINDOW_SIZE);
    windows = new SessionWindows(this, memory, System::nanoTime);
  }

  /** Returns whether the windows of streams change. */
  boolean followsMemory() {
    return windows.followsMemory();
  }

  @Override
  public void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    session = stream.getSession();
    windows.opened(stream);
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    windows.closed(stream, stream.isResetOrFailed());
    cancelled.destroyed(stream);
    super.onStreamDestroyed(stream);
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int window, boolean local) {
    if (local) {
      this.session = session;
      windows.begins(window);
    }
    super.updateInitialStreamWindow(session, window, local);
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    cancelled.receives(stream);
    super.onDataReceived(session, stream, length);
    windows.received(stream, length);
  }

  /** HEADERS went before, so the peer knows the stream. */
  @Override
  public void onDataSent(IStream stream, int length) {
    super.onDataSent(stream, length);
    windows.sent(stream);
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    windows.consumed(stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0) {
      windows.sessionWindow(session.updateRecvWindow(0));
    }
  }

  /** Enlarges the window first: the answer may come at once. */
  @Override
  public void credit(Object stream, int bytes) {
    IStream known = (IStream) stream;
    if (known == null) {
      session.updateRecvWindow(bytes);
    } else {
      known.updateRecvWindow(bytes);
    }
    int id = known == null ? 0 : known.getId();
    session.frames(known, List.of(new WindowUpdateFrame(id, bytes)), Callback.NOOP);
  }

  @Override
  public boolean isOver(Object stream) {
    return ((IStream) stream).isRemotelyClosed();
  }
}
