package io.streambench.report.outcome;

import io.streambench.analysis.Outcome;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * One combination of parameters in the table of outcomes.
 *
 * @param benchmark class and method
 * @param parameters by name, in the order of their columns
 * @param mode JMH's word for what is measured
 * @param score the measured value; only a combination that completed has one
 * @param result the outcome and what goes with it, in one line
 */
public record OutcomeRow(
    String benchmark,
    Map<String, String> parameters,
    String mode,
    Optional<Score> score,
    Outcome outcome,
    String result) {

  /**
   * A measured value.
   *
   * @param samples iterations in all forks
   * @param error half of JMH's 99.9 % confidence interval; NaN if there are too few samples
   */
  public record Score(long samples, double value, double error, String unit) {}

  public OutcomeRow {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
    if (score.isPresent() && outcome != Outcome.COMPLETED) {
      throw new IllegalArgumentException("only a completed combination has a score");
    }
  }
}
