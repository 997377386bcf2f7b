package io.streambench.strategy;

import java.util.List;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Jetty;

/**
 * A flow-control strategy of Jetty 12 that uses {@link SessionWindows}. Unlike Jetty 10, Jetty 12
 * itself drops the unread data of cancelled streams (jetty.project #10655).
 */
public final class JettyFlowControl extends AbstractFlowControlStrategy {
  /** The name of the stream attribute that holds a {@link SessionWindows.StreamWindow}. */
  private static final String WINDOW = SessionWindows.class.getName();

  /**
   * The minimum number of free bytes at which Jetty 12.1 refills a network buffer that is in use.
   * Jetty 12.0 never refills a buffer that is in use.
   */
  private static final int MIN_BUFFER_SPACE =
      Jetty.VERSION.startsWith("12.0.") ? Integer.MAX_VALUE : 1_500;

  private final UnreadMemory memory;
  private final SessionWindows windows;
  private volatile HTTP2Session session;

  /** Creates the strategy for the client's next connection. */
  public JettyFlowControl(UnreadMemory memory, HTTP2Client http2) {
    super(DEFAULT_WINDOW_SIZE);
    this.memory = memory;
    windows =
        new SessionWindows(
            memory,
            http2.getInitialSessionRecvWindow(),
            http2.getInputBufferSize(),
            MIN_BUFFER_SPACE,
            this::creditSession);
  }

  /** Returns whether the memory for unread responses is unlimited. */
  public boolean isUnlimited() {
    return memory == UnreadMemory.UNLIMITED;
  }

  @Override
  public void onStreamCreated(Stream stream) {
    super.onStreamCreated(stream);
    session = (HTTP2Session) stream.getSession();
    stream.setAttribute(WINDOW, windows.onStreamOpened(getInitialStreamRecvWindow()));
  }

  @Override
  public void onStreamDestroyed(Stream stream) {
    windows.onStreamClosed(stream, window(stream), ((HTTP2Stream) stream).isResetOrFailed());
    super.onStreamDestroyed(stream);
  }

  @Override
  public void onDataReceived(Session session, Stream stream, int length) {
    super.onDataReceived(session, stream, length);
    HTTP2Session known = (HTTP2Session) session;
    long readBytes = known.getEndPoint().getConnection().getBytesIn();
    credit(stream, windows.onDataReceived(window(stream), length, readBytes));
  }

  @Override
  public void onDataConsumed(Session session, Stream stream, int length) {
    boolean ended = stream != null && isEnded((HTTP2Stream) stream);
    credit(stream, windows.onDataConsumed(window(stream), length, ended));
  }

  /** Returns whether the stream has ended or was cancelled, and thus needs no more credit. */
  private static boolean isEnded(HTTP2Stream stream) {
    return stream.isRemotelyClosed() || stream.isResetOrFailed();
  }

  private static SessionWindows.StreamWindow window(Stream stream) {
    return stream == null ? null : (SessionWindows.StreamWindow) stream.getAttribute(WINDOW);
  }

  /**
   * Sends a WINDOW_UPDATE for a stream. Enlarges the stream's window first, because data may arrive
   * immediately after the WINDOW_UPDATE.
   */
  private void credit(Stream stream, int bytes) {
    if (bytes > 0) {
      ((HTTP2Stream) stream).updateRecvWindow(bytes);
      send((HTTP2Stream) stream, new WindowUpdateFrame(stream.getId(), bytes));
    }
  }

  private void creditSession(int bytes) {
    session.updateRecvWindow(bytes);
    send(null, new WindowUpdateFrame(0, bytes));
  }

  private void send(HTTP2Stream stream, WindowUpdateFrame frame) {
    session.frames(stream, List.of(frame), Callback.NOOP);
  }
}
