package io.streambench.strategy;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Callback;
import org.slf4j.event.Level;

/**
 * Gives clients of Jetty 12 a strategy with which the unread data of one stream does not block
 * others. The properties of {@link RepairSettings} select the strategy and its windows.
 *
 * <p>Jetty 12 passes the first part of each response to its listener before the listener asks for
 * it, and counts it as consumed. Therefore up to one network buffer per open stream is not counted.
 */
public final class StallFree {
  /** Excludes Jetty 12.0.0 and 12.0.1, which lose the credit of cancelled streams. */
  private static final Pattern SUPPORTED_JETTY =
      Pattern.compile("12\\.(0\\.([2-9]|[1-9][0-9]+)|1\\.[0-9]+)([.-].*)?");

  private static final OnceLog LOG = new OnceLog();

  private StallFree() {}

  /**
   * Sets up a client for the connections that it opens from now on; a second call has no effect.
   * Never throws: on failure the client stays unchanged, and one line in the log gives the reason.
   *
   * @return whether it is set up
   */
  public static boolean configure(HTTP2Client client) {
    try {
      requireKnownJetty();
      RepairSettings settings = new RepairSettings(System::getProperty);
      ClientSetup.setUp(client, settings, SUPPORTED_JETTY, "HTTP/2 clients", LOG);
      return true;
    } catch (RuntimeException | LinkageError e) { // an invalid property, or an unsupported Jetty
      logRepairOff(e);
      return false;
    }
  }

  static void logRepairOff(Throwable cause) {
    LOG.log(
        Level.ERROR,
        "The stall repair is off, HTTP/2 clients keep Jetty's own strategy: " + cause,
        null);
  }

  /**
   * Fails early if a method that the strategies call is missing; otherwise Jetty's threads would
   * fail at the first frame.
   */
  private static void requireKnownJetty() {
    try {
      HTTP2Session.class.getMethod("frames", HTTP2Stream.class, List.class, Callback.class);
      HTTP2Session.class.getMethod("updateRecvWindow", int.class);
      HTTP2Session.class.getMethod("getEndPoint");
      HTTP2Stream.class.getMethod("updateRecvWindow", int.class);
      HTTP2Stream.class.getMethod("isResetOrFailed");
      HTTP2Stream.class.getMethod("isRemotelyClosed");
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("this Jetty has no " + e.getMessage(), e);
    }
  }
}
