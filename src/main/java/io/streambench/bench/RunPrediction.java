package io.streambench.bench;

import io.streambench.analysis.Outcome;
import io.streambench.config.ClusterSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.predict.Zone;
import io.streambench.report.PredictionReport;
import io.streambench.transport.EffectiveSettings;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What the safe-window rule says of a run before it begins, and whether that held. */
final class RunPrediction {
  /** The strategy that the rule is about, as it is told to be in effect. */
  private static final Pattern BUFFERING =
      Pattern.compile("BufferingFlowControlStrategy ratio ([0-9.E-]+)");

  /** A client of Solr's sends all requests for a node over its first connection. */
  private static final int CONNECTIONS = 1;

  private final Prediction prediction;

  private RunPrediction(Prediction prediction) {
    this.prediction = prediction;
  }

  /**
   * Of a run whose cluster and documents are ours.
   *
   * @return empty where the rule has nothing to say: over HTTP/1.1, with another strategy, or with
   *     somebody else's collection
   */
  static Optional<RunPrediction> of(StreamingSettings settings, EffectiveSettings client) {
    Matcher strategy = BUFFERING.matcher(client.flowControl());
    ClusterSettings cluster = settings.cluster();
    if (client.protocol() != HttpVersion.HTTP_2
        || !strategy.matches()
        || cluster.collection().existing().isPresent()
        || cluster.zkHost().isPresent()) {
      return Optional.empty();
    }
    SafeWindowRule rule =
        new SafeWindowRule(
            1,
            client.streamWindow(),
            client.sessionWindow(),
            Double.parseDouble(strategy.group(1)),
            ExpectedResponse.bytes(cluster, settings.documents()),
            false);
    StreamSpread spread =
        new StreamSpread(
            cluster.numShards(), cluster.nodeCount(), cluster.numReplicas(), CONNECTIONS);
    OptionalInt limit = settings.transport().connections().streamsPerConnection();
    return Optional.of(
        new RunPrediction(
            limit.isPresent() && limit.getAsInt() < spread.mostPossible()
                ? Prediction.of(rule.with(limit.getAsInt()))
                : Prediction.of(rule, spread)));
  }

  /** Before the first reading. */
  String before() {
    return "prediction: " + new PredictionReport(prediction).sentence();
  }

  /** Behind the last one. */
  String after(Outcome outcome) {
    Zone zone = prediction.zone();
    return switch (outcome) {
      case STALLED ->
          zone == Zone.SAFE
              ? "prediction: it was to be SAFE, and it stalled: the rule is wrong, or something else"
                  + " used the window"
              : Text.of("prediction: %s, and it held: it stalled", zone);
      case COMPLETED ->
          zone == Zone.LIKELY
              ? "prediction: LIKELY, and it went well this time"
              : Text.of("prediction: %s, and it held", zone);
      case FAILED -> Text.of("prediction: %s, which a failure says nothing of", zone);
    };
  }
}
