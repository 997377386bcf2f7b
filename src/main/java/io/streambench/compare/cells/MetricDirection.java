package io.streambench.compare.cells;

import io.streambench.compare.statistics.BetterDirection;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Decides whether higher or lower values of a metric are better, from its name, its unit and the
 * mode. If neither is certain, the direction is {@link BetterDirection#UNKNOWN}. A higher
 * allocation rate, for example, may only show that the code is faster.
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

  private static final Pattern PROBLEM_WORDS =
      Pattern.compile(
          "\\b(fail\\w*|errors?|not ?found|absent|unknown|miss(es|ed|ing)?|time"
              + " ?outs?|retr(y|ies|ied|ying)|conflicts?|abort\\w*|reject\\w*"
              + "|drop(s|p\\w*)?|exceptions?|empty|full|stall(s|ed)?|conten(tion|ded)|blocked|lost"
              + "|invalid|wait(s|ed|ing)?|spins?|park(s|ed)?|collisions?|overflows?|backoffs?"
              + "|evict\\w*|discard\\w*|skip\\w*|cancel\\w*|interrupt\\w*|starv\\w*|duplicat\\w*"
              + "|rollbacks?|restarts?|fallbacks?|expir\\w*|resiz\\w*|rehash\\w*|denied|throttl\\w*"
              + "|delay(s|ed)?|yield(s|ed)?|leak\\w*"
              + "|un(successful|available)\\w*|non ?exist\\w*|deadlocks?|nulls?)\\b");

  private MetricDirection() {}

  private static boolean countsProblems(String name) {
    String words =
        name.replaceAll("([a-z])([A-Z])", "$1 $2")
            .replaceAll("([A-Z]+)([A-Z][a-z])", "$1 $2")
            .replaceAll("(?<=[A-Za-z])(?=\\d)|(?<=\\d)(?=[A-Za-z])", " ")
            .replaceAll("[_.-]", " ");
    return PROBLEM_WORDS.matcher(words.toLowerCase(Locale.ROOT)).find();
  }

  /** Returns the direction of a benchmark's own score, which is a throughput or a time. */
  static BetterDirection directionOfScore(String mode, Unit unit) {
    boolean higher = unit.isThroughput() || !unit.isPerOperation() && mode.equals("thrpt");
    return higher ? BetterDirection.HIGHER : BetterDirection.LOWER;
  }

  static BetterDirection directionOfMetric(String name, String mode, Unit unit) {
    for (Map.Entry<String, BetterDirection> rule : DIRECTION_BY_NAME_PATTERN.entrySet()) {
      if (name.matches(rule.getKey())) {
        return rule.getValue();
      }
    }
    if (mode.equals("ss") && name.matches("gc\\.(count|time)")) {
      return BetterDirection.LOWER; // a single shot does the same work in every iteration
    }
    if (unit.isThroughput() || unit.isTimePerOperation()) {
      // a benchmark's own counter; fewer failures, empty polls or retries may be better
      return countsProblems(name) ? BetterDirection.UNKNOWN : directionOfScore(mode, unit);
    }
    if (unit.isPerOperation()) {
      boolean hits = name.matches("(?i).*(hit|success).*");
      return hits ? BetterDirection.UNKNOWN : BetterDirection.LOWER;
    }
    return switch (unit.baseUnit()) {
      case "insns/clk" -> BetterDirection.HIGHER;
      case "clks/insn" -> BetterDirection.LOWER;
      default -> BetterDirection.UNKNOWN;
    };
  }
}
