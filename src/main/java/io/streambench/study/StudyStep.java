package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.results.CellOutcome;

/**
 * One fork of one cell.
 *
 * @param round counted from 1
 * @param timing how long it runs
 */
public record StudyStep(StudyCell cell, int round, Timing timing) {
  public String name() {
    return cell.label() + "-" + round;
  }

  /** Returns whether an outcome is this fork's. */
  boolean is(CellOutcome outcome) {
    return outcome.round() == round && cell.is(outcome.benchmark(), outcome.params());
  }

  /** The outcome as it is written to the study's file; folder and result may be null. */
  CellOutcome ended(Outcome outcome, String detail, long operations, String folder, String result) {
    return new CellOutcome(
        cell.benchmark(),
        timing.mode(cell.benchmark()),
        cell.identity(),
        round,
        outcome,
        detail,
        operations,
        folder,
        result);
  }
}
