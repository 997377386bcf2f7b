package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.StreamingSettings;
import io.streambench.documents.ExpectedResponse;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import io.streambench.results.CellOutcome;
import java.util.List;
import java.util.Map;

/**
 * A place in the phase diagram: what the rule says of it, and what was seen there.
 *
 * @param rule with all shards on one session
 */
record WindowCell(CellFigures figures, SafeWindowRule rule) {
  static WindowCell of(CellFigures figures) {
    return new WindowCell(figures, ruleOf(figures.cell()));
  }

  /** The safe-window rule with the settings of a cell, which has a value for every parameter. */
  static SafeWindowRule ruleOf(StudyCell cell) {
    StreamingSettings settings = StreamingSettings.of(cell.parameters(), Map.of());
    FlowControlSettings flowControl = settings.transport().flowControl();
    return new SafeWindowRule(
        settings.cluster().numShards(),
        flowControl.streamWindow().orElse(RecvWindow.JETTY_STREAM_BYTES),
        flowControl.sessionWindow().orElse(RecvWindow.JETTY_SESSION_BYTES),
        flowControl.ratioInEffect(),
        ExpectedResponse.bytes(settings.cluster(), settings.documents(), true),
        false);
  }

  Zone zone() {
    return rule.zone();
  }

  /** The usable window minus the most that can lie unread, in bytes; negative beyond the line. */
  long bytesBelowTheLine() {
    return rule.usableWindow() - rule.unreadAtWorst();
  }

  boolean inRuns() {
    return WindowPlaces.inRuns(figures.cell());
  }

  int streams() {
    return rule.streamsPerSession();
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

  /** Returns whether it is on the walk over the line at Jetty's windows. */
  boolean onTheWalk() {
    return WindowPlaces.onTheWalk(figures.cell());
  }

  /** Returns whether nothing but streams and session window is varied. */
  boolean plain() {
    return !onTheWalk()
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
