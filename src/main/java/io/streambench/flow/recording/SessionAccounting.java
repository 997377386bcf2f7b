package io.streambench.flow.recording;

import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** The part of {@link AccountingFlowControl} that is common to all versions of Jetty. */
abstract class SessionAccounting implements FlowControlStrategy {
  final FlowControlStrategy delegate;
  private final FlowControlMonitor monitor;
  private final SessionOwner owner;
  private volatile SessionAccount account;

  /** Wraps a strategy. The account is opened at the session's first call. */
  SessionAccounting(FlowControlStrategy delegate, FlowControlMonitor monitor, SessionOwner owner) {
    this.delegate = delegate;
    this.monitor = monitor;
    this.owner = owner;
  }

  /** Returns the session's account, or null before {@link #open}. */
  final SessionAccount account() {
    return account;
  }

  final synchronized SessionAccount open(JettyView.SessionView session) {
    if (account == null) {
      account = monitor.account(session, owner);
    }
    return account;
  }

  /** Returns whether a frame is for the session, or for a stream that Jetty still knows. */
  static boolean isKnown(Object stream, WindowUpdateFrame frame) {
    return frame.getStreamId() == 0 || stream != null;
  }

  /** Names the wrapped strategy, for Jetty's dump. */
  @Override
  public final String toString() {
    return delegate.toString();
  }
}
