package io.streambench.strategy;

import java.util.Locale;
import java.util.Optional;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;

/**
 * Puts a strategy on the Jetty client inside a Solr client. The part of the repair that needs
 * Jetty's classes: with another Jetty it fails where it is called, and not where it is loaded.
 */
final class ClientStrategy {
  /** The Jetty whose flow control the strategies know: that of Solr 9. */
  private static final String JETTY = "10.0.";

  private ClientStrategy() {}

  /** Marks a client that has its strategy: Solr hands in the same with every request to a shard. */
  private record Repaired(FlowControlStrategy.Factory strategies)
      implements FlowControlStrategy.Factory {
    @Override
    public FlowControlStrategy newFlowControlStrategy() {
      return strategies.newFlowControlStrategy();
    }
  }

  /** Returns whether this client has been set up. */
  static boolean isOn(HTTP2Client http2) {
    return http2.getFlowControlStrategyFactory() instanceof Repaired;
  }

  /**
   * Sets a client up.
   *
   * @return what is in effect; empty if it was set up before, or speaks HTTP/1.1
   */
  static Optional<String> put(Http2SolrClient client, StrategySettings settings, OnceLog log) {
    return SolrsHttpClient.http2(SolrsHttpClient.of(client))
        .filter(http2 -> !isOn(http2))
        .map(http2 -> put(http2, settings, log));
  }

  private static String put(HTTP2Client http2, StrategySettings settings, OnceLog log) {
    if (!Jetty.VERSION.startsWith(JETTY)) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    FlowControlStrategy.Factory repaired =
        new Repaired(settings.strategies(http2.getFlowControlStrategyFactory()));
    // What cannot be linked fails here, and not at each connection.
    repaired.newFlowControlStrategy();
    settings.setWindows(http2);
    http2.setFlowControlStrategyFactory(repaired);
    ClientMetrics.begin(
        http2,
        settings.kind().takesBudget() ? Optional.of(JvmBudget.get()) : Optional.empty(),
        log);
    String effect =
        String.format(
            Locale.ROOT,
            "strategy %s, stream window %,d bytes, session window %,d bytes",
            settings.kind(),
            http2.getInitialStreamRecvWindow(),
            http2.getInitialSessionRecvWindow());
    return settings.kind().takesBudget()
        ? effect
            + String.format(
                Locale.ROOT,
                ", budget %,d of %,d bytes of direct memory",
                JvmBudget.get().limitBytes(),
                DirectMemory.limitBytes())
        : effect;
  }
}
