package io.streambench.flow.recording;

import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;

/** The part of {@link AccountingFlowControl} that is common to all Jetty versions. */
abstract class SessionAccounting implements FlowControlStrategy {
  final FlowControlStrategy delegate;
  private final FlowControlMonitor monitor;
  private final SessionOwner owner;
  private volatile SessionAccount account;

  SessionAccounting(FlowControlStrategy delegate, FlowControlMonitor monitor, SessionOwner owner) {
    this.delegate = delegate;
    this.monitor = monitor;
    this.owner = owner;
  }

  /** Returns the session's account; null before {@link #open}. */
  final SessionAccount account() {
    return account;
  }

  final synchronized SessionAccount open(JettyView.SessionView session) {
    if (account == null) {
      account = monitor.openAccount(session, owner);
    }
    return account;
  }

  /** Returns whether a frame applies to the session, or to a stream that Jetty has not removed. */
  static boolean isKnown(Object stream, WindowUpdateFrame frame) {
    return frame.getStreamId() == 0 || stream != null;
  }

  /** Returns the string representation of the wrapped strategy, which Jetty prints in its dump. */
  @Override
  public final String toString() {
    return delegate.toString();
  }
}
