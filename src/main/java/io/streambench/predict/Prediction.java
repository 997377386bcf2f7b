package io.streambench.predict;

import java.util.List;

/**
 * Whether a query's merge can stall.
 *
 * @param rule with the most streams that can ever meet on one session
 * @param atRisk share of the queries whose fullest session is AT_RISK
 * @param likely share of the queries whose fullest session is LIKELY
 * @param streamsPerNode the most to one node
 * @param connections over which these are spread
 */
public record Prediction(
    SafeWindowRule rule, double atRisk, double likely, int streamsPerNode, int connections) {

  /** One session with that many streams, in every query. */
  public static Prediction of(SafeWindowRule rule) {
    return new Prediction(
        rule,
        rule.zone() == Zone.AT_RISK ? 1 : 0,
        rule.zone() == Zone.LIKELY ? 1 : 0,
        rule.streamsPerSession(),
        1);
  }

  /**
   * Streams that are spread by chance.
   *
   * @param anyStreams windows and responses, for any number of streams
   */
  public static Prediction of(SafeWindowRule anyStreams, StreamSpread spread) {
    double[] fullest = spread.fullest();
    double atRisk = 0;
    double likely = 0;
    for (int streams = 1; streams < fullest.length; streams++) {
      switch (anyStreams.with(streams).zone()) {
        case AT_RISK -> atRisk += fullest[streams];
        case LIKELY -> likely += fullest[streams];
        case SAFE -> {}
      }
    }
    return new Prediction(
        anyStreams.with(spread.mostPossible()),
        Math.min(1, atRisk), // what was counted is rounded
        Math.min(1, likely),
        spread.mostOnNode(),
        spread.connections());
  }

  /** The worst that can happen. */
  public Zone zone() {
    return rule.zone();
  }

  /** What to set instead; empty if it is safe. */
  public List<WindowAdvice> advice() {
    return WindowAdvice.of(rule, streamsPerNode, connections);
  }
}
