package io.streambench.strategy;

import java.util.List;
import java.util.Locale;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.HTTP2Connection;
import org.eclipse.jetty.http2.HTTP2Session;
import org.eclipse.jetty.http2.HTTP2Stream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.http2.frames.SettingsFrame;
import org.eclipse.jetty.util.Callback;
import org.eclipse.jetty.util.Jetty;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Puts a strategy on clients of Jetty 12 with which unread data of one stream holds up no other.
 * Which one, and with which windows, say the properties of {@link RepairSettings}.
 *
 * <p>Jetty 12 hands the first part of each answer to its listener before anybody asks for it, and
 * counts it as consumed. So the budget does not see up to one network buffer for each open stream.
 */
public final class StallFree {
  /** Jetty 12.0.0 and 12.0.1 lose the credit of cancelled streams. */
  private static final String VERSIONS = "12\\.(0\\.([2-9]|[1-9][0-9]+)|1\\.[0-9]+)([.-].*)?";

  private static final Logger LOG = LoggerFactory.getLogger(StallFree.class);

  private StallFree() {}

  /**
   * Sets a client up, for the connections that it opens from now on. Never throws: where it cannot,
   * the client stays as it is, and one warning says why.
   *
   * @return whether it was set up
   */
  public static boolean configure(HTTP2Client client) {
    StrategySettings settings;
    try {
      settings = RepairSettings.of(System::getProperty);
      configure(client, settings);
    } catch (RuntimeException | LinkageError e) { // a bad property, or another Jetty
      LOG.warn("The stall repair is off, this HTTP/2 client keeps Jetty's own strategy: " + e);
      return false;
    }
    LOG.info(
        String.format(
            Locale.ROOT,
            "Flow control of an HTTP/2 client: strategy %s, stream window %,d bytes, session window"
                + " %,d bytes",
            settings.kind(),
            client.getInitialStreamRecvWindow(),
            client.getInitialSessionRecvWindow()));
    return true;
  }

  /**
   * The same with these settings.
   *
   * @throws IllegalStateException with a Jetty that the strategies do not know; the client is as it
   *     was
   */
  public static void configure(HTTP2Client client, StrategySettings settings) {
    requireKnownJetty();
    FlowControlStrategy.Factory strategies =
        settings.strategies(client.getFlowControlStrategyFactory());
    settings.setWindows(client);
    client.setFlowControlStrategyFactory(strategies);
  }

  /**
   * Looks for all that is called: else it would be missed on Jetty's threads, at the first frame.
   */
  private static void requireKnownJetty() {
    if (!Jetty.VERSION.matches(VERSIONS)) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    try {
      HTTP2Session.class.getMethod("frames", HTTP2Stream.class, List.class, Callback.class);
      HTTP2Session.class.getMethod("settings", SettingsFrame.class, Callback.class);
      HTTP2Session.class.getMethod("updateRecvWindow", int.class);
      HTTP2Session.class.getMethod("getEndPoint");
      HTTP2Stream.class.getMethod("updateRecvWindow", int.class);
      HTTP2Stream.class.getMethod("isResetOrFailed");
      HTTP2Stream.class.getMethod("isRemotelyClosed");
      HTTP2Connection.class.getMethod("getBytesIn");
    } catch (NoSuchMethodException e) {
      throw new IllegalStateException("this Jetty has no " + e.getMessage(), e);
    }
  }
}
