package io.streambench.results;

import io.streambench.analysis.compare.Better;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.regex.Pattern;

/**
 * Whether more or less of a metric is better, by its name, its unit and the mode. What cannot be
 * known is {@link Better#UNKNOWN}, and never guessed: an iteration has a fixed time, so a faster
 * benchmark allocates more per second and collects more often.
 */
final class Direction {
  /** What was measured: a metric of a profiler, or a counter of the benchmark. */
  private record Measured(String name, Unit unit, boolean fixedWork) {}

  private record Rule(Predicate<Measured> applies, Better better) {}

  /** The first that applies decides. */
  private static final List<Rule> RULES =
      List.of(
          // our own profilers
          named("requests|success|rate", Better.HIGHER),
          named("latencyP\\d+|peakUnread(Sum)?|nodeHeapGrowth", Better.LOWER),
          named("(client|nodes)(Cpu|Switches)", Better.LOWER),
          // JMH's: older versions have "#/op" as the unit of both ratios
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

  /** The direction of a metric next to the score. */
  static Better ofMetric(String name, String mode, Unit unit) {
    Measured metric = new Measured(name, unit, mode.equals("ss"));
    return RULES.stream()
        .filter(rule -> rule.applies.test(metric))
        .findFirst()
        .map(Rule::better)
        .orElse(Better.UNKNOWN);
  }
}
