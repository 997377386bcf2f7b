package io.streambench.bench.transport;

import io.streambench.flow.rule.ClientResources;
import io.streambench.strategy.DirectMemory;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;

/**
 * Reads a Solr client's use of streams, request permits and direct memory, and their limits.
 * Streams are counted for the node with the most waiting requests, or for all nodes if no request
 * waits.
 */
final class ResourceGauge {
  private static final long UNKNOWN = ClientResources.UNKNOWN;

  private ResourceGauge() {}

  static ClientResources of(SolrJettyClient client) {
    List<PooledStreams> nodes = DestinationPool.of(client.jetty());
    PooledStreams streams =
        nodes.stream()
            .filter(node -> node.waitingRequests() > 0)
            .max(Comparator.comparingLong(PooledStreams::waitingRequests))
            .orElseGet(() -> nodes.stream().reduce(PooledStreams.NONE, PooledStreams::plus));
    Optional<Object> tracker = readField(client.solr().getClass(), "asyncTracker", client.solr());
    return new ClientResources(
        streams.waitingRequests(),
        streams.openStreams(),
        streams.slots(),
        streams.isShared(),
        tracker
            .flatMap(found -> readField(found.getClass(), "available", found))
            .filter(Semaphore.class::isInstance)
            .map(permits -> (long) ((Semaphore) permits).availablePermits())
            .orElse(UNKNOWN),
        tracker
            .flatMap(found -> readField(found.getClass(), "MAX_OUTSTANDING_REQUESTS", null))
            .filter(Integer.class::isInstance)
            .map(max -> ((Integer) max).longValue())
            .orElse(UNKNOWN),
        DirectMemory.usedBytes(),
        DirectMemory.limitBytes());
  }

  /** Reads a private field of a Solr class; empty if this version of Solr lacks the field. */
  private static Optional<Object> readField(Class<?> owner, String name, Object object) {
    try {
      Field field = owner.getDeclaredField(name);
      field.setAccessible(true);
      return Optional.ofNullable(field.get(object));
    } catch (ReflectiveOperationException | RuntimeException e) {
      return Optional.empty();
    }
  }
}
