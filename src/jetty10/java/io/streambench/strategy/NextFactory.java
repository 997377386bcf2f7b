package io.streambench.strategy;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.slf4j.event.Level;

/**
 * Creates and calls the client factory that Solr would use without the stall repair. If the factory
 * throws an exception, logs the root cause and rethrows the exception.
 *
 * @param properties returns the value of a property, or null
 */
record NextFactory(UnaryOperator<String> properties, DeduplicatingLog log) {
  /** The property that names the class of the next factory. */
  static final String PROPERTY = "streambench.nextClientFactory";

  /** The class name of Solr's factory for basic authentication. */
  private static final String BASIC_AUTH_FACTORY =
      "org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory";

  /** The properties from which {@link #BASIC_AUTH_FACTORY} reads user and password. */
  private static final List<String> BASIC_AUTH_PROPERTIES =
      List.of("basicauth", "solr.httpclient.config");

  /** Creates the factory that {@link #PROPERTY} names. Returns null if no factory is named. */
  HttpClientBuilderFactory create() {
    String name = readProperty(PROPERTY);
    if (name == null
        || name.isBlank()
        || name.strip().equals(RepairSettings.CLIENT_FACTORY_CLASS)) {
      if (name != null) {
        warn(
            invalidMessage("name a client factory other than this one", name) + ". It is ignored.");
      }
      warnAboutBasicAuthentication();
      return null;
    }
    return callAndLogFailure(() -> SolrHttpClientAccess.factory(name.strip()));
  }

  /** Calls the factory, and logs and rethrows any exception. */
  <T> T callAndLogFailure(Supplier<T> call) {
    try {
      return call.get();
    } catch (Throwable e) {
      log.log(
          Level.ERROR,
          invalidMessage("name a client factory that works", String.valueOf(readProperty(PROPERTY)))
              + ". A node does not start without it. Correct this property, or what its factory"
              + " needs, and restart. Reason: "
              + describeRootCause(e),
          null);
      throw e;
    }
  }

  private void warn(String sentence) {
    log.log(Level.WARN, sentence, null);
  }

  private static String invalidMessage(String rule, String value) {
    return RepairSettings.invalidPropertyException(PROPERTY, rule, value).getMessage();
  }

  /** Describes the root cause. Omits the exception's message, which may contain a password. */
  private static String describeRootCause(Throwable thrown) {
    Throwable root =
        Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
            .limit(20) // a chain of causes may be circular
            .reduce(thrown, (effect, cause) -> cause);
    return root instanceof ClassNotFoundException
        ? root.toString()
        : root.getClass().getName()
            + Stream.of(root.getStackTrace()).findFirst().map(at -> " at " + at).orElse("");
  }

  private String readProperty(String name) {
    try {
      return properties.apply(name);
    } catch (SecurityException e) {
      warn("The property " + name + " cannot be read, and is taken as not set: " + e);
      return null;
    }
  }

  /** Warns, without showing passwords, if basic authentication is configured but has no effect. */
  private void warnAboutBasicAuthentication() {
    for (String name : BASIC_AUTH_PROPERTIES) {
      if (readProperty(name) != null) {
        warn(
            name
                + " is set, but Solr's HTTP clients in this JVM send no basic authentication: "
                + RepairSettings.CLIENT_FACTORY_CLASS
                + " has taken the place of the factory that does. Add -D"
                + PROPERTY
                + "="
                + BASIC_AUTH_FACTORY
                + " and restart.");
      }
    }
  }
}
