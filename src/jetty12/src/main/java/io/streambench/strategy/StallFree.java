package io.streambench.strategy;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Callback;
import org.slf4j.event.Level;

/**
 * Installs the stall repair in clients of Jetty 12. With the repair, unread data of one stream does
 * not block other streams. {@link RepairSettings} lists the properties.
 *
 * <p>For each open stream, {@link UnreadMemory} may miss one network buffer, because Jetty 12
 * passes the first part of each response to a listener before the listener requests data.
 */
public final class StallFree {
  /** Matches supported versions. Jetty 12.0.0 and 12.0.1 lose the credit of cancelled streams. */
  private static final Pattern SUPPORTED_JETTY =
      Pattern.compile("12\\.(0\\.([2-9]|[1-9][0-9]+)|1\\.[0-9]+)([.-].*)?");

  private static final DeduplicatingLog LOG = new DeduplicatingLog();

  private StallFree() {}

  /**
   * Installs the stall repair for future connections of a client. Another call for the same client
   * has no effect. On failure, logs one line with the reason and leaves the client unchanged.
   *
   * @return false if the installation failed
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
   * Throws an exception if Jetty lacks a method that the strategy calls. Without this check,
   * Jetty's threads would fail at the first frame.
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
