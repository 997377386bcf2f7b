package io.streambench.strategy;

import java.util.List;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;

/**
 * {@link SessionWindows} as a strategy of Jetty 12, which gives back the credit of cancelled
 * streams by itself (jetty.project #10655).
 */
final class JettyFlowControl extends AbstractFlowControlStrategy implements SessionWindows.Peer {
  private final SessionWindows windows;
  private volatile HTTP2Session session;

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
  public void onStreamCreated(Stream stream) {
    super.onStreamCreated(stream);
    session = (HTTP2Session) stream.getSession();
    windows.opened(stream);
  }

  @Override
  public void onStreamDestroyed(Stream stream) {
    windows.closed(stream, ((HTTP2Stream) stream).isResetOrFailed());
    super.onStreamDestroyed(stream);
  }

  @Override
  public void updateInitialStreamWindow(Session session, int window, boolean local) {
    if (local) {
      this.session = (HTTP2Session) session;
      windows.begins(window);
    }
    super.updateInitialStreamWindow(session, window, local);
  }

  @Override
  public void onDataReceived(Session session, Stream stream, int length) {
    super.onDataReceived(session, stream, length);
    windows.received(stream, length);
  }

  /** HEADERS went before, so the peer knows the stream. */
  @Override
  public void onDataSent(Stream stream, int length) {
    super.onDataSent(stream, length);
    windows.sent(stream);
  }

  @Override
  public void onDataConsumed(Session session, Stream stream, int length) {
    windows.consumed(stream, length);
  }

  @Override
  public void windowUpdate(Session session, Stream stream, WindowUpdateFrame frame) {
    super.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0) {
      windows.sessionWindow(updateRecvWindow(session, 0));
    }
  }

  /** Enlarges the window first: the answer may come at once. */
  @Override
  public void credit(Object stream, int bytes) {
    HTTP2Stream known = (HTTP2Stream) stream;
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
    return ((HTTP2Stream) stream).isRemotelyClosed();
  }
}
