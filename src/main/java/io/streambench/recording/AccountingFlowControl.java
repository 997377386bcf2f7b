package io.streambench.recording;

import java.util.function.Function;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * Jetty's own strategy with accounting: every call goes to the strategy it wraps, and to the books
 * of its session. Serves one session, as every strategy does.
 */
final class AccountingFlowControl implements FlowControlStrategy {
  private final FlowControlStrategy delegate;
  private final Function<ISession, SessionBooks> open;
  private volatile SessionBooks books;

  /**
   * @param delegate what controls the flow
   * @param open makes the books when the session first shows itself
   */
  AccountingFlowControl(FlowControlStrategy delegate, Function<ISession, SessionBooks> open) {
    this.delegate = delegate;
    this.open = open;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    delegate.onStreamCreated(stream);
    books(stream.getSession()).streamCreated(new LinkedStream(stream));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    delegate.onStreamDestroyed(stream);
    books(stream.getSession()).streamDestroyed(stream.getId());
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
    if (local) { // the other way round every stream gets a window update, which is counted there
      books(session).initialStreamWindow(initialWindow);
    }
  }

  @Override
  public void onWindowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      books(session).allowed(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    SessionBooks told = books(session);
    StreamAccount receiving = told.receiving(id(stream), length);
    delegate.onDataReceived(session, stream, length);
    told.received(receiving, length);
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    books(session).consumed(id(stream), length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      books(session).credited(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataSending(IStream stream, int length) {
    delegate.onDataSending(stream, length);
    if (length != 0) {
      books(stream.getSession()).sent(stream.getId(), length);
    }
  }

  @Override
  public void onDataSent(IStream stream, int length) {
    delegate.onDataSent(stream, length);
  }

  private static int id(IStream stream) {
    return stream == null ? 0 : stream.getId();
  }

  /** Returns whether it is of the session, or of a stream that Jetty has not forgotten. */
  private static boolean isKnown(IStream stream, WindowUpdateFrame frame) {
    return frame.getStreamId() == 0 || stream != null;
  }

  private SessionBooks books(ISession session) {
    SessionBooks known = books;
    if (known == null) {
      synchronized (this) {
        if (books == null) {
          books = open.apply(session);
        }
        known = books;
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
