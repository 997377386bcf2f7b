package io.streambench.diagnose.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.diagnose.judge.UnseenJvm;
import io.streambench.flow.threads.ThreadDump;
import io.streambench.flow.threads.ThreadDumpJsonParser;
import io.streambench.flow.threads.ThreadDumpTextParser;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/**
 * A snapshot of a node's threads, taken at {@code millis} since the epoch.
 *
 * @param look number of the snapshot, starting at 1
 * @param why the kind of failure; null if there was none, and in files of earlier versions
 * @param error a description of the failure; null if the node responded
 * @param facts facts that the node reports, by the names that Solr uses
 * @param answer thread dump, in JSON or as text from {@code jstack}; empty if there is none
 */
public record NodeSnapshot(
    int look,
    String node,
    long millis,
    UnseenJvm.Cause why,
    String error,
    Map<String, String> facts,
    CompressedText answer) {
  public static final CompressedText EMPTY_TEXT = CompressedText.of("");

  /** The name of the fact for the version of Solr. */
  static final String SOLR_VERSION = "solr-spec-version";

  static final String JAVA_VERSION = "java.version";
  static final String START_TIME = "startTime";

  /** The name of the fact for the mode of Solr, {@code solrcloud} or {@code std}. */
  static final String MODE = "mode";

  /** The system property for the class that configures HTTP clients in Solr 9. */
  static final String CLIENT_FACTORY_PROPERTY = "solr.httpclient.builder.factory";

  static final String CUSTOMIZER_PROPERTY = "solr.solrj.http.jetty.customizer";

  static final String LOG_FOLDER = "solr.log.dir";
  static final String JAVA_HOME = "java.home";

  /** The system properties that a snapshot contains. Other properties may hold passwords. */
  static final List<String> PROPERTIES =
      List.of(
          JAVA_VERSION,
          JAVA_HOME,
          "solr.http1",
          CLIENT_FACTORY_PROPERTY,
          CUSTOMIZER_PROPERTY,
          "jetty.port",
          "solr.install.dir",
          LOG_FOLDER,
          "streambench.flowControl",
          "streambench.directMemoryBudget",
          "solr.http2.initialStreamRecvWindow",
          "solr.http2.initialSessionRecvWindow");

  /** Returns the newest thread dump in the node's response; empty if there is none. */
  Optional<ThreadDump> dump() {
    OptionalLong takenNanos = OptionalLong.of(timeNanos());
    ThreadDumpTextParser text = new ThreadDumpTextParser(node, takenNanos);
    try (InputStream in = answer.open()) {
      List<ThreadDump> dumps;
      if (answer.isObject()) {
        dumps = ThreadDumpJsonParser.parse(in, node, takenNanos).dumps();
      } else {
        new BufferedReader(new InputStreamReader(in, StandardCharsets.ISO_8859_1))
            .lines()
            .forEach(text::processLine);
        dumps = text.dumps();
      }
      return dumps.stream().reduce((earlier, later) -> later);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen: it reads from memory
    }
  }

  /** Returns why this snapshot does not show the threads of its node; empty if it shows them. */
  Optional<UnseenJvm> unseenJvm() {
    return error == null
        ? Optional.empty()
        : Optional.of(new UnseenJvm(node, why == null ? UnseenJvm.Cause.UNUSABLE : why, error));
  }

  long timeNanos() {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Returns the facts about a node in a response of {@code /admin/info/system}. */
  static Map<String, String> readFacts(JsonNode system) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(SOLR_VERSION, system.path("lucene").path(SOLR_VERSION).asText());
    facts.put(JAVA_VERSION, system.at("/jvm/jre/version").asText());
    facts.put(START_TIME, system.at("/jvm/jmx/" + START_TIME).asText());
    facts.put(MODE, system.path(MODE).asText());
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  /** Returns the system properties to keep; empty if the response has none. */
  static Map<String, String> readProperties(JsonNode allProperties) {
    Map<String, String> kept = new LinkedHashMap<>();
    if (allProperties.isObject()) {
      PROPERTIES.forEach(name -> kept.put(name, allProperties.path(name).asText()));
    }
    return kept;
  }
}
