package io.streambench.study;

import io.streambench.analysis.Outcome;
import java.util.Collection;
import java.util.Locale;

/** The standing of a cell compared with the best one of its study. */
public enum Standing {
  /** Its interval lies wholly above half of the best score. */
  FAST,
  /** Its interval lies wholly below half of the best score. */
  SLOW,
  /** Half of the best score lies within its interval. */
  UNCLEAR,
  /** A fork stalled. */
  STALLED,
  /** A fork failed, and none stalled. */
  FAILED,
  /** It has no fork yet. */
  MISSING;

  /** Judges a cell of a study whose scores are rates, the higher the better. */
  public static Standing of(CellFigures cell, Collection<CellFigures> all) {
    if (cell.stalled()) {
      return STALLED;
    }
    if (cell.count(Outcome.FAILED) > 0) {
      return FAILED;
    }
    if (cell.estimate().isEmpty()) {
      return MISSING;
    }
    double half = best(all) / 2;
    Estimate estimate = cell.estimate().get();
    if (estimate.interval().high() < half) {
      return SLOW;
    }
    return estimate.interval().low() >= half ? FAST : UNCLEAR;
  }

  private static double best(Collection<CellFigures> all) {
    return all.stream()
        .filter(cell -> !cell.stalled())
        .flatMap(cell -> cell.estimate().stream())
        .mapToDouble(Estimate::middle)
        .max()
        .orElse(0);
  }

  /** The word for a table. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }
}
