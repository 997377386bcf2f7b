package io.streambench.compare.cells;

import io.streambench.compare.statistics.Better;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Decides whether higher or lower values of a metric are better, from its name, its unit and the
 * mode. It never guesses but returns {@link Better#UNKNOWN}: as an iteration has a fixed time, a
 * faster benchmark allocates more per second and collects garbage more often.
 */
final class Direction {
  /** A profiler's metric, or a counter of the benchmark. */
  private record Measured(String name, Unit unit, boolean fixedWork) {}

  private record Rule(Predicate<Measured> applies, Better better) {}

  /** The first rule that applies decides. */
  private static final List<Rule> RULES =
      List.of(
          // metrics of our own profilers
          named("requests|success|rate", Better.HIGHER),
          named("latencyP\\d+|peakUnread(Sum)?|nodeHeapGrowth", Better.LOWER),
          named("(client|nodes)(Cpu|Switches)", Better.LOWER),
          // JMH's metrics: older versions use the unit "#/op" for both ratios
          named("(?i)ipc", Better.HIGHER),
          named("(?i)cpi", Better.LOWER),
          named("(pauses|safepoints\\.(pause|ttsp))\\.(avg|max|p[\\d.]+)", Better.LOWER),
          // a single shot does the same work in every iteration
          new Rule(
              metric -> metric.fixedWork && metric.name.matches("gc\\.(count|time)"), Better.LOWER),
          // counters of a benchmark: fewer failures, empty polls or retries are better
          new Rule(metric -> counts(metric.unit) && trouble(metric.name), Better.UNKNOWN),
          new Rule(metric -> metric.unit.isSpeed(), Better.HIGHER),
          new Rule(metric -> metric.unit.isTime(), Better.LOWER),
          new Rule(
              metric ->
                  metric.unit.isPerOperation() && metric.name.matches("(?i).*(hit|success).*"),
              Better.UNKNOWN),
          new Rule(metric -> metric.unit.isPerOperation(), Better.LOWER),
          new Rule(metric -> metric.unit.measure().equals("insns/clk"), Better.HIGHER),
          new Rule(metric -> metric.unit.measure().equals("clks/insn"), Better.LOWER));

  private static final Pattern TROUBLE =
      Pattern.compile(
          "\\b(fail\\w*|errors?|miss(es|ed)?|time ?outs?|retr(y|ies)|conflicts?|abort\\w*|reject\\w*"
              + "|drop(s|ped)?|exceptions?|empty|full|stall(s|ed)?|conten(tion|ded)|blocked|lost"
              + "|invalid|wait(s|ed)?|spins?|park(s|ed)?|collisions?|overflows?|backoffs?)\\b");

  private Direction() {}

  private static Rule named(String name, Better better) {
    Pattern pattern = Pattern.compile(name);
    return new Rule(metric -> pattern.matcher(metric.name).matches(), better);
  }

  private static boolean counts(Unit unit) {
    return unit.isSpeed() || unit.isTime();
  }

  private static boolean trouble(String name) {
    String words = name.replaceAll("([a-z])([A-Z])", "$1 $2").replace('_', ' ');
    return TROUBLE.matcher(words.toLowerCase(Locale.ROOT)).find();
  }

  /** The direction of a benchmark's own score: a speed, or a time. */
  static Better ofScore(String mode, Unit unit) {
    if (unit.isSpeed() || unit.isTime()) {
      return unit.isSpeed() ? Better.HIGHER : Better.LOWER;
    }
    return mode.equals("thrpt") ? Better.HIGHER : Better.LOWER;
  }

  /** The direction of a secondary metric. */
  static Better ofMetric(String name, String mode, Unit unit) {
    Measured metric = new Measured(name, unit, mode.equals("ss"));
    return RULES.stream()
        .filter(rule -> rule.applies.test(metric))
        .findFirst()
        .map(Rule::better)
        .orElse(Better.UNKNOWN);
  }
}
