package io.streambench.recording;

import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** Adds accounting of one session to Jetty's own strategy, to which it delegates every call. */
final class AccountingFlowControl implements FlowControlStrategy {
  private final FlowControlStrategy delegate;
  private final SessionLedger ledger;
  private final SessionOwner owner;
  private volatile SessionAccount account;

  /** Wraps a strategy. The account is opened at the session's first call. */
  AccountingFlowControl(FlowControlStrategy delegate, SessionLedger ledger, SessionOwner owner) {
    this.delegate = delegate;
    this.ledger = ledger;
    this.owner = owner;
  }

  @Override
  public void onStreamCreated(IStream stream) {
    delegate.onStreamCreated(stream);
    account(stream.getSession()).streamCreated(new LinkedJetty.OfStream(stream));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    delegate.onStreamDestroyed(stream);
    account(stream.getSession()).streamDestroyed(stream.getId());
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
    if (local) { // otherwise every stream gets a window update, which is counted there
      account(session).initialStreamWindow(initialWindow);
    }
  }

  @Override
  public void onWindowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).allowed(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    SessionAccount account = account(session);
    StreamAccount receiving = account.receiving(id(stream), length);
    delegate.onDataReceived(session, stream, length);
    account.received(receiving, length);
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    account(session).consumed(id(stream), length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).credited(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataSending(IStream stream, int length) {
    delegate.onDataSending(stream, length);
    if (length != 0) {
      account(stream.getSession()).sent(stream.getId(), length);
    }
  }

  @Override
  public void onDataSent(IStream stream, int length) {
    delegate.onDataSent(stream, length);
  }

  private static int id(IStream stream) {
    return stream == null ? 0 : stream.getId();
  }

  /** Returns whether a frame is for the session, or for a stream that Jetty still knows. */
  private static boolean isKnown(IStream stream, WindowUpdateFrame frame) {
    return frame.getStreamId() == 0 || stream != null;
  }

  private SessionAccount account(ISession session) {
    SessionAccount known = account;
    return known == null ? open(session) : known;
  }

  private synchronized SessionAccount open(ISession session) {
    if (account == null) {
      LinkedJetty.OfSession jettys = new LinkedJetty.OfSession(session);
      account = ledger.enter(ledger.account(jettys, owner, DEFAULT_WINDOW_SIZE));
    }
    return account;
  }

  /** Names the wrapped strategy, for Jetty's dump. */
  @Override
  public String toString() {
    return delegate.toString();
  }
}
