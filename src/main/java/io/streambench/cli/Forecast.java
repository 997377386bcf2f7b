package io.streambench.cli;

import io.streambench.config.CollectionAddress;
import io.streambench.config.PredictSettings;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.ResponseEstimate;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.predict.SurveyedCollection;
import io.streambench.report.prediction.PredictionReport;

/** The answer of {@code streambench predict}, from settings alone or with a look at a cluster. */
final class Forecast {
  private final PredictSettings settings;

  Forecast(PredictSettings settings) {
    this.settings = settings;
  }

  /** Predicts; looks at the cluster first, if one was named. */
  PredictionReport report() throws Exception {
    if (settings.collection().isPresent()) {
      CollectionAddress address = settings.collection().get();
      return of(
          Checkout.require(CollectionAddress.ZK, address.zkHost())
              .survey(address, settings.response()));
    }
    int shards = settings.shards();
    SafeWindowRule rule =
        rule(settings.response().ofEach(shards).orElse(SafeWindowRule.ANY_RESPONSE));
    return new PredictionReport(
        settings.streamsPerSession().isPresent()
            ? Prediction.of(rule)
            : Prediction.of(
                rule, spread(Placement.byTurns(shards, settings.nodes(), settings.replicas()))));
  }

  private StreamSpread spread(Placement placement) {
    return new StreamSpread(
        placement.times(settings.concurrentQueries()),
        new ConnectionLimits(
            settings.connections().orElse(ConnectionLimits.SOLR.connections()),
            settings.streamsPerConnection().orElse(ConnectionLimits.SOLR.streamsPerConnection())));
  }

  private PredictionReport of(SurveyedCollection found) {
    long response =
        found
            .response()
            .map(ResponseEstimate::responseBytes)
            .orElseGet(() -> settings.response().bytes().orElseThrow());
    return new PredictionReport(Prediction.of(rule(response), spread(found.placement())), found);
  }

  private SafeWindowRule rule(long responseBytes) {
    return new SafeWindowRule(
        settings.streamsPerSession().orElse(1) * settings.concurrentQueries(),
        settings.streamWindow(),
        settings.sessionWindow(),
        settings.bufferRatio(),
        responseBytes,
        settings.freshSession(),
        settings.concurrentQueries());
  }
}
