package io.streambench.flow.predict;

import java.util.List;

/**
 * A prediction of whether a query's merge can stall.
 *
 * @param rule the rule for a session with the maximum number of streams
 * @param atRisk fraction of all queries whose fullest session is AT_RISK
 * @param likely fraction of all queries whose fullest session is LIKELY
 * @param streamsPerNode maximum number of streams to one node, from all concurrent queries together
 * @param limits limits of the connections to one node
 */
public record Prediction(
    SafeWindowRule rule,
    double atRisk,
    double likely,
    int streamsPerNode,
    ConnectionLimits limits) {

  /** The prediction for queries that all use one session with the rule's number of streams. */
  public static Prediction of(SafeWindowRule rule) {
    return new Prediction(
        rule,
        rule.zone() == Zone.AT_RISK ? 1 : 0,
        rule.zone() == Zone.LIKELY ? 1 : 0,
        rule.streamsPerSession(),
        new ConnectionLimits(1, rule.streamsPerSession()));
  }

  /** The prediction for streams spread at random; ignores {@code baseRule}'s stream count. */
  public static Prediction of(SafeWindowRule baseRule, StreamSpread spread) {
    double[] fullest = spread.fullestSessionProbabilities();
    double atRisk = 0;
    double likely = 0;
    for (int streams = 1; streams < fullest.length; streams++) {
      switch (baseRule.with(streams).zone()) {
        case AT_RISK -> atRisk += fullest[streams];
        case LIKELY -> likely += fullest[streams];
        case SAFE -> {}
      }
    }
    return new Prediction(
        baseRule.with(spread.maxPerSession()),
        Math.min(1, atRisk), // rounding may exceed 1
        Math.min(1, likely),
        spread.maxPerNode(),
        spread.limits());
  }

  /** The worst zone of any query. A lack of stream slots counts, too. */
  public Zone zone() {
    if (!lacksSlots() || rule.zone() == Zone.LIKELY) {
      return rule.zone();
    }
    return lacksSlotsForOneQuery() ? Zone.LIKELY : Zone.AT_RISK;
  }

  /** The maximum number of streams of one query to one node. */
  public int streamsPerQuery() {
    return streamsPerNode / rule.queries();
  }

  /** Returns whether a single query may need more streams to a node than its connections allow. */
  public boolean lacksSlotsForOneQuery() {
    return streamsPerQuery() > limits.slots();
  }

  /** Returns whether all queries together may need more streams to a node than it allows. */
  public boolean lacksSlots() {
    return streamsPerNode > limits.slots();
  }

  /** The number of connections that {@code streamsPerNode} streams need. */
  public int connections() {
    return limits.connectionsFor(streamsPerNode);
  }

  /** The maximum number of unread bytes in all sessions to a node. */
  public long memoryBytes() {
    return connections() * rule.memoryBytes();
  }

  /** Settings that prevent the stall; empty if the zone is SAFE. */
  public List<WindowAdvice> advice() {
    return WindowAdvice.of(this);
  }
}
