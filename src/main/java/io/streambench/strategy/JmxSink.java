package io.streambench.strategy;

import java.util.HashSet;
import java.util.Set;
import javax.management.JMException;
import javax.management.MBeanServer;
import javax.management.ObjectName;

/** Shows figures as MBeans: {@code io.streambench:type=Destination,name="host:port"}. */
final class JmxSink implements MetricsSink {
  private static final String DOMAIN = "io.streambench";

  private final MBeanServer server;
  private final Set<ObjectName> shown = new HashSet<>();

  JmxSink(MBeanServer server) {
    this.server = server;
  }

  @Override
  public void show(String type, String name, Object bean) throws JMException {
    ObjectName known = objectName(type, name);
    server.registerMBean(bean, known);
    shown.add(known);
  }

  @Override
  public void hide(String type, String name) throws JMException {
    ObjectName known = objectName(type, name);
    if (shown.remove(known) && server.isRegistered(known)) {
      server.unregisterMBean(known);
    }
  }

  static ObjectName objectName(String type, String name) throws JMException {
    return new ObjectName(
        DOMAIN + ":type=" + type + (name.isEmpty() ? "" : ",name=" + ObjectName.quote(name)));
  }
}
