package io.streambench.watch;

import io.streambench.recording.SessionView;
import java.util.List;

/** A session of the Jetty that is loaded in this JVM. */
final class JettySession implements SessionView {
  private final Jetty jetty;
  private final Object session;
  private final WindowReading first;

  private JettySession(Jetty jetty, Object session, WindowReading first) {
    this.jetty = jetty;
    this.session = session;
    this.first = first;
  }

  /**
   * One that is first seen now.
   *
   * @param streams that are open on it
   */
  static JettySession of(Jetty jetty, Object session, Object strategy, List<JettyStream> streams)
      throws Throwable {
    return new JettySession(
        jetty,
        session,
        jetty.isBuffering(strategy)
            ? WindowReading.of(
                jetty.largestSessionWindow(strategy),
                () -> jetty.receiveWindow(session),
                () -> jetty.sessionLevel(strategy))
            // which does not keep what its largest window was, and gives credit at once
            : new WindowReading(
                (int) streams.stream().mapToLong(JettyStream::unreadAtFirst).sum(), 0));
  }

  @Override
  public int hash() {
    return session.hashCode();
  }

  @Override
  public int receiveWindow() {
    try {
      return jetty.receiveWindow(session);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public int sendWindow() {
    try {
      return jetty.sendWindow(session);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public boolean closed() {
    try {
      return jetty.closed(session);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public String localAddress() {
    try {
      return jetty.localAddress(session);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public String remoteAddress() {
    try {
      return jetty.remoteAddress(session);
    } catch (Throwable e) {
      throw new JettyException(e);
    }
  }

  @Override
  public long unreadAtFirst() {
    return first.unreadBytes();
  }

  @Override
  public long unacknowledgedAtFirst() {
    return first.unacknowledgedBytes();
  }
}
