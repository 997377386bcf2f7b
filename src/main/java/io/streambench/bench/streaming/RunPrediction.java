package io.streambench.bench.streaming;

import static io.streambench.config.FlowControlSettings.JETTY_BUFFER_RATIO;

import io.streambench.analysis.Outcome;
import io.streambench.config.ClusterSettings;
import io.streambench.config.ConnectionSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.StreamingSettings;
import io.streambench.config.Text;
import io.streambench.documents.ExpectedResponse;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.predict.Zone;
import io.streambench.report.prediction.PredictionReport;
import io.streambench.transport.EffectiveSettings;
import io.streambench.watchdog.PredictionVerdict;
import java.util.Optional;
import java.util.OptionalDouble;

/** A prediction by the safe-window rule for a run, and whether it held. */
final class RunPrediction {
  private final Zone zone;
  private final String sentence;

  private RunPrediction(Zone zone, String sentence) {
    this.zone = zone;
    this.sentence = sentence;
  }

  /**
   * Predicts for a run whose cluster and documents are ours, or whose strategy keeps streams apart.
   *
   * @param queries at a time, whose streams share the sessions
   * @return empty where there is nothing to say: over HTTP/1.1, with a strategy that is not known,
   *     or with Jetty's and somebody else's collection
   */
  static Optional<RunPrediction> of(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    return client.keepsStreamsApart()
        ? Optional.of(ofStreamsApart(settings, queries, client))
        : ofJettys(settings, queries, client);
  }

  private static RunPrediction inWords(Prediction prediction) {
    return new RunPrediction(prediction.zone(), new PredictionReport(prediction).sentence());
  }

  private static RunPrediction ofStreamsApart(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    if (ours(settings)) {
      Prediction slots = Prediction.of(apart(client), spread(settings, queries));
      if (slots.lacksSlots()) {
        return inWords(slots); // no strategy makes room for a stream
      }
    }
    return new RunPrediction(
        Zone.SAFE,
        Text.of(
            "SAFE: with %s, unread data of one stream does not block the others.",
            client.flowControl()));
  }

  /** Windows that stall nothing, for any number of streams. */
  private static SafeWindowRule apart(EffectiveSettings client) {
    return new SafeWindowRule(
        1, client.streamWindow(), client.sessionWindow(), JETTY_BUFFER_RATIO, 1, true);
  }

  private static boolean ours(StreamingSettings settings) {
    return settings.cluster().collection().existing().isEmpty()
        && settings.cluster().zkHost().isEmpty();
  }

  private static StreamSpread spread(StreamingSettings settings, int queries) {
    ClusterSettings cluster = settings.cluster();
    ConnectionSettings connections = settings.transport().connections();
    ConnectionLimits solrs = ConnectionLimits.SOLR;
    int allowed = connections.maxConcurrentStreams().orElse(solrs.streamsPerConnection());
    return new StreamSpread(
        Placement.byTurns(cluster.numShards(), cluster.nodeCount(), cluster.numReplicas())
            .times(queries),
        new ConnectionLimits(
            connections.perDestination().orElse(solrs.connections()),
            Math.min(allowed, connections.streamsPerConnection().orElse(allowed))));
  }

  private static Optional<RunPrediction> ofJettys(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    OptionalDouble bufferRatio = client.ratio();
    ClusterSettings cluster = settings.cluster();
    if (client.protocol() != HttpVersion.HTTP_2 || bufferRatio.isEmpty() || !ours(settings)) {
      return Optional.empty();
    }
    SafeWindowRule rule =
        new SafeWindowRule(
            queries,
            client.streamWindow(),
            client.sessionWindow(),
            bufferRatio.getAsDouble(),
            ExpectedResponse.bytes(
                cluster,
                settings.documents(),
                cluster.nodeCount() == 1
                    && settings.transport().connections().streamsPerConnection().isEmpty()),
            false,
            queries);
    return Optional.of(inWords(Prediction.of(rule, spread(settings, queries))));
  }

  /** Line with the prediction, to be printed before the first reading. */
  public String before() {
    return "prediction: " + sentence;
  }

  /** Compares the prediction with the outcome, after the last reading. */
  public PredictionVerdict after(Outcome outcome) {
    return switch (outcome) {
      case STALLED ->
          zone == Zone.SAFE
              ? verdict(
                  false,
                  "but the run stalled: the rule is wrong, or something else used the "
                      + "window. Please report it")
              : verdict(true, "and the run stalled");
      case COMPLETED ->
          zone == Zone.LIKELY
              ? verdict(false, "but the run did not stall this time")
              : verdict(true, "and the run did not stall");
      case FAILED ->
          new PredictionVerdict(
              zone.name(), sentence, Optional.empty(), "not tested: the run failed");
    };
  }

  private PredictionVerdict verdict(boolean held, String remark) {
    return new PredictionVerdict(zone.name(), sentence, Optional.of(held), remark);
  }
}
