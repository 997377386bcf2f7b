package io.streambench.strategy;

import java.util.List;
import java.util.regex.Pattern;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Callback;

/**
 * Puts a strategy on clients of Jetty 12 with which unread data of one stream holds up no other.
 * Which one, and with which windows, say the properties of {@link RepairSettings}.
 *
 * <p>Jetty 12 hands the first part of each answer to its listener before anybody asks for it, and
 * counts it as consumed. So up to one network buffer for each open stream is not counted.
 */
public final class StallFree {
  /** Jetty 12.0.0 and 12.0.1 lose the credit of cancelled streams. */
  private static final Pattern VERSIONS =
      Pattern.compile("12\\.(0\\.([2-9]|[1-9][0-9]+)|1\\.[0-9]+)([.-].*)?");

  private static final OnceLog LOG = new OnceLog();

  private StallFree() {}

  /**
   * Sets a client up, for the connections that it opens from now on; one that was set up before
   * stays as it is. Never throws: where it cannot, the client stays as it is, and one line in the
   * log says why.
   *
   * @return whether it is set up
   */
  public static boolean configure(HTTP2Client client) {
    try {
      configure(client, RepairSettings.of(System::getProperty));
      return true;
    } catch (RuntimeException | LinkageError e) { // a bad property, or another Jetty
      off(e);
      return false;
    }
  }

  static void off(Throwable why) {
    LOG.error("The stall repair is off, HTTP/2 clients keep Jetty's own strategy: " + why);
  }

  /**
   * The same with these settings.
   *
   * @throws IllegalStateException with a Jetty that the strategies do not know; the client is as it
   *     was
   */
  public static void configure(HTTP2Client client, StrategySettings settings) {
    requireKnownJetty();
    if (!ClientSetup.isOn(client)) {
      LOG.info(
          "Flow control of HTTP/2 clients in this JVM: "
              + ClientSetup.put(client, settings, VERSIONS, LOG));
    }
  }

  /**
   * Looks for all that is called: else it would be missed on Jetty's threads, at the first frame.
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
