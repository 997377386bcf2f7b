package io.streambench.report.diagnosis;

import io.streambench.analysis.StallEpisode;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The time of a session's stall, in nanoseconds from the first event.
 *
 * @param until the end of the stall; empty if it lasts, or is not among the longest of the source
 */
record StallSpan(long from, OptionalLong until) {

  /** The span of a session's stall, if it stalled and if the source tells times. */
  static Optional<StallSpan> of(SessionView view, OptionalLong firstNanos) {
    if (!view.session().stalled() || firstNanos.isEmpty()) {
      return Optional.empty();
    }
    long first = firstNanos.getAsLong();
    OptionalLong since = view.state().stalledSinceNanos();
    return since.isPresent()
        ? Optional.of(
            new StallSpan(since.getAsLong() - first, until(view, since.getAsLong(), first)))
        : Optional.empty();
  }

  private static OptionalLong until(SessionView view, long since, long first) {
    return view.episodes().stream()
        .filter(stall -> stall.sinceNanos() == since && stall.ended())
        .mapToLong(StallEpisode::untilNanos)
        .map(until -> until - first)
        .findFirst();
  }
}
