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
 * Registers {@link UnreadMemoryMXBean} as {@value #NAME} while a client runs. A bean that stayed
 * would keep its class loader alive.
 */
final class RepairMetrics {
  static final String NAME = "io.streambench:type=UnreadMemory";

  private static final Set<LifeCycle> RUNNING = Collections.newSetFromMap(new WeakHashMap<>());

  private RepairMetrics() {}

  /**
   * Registers the bean until this client and all others have stopped.
   *
   * @throws JMException if it cannot be registered; the client stays unchanged
   */
  static void show(HTTP2Client client, UnreadMemory memory) throws JMException {
    if (client.isRunning()) {
      started(client, memory);
    }
    client.addEventListener(
        new LifeCycle.Listener() {
          @Override
          public void lifeCycleStarting(LifeCycle starting) {
            try {
              started(starting, memory);
            } catch (JMException | RuntimeException | LinkageError e) {
              // a policy forbids it; the client works without the bean
            }
          }

          @Override
          public void lifeCycleFailure(LifeCycle failed, Throwable cause) {
            stopped(failed);
          }

          @Override
          public void lifeCycleStopped(LifeCycle stopped) {
            stopped(stopped);
          }
        });
  }

  private static synchronized void started(LifeCycle client, UnreadMemory memory)
      throws JMException {
    MBeanServer server = ManagementFactory.getPlatformMBeanServer();
    ObjectName name = new ObjectName(NAME);
    if (!server.isRegistered(name)) {
      server.registerMBean(memory, name);
    }
    RUNNING.add(client);
  }

  private static synchronized void stopped(LifeCycle client) {
    if (RUNNING.remove(client) && RUNNING.isEmpty()) {
      try {
        ManagementFactory.getPlatformMBeanServer().unregisterMBean(new ObjectName(NAME));
      } catch (JMException e) {
        // it was already removed
      }
    }
  }
}
