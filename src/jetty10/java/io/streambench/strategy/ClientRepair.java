package io.streambench.strategy;

import java.util.List;
import java.util.Optional;
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
  private volatile Read read;
  private volatile boolean failed;

  /**
   * Reads the properties for each client, and checks them only if a value has changed.
   *
   * @param properties gives the value of a property, or null
   */
  ClientRepair(UnaryOperator<String> properties, OnceLog log) {
    this.properties = properties;
    this.log = log;
  }

  /**
   * The texts of the properties, and the settings that they mean: empty if one of them breaks its
   * rule.
   */
  private record Read(List<String> texts, Optional<StrategySettings> settings) {}

  /** Sets a client up, unless it is or speaks HTTP/1.1. */
  void apply(Http2SolrClient client) {
    if (failed) {
      return;
    }
    try {
      Optional<StrategySettings> settings = settings();
      if (settings.isPresent()) {
        SolrsHttpClient.setUp(client, settings.get(), log)
            .ifPresent(
                effect -> log.info("Flow control of Solr's HTTP/2 clients in this JVM: " + effect));
      }
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

  private Optional<StrategySettings> settings() {
    List<String> texts = RepairSettings.texts(properties);
    Read known = read;
    if (known == null || !known.texts().equals(texts)) {
      known = new Read(texts, check());
      read = known;
    }
    return known.settings();
  }

  private Optional<StrategySettings> check() {
    try {
      return Optional.of(RepairSettings.of(properties));
    } catch (BadPropertyException e) {
      log.error(STOCK + e.getMessage() + ". Correct or remove this property and restart.");
      return Optional.empty();
    }
  }
}
