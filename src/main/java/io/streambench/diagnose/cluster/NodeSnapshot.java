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
 * @param look number of the snapshot, from 1
 * @param why why the node did not answer; null if it did, or in files of earlier versions
 * @param error the reason in words; null if it answered
 * @param facts facts that the node reports, by Solr's names
 * @param answer thread dump in JSON or as text from jstack; empty if there is none
 */
public record NodeSnapshot(
    int look,
    String node,
    long millis,
    UnseenJvm.Cause why,
    String error,
    Map<String, String> facts,
    CompressedText answer) {
  public static final CompressedText NONE = CompressedText.of("");

  /** Key of a fact: the version of Solr. */
  static final String SOLR_VERSION = "solr-spec-version";

  static final String JAVA_VERSION = "java.version";
  static final String STARTED = "startTime";

  /** The key of the mode, {@code solrcloud} or {@code std}. */
  static final String MODE = "mode";

  /** Names the class that configures clients in Solr 9; {@link #CUSTOMIZER} does so in Solr 10. */
  static final String FACTORY = "solr.httpclient.builder.factory";

  static final String CUSTOMIZER = "solr.solrj.http.jetty.customizer";

  static final String LOGS = "solr.log.dir";
  static final String JAVA_HOME = "java.home";

  /** The system properties that are kept as facts. Others may contain passwords. */
  static final List<String> PROPERTIES =
      List.of(
          JAVA_VERSION,
          JAVA_HOME,
          "solr.http1",
          FACTORY,
          CUSTOMIZER,
          "jetty.port",
          "solr.install.dir",
          LOGS,
          "streambench.flowControl",
          "streambench.directMemoryBudget",
          "solr.http2.initialStreamRecvWindow",
          "solr.http2.initialSessionRecvWindow");

  /** The newest thread dump in the node's answer; empty if there is none. */
  Optional<ThreadDump> dump() {
    OptionalLong takenNanos = OptionalLong.of(nanos());
    ThreadDumpTextParser text = new ThreadDumpTextParser(node, takenNanos);
    try (InputStream in = answer.open()) {
      List<ThreadDump> dumps;
      if (answer.isObject()) {
        dumps = ThreadDumpJsonParser.read(in, node, takenNanos).dumps();
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
  Optional<UnseenJvm> unseen() {
    return error == null
        ? Optional.empty()
        : Optional.of(new UnseenJvm(node, why == null ? UnseenJvm.Cause.UNUSABLE : why, error));
  }

  long nanos() {
    return TimeUnit.MILLISECONDS.toNanos(millis);
  }

  /** Returns what the answer of {@code /admin/info/system} says about a node. */
  static Map<String, String> factsIn(JsonNode system) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(SOLR_VERSION, system.path("lucene").path(SOLR_VERSION).asText());
    facts.put(JAVA_VERSION, system.at("/jvm/jre/version").asText());
    facts.put(STARTED, system.at("/jvm/jmx/" + STARTED).asText());
    facts.put(MODE, system.path(MODE).asText());
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  /** Returns the system properties that matter here; empty if the answer has none. */
  static Map<String, String> propertiesIn(JsonNode all) {
    Map<String, String> kept = new LinkedHashMap<>();
    if (all.isObject()) {
      PROPERTIES.forEach(name -> kept.put(name, all.path(name).asText()));
    }
    return kept;
  }
}
