package io.streambench.flow.recording;

import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** A Jetty 10 strategy that counts a session's bytes and delegates to another strategy. */
final class AccountingFlowControl extends SessionAccounting {
  AccountingFlowControl(
      FlowControlStrategy delegate, FlowControlMonitor monitor, SessionOwner owner) {
    super(delegate, monitor, owner);
  }

  @Override
  public void onStreamCreated(IStream stream) {
    delegate.onStreamCreated(stream);
    account(stream.getSession()).onStreamCreated(new LinkedJetty.LinkedStream(stream));
  }

  @Override
  public void onStreamDestroyed(IStream stream) {
    delegate.onStreamDestroyed(stream);
    account(stream.getSession()).onStreamDestroyed(stream.getId());
  }

  @Override
  public void updateInitialStreamWindow(ISession session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
    if (local) { // otherwise every stream gets a window update, which is counted separately
      account(session).initialStreamWindow(initialWindow);
    }
  }

  @Override
  public void onWindowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).onWindowUpdateReceived(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataReceived(ISession session, IStream stream, int length) {
    SessionAccount account = account(session);
    StreamAccount receiving = account.beforeDataReceived(id(stream), length);
    delegate.onDataReceived(session, stream, length);
    account.afterDataReceived(receiving, length);
  }

  @Override
  public void onDataConsumed(ISession session, IStream stream, int length) {
    account(session).onDataConsumed(id(stream), length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(ISession session, IStream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).onWindowUpdateSent(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataSending(IStream stream, int length) {
    delegate.onDataSending(stream, length);
    if (length != 0) {
      account(stream.getSession()).onDataSending(stream.getId(), length);
    }
  }

  @Override
  public void onDataSent(IStream stream, int length) {
    delegate.onDataSent(stream, length);
  }

  private static int id(IStream stream) {
    return stream == null ? 0 : stream.getId();
  }

  private SessionAccount account(ISession session) {
    SessionAccount known = account();
    return known == null ? open(new LinkedJetty.LinkedSession(session)) : known;
  }
}
