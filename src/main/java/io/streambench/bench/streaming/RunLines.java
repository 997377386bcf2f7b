package io.streambench.bench.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.cluster.Cluster;
import io.streambench.config.ClusterKind;
import io.streambench.config.Distance;
import io.streambench.config.DocumentSettings;
import io.streambench.config.NodeOutput;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.recording.FlowControlMonitor.Sharing;
import io.streambench.transport.EffectiveSettings;
import io.streambench.transport.SolrTransport.OwnClient;
import io.streambench.watchdog.Environment;
import io.streambench.watchdog.PredictionVerdict;
import io.streambench.watchdog.RunInfo;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The lines that a run of StreamingSearch shows to people while it is under way. */
final class RunLines {
  /** The text for settings on somebody else's nodes. */
  private static final String UNKNOWN = "unknown: an external cluster";

  private final RunInfo info;
  private final StreamingSettings settings;
  private final int queries;
  private final Consumer<String> out;
  private final long openNanos = System.nanoTime();
  private Optional<RunPrediction> prediction = Optional.empty();

  /** Begins to count seconds. */
  RunLines(RunInfo info, StreamingSettings settings, int queries, Consumer<String> out) {
    this.info = info;
    this.settings = settings;
    this.queries = queries;
    this.out = out;
  }

  private double secondsSinceOpen() {
    return (System.nanoTime() - openNanos) / 1e9;
  }

  void indexing() {
    DocumentSettings documents = settings.documents();
    out.accept(
        Text.of(
            "%n# cluster is up after %.1f s, indexing %,d documents of %,d bytes",
            secondsSinceOpen(), documents.docCount(), documents.docSizeBytes()));
  }

  static Object orUnknown(List<?> known) {
    return known.isEmpty() ? UNKNOWN : known;
  }

  /** Prints the settings in effect, once everything is ready. */
  void ready(double indexSeconds, Cluster cluster, OwnClient client) {
    // Where nothing was indexed this is the first line, behind JMH's "Iteration 1: ".
    String begin = indexSeconds == 0 ? "\n" : "";
    out.accept(
        Text.of(
            "%s# ready after %.1f s, of which %.1f s to index; Solr %s, Jetty %s",
            begin,
            secondsSinceOpen(),
            indexSeconds,
            Environment.solrVersion(),
            Environment.jettyVersion()));
    if (settings.cluster().kind() != ClusterKind.EMBEDDED) {
      out.accept("# cluster: " + cluster.describe());
    }
    out.accept(Text.comment("in effect, benchmark's client: " + client.effective().describe()));
    inEffect("clients in the nodes:  ", cluster.nodeClients(), EffectiveSettings::describe);
    inEffect("servers of the nodes:   ", cluster.nodeOutputs(), NodeOutput::describe);
    Distance distance = settings.transport().distance();
    if (distance.present()) {
      out.accept("# to each node: " + distance.describe());
    }
    out.accept(
        Text.of(
            "# capture: %s, recording: %s", settings.capture(), info.runSettings().recording()));
    prediction = RunPrediction.of(settings, queries, client.effective());
    prediction.ifPresent(before -> out.accept(Text.comment(before.before())));
  }

  private <T> void inEffect(String whose, List<T> settings, Function<T, String> describe) {
    out.accept(
        Text.comment(
            "in effect, "
                + whose
                + (settings.isEmpty()
                    ? UNKNOWN
                    : settings.stream().map(describe).collect(Collectors.joining("; and: ")))));
  }

  /** Prints how streams shared sessions, and whether the prediction held. */
  void ended(Outcome outcome, Sharing sharing) {
    out.accept("# " + sharing(sharing));
    prediction(outcome).ifPresent(verdict -> out.accept(Text.comment(verdict.line())));
  }

  /** The prediction, and whether it held; empty where there was nothing to say. */
  Optional<PredictionVerdict> prediction(Outcome outcome) {
    return prediction.map(before -> before.after(outcome));
  }

  /** Describes how the client's streams were spread over sessions. */
  static String sharing(Sharing sharing) {
    return sharing.sessions() == 0
        ? "streams: none shared a session (HTTP/1.1)"
        : Text.of(
            "streams: up to %d shared a session, %d session(s)",
            sharing.maxStreamsPerSession(), sharing.sessions());
  }
}
