package io.streambench.report;

import io.streambench.analysis.StallEpisode;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When a session stalled, in nanoseconds from the first event.
 *
 * @param until when it was over; empty if it never was
 * @param exact whether the beginning is known as exactly as the source tells times
 */
record StallSpan(long from, OptionalLong until, boolean exact) {

  /** Of a session, if it stalled and if the source tells times. */
  static Optional<StallSpan> of(SessionView view, OptionalLong firstNanos) {
    if (!view.session().stalled() || firstNanos.isEmpty()) {
      return Optional.empty();
    }
    long first = firstNanos.getAsLong();
    OptionalLong since = view.state().exhaustedSinceNanos();
    if (since.isPresent()) {
      return Optional.of(
          new StallSpan(since.getAsLong() - first, until(view, since.getAsLong(), first), true));
    }
    Optional<StallSpan> lasting =
        view.episodes().stream()
            .filter(stall -> !stall.ended())
            .findFirst()
            .map(stall -> new StallSpan(stall.sinceNanos() - first, OptionalLong.empty(), true));
    return lasting.isPresent() ? lasting : sendWindowGone(view);
  }

  private static OptionalLong until(SessionView view, long since, long first) {
    return view.episodes().stream()
        .filter(stall -> stall.sinceNanos() == since && stall.ended())
        .mapToLong(StallEpisode::untilNanos)
        .map(until -> until - first)
        .findFirst();
  }

  /** To a step of the timeline: the last stall of a sender may be none of the longest. */
  private static Optional<StallSpan> sendWindowGone(SessionView view) {
    List<Integer> window = view.timeline().sendWindow();
    int step = window.size();
    while (step > 0 && window.get(step - 1) <= 0) {
      step--;
    }
    long from = view.startNanos() + step * view.timeline().stepNanos();
    return step < window.size()
        ? Optional.of(new StallSpan(Math.min(from, view.endNanos()), OptionalLong.empty(), false))
        : Optional.empty();
  }
}
