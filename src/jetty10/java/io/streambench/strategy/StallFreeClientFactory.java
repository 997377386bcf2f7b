package io.streambench.strategy;

import java.io.IOException;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;

/**
 * The repair, for any client or node of Solr 9.8 to 9.10, without this project's benchmarks: named
 * in {@code solr.httpclient.builder.factory}, it puts a flow-control strategy on every HTTP/2
 * client of the JVM with which streams that nobody reads stall no other. {@code
 * -Dstreambench.flowControl=} names another strategy than {@code memory-bound}, {@code
 * -Dstreambench.directMemoryBudget=} the memory that unread answers may hold. A factory that was
 * named before goes into {@value NextFactory#PROPERTY} and gets every client, as it would without
 * this one.
 *
 * <p>Each of these is one error in the log. A value that breaks its rule, or a Jetty that it does
 * not know, leaves clients as Solr made them. A next factory that is missing or fails is also an
 * exception, as it would be without this one: it may be what authenticates requests.
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
   * Called by Solr, for each client and for each request to a shard.
   *
   * @throws IllegalStateException if the next factory cannot be made
   */
  public StallFreeClientFactory() {
    this(REPAIR, NEXT);
  }

  /** Made of parts. */
  StallFreeClientFactory(ClientRepair repair, NextFactory nexts) {
    this.repair = repair;
    this.nexts = nexts;
    next = nexts.make();
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return next == null ? builder : nexts.logged(() -> next.getHttpClientBuilder(builder));
  }

  /** Hands the client on first, so that the next factory finds it as Solr would hand it over. */
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
