package io.streambench.flowcontrol;

import java.util.function.Function;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/**
 * Jetty's own strategy with accounting beside it: every call goes to the strategy it wraps, and
 * what was received and consumed is added up. Serves one session, as every strategy does.
 */
final class AccountingFlowControl implements FlowControlStrategy {
  private final FlowControlStrategy delegate;
  private final Function<ISession, SessionAccount> open;
  private volatile SessionAccount account;

  /**
   * @param delegate what controls the flow
   * @param open makes the account when the session first shows itself
   */
  AccountingFlowControl(FlowControlStrategy delegate, Function<ISession, SessionAccount> open) {
    this.delegate = delegate;
    this.open = open;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    delegate.onStreamCreated(stream);
    accountOf(stream.getSession()).streamCreated(stream);
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    delegate.onStreamDestroyed(stream);
    accountOf(stream.getSession()).streamDestroyed(stream);
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
  }

  @Override
  public void onWindowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    // Counted before the window shrinks: see SessionAccount.state.
    SessionAccount counted = accountOf(session);
    counted.received(stream, length);
    delegate.onDataReceived(session, stream, length);
    counted.windowChanged();
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    // Counted first: the delegate may give credit for these bytes, and the sender may answer
    // before it returns.
    accountOf(session).consumed(stream, length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (frame.getStreamId() == 0 || stream != null) {
      accountOf(session).credited(frame.getStreamId() == 0 ? null : stream, frame.getWindowDelta());
    }
  }

  @Override
  public void onDataSending(IStream stream, int length) {
    delegate.onDataSending(stream, length);
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
