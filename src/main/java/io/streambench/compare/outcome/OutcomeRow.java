package io.streambench.compare.outcome;

import io.streambench.compare.cells.Cell;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Optional;

/**
 * One combination of parameters in the summary of a run.
 *
 * @param operations completed operations of all forks, as far as they were counted; 0 for a
 *     benchmark that sends nothing to Solr
 * @param interrupted whether the user ended the run before the last fork; the score is then that of
 *     the completed forks, if any
 * @param zone the predicted zone, if there was a prediction
 * @param result the outcome and its details, in one line
 */
public record OutcomeRow(
    Cell cell,
    Optional<Score> score,
    List<Fork> forks,
    long operations,
    boolean interrupted,
    Optional<String> zone,
    Outcome outcome,
    String result) {
  static final String INTERRUPTED = "INTERRUPTED";

  /**
   * A measured value.
   *
   * @param samples iterations in all forks
   * @param error half of JMH's 99.9 % confidence interval; NaN if there are too few samples
   */
  public record Score(long samples, double value, double error, String unit) {}

  public OutcomeRow {
    forks = List.copyOf(forks);
    if (score.isPresent() && outcome != Outcome.COMPLETED) {
      throw new IllegalArgumentException("only a completed combination has a score");
    }
  }

  public String outcomeWord() {
    return interrupted ? INTERRUPTED : outcome.toString();
  }
}
