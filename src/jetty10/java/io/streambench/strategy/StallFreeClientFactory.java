package io.streambench.strategy;

import java.io.IOException;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.apache.solr.client.solrj.impl.SolrHttpClientBuilder;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.slf4j.event.Level;

/**
 * The stall repair for clients and nodes of Solr 9.8 to 9.10. If {@code
 * solr.httpclient.builder.factory} names this class, an unread stream of an HTTP/2 client no longer
 * stalls other streams. {@link RepairSettings} lists the properties. The property {@value
 * NextFactory#PROPERTY} may name a next factory, such as one for authentication, which this factory
 * then calls for every client.
 *
 * <p>Each failure is logged as one error. With an invalid setting or an unsupported Jetty, clients
 * stay unchanged. If the next factory is missing or fails, its exception is rethrown, because the
 * factory may authenticate requests.
 *
 * @see SessionWindows
 */
public final class StallFreeClientFactory implements HttpClientBuilderFactory {
  private static final NextFactory NEXT_FACTORY =
      new NextFactory(System::getProperty, new DeduplicatingLog());

  /** Matches the versions of Jetty that the strategy supports. */
  private static final Pattern SUPPORTED_JETTY = Pattern.compile("10\\.0\\..*");

  private final UnaryOperator<String> properties;
  private final NextFactory nextFactory;
  private final DeduplicatingLog log;
  private final HttpClientBuilderFactory delegate;

  /**
   * Creates this factory and the next factory. Solr calls this constructor for each client and for
   * each request to a shard.
   *
   * @throws IllegalStateException if the next factory cannot be created
   */
  public StallFreeClientFactory() {
    this(System::getProperty, NEXT_FACTORY);
  }

  StallFreeClientFactory(UnaryOperator<String> properties, NextFactory nextFactory) {
    this.properties = properties;
    this.nextFactory = nextFactory;
    log = nextFactory.log();
    delegate = nextFactory.create();
  }

  @Override
  public SolrHttpClientBuilder getHttpClientBuilder(SolrHttpClientBuilder builder) {
    return delegate == null
        ? builder
        : nextFactory.callAndLogFailure(() -> delegate.getHttpClientBuilder(builder));
  }

  /** Calls the next factory, and then replaces the client's flow-control strategy. */
  @Override
  public void setup(Http2SolrClient client) {
    if (delegate != null) {
      nextFactory.callAndLogFailure(
          () -> {
            delegate.setup(client);
            return client;
          });
    }
    try {
      SolrHttpClientAccess.http2Of(SolrHttpClientAccess.of(client)).ifPresent(this::repair);
    } catch (IllegalArgumentException e) {
      logRepairOff(e.getMessage() + ". Correct or remove this property and restart.", null);
    } catch (Exception | LinkageError e) { // an unsupported Jetty or SolrJ
      String option = "-Dsolr.httpclient.builder.factory=" + RepairSettings.CLIENT_FACTORY_CLASS;
      logRepairOff(
          e + ". It needs Solr 9.8 to 9.10. With another Solr, remove " + option + " and restart.",
          e);
    }
  }

  private void logRepairOff(String reason, Throwable cause) {
    String message =
        "The stall repair is off: Solr's HTTP/2 clients in this JVM keep Jetty's own strategy and"
            + " windows. Reason: ";
    log.log(Level.ERROR, message + reason, cause);
  }

  private void repair(HTTP2Client http2) {
    ClientSetup.setUp(
        http2, new RepairSettings(properties), SUPPORTED_JETTY, "Solr's HTTP/2 clients", log);
  }

  @Override
  public void close() throws IOException {
    if (delegate != null) {
      delegate.close();
    }
  }
}
