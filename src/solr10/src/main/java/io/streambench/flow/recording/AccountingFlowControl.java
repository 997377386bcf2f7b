package io.streambench.flow.recording;

import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.api.Session;
import org.eclipse.jetty.http2.api.Stream;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** A Jetty 12 strategy that counts a session's bytes and delegates to another strategy. */
final class AccountingFlowControl extends SessionAccounting {
  AccountingFlowControl(
      FlowControlStrategy delegate, FlowControlMonitor monitor, SessionOwner owner) {
    super(delegate, monitor, owner);
  }

  @Override
  public void onStreamCreated(Stream stream) {
    delegate.onStreamCreated(stream);
    account(stream.getSession())
        .onStreamCreated(new LinkedJetty.LinkedStream((HTTP2Stream) stream));
  }

  @Override
  public void onStreamDestroyed(Stream stream) {
    delegate.onStreamDestroyed(stream);
    account(stream.getSession()).onStreamDestroyed(stream.getId());
  }

  @Override
  public void updateInitialStreamWindow(Session session, int initialWindow, boolean local) {
    delegate.updateInitialStreamWindow(session, initialWindow, local);
    if (local) { // otherwise every stream gets a window update, which is counted separately
      account(session).initialStreamWindow(initialWindow);
    }
  }

  @Override
  public void onWindowUpdate(Session session, Stream stream, WindowUpdateFrame frame) {
    delegate.onWindowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).onWindowUpdateReceived(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataReceived(Session session, Stream stream, int length) {
    SessionAccount account = account(session);
    StreamAccount receiving = account.beforeDataReceived(id(stream), length);
    delegate.onDataReceived(session, stream, length);
    account.afterDataReceived(receiving, length);
  }

  @Override
  public void onDataConsumed(Session session, Stream stream, int length) {
    account(session).onDataConsumed(id(stream), length);
    delegate.onDataConsumed(session, stream, length);
  }

  @Override
  public void windowUpdate(Session session, Stream stream, WindowUpdateFrame frame) {
    delegate.windowUpdate(session, stream, frame);
    if (isKnown(stream, frame)) {
      account(session).onWindowUpdateSent(frame.getStreamId(), frame.getWindowDelta());
    }
  }

  @Override
  public void onDataSending(Stream stream, int length) {
    delegate.onDataSending(stream, length);
    if (length != 0) {
      account(stream.getSession()).onDataSending(stream.getId(), length);
    }
  }

  @Override
  public void onDataSent(Stream stream, int length) {
    delegate.onDataSent(stream, length);
  }

  private static int id(Stream stream) {
    return stream == null ? 0 : stream.getId();
  }

  private SessionAccount account(Session session) {
    SessionAccount known = account();
    return known == null ? open(new LinkedJetty.LinkedSession((HTTP2Session) session)) : known;
  }
}
