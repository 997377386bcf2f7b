package io.streambench.strategy;

import java.util.Locale;
import java.util.regex.Pattern;
import javax.management.JMException;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;

/** Sets a strategy and its windows on a Jetty HTTP/2 client. */
final class ClientSetup {
  private ClientSetup() {}

  /** Marks a client that has its strategy, because Solr may pass the same client many times. */
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
   * Sets a client up for the connections that it opens from now on.
   *
   * @param versions versions of Jetty that the strategies support
   * @return the effective settings, as text
   * @throws IllegalStateException with any other Jetty; the client stays unchanged
   */
  static String put(HTTP2Client http2, StrategySettings settings, Pattern versions, OnceLog log) {
    if (!versions.matcher(Jetty.VERSION).matches()) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    FlowControlStrategy.Factory repaired = new Repaired(settings.strategies(http2));
    // A link error occurs here, not at each connection.
    repaired.newFlowControlStrategy();
    settings.setWindows(http2);
    http2.setFlowControlStrategyFactory(repaired);
    String effect =
        String.format(
            Locale.ROOT,
            "strategy %s, stream window %,d bytes, session window %,d bytes",
            settings.kind(),
            http2.getInitialStreamRecvWindow(),
            http2.getInitialSessionRecvWindow());
    if (!settings.kind().takesBudget()) {
      return effect;
    }
    UnreadMemory memory = UnreadMemory.ofJvm(settings.directMemoryBudgetBytes());
    try {
      RepairMetrics.show(http2, memory);
    } catch (JMException | RuntimeException | LinkageError e) {
      log.warn("The MBean " + RepairMetrics.NAME + " is missing; the stall repair is on: " + e);
    }
    return effect
        + String.format(
            Locale.ROOT,
            ", budget %,d of %,d bytes of direct memory",
            memory.getBudgetBytes(),
            DirectMemory.limitBytes());
  }
}
