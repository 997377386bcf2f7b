package io.streambench.strategy;

import java.io.EOFException;
import java.util.List;
import org.eclipse.jetty.http2.AbstractFlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;

/** A flow-control strategy of Jetty 10 that uses {@link SessionWindows}. */
public final class JettyFlowControl extends AbstractFlowControlStrategy {
  /** The name of the stream attribute that holds a {@link SessionWindows.StreamWindow}. */
  private static final String WINDOW = SessionWindows.class.getName();

  private final UnreadMemory memory;
  private final SessionWindows windows;
  private volatile ISession session;
  // The stream of the last DATA frame. Only the receiving thread uses this field and the next one.
  private IStream previousStream;
  private long readBytes;

  /** Creates the strategy for the client's next connection. */
  public JettyFlowControl(UnreadMemory memory, HTTP2Client http2) {
    super(DEFAULT_WINDOW_SIZE);
    this.memory = memory;
    windows =
        new SessionWindows(
            memory,
            http2.getInitialSessionRecvWindow(),
            http2.getInputBufferSize(),
            Integer.MAX_VALUE,
            this::creditSession);
  }

  /** Returns whether the memory for unread responses is unlimited. */
  public boolean isUnlimited() {
    return memory == UnreadMemory.UNLIMITED;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    super.onStreamCreated(stream);
    session = stream.getSession();
    stream.setAttribute(WINDOW, windows.onStreamOpened(getInitialStreamRecvWindow()));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    dropIfCancelled(stream);
    windows.onStreamClosed(stream, window(stream), stream.isResetOrFailed());
    super.onStreamDestroyed(stream);
  }

  /**
   * Counts a DATA frame. First calls {@link #dropIfCancelled} for the stream of the previous frame.
   */
  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    dropIfCancelled(previousStream);
    previousStream = stream;
    super.onDataReceived(session, stream, length);
    readBytes =
        session instanceof HTTP2Session known
            ? known.getEndPoint().getConnection().getBytesIn()
            : readBytes + length; // another implementation: each frame counts as a read
    credit(stream, windows.onDataReceived(window(stream), length, readBytes));
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    boolean ended = stream != null && stream.isRemotelyClosed();
    credit(stream, windows.onDataConsumed(window(stream), length, ended));
  }

  /**
   * Drops the unread data of a stream if the stream was cancelled. Jetty before 12.0.2 keeps the
   * data, which leaks session window and buffers (jetty.project #10655).
   */
  private static void dropIfCancelled(IStream stream) {
    if (stream != null && stream.isResetOrFailed()) {
      stream.failAllData(new EOFException("stream was cancelled"));
    }
  }

  private static SessionWindows.StreamWindow window(IStream stream) {
    return stream == null ? null : (SessionWindows.StreamWindow) stream.getAttribute(WINDOW);
  }

  /**
   * Sends a WINDOW_UPDATE for a stream. Enlarges the stream's window first, because data may arrive
   * immediately after the WINDOW_UPDATE.
   */
  private void credit(IStream stream, int bytes) {
    if (bytes > 0) {
      stream.updateRecvWindow(bytes);
      send(stream, new WindowUpdateFrame(stream.getId(), bytes));
    }
  }

  private void creditSession(int bytes) {
    session.updateRecvWindow(bytes);
    send(null, new WindowUpdateFrame(0, bytes));
  }

  private void send(IStream stream, WindowUpdateFrame frame) {
    session.frames(stream, List.of(frame), Callback.NOOP);
  }
}
