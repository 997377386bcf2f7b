package io.streambench.strategy;

import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.Jetty;
import org.eclipse.jetty.util.component.AbstractLifeCycle;
import org.slf4j.event.Level;

/**
 * The factory of flow-control strategies for one client. A client that has this factory is already
 * set up. Registers {@link UnreadMemory} as an MBean while at least one such client runs, because a
 * permanent MBean would keep its class loader alive.
 */
final class ClientSetup extends AbstractLifeCycle implements FlowControlStrategy.Factory {
  private static final String MBEAN_NAME = "io.streambench:type=UnreadMemory";
  private static int runningClientCount; // this field and the next are guarded by the class
  private static ObjectName registeredName; // null if another class loader has registered the MBean

  private final UnreadMemory memory;
  private final HTTP2Client http2;
  private final DeduplicatingLog log;

  private ClientSetup(UnreadMemory memory, HTTP2Client http2, DeduplicatingLog log) {
    this.memory = memory;
    this.http2 = http2;
    this.log = log;
  }

  /**
   * Sets the strategy and windows for future connections of a client, and logs them. Does nothing
   * if the client was set up before.
   *
   * @param versions the versions of Jetty that the strategy supports
   * @param clients a description of the clients for the log
   * @throws IllegalArgumentException if a setting is invalid; the client stays unchanged
   * @throws IllegalStateException if Jetty is not supported; the client stays unchanged
   */
  static void setUp(
      HTTP2Client http2,
      RepairSettings settings,
      Pattern versions,
      String clients,
      DeduplicatingLog log) {
    if (http2.getFlowControlStrategyFactory() instanceof ClientSetup) {
      return;
    }
    boolean usesRepairStrategy = settings.usesRepairStrategy();
    OptionalLong budget = settings.budgetBytes();
    int clientSession = http2.getInitialSessionRecvWindow();
    DefaultWindows defaults =
        usesRepairStrategy
            ? DefaultWindows.of(clientSession, DirectMemory.limitBytes())
            : new DefaultWindows(http2.getInitialStreamRecvWindow(), clientSession);
    int stream =
        settings.windowBytes(RepairSettings.STREAM_WINDOW_PROPERTY, defaults.streamBytes());
    int session =
        settings.windowBytes(RepairSettings.SESSION_WINDOW_PROPERTY, defaults.sessionBytes());
    if (!versions.matcher(Jetty.VERSION).matches()) {
      throw new IllegalStateException("this is Jetty " + Jetty.VERSION);
    }
    String budgetNote = "";
    if (usesRepairStrategy) {
      ClientSetup setup = new ClientSetup(UnreadMemory.ofJvm(budget), http2, log);
      setup.newFlowControlStrategy(); // lets a link error occur here, not at each connection
      http2.setFlowControlStrategyFactory(setup);
      http2.addManaged(setup);
      budgetNote =
          format(
              ", budget %,d of %,d bytes of direct memory",
              setup.memory.getBudgetBytes(), DirectMemory.limitBytes());
    }
    http2.setInitialStreamRecvWindow(stream);
    http2.setInitialSessionRecvWindow(session);
    String line =
        format(
            "Flow control of %s in this JVM: strategy %s, stream window %,d bytes, session window"
                + " %,d bytes%s",
            clients,
            usesRepairStrategy ? RepairSettings.MEMORY_BOUND : RepairSettings.BUFFERING,
            stream,
            session,
            budgetNote);
    log.log(Level.INFO, line, null);
  }

  private static String format(String format, Object... values) {
    return String.format(Locale.ROOT, format, values);
  }

  @Override
  public FlowControlStrategy newFlowControlStrategy() {
    return new JettyFlowControl(memory, http2);
  }

  @Override
  protected void doStart() {
    updateMBean(1);
  }

  @Override
  protected void doStop() {
    updateMBean(-1);
  }

  private void updateMBean(int clientCountChange) {
    synchronized (ClientSetup.class) {
      runningClientCount += clientCountChange;
      try {
        MBeanServer server = ManagementFactory.getPlatformMBeanServer();
        if (runningClientCount == 1 && clientCountChange > 0) {
          registeredName = server.registerMBean(memory, new ObjectName(MBEAN_NAME)).getObjectName();
        } else if (runningClientCount == 0 && registeredName != null) {
          server.unregisterMBean(registeredName);
          registeredName = null;
        }
      } catch (JMException | RuntimeException | LinkageError e) { // a policy may forbid it
        String message = "The MBean " + MBEAN_NAME + " is missing; the stall repair is on: " + e;
        log.log(Level.WARN, message, null);
      }
    }
  }
}
