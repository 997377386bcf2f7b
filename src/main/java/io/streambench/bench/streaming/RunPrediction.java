package io.streambench.bench.streaming;

import static io.streambench.flow.window.ReceiveWindow.JETTY_BUFFER_RATIO;

import io.streambench.base.TextFormat;
import io.streambench.bench.documents.ExpectedResponse;
import io.streambench.bench.runfolder.PredictionVerdict;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.ConnectionSettings;
import io.streambench.bench.settings.HttpVersion;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.transport.EffectiveSettings;
import io.streambench.diagnose.report.PredictionReport;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.Placement;
import io.streambench.flow.predict.Prediction;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.StreamSpread;
import io.streambench.flow.predict.Zone;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import io.streambench.strategy.UnreadMemory;
import java.util.Optional;
import java.util.Set;

/** A prediction of a run's outcome by the safe-window rule. */
record RunPrediction(Zone zone, String sentence) {
  private static final Set<StallCause> UNPREDICTED_CAUSES =
      Set.of(StallCause.DIRECT_MEMORY, StallCause.REQUEST_PERMITS);

  private RunPrediction(Prediction prediction) {
    this(prediction.zone(), new PredictionReport(prediction).zoneSentence());
  }

  /** The maximum number of buffers that are kept in memory for one unread part of a response. */
  private static final int MAX_BUFFERS_PER_PART = 2;

  /**
   * Predicts the outcome of {@code queries} concurrent queries. Returns empty if the client uses
   * HTTP/1.1 or an unknown strategy, or if the cluster is external and session credit is limited.
   */
  static Optional<RunPrediction> of(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    return client.isolatesStreams()
        ? forIndependentStreams(settings, queries, client)
        : forJettyStrategy(settings, queries, client);
  }

  private static Optional<RunPrediction> forIndependentStreams(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    if (isOwnCluster(settings)) {
      SafeWindowRule independentStreams = // with these windows, no number of streams stalls
          new SafeWindowRule(
              1, client.streamWindow(), client.sessionWindow(), JETTY_BUFFER_RATIO, 1, true, 1);
      Prediction slotPrediction =
          Prediction.of(independentStreams, streamSpread(settings, queries));
      if (slotPrediction.lacksSlots()) {
        return Optional.of(new RunPrediction(slotPrediction)); // no strategy allows more streams
      }
    } else if (client.kind().supportsMemoryBudget()) {
      return Optional.empty();
    }
    long budget =
        UnreadMemory.ofJvm(settings.transport().flowControl().directMemoryBudgetBytes())
            .getBudgetBytes();
    long maxUnreadBytes = (long) settings.cluster().numShards() * queries * client.streamWindow();
    if (client.kind().supportsMemoryBudget() && MAX_BUFFERS_PER_PART * maxUnreadBytes > budget) {
      return Optional.of(
          new RunPrediction(
              Zone.AT_RISK,
              TextFormat.of(
                  "AT_RISK: with %s, unread data of one stream does not block the others while it"
                      + " fits into %s of direct memory; all streams can bring %s.",
                  client.flowControl(),
                  TextFormat.bytes(budget),
                  TextFormat.bytes(maxUnreadBytes))));
    }
    return Optional.of(
        new RunPrediction(
            Zone.SAFE,
            TextFormat.of(
                "SAFE: with %s, unread data of one stream does not block the others.",
                client.flowControl())));
  }

  private static boolean isOwnCluster(StreamingSettings settings) {
    return settings.cluster().collection().existingCollection().isEmpty()
        && settings.cluster().zkHost().isEmpty();
  }

  private static StreamSpread streamSpread(StreamingSettings settings, int queries) {
    ClusterSettings cluster = settings.cluster();
    ConnectionSettings connections = settings.transport().connections();
    ConnectionLimits solrLimits = ConnectionLimits.SOLR;
    int allowed = connections.maxConcurrentStreams().orElse(solrLimits.streamsPerConnection());
    return new StreamSpread(
        Placement.roundRobin(cluster.numShards(), cluster.nodeCount(), cluster.numReplicas())
            .forQueries(queries),
        new ConnectionLimits(
            connections.connectionsPerDestination().orElse(solrLimits.connections()),
            Math.min(allowed, connections.streamsPerConnection().orElse(allowed))));
  }

  private static Optional<RunPrediction> forJettyStrategy(
      StreamingSettings settings, int queries, EffectiveSettings client) {
    ClusterSettings cluster = settings.cluster();
    if (client.protocol() != HttpVersion.HTTP_2
        || client.bufferRatio() == null
        || !isOwnCluster(settings)) {
      return Optional.empty();
    }
    SafeWindowRule rule =
        new SafeWindowRule(
            queries,
            client.streamWindow(),
            client.sessionWindow(),
            client.bufferRatio(),
            ExpectedResponse.sizeBytes(
                cluster,
                settings.documents(),
                cluster.nodeCount() == 1
                    && settings.transport().connections().streamsPerConnection().isEmpty()),
            false,
            queries);
    return Optional.of(new RunPrediction(Prediction.of(rule, streamSpread(settings, queries))));
  }

  /** Compares this prediction with a run's outcome. {@code cause} is the cause of a stall. */
  public PredictionVerdict compareWith(Outcome outcome, Optional<StallCause> cause) {
    if (outcome == Outcome.STALLED && cause.filter(UNPREDICTED_CAUSES::contains).isPresent()) {
      return untestedVerdict(
          TextFormat.of("the run stalled by %s, of which the rule says nothing", cause.get()));
    }
    return switch (outcome) {
      case STALLED ->
          zone == Zone.SAFE
              ? refutedVerdict(
                  "but the run stalled: the rule is wrong, or something else used the window. Please"
                      + " report it")
              : confirmedVerdict("and the run stalled");
      case COMPLETED ->
          zone == Zone.LIKELY
              ? refutedVerdict("but the run did not stall this time")
              : confirmedVerdict("and the run did not stall");
      case FAILED -> untestedVerdict("the run failed");
    };
  }

  private PredictionVerdict untestedVerdict(String reason) {
    return new PredictionVerdict(zone.name(), sentence, Optional.empty(), "not tested: " + reason);
  }

  private PredictionVerdict confirmedVerdict(String remark) {
    return new PredictionVerdict(zone.name(), sentence, Optional.of(true), remark);
  }

  private PredictionVerdict refutedVerdict(String remark) {
    return new PredictionVerdict(zone.name(), sentence, Optional.of(false), remark);
  }
}
