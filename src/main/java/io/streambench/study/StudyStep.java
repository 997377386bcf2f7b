package io.streambench.study;

import io.streambench.results.CellOutcome;

/**
 * One fork of one cell.
 *
 * @param round counted from 1
 * @param timing how long it runs
 */
public record StudyStep(StudyCell cell, int round, Timing timing) {
  /** The name that its files are named by. */
  public String name() {
    return cell.label() + "-" + round;
  }

  /** Returns whether an outcome is this fork's. */
  boolean is(CellOutcome outcome) {
    return outcome.round() == round && cell.is(outcome.benchmark(), outcome.params());
  }
}
