package io.streambench.strategy;

import java.util.List;
import java.util.function.UnaryOperator;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;

/**
 * The factory that Solr's own property would name if it did not name the repair. It gets exactly
 * the calls that it would get from Solr, and fails as it would fail there: one that is missing may
 * be what authenticates requests, and a node must not go on without it in silence.
 */
final class NextFactory {
  /** Names another factory that is to see every client. */
  static final String PROPERTY = "streambench.nextClientFactory";

  /** Solr's own, by name: a client without authentication need not have what it takes. */
  private static final String BASIC_AUTH =
      "org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory";

  /** The properties from which that factory takes a user and a password. */
  private static final List<String> BASIC_AUTH_SETTINGS =
      List.of("basicauth", "solr.httpclient.config");

  private final UnaryOperator<String> properties;
  private final OnceLog log;

  /**
   * Reads these properties.
   *
   * @param properties gives the value of a property, or null
   */
  NextFactory(UnaryOperator<String> properties, OnceLog log) {
    this.properties = properties;
    this.log = log;
  }

  /**
   * A new one for each client, as Solr makes them.
   *
   * @return null if none is named
   * @throws BadPropertyException if the class is missing or no factory
   */
  HttpClientBuilderFactory make() {
    String name = text(PROPERTY);
    if (name == null
        || name.isBlank()
        || name.strip().equals(StallFreeClientFactory.class.getName())) {
      if (name != null) {
        log.warn(
            new BadPropertyException(PROPERTY, "name a client factory other than this one", name)
                    .getMessage()
                + ". It is ignored.");
      }
      warnOfBasicAuthentication();
      return null;
    }
    try {
      return SolrsHttpClient.factory(name.strip());
    } catch (IllegalStateException | ClassCastException | LinkageError e) {
      throw new BadPropertyException(
          PROPERTY, "name a client factory that SolrJ can find and make", name, e);
    }
  }

  private String text(String name) {
    try {
      return properties.apply(name);
    } catch (SecurityException e) {
      log.warn("The property " + name + " cannot be read, and is taken as not set: " + e);
      return null;
    }
  }

  /** The value of either may be a password, so only the name is told. */
  private void warnOfBasicAuthentication() {
    for (String name : BASIC_AUTH_SETTINGS) {
      if (text(name) != null) {
        log.warn(
            name
                + " is set, but Solr's HTTP clients in this JVM send no basic authentication: "
                + StallFreeClientFactory.class.getName()
                + " has taken the place of the factory that does. Add -D"
                + PROPERTY
                + "="
                + BASIC_AUTH
                + " and restart.");
      }
    }
  }
}
