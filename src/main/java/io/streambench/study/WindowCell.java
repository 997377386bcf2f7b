package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.config.FlowControlSettings;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import io.streambench.results.CellOutcome;
import java.util.List;

/** A place in the phase diagram: what was seen there, and the rule with all shards on a session. */
record WindowCell(CellFigures figures, SafeWindowRule rule) {
  static WindowCell of(CellFigures figures) {
    return new WindowCell(figures, WindowPlaces.ruleOf(figures.cell()));
  }

  Zone zone() {
    return rule.zone();
  }

  /** Negative beyond the line. */
  long bytesBelowTheLine() {
    return rule.usableWindow() - rule.unreadAtWorst();
  }

  boolean inRuns() {
    return WindowPlaces.inRuns(figures.cell());
  }

  double windows() {
    return (double) rule.sessionWindow() / rule.streamWindow();
  }

  /** The forks that did not fail: each completed its operations, or the next one stalled. */
  List<CellOutcome> runs() {
    return figures.outcomes().stream()
        .filter(outcome -> outcome.outcome() != Outcome.FAILED)
        .toList();
  }

  /** Returns whether nothing but streams and session window is varied. */
  boolean plain() {
    return !WindowPlaces.onTheWalk(figures.cell())
        && !inRuns()
        && rule.bufferRatio() == FlowControlSettings.JETTY_BUFFER_RATIO
        && rule.responseBytes() > rule.streamWindow() * 2;
  }

  boolean stalled() {
    return figures.stalled();
  }

  boolean measured() {
    return !runs().isEmpty();
  }

  long operations() {
    return figures.outcomes().stream().mapToLong(CellOutcome::operations).sum();
  }

  /** Returns whether the rule allows what was seen; for AT_RISK it allows either. */
  boolean agrees() {
    return switch (zone()) {
      case SAFE -> !stalled();
      case AT_RISK -> true;
      case LIKELY -> runs().stream().allMatch(run -> run.outcome() == Outcome.STALLED);
    };
  }
}
