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

  /**
   * The prediction for streams that are spread at random. Takes the number of streams from {@code
   * spread}, not from {@code baseRule}.
   */
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

  /** The worst zone that a query can be in, also considering a lack of stream slots. */
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

  /**
   * Returns whether all queries together may need more streams to a node than its connections
   * allow. A merge may then wait for a stream that cannot open.
   */
  public boolean lacksSlots() {
    return streamsPerNode > limits.slots();
  }

  /** The number of connections to a node at the maximum number of streams. */
  public int connections() {
    return limits.connectionsFor(streamsPerNode);
  }

  /** The maximum number of unread bytes of all sessions to one node. */
  public long memoryBytes() {
    return connections() * rule.memoryBytes();
  }

  /** Settings that prevent the stall; empty if the zone is SAFE. */
  public List<WindowAdvice> advice() {
    return WindowAdvice.of(this);
  }
}
