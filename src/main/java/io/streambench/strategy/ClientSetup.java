package io.streambench.strategy;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.ObjectName;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.event.Level;

/** Sets the repair's strategy and windows on a Jetty HTTP/2 client. */
final class ClientSetup {
  private ClientSetup() {}

  /** Marks a client that has its strategy, because Solr may pass the same client many times. */
  private record Repaired(UnreadMemory memory, HTTP2Client http2)
      implements FlowControlStrategy.Factory {
    @Override
    public FlowControlStrategy newFlowControlStrategy() {
      return new JettyFlowControl(memory, http2);
    }
  }

  /**
   * Registers {@link UnreadMemoryMXBean} while a client runs. A bean that stayed would keep its
   * class loader alive.
   */
  private static final class Metrics extends AbstractLifeCycle {
    private static final String NAME = "io.streambench:type=UnreadMemory";
    private static int running;

    private final UnreadMemory memory;
    private final OnceLog log;

    Metrics(UnreadMemory memory, OnceLog log) {
      this.memory = memory;
      this.log = log;
    }

    @Override
    protected void doStart() {
      synchronized (Metrics.class) {
        if (running++ == 0) {
          try {
            ManagementFactory.getPlatformMBeanServer().registerMBean(memory, new ObjectName(NAME));
          } catch (JMException | RuntimeException | LinkageError e) { // a policy may forbid it
            log.say(
                Level.WARN,
                "The MBean " + NAME + " is missing; the stall repair is on: " + e,
                null);
          }
        }
      }
    }

    @Override
    protected void doStop() {
      synchronized (Metrics.class) {
        if (--running == 0) {
          try {
            ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
          } catch (JMException | RuntimeException | LinkageError e) {
            // it was never registered
          }
        }
      }
    }
  }

  /** Returns whether this client has been set up. */
  static boolean isOn(HTTP2Client http2) {
    return http2.getFlowControlStrategyFactory() instanceof Repaired;
  }

  /**
   * Sets a client up for the connections that it opens from now on.
   *
   * @param versions versions of Jetty that the strategy supports
   * @return the effective settings, as text
   * @throws IllegalStateException with any other Jetty; the client stays unchanged
   */
  static String put(HTTP2Client http2, RepairSettings settings, Pattern versions, OnceLog log) {
    if (!versions.matcher(Jetty.VERSION).matches()) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    String budget = "";
    if (settings.isOn()) {
      UnreadMemory memory = UnreadMemory.ofJvm(settings.budgetBytes());
      Repaired repaired = new Repaired(memory, http2);
      repaired.newFlowControlStrategy(); // a link error occurs here, not at each connection
      http2.setFlowControlStrategyFactory(repaired);
      http2.setInitialStreamRecvWindow(UnreadMemory.STREAM_WINDOW);
      http2.addManaged(new Metrics(memory, log));
      budget =
          String.format(
              Locale.ROOT,
              ", budget %,d of %,d bytes of direct memory",
              memory.getBudgetBytes(),
              DirectMemory.limitBytes());
    }
    settings.streamWindow().ifPresent(http2::setInitialStreamRecvWindow);
    settings.sessionWindow().ifPresent(http2::setInitialSessionRecvWindow);
    return String.format(
        Locale.ROOT,
        "strategy %s, stream window %,d bytes, session window %,d bytes%s",
        settings.isOn() ? RepairSettings.ON : RepairSettings.OFF,
        http2.getInitialStreamRecvWindow(),
        http2.getInitialSessionRecvWindow(),
        budget);
  }
}
