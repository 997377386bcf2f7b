package io.streambench.strategy;

import java.util.function.UnaryOperator;
import org.apache.solr.client.solrj.impl.Http2SolrClient;

/**
 * Puts the strategy that the properties ask for on Solr clients. Never throws: where it cannot, a
 * client stays as Solr made it, and one error in the log says why.
 */
final class ClientRepair {
  private static final String STOCK =
      "The stall repair is off: Solr's HTTP/2 clients in this JVM keep "
          + "Jetty's own strategy and windows. Reason: ";

  private final UnaryOperator<String> properties;
  private final OnceLog log;
  private volatile boolean failed;

  /**
   * Reads the properties for each client that has no strategy yet.
   *
   * @param properties gives the value of a property, or null
   */
  ClientRepair(UnaryOperator<String> properties, OnceLog log) {
    this.properties = properties;
    this.log = log;
  }

  /** Sets a client up, unless it is or speaks HTTP/1.1. */
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
    } catch (Exception | LinkageError e) { // another Jetty or SolrJ than the one it was made for
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
