package io.streambench.strategy;

import java.util.List;
import java.util.Map;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.http2.frames.WindowUpdateFrame;
import org.eclipse.jetty.util.Callback;

/** The frames that strategies send, and what they ask of a connection. This one is Jetty 12's. */
final class JettyFrames {
  /** True if the first part of an answer is consumed before anybody reads it. */
  static final boolean READS_AHEAD = true;

  private JettyFrames() {}

  /**
   * Sends a WINDOW_UPDATE; the window has been enlarged before, since the answer may come at once.
   *
   * @param stream null for the session
   */
  static void credit(HTTP2Session session, HTTP2Stream stream, int bytes) {
    int id = stream == null ? 0 : stream.getId();
    session.frames(stream, List.of(new WindowUpdateFrame(id, bytes)), Callback.NOOP);
  }

  /** Sends another window with which streams begin; those that are open change by as much. */
  static void initialWindow(HTTP2Session session, int bytes) {
    session.settings(
        new SettingsFrame(Map.of(SettingsFrame.INITIAL_WINDOW_SIZE, bytes), false), Callback.NOOP);
  }

  /** The bytes that the connection has read; -1 if that is not known. */
  static long bytesIn(HTTP2Session session) {
    return session.getEndPoint().getConnection() instanceof HTTP2Connection connection
        ? connection.getBytesIn()
        : -1;
  }
}
