package io.streambench.bench.merge;

import io.streambench.bench.streaming.RunPrediction;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.HttpVersion;
import io.streambench.config.MergeSettings;
import io.streambench.config.RecvWindow;
import io.streambench.merge.MergeOperation;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.strategy.FlowControlKind;
import java.util.Optional;

/** The prediction for a merge without Solr, whose answers are known to the byte. */
final class MergePrediction {
  private MergePrediction() {}

  /**
   * Predicts. Says nothing where unread data of one stream holds up no other, where the strategy
   * has no ratio, and of merges that are closed early: the rule assumes that all is read.
   *
   * @param queries how many operations run at a time
   */
  static Optional<RunPrediction> of(MergeSettings settings, MergeOperation operation, int queries) {
    FlowControlSettings flowControl = settings.flowControl();
    FlowControlKind kind = flowControl.kind();
    if (operation == MergeOperation.CLOSE_EARLY
        || settings.protocol() == HttpVersion.HTTP_1_1
        || kind.keepsStreamsApart()) {
      return Optional.empty();
    }
    int sessionWindow =
        kind.takesSessionWindow()
            ? flowControl.sessionWindow().bytes().orElse(RecvWindow.JETTY_SESSION_BYTES)
            : RecvWindow.MAX_BYTES;
    SafeWindowRule rule =
        new SafeWindowRule(
            queries,
            flowControl.streamWindow().bytes().orElse(RecvWindow.JETTY_STREAM_BYTES),
            sessionWindow,
            flowControl.ratioInEffect(),
            settings.documents().largestAnswerBytes(),
            false,
            queries);
    ConnectionLimits limits =
        new ConnectionLimits(
            settings.client().connections(), ConnectionLimits.SOLR.streamsPerConnection());
    StreamSpread spread =
        new StreamSpread(
            Placement.byTurns(settings.documents().shards(), settings.nodes(), 1).times(queries),
            limits);
    return Optional.of(RunPrediction.of(Prediction.of(rule, spread)));
  }
}
