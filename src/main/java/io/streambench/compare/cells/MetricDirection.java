package io.streambench.compare.cells;

import io.streambench.compare.statistics.BetterDirection;
import java.util.Map;
import java.util.Set;

/**
 * Decides whether higher or lower values of a metric are better, from its name, its unit and the
 * mode. In doubt, the direction is {@link BetterDirection#UNKNOWN}. A higher allocation rate, for
 * example, may only show that the code is faster.
 */
final class MetricDirection {
  /** Directions of metrics that the unit does not imply, by regular expression for the name. */
  private static final Map<String, BetterDirection> DIRECTION_BY_NAME_PATTERN =
      Map.of(
          "requests|success|rate", BetterDirection.HIGHER,
          "(session|stream)Stall", BetterDirection.LOWER,
          "latencyP\\d+|peakUnread(Sum)?|nodeHeapGrowth", BetterDirection.LOWER,
          "(client|nodes)(Cpu|Switches)", BetterDirection.LOWER,
          "(?i)ipc", BetterDirection.HIGHER, // older JMH versions use "#/op" for both
          "(?i)cpi", BetterDirection.LOWER,
          "(pauses|safepoints\\.(pause|ttsp))\\.(avg|max|p[\\d.]+)", BetterDirection.LOWER);

  /**
   * Modes in which a benchmark may have counters. JMH gives each the unit of the score, whether it
   * counts hits or failures, and a file does not tell them from the methods of a group.
   */
  private static final Set<String> MODES_WITH_COUNTERS = Set.of("thrpt", "avgt");

  private MetricDirection() {}

  /** Returns the direction of a benchmark's own score, which is a throughput or a time. */
  static BetterDirection ofScore(String mode, Unit unit) {
    boolean higher = unit.isSpeed() || !unit.isPerOperation() && mode.equals("thrpt");
    return higher ? BetterDirection.HIGHER : BetterDirection.LOWER;
  }

  static BetterDirection ofMetric(String name, String mode, Unit unit) {
    for (Map.Entry<String, BetterDirection> rule : DIRECTION_BY_NAME_PATTERN.entrySet()) {
      if (name.matches(rule.getKey())) {
        return rule.getValue();
      }
    }
    if (mode.equals("ss") && name.matches("gc\\.(count|time)")) {
      return BetterDirection.LOWER; // a single shot does the same work in every iteration
    }
    if (unit.isSpeed() || unit.isTime()) {
      return MODES_WITH_COUNTERS.contains(mode) ? BetterDirection.UNKNOWN : ofScore(mode, unit);
    }
    if (unit.isPerOperation()) {
      boolean hits = name.matches("(?i).*(hit|success).*");
      return hits ? BetterDirection.UNKNOWN : BetterDirection.LOWER;
    }
    return switch (unit.measure()) {
      case "insns/clk" -> BetterDirection.HIGHER;
      case "clks/insn" -> BetterDirection.LOWER;
      default -> BetterDirection.UNKNOWN;
    };
  }
}
