package io.streambench.merge.jetty;

import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.lang.reflect.Proxy;
import java.util.concurrent.atomic.AtomicLong;
import org.eclipse.jetty.http2.FlowControlStrategy;

/**
 * Counts the bytes of DATA that have arrived on all sessions of a client and were not consumed yet.
 * Stands between Jetty and any strategy of any version, whose methods have other types but the same
 * names. Thread-safe.
 */
final class UnreadCounter {
  private final AtomicLong unreadBytes = new AtomicLong();
  private final AtomicLong mostBytes = new AtomicLong();

  /** The most bytes that lay unread at one moment so far. */
  long mostBytes() {
    return mostBytes.get();
  }

  /** Makes strategies as before, each of which is counted. */
  FlowControlStrategy.Factory counting(FlowControlStrategy.Factory strategies) {
    return () -> counted(strategies.newFlowControlStrategy());
  }

  private FlowControlStrategy counted(FlowControlStrategy strategy) {
    return (FlowControlStrategy)
        Proxy.newProxyInstance(
            FlowControlStrategy.class.getClassLoader(),
            new Class<?>[] {FlowControlStrategy.class},
            (proxy, method, arguments) -> called(strategy, method, arguments));
  }

  private Object called(FlowControlStrategy strategy, Method method, Object[] arguments)
      throws Throwable {
    switch (method.getName()) {
      // Before the strategy is told: once it is, another thread may consume.
      case "onDataReceived" -> add(length(arguments));
      case "onDataConsumed" -> unreadBytes.addAndGet(-length(arguments));
      default -> {} // says nothing of data that has arrived
    }
    try {
      return method.invoke(strategy, arguments);
    } catch (InvocationTargetException e) {
      throw e.getCause();
    }
  }

  private void add(int bytes) {
    long now = unreadBytes.addAndGet(bytes);
    if (now > mostBytes.get()) {
      mostBytes.accumulateAndGet(now, Math::max);
    }
  }

  /** The last argument of both. */
  private static int length(Object[] arguments) {
    return (int) arguments[arguments.length - 1];
  }
}
