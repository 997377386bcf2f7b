package io.streambench.bench.transport;

import io.streambench.bench.settings.HttpClientKind;
import io.streambench.flow.rule.ClientResources;
import io.streambench.strategy.DirectMemory;
import java.io.IOException;
import java.lang.reflect.Field;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Semaphore;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrResponse;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.eclipse.jetty.client.AbstractConnectionPool;
import org.eclipse.jetty.client.HttpClient;

/**
 * A Solr client that does not belong to a node.
 *
 * @param timings the time that each request takes in its node, as reported by nodes that this
 *     project starts
 */
public record OwnClient(
    SolrJettyClient solr, HttpClientKind readingClientKind, ServerTimings timings)
    implements AutoCloseable {
  /** Creates a cache of clients that read streams. The caller must close the cache. */
  public SolrClientCache newStreamCache() {
    return solr.newStreamCache(readingClientKind);
  }

  /**
   * Creates a builder for a client of the whole cluster. The new client uses the connections of
   * this client, and does not close them.
   */
  public CloudHttp2SolrClient.Builder newCloudClientBuilder(String zkHost) {
    return new CloudHttp2SolrClient.Builder(List.of(zkHost), Optional.empty())
        .withHttpClient(solr.solr());
  }

  /** Sends a request to the node at {@code baseUrl} rather than to the leader of a shard. */
  public <R extends SolrResponse> R request(
      String baseUrl, String collection, SolrRequest<R> request)
      throws SolrServerException, IOException {
    return solr.request(baseUrl, collection, request);
  }

  public EffectiveSettings effectiveSettings() {
    return readingClientKind == HttpClientKind.JDK
        ? EffectiveSettings.ofJdk()
        : EffectiveSettings.of(solr.jetty());
  }

  public int openConnections() {
    return openConnections(solr.jetty());
  }

  static int openConnections(HttpClient client) {
    return client.getContainedBeans(AbstractConnectionPool.class).stream()
        .mapToInt(AbstractConnectionPool::getConnectionCount)
        .sum();
  }

  /**
   * Returns the current use of this client's streams, request permits and direct memory, and their
   * limits. Streams are counted for the node with the most waiting requests, or for all nodes if no
   * request waits.
   */
  public ClientResources resources() {
    List<PooledStreams> nodes = DestinationPool.of(solr.jetty());
    PooledStreams streams =
        nodes.stream()
            .filter(node -> node.waitingRequests() > 0)
            .max(Comparator.comparingLong(PooledStreams::waitingRequests))
            .orElseGet(() -> nodes.stream().reduce(PooledStreams.NONE, PooledStreams::plus));
    Optional<Object> tracker = readField(solr.solr().getClass(), "asyncTracker", solr.solr());
    return new ClientResources(
        streams.waitingRequests(),
        streams.openStreams(),
        streams.slots(),
        streams.isShared(),
        tracker
            .flatMap(found -> readField(found.getClass(), "available", found))
            .filter(Semaphore.class::isInstance)
            .map(permits -> (long) ((Semaphore) permits).availablePermits())
            .orElse(ClientResources.UNKNOWN),
        tracker
            .flatMap(found -> readField(found.getClass(), "MAX_OUTSTANDING_REQUESTS", null))
            .filter(Integer.class::isInstance)
            .map(max -> ((Integer) max).longValue())
            .orElse(ClientResources.UNKNOWN),
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

  /** Returns Jetty's dump of this client, including settings and connections. */
  public String dump() {
    return solr.jetty().dump();
  }

  /**
   * Closes all connections immediately. {@link #close} would first read all responses to the end,
   * which may take forever.
   */
  public void abort() throws Exception {
    solr.jetty().stop();
  }

  @Override
  public void close() {
    solr.close();
  }
}
