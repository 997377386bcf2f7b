package io.streambench.compare.cells;

import io.streambench.compare.statistics.BetterDirection;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Decides whether higher or lower values of a metric are better, from its name, its unit and the
 * mode. It never guesses but returns {@link BetterDirection#UNKNOWN}: as an iteration has a fixed
 * time, a faster benchmark allocates more per second and collects garbage more often.
 */
final class MetricDirection {
  /** A profiler's metric, or a counter of the benchmark. */
  private record Measured(String name, Unit unit, boolean fixedWork) {}

  private record Rule(Predicate<Measured> applies, BetterDirection better) {}

  /** The first rule that applies decides. */
  private static final List<Rule> RULES =
      List.of(
          // metrics of this project's profilers
          named("requests|success|rate", BetterDirection.HIGHER),
          named("latencyP\\d+|peakUnread(Sum)?|nodeHeapGrowth", BetterDirection.LOWER),
          named("(client|nodes)(Cpu|Switches)", BetterDirection.LOWER),
          // JMH's metrics: older versions use the unit "#/op" for both ratios
          named("(?i)ipc", BetterDirection.HIGHER),
          named("(?i)cpi", BetterDirection.LOWER),
          named("(pauses|safepoints\\.(pause|ttsp))\\.(avg|max|p[\\d.]+)", BetterDirection.LOWER),
          // a single shot does the same work in every iteration
          new Rule(
              metric -> metric.fixedWork && metric.name.matches("gc\\.(count|time)"),
              BetterDirection.LOWER),
          // counters of a benchmark: fewer failures, empty polls or retries are better
          new Rule(
              metric -> isCount(metric.unit) && isTrouble(metric.name), BetterDirection.UNKNOWN),
          new Rule(metric -> metric.unit.isSpeed(), BetterDirection.HIGHER),
          new Rule(metric -> metric.unit.isTime(), BetterDirection.LOWER),
          new Rule(
              metric ->
                  metric.unit.isPerOperation() && metric.name.matches("(?i).*(hit|success).*"),
              BetterDirection.UNKNOWN),
          new Rule(metric -> metric.unit.isPerOperation(), BetterDirection.LOWER),
          new Rule(metric -> metric.unit.measure().equals("insns/clk"), BetterDirection.HIGHER),
          new Rule(metric -> metric.unit.measure().equals("clks/insn"), BetterDirection.LOWER));

  private static final Pattern TROUBLE =
      Pattern.compile(
          "\\b(fail\\w*|errors?|miss(es|ed)?|time ?outs?|retr(y|ies)|conflicts?|abort\\w*|reject\\w*"
              + "|drop(s|ped)?|exceptions?|empty|full|stall(s|ed)?|conten(tion|ded)|blocked|lost"
              + "|invalid|wait(s|ed)?|spins?|park(s|ed)?|collisions?|overflows?|backoffs?)\\b");

  private MetricDirection() {}

  private static Rule named(String name, BetterDirection better) {
    Pattern pattern = Pattern.compile(name);
    return new Rule(metric -> pattern.matcher(metric.name).matches(), better);
  }

  private static boolean isCount(Unit unit) {
    return unit.isSpeed() || unit.isTime();
  }

  private static boolean isTrouble(String name) {
    String words = name.replaceAll("([a-z])([A-Z])", "$1 $2").replace('_', ' ');
    return TROUBLE.matcher(words.toLowerCase(Locale.ROOT)).find();
  }

  /** The direction of a benchmark's own score: a speed, or a time. */
  static BetterDirection ofScore(String mode, Unit unit) {
    boolean higher = unit.isSpeed() || !unit.isTime() && mode.equals("thrpt");
    return higher ? BetterDirection.HIGHER : BetterDirection.LOWER;
  }

  /** The direction of a secondary metric. */
  static BetterDirection ofMetric(String name, String mode, Unit unit) {
    Measured metric = new Measured(name, unit, mode.equals("ss"));
    return RULES.stream()
        .filter(rule -> rule.applies.test(metric))
        .findFirst()
        .map(Rule::better)
        .orElse(BetterDirection.UNKNOWN);
  }
}
