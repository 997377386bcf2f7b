package io.streambench.strategy;

import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.HttpClientBuilderFactory;
import org.slf4j.event.Level;

/**
 * The factory that Solr's own property would name if it did not name the repair. It gets exactly
 * the calls that Solr would make. Its exceptions are rethrown, because it may authenticate
 * requests. They are logged first, because Solr's log shows neither the property nor the reason.
 *
 * @param properties returns the value of a property, or null
 */
record NextFactory(UnaryOperator<String> properties, OnceLog log) {
  /** The property that names the class of the next factory. */
  static final String PROPERTY = "streambench.nextClientFactory";

  /** Only a name, because a client without authentication may lack the class's dependencies. */
  private static final String BASIC_AUTH =
      "org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory";

  /** The properties from which {@link #BASIC_AUTH} reads user and password. */
  private static final List<String> BASIC_AUTH_SETTINGS =
      List.of("basicauth", "solr.httpclient.config");

  /** Creates a new instance of the named factory; returns null if no other class is named. */
  HttpClientBuilderFactory create() {
    String name = property(PROPERTY);
    if (name == null || name.isBlank() || name.strip().equals(RepairSettings.CLIENT_FACTORY)) {
      if (name != null) {
        warn(
            invalidMessage("name a client factory other than this one", name) + ". It is ignored.");
      }
      warnAboutBasicAuthentication();
      return null;
    }
    return callAndLog(() -> SolrHttpClientAccess.factory(name.strip()));
  }

  /** Calls the factory; logs and rethrows its exceptions. */
  <T> T callAndLog(Supplier<T> call) {
    try {
      return call.get();
    } catch (Throwable e) {
      log.log(
          Level.ERROR,
          invalidMessage("name a client factory that works", String.valueOf(property(PROPERTY)))
              + ". A node does not start without it. Correct this property, or what its factory"
              + " needs, and restart. Reason: "
              + reason(e),
          null);
      throw e;
    }
  }

  private void warn(String sentence) {
    log.log(Level.WARN, sentence, null);
  }

  private static String invalidMessage(String rule, String value) {
    return RepairSettings.invalid(PROPERTY, rule, value).getMessage();
  }

  /** Only type and location, because another library's message may contain a password. */
  private static String reason(Throwable thrown) {
    Throwable root =
        Stream.iterate(thrown, Objects::nonNull, Throwable::getCause)
            .limit(20) // causes may be circular
            .reduce(thrown, (effect, cause) -> cause);
    return root instanceof ClassNotFoundException
        ? root.toString()
        : root.getClass().getName()
            + Stream.of(root.getStackTrace()).findFirst().map(at -> " at " + at).orElse("");
  }

  private String property(String name) {
    try {
      return properties.apply(name);
    } catch (SecurityException e) {
      warn("The property " + name + " cannot be read, and is taken as not set: " + e);
      return null;
    }
  }

  /** Reports only the name of the property, because its value may be a password. */
  private void warnAboutBasicAuthentication() {
    for (String name : BASIC_AUTH_SETTINGS) {
      if (property(name) != null) {
        warn(
            name
                + " is set, but Solr's HTTP clients in this JVM send no basic authentication: "
                + RepairSettings.CLIENT_FACTORY
                + " has taken the place of the factory that does. Add -D"
                + PROPERTY
                + "="
                + BASIC_AUTH
                + " and restart.");
      }
    }
  }
}
