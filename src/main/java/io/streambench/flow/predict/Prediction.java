package io.streambench.flow.predict;

import java.util.List;

/**
 * A prediction of whether a query's merge can stall.
 *
 * @param rule the rule for a session with the maximum number of streams
 * @param atRiskFraction fraction of all queries whose fullest session is AT_RISK
 * @param likelyFraction fraction of all queries whose fullest session is LIKELY
 * @param streamsPerNode maximum number of streams to one node, from all concurrent queries together
 * @param limits limits of the connections to one node
 */
public record Prediction(
    SafeWindowRule rule,
    double atRiskFraction,
    double likelyFraction,
    int streamsPerNode,
    ConnectionLimits limits) {

  /** Returns the prediction for queries whose streams all share one session. */
  public static Prediction of(SafeWindowRule rule) {
    return new Prediction(
        rule,
        rule.zone() == Zone.AT_RISK ? 1 : 0,
        rule.zone() == Zone.LIKELY ? 1 : 0,
        rule.streamsPerSession(),
        new ConnectionLimits(1, rule.streamsPerSession()));
  }

  /** Returns the prediction for randomly placed streams; ignores the base rule's stream count. */
  public static Prediction of(SafeWindowRule baseRule, StreamSpread spread) {
    double[] fullest = spread.fullestSessionProbabilities();
    double atRisk = 0;
    double likely = 0;
    for (int streams = 1; streams < fullest.length; streams++) {
      switch (baseRule.withStreams(streams).zone()) {
        case AT_RISK -> atRisk += fullest[streams];
        case LIKELY -> likely += fullest[streams];
        case SAFE -> {}
      }
    }
    return new Prediction(
        baseRule.withStreams(spread.maxStreamsPerSession()),
        Math.min(1, atRisk), // a rounding error may exceed 1
        Math.min(1, likely),
        spread.maxStreamsPerNode(),
        spread.limits());
  }

  /** Returns the worst zone of any query. The zone is not SAFE if {@link #lacksSlots} is true. */
  public Zone zone() {
    if (!lacksSlots() || rule.zone() == Zone.LIKELY) {
      return rule.zone();
    }
    return lacksSlotsForOneQuery() ? Zone.LIKELY : Zone.AT_RISK;
  }

  /** Returns the maximum number of streams of one query to one node. */
  public int streamsPerQuery() {
    return streamsPerNode / rule.queries();
  }

  /** Returns whether one query may need more streams to a node than are allowed. */
  public boolean lacksSlotsForOneQuery() {
    return streamsPerQuery() > limits.streamSlots();
  }

  /** Returns whether all queries together may need more streams to a node than are allowed. */
  public boolean lacksSlots() {
    return streamsPerNode > limits.streamSlots();
  }

  /** Returns the number of connections to one node. */
  public int connections() {
    return limits.connectionsFor(streamsPerNode);
  }

  /** Returns the maximum number of unread bytes in all sessions to a node. */
  public long memoryBytes() {
    return connections() * rule.memoryBytes();
  }

  /** Returns settings that prevent the stall; empty if the zone is SAFE. */
  public List<WindowAdvice> advice() {
    return WindowAdvice.of(this);
  }
}
