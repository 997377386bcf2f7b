package io.streambench.strategy;

import java.util.function.UnaryOperator;
import org.apache.solr.client.solrj.impl.Http2SolrClient;

/**
 * Sets the configured strategy on Solr clients. Never throws: on failure the client stays as Solr
 * made it, and one error in the log gives the reason.
 */
final class ClientRepair {
  private static final String STOCK =
      "The stall repair is off: Solr's HTTP/2 clients in this JVM keep "
          + "Jetty's own strategy and windows. Reason: ";

  private final UnaryOperator<String> properties;
  private final OnceLog log;
  private volatile boolean failed;

  /**
   * Creates a repair that reads the properties for each client without a strategy.
   *
   * @param properties returns the value of a property, or null
   */
  ClientRepair(UnaryOperator<String> properties, OnceLog log) {
    this.properties = properties;
    this.log = log;
  }

  /** Sets a client up, unless that was done before or it uses HTTP/1.1. */
  void apply(Http2SolrClient client) {
    if (failed) {
      return;
    }
    try {
      SolrsHttpClient.setUp(client, () -> RepairSettings.of(properties), log)
          .ifPresent(
              effect -> log.info("Flow control of Solr's HTTP/2 clients in this JVM: " + effect));
    } catch (BadPropertyException e) {
      log.error(STOCK + e.getMessage() + ". Correct or remove this property and restart.");
    } catch (Exception | LinkageError e) { // an unsupported Jetty or SolrJ
      failed = true;
      log.error(
          STOCK
              + e
              + ". It needs Solr 9.8 to 9.10. With another Solr, remove"
              + " -Dsolr.httpclient.builder.factory="
              + StallFreeClientFactory.class.getName()
              + " and restart.",
          e);
    }
  }
}
