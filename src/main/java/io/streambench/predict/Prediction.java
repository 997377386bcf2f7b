package io.streambench.predict;

import java.util.List;

/**
 * A prediction of whether a query's merge can stall.
 *
 * @param rule with the most streams that can ever meet on one session
 * @param atRisk share of the queries whose fullest session is AT_RISK
 * @param likely share of the queries whose fullest session is LIKELY
 * @param streamsPerNode the most to one node, of all queries at a time
 * @param limits of the connections to it
 */
public record Prediction(
    SafeWindowRule rule,
    double atRisk,
    double likely,
    int streamsPerNode,
    ConnectionLimits limits) {

  /** One session with that many streams, in every query. */
  public static Prediction of(SafeWindowRule rule) {
    return new Prediction(
        rule,
        rule.zone() == Zone.AT_RISK ? 1 : 0,
        rule.zone() == Zone.LIKELY ? 1 : 0,
        rule.streamsPerSession(),
        new ConnectionLimits(1, rule.streamsPerSession()));
  }

  /**
   * Streams that are spread by chance; windows and responses are those of any number of streams.
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
        spread.limits());
  }

  /** The worst that can happen. */
  public Zone zone() {
    if (!lacksSlots() || rule.zone() == Zone.LIKELY) {
      return rule.zone();
    }
    return oneQueryLacksSlots() ? Zone.LIKELY : Zone.AT_RISK;
  }

  /** The most streams of one query to one node. */
  public int streamsOfQuery() {
    return streamsPerNode / rule.queries();
  }

  /** Returns whether streams of a single query have to wait for each other. */
  public boolean oneQueryLacksSlots() {
    return streamsOfQuery() > limits.slots();
  }

  /** Whether streams may have to wait for others that a merge which waits for them never ends. */
  public boolean lacksSlots() {
    return streamsPerNode > limits.slots();
  }

  /** Connections to a node over which the streams lie, when they are the most. */
  public int connections() {
    return limits.connectionsFor(streamsPerNode);
  }

  /** The most that can lie unread in all sessions to a node. */
  public long memoryBytes() {
    return connections() * rule.memoryBytes();
  }

  /** The advice on what to set instead; empty if it is safe. */
  public List<WindowAdvice> advice() {
    return WindowAdvice.of(this);
  }
}
