package io.streambench.watch;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import net.bytebuddy.agent.builder.AgentBuilder;
import net.bytebuddy.utility.JavaModule;

/** Remembers that a class of Jetty's could not be changed, or changed back. */
final class Refusals extends AgentBuilder.Listener.Adapter
    implements AgentBuilder.RedefinitionStrategy.Listener {
  private volatile Throwable reason;

  /** The last failure; null if all went well. */
  Throwable reason() {
    return reason;
  }

  void add(Throwable failure) {
    reason = failure;
  }

  /** Forgets the failures so far. */
  void clear() {
    reason = null;
  }

  @Override
  public void onError(
      String type, ClassLoader loader, JavaModule module, boolean loaded, Throwable failure) {
    if (type.startsWith(Jetties.HTTP2)) {
      reason = failure;
    }
  }

  @Override
  public void onBatch(int index, List<Class<?>> batch, List<Class<?>> types) {}

  @Override
  public Iterable<? extends List<Class<?>>> onError(
      int index, List<Class<?>> batch, Throwable failure, List<Class<?>> types) {
    reason = failure;
    return Collections.emptyList();
  }

  @Override
  public void onComplete(
      int amount, List<Class<?>> types, Map<List<Class<?>>, Throwable> failures) {}
}
