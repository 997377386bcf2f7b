package io.streambench.strategy;

import java.io.IOException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;

/**
 * The repair for clients and nodes of Solr 9.8 to 9.10, independent of the benchmarks. If {@code
 * solr.httpclient.builder.factory} names this class, every HTTP/2 client of the JVM gets a
 * flow-control strategy with which unread streams do not stall others. {@code
 * -Dstreambench.flowControl=} selects a strategy other than {@code memory-bound}, {@code
 * -Dstreambench.directMemoryBudget=} limits the memory for unread responses. A factory named there
 * before goes into {@value NextFactory#PROPERTY} and is still called for every client.
 *
 * <p>Each failure is logged as one error. With an invalid value or an unsupported Jetty, clients
 * stay as Solr made them. If the next factory is missing or fails, its exception is rethrown,
 * because it may authenticate requests.
 *
 * @see SessionWindows
 */
public final class StallFreeClientFactory implements HttpClientBuilderFactory {
  private static final OnceLog LOG = new OnceLog();
  private static final ClientRepair REPAIR = new ClientRepair(System::getProperty, LOG);
  private static final NextFactory NEXT = new NextFactory(System::getProperty, LOG);

  private final ClientRepair repair;
  private final NextFactory nexts;
  private final HttpClientBuilderFactory next;

  /**
   * Called by Solr for each client and for each request to a shard.
   *
   * @throws IllegalStateException if the next factory cannot be made
   */
  public StallFreeClientFactory() {
    this(REPAIR, NEXT);
  }

  StallFreeClientFactory(ClientRepair repair, NextFactory nexts) {
    this.repair = repair;
    this.nexts = nexts;
    next = nexts.make();
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return next == null ? builder : nexts.logged(() -> next.getHttpClientBuilder(builder));
  }

  /** Calls the next factory first, so that it gets the client as Solr made it. */
  @Override
  public void setup(Http2SolrClient client) {
    if (next != null) {
      nexts.logged(
          () -> {
            next.setup(client);
            return client;
          });
    }
    repair.apply(client);
  }

  @Override
  public void close() throws IOException {
    if (next != null) {
      next.close();
    }
  }
}
