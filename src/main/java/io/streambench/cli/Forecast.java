package io.streambench.cli;

import io.streambench.config.CollectionAddress;
import io.streambench.config.ResponseSettings;
import io.streambench.config.SettingException;
import io.streambench.predict.ConnectionLimits;
import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.ResponseEstimate;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.predict.SurveyedCollection;
import io.streambench.report.prediction.PredictionReport;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The question of {@code streambench predict}, and its answer from settings alone or with a look at
 * a cluster.
 *
 * @param collection whose shape is read from its cluster; shards, nodes and replicas then say
 *     nothing
 * @param streams of a session, if known; the shape of the cluster then says nothing
 * @param shards that one query reads
 * @param queries of the same shape at a time
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param response what shards answer, as far as it was given
 * @param freshSession whether nothing was read on the session before
 */
record Forecast(
    Optional<CollectionAddress> collection,
    OptionalInt streams,
    int shards,
    int nodes,
    int replicas,
    ConnectionLimits limits,
    int queries,
    int streamWindow,
    int sessionWindow,
    double bufferRatio,
    ResponseSettings response,
    boolean freshSession) {
  private static final int MOST_AT_A_TIME = 1_000_000;

  Forecast {
    if (replicas > nodes) {
      throw new SettingException("--replicas", "be at most --nodes (" + nodes + ")", replicas);
    }
    int most = MOST_AT_A_TIME / Math.max(shards, streams.orElse(1));
    if (queries > most) {
      throw new SettingException(
          "--concurrent-queries",
          "be at most " + most + " with that many streams of a query",
          queries);
    }
  }

  /** Predicts; looks at the cluster first, if one was named. */
  PredictionReport report() throws Exception {
    if (collection.isPresent()) {
      CollectionAddress address = collection.get();
      return of(Checkout.require(CollectionAddress.ZK, address.zkHost()).survey(address, response));
    }
    SafeWindowRule rule = rule(response.ofEach(shards).orElse(SafeWindowRule.ANY_RESPONSE));
    return new PredictionReport(
        streams.isPresent()
            ? Prediction.of(rule)
            : Prediction.of(rule, spread(Placement.byTurns(shards, nodes, replicas))));
  }

  private PredictionReport of(SurveyedCollection found) {
    long bytes =
        found
            .response()
            .map(ResponseEstimate::responseBytes)
            .orElseGet(() -> response.bytes().orElseThrow());
    return new PredictionReport(Prediction.of(rule(bytes), spread(found.placement())), found);
  }

  private StreamSpread spread(Placement placement) {
    return new StreamSpread(placement.times(queries), limits);
  }

  private SafeWindowRule rule(long responseBytes) {
    return new SafeWindowRule(
        streams.orElse(1) * queries,
        streamWindow,
        sessionWindow,
        bufferRatio,
        responseBytes,
        freshSession,
        queries);
  }
}
