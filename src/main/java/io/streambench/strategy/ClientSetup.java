package io.streambench.strategy;

import java.util.Locale;
import java.util.regex.Pattern;
import javax.management.JMException;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;

/** Puts a strategy and its windows on an HTTP/2 client of Jetty's. */
final class ClientSetup {
  private ClientSetup() {}

  /** Marks a client that has its strategy: Solr may hand in the same one many times. */
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
   * Sets a client up, for the connections that it opens from now on.
   *
   * @param versions of Jetty that the strategies know
   * @return what is in effect
   * @throws IllegalStateException with another Jetty; the client is as it was
   */
  static String put(HTTP2Client http2, StrategySettings settings, Pattern versions, OnceLog log) {
    if (!versions.matcher(Jetty.VERSION).matches()) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    FlowControlStrategy.Factory repaired = new Repaired(settings.strategies(http2));
    // What cannot be linked fails here, and not at each connection.
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
