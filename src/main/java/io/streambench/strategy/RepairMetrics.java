package io.streambench.strategy;

import java.lang.management.ManagementFactory;
import java.util.Collections;
import java.util.Set;
import java.util.WeakHashMap;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.component.LifeCycle;

/**
 * Shows {@link UnreadMemoryMXBean} as {@value #NAME}, from the first client on until the last one
 * has stopped: a bean that stayed would keep the class loader of whoever made it. Figures are
 * worked out when somebody asks.
 *
 * @param memory of all clients
 */
record RepairMetrics(ReceiveMemory memory) implements UnreadMemoryMXBean {
  static final String NAME = "io.streambench:type=UnreadMemory";

  private static final Set<HTTP2Client> CLIENTS = Collections.newSetFromMap(new WeakHashMap<>());

  /**
   * Shows the memory for as long as this client and others run.
   *
   * @throws JMException if it cannot be shown; the client is as it was
   */
  static synchronized void show(HTTP2Client client, ReceiveMemory memory) throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(NAME);
    if (!server.isRegistered(name)) {
      server.registerMBean(new RepairMetrics(memory), name);
    }
    if (CLIENTS.add(client)) {
      client.addEventListener(
          new LifeCycle.Listener() {
            @Override
            public void lifeCycleStopped(LifeCycle stopped) {
              hide(client);
            }
          });
    }
  }

  private static synchronized void hide(HTTP2Client client) {
    if (CLIENTS.remove(client) && CLIENTS.isEmpty()) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
      } catch (JMException e) {
        // somebody else has removed it
      }
    }
  }

  @Override
  public long getBudgetBytes() {
    return memory.limitBytes();
  }

  @Override
  public long getUnreadBytes() {
    return memory.countedBytes();
  }

  @Override
  public long getDirectBytes() {
    return DirectMemory.usedBytes();
  }

  @Override
  public long getDirectLimitBytes() {
    return DirectMemory.limitBytes();
  }
}
