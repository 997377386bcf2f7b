package io.streambench.strategy;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;

/** The frames that strategies send, and what they ask of a connection. This one is Jetty 10's. */
final class JettyFrames {
  /** True if the first part of an answer is consumed before anybody reads it. */
  static final boolean READS_AHEAD = false;

  private JettyFrames() {}

  /**
   * Sends a WINDOW_UPDATE; the window has been enlarged before, since the answer may come at once.
   *
   * @param stream null for the session
   */
  static void credit(ISession session, IStream stream, int bytes) {
    int id = stream == null ? 0 : stream.getId();
    session.frames(stream, List.of(new WindowUpdateFrame(id, bytes)), Callback.NOOP);
  }

  /** Sends another window with which streams begin; those that are open change by as much. */
  static void initialWindow(ISession session, int bytes) {
    session.settings(
        new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, bytes), false), Callback.NOOP);
  }

  /** The bytes that the connection has read; -1 if that is not known. */
  static long bytesIn(ISession session) {
    return session instanceof HTTP2Session http2
            && http2.getEndPoint().getConnection() instanceof HTTP2Connection connection
        ? connection.getBytesIn()
        : -1;
  }
}
