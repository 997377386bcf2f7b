package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallEpisode;
import io.streambench.analysis.StallEpisode.Window;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Timeline;
import io.streambench.analysis.Verdict;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The parts of a session that are worth drawing. */
record SessionView(Diagnosis diagnosis, SessionDiagnosis session) {
  /** Lanes drawn; the busiest of them where there are more. */
  static final int MAX_LANES = 40;

  private static final int SMALL_PART = 100;

  /**
   * The time of a session's stall, in nanoseconds from the first event.
   *
   * @param until the end of the stall; empty if it lasts, or is not among the longest of the source
   */
  record StallSpan(long from, OptionalLong until) {}

  /**
   * One stream of a session.
   *
   * @param unread bytes at the steps of the timeline; empty if the timeline has left it out
   * @param starved whether the reader that hung waited for it, or may have
   */
  record Lane(int id, List<Integer> unread, boolean starved) {
    /** Those that ever held anything, and those that were open, by identifier. */
    private static List<Lane> of(SessionDiagnosis session) {
      Map<Integer, List<Integer>> unread = new TreeMap<>();
      session.timeline().lanes().stream()
          .filter(lane -> lane.unreadBytes().stream().anyMatch(bytes -> bytes > 0))
          .forEach(lane -> unread.put(lane.streamId(), lane.unreadBytes()));
      session.state().streams().forEach(open -> unread.putIfAbsent(open.id(), List.of()));
      Set<Integer> starved = starvedOf(session);
      List<Lane> lanes = new ArrayList<>();
      unread.forEach((id, bytes) -> lanes.add(new Lane(id, bytes, starved.contains(id))));
      return lanes;
    }

    /** First the starved, then by bytes at the end, then by peak; sorted by identifier. */
    private static List<Lane> busiest(List<Lane> all) {
      return all.stream()
          .sorted(
              Comparator.comparing(Lane::starved)
                  .thenComparing(lane -> lane.unread.isEmpty() ? 0 : last(lane.unread))
                  .thenComparing(lane -> lane.unread.isEmpty() ? 0 : Collections.max(lane.unread))
                  .reversed())
          .limit(MAX_LANES)
          .sorted(Comparator.comparingInt(Lane::id))
          .toList();
    }

    private static int last(List<Integer> values) {
      return values.get(values.size() - 1);
    }
  }

  /** The streams that the reader which hung waited for, or may have, by identifier. */
  static Set<Integer> starvedOf(SessionDiagnosis session) {
    return session.stalled() && session.state().starves()
        ? session.state().starvedStreams().stream().map(StreamState::id).collect(Collectors.toSet())
        : Set.of();
  }

  /** All of them: the one of the verdict, others that stalled, and the quiet ones last. */
  static List<SessionView> of(Diagnosis diagnosis) {
    List<SessionView> views = new ArrayList<>();
    diagnosis.sessions().forEach(session -> views.add(new SessionView(diagnosis, session)));
    views.sort(
        Comparator.comparing((SessionView view) -> !view.ofVerdict())
            .thenComparing(view -> !view.session.stalled())
            .thenComparing(SessionView::quiet));
    return views;
  }

  SessionState state() {
    return session.state();
  }

  Timeline timeline() {
    return session.timeline();
  }

  List<Lane> lanes() {
    return receives() ? Lane.busiest(Lane.of(session)) : List.of();
  }

  int lanesLeftOut() {
    return receives() ? Lane.of(session).size() - lanes().size() : 0;
  }

  /**
   * The bytes that lie unread on streams that have no lane; empty if that is next to nothing: a
   * session and its streams report the same bytes one after the other.
   */
  List<Integer> rest() {
    List<Integer> rest = new ArrayList<>(timeline().unreadBytes());
    for (Lane lane : lanes()) {
      for (int step = 0; step < Math.min(rest.size(), lane.unread().size()); step++) {
        rest.set(step, rest.get(step) - Math.max(0, lane.unread().get(step)));
      }
    }
    rest.replaceAll(bytes -> Math.max(0, bytes));
    boolean matters = rest.stream().anyMatch(bytes -> bytes > session.sessionWindow() / SMALL_PART);
    return matters ? rest : List.of();
  }

  private boolean ofVerdict() {
    return diagnosis
        .verdict()
        .flatMap(Verdict::session)
        .filter(
            judged ->
                judged.id().equals(state().id())
                    && judged.role() == state().role()
                    && judged.local().equals(state().local()))
        .isPresent();
  }

  /** Returns whether more than requests was received on it. */
  boolean receives() {
    return session.stalled() && state().exhausted()
        || session.peakUnreadBytes() > session.sessionWindow() / SMALL_PART
        || session.streamStalls().count() > 0 && session.peakUnreadBytes() > 0;
  }

  /** Returns whether its send window ever shrank to less than half of what it was. */
  boolean sends() {
    List<Integer> window = timeline().sendWindow();
    int from = firstKnown(window);
    if (from == window.size()) {
      return false;
    }
    List<Integer> known = window.subList(from, window.size());
    return Collections.min(known) <= 0 && !receives()
        || Collections.min(known) < Collections.max(known) / 2;
  }

  /** The first step at which a series says anything: those before are filled with zeros. */
  static int firstKnown(List<Integer> series) {
    int step = 0;
    while (step < series.size() && series.get(step) == 0) {
      step++;
    }
    return step;
  }

  int largestSendWindow() {
    return Collections.max(timeline().sendWindow());
  }

  /** The first step at which the receive window is known. */
  int firstStep() {
    return Math.min(
        firstKnown(timeline().receiveWindow()),
        Math.min(
            firstKnown(timeline().unreadBytes()), firstKnown(timeline().unacknowledgedBytes())));
  }

  /** Returns whether there is nothing about it that anybody would look for. */
  boolean quiet() {
    return !session.stalled()
        && session.sessionStalls().count() == 0
        && session.streamStalls().count() == 0
        && !receives();
  }

  /** Returns whether there are times, and something to draw over them. */
  boolean drawable() {
    return diagnosis.fromNanos().isPresent()
        && endNanos() > 0
        && timeline().steps() > 0
        && (receives() || sends());
  }

  /** Returns whether there is one moment to draw, and no course of time. */
  boolean momentDrawable() {
    return diagnosis.ofMoment() && timeline().steps() > 0 && receives();
  }

  boolean ofMoment() {
    return diagnosis.ofMoment();
  }

  /** The start of its timeline, in nanoseconds from the first event. */
  long startNanos() {
    return timeline().startNanos() - diagnosis.fromNanos().orElse(timeline().startNanos());
  }

  /**
   * The end of what is drawn, in nanoseconds from the first event: that of the source, or a quarter
   * more than what led to a silence.
   */
  long endNanos() {
    OptionalLong first = diagnosis.fromNanos();
    OptionalLong last = diagnosis.toNanos();
    if (first.isEmpty() || last.isEmpty()) {
      return 0;
    }
    long moved = timeline().steps() * timeline().stepNanos();
    return Math.min(last.getAsLong() - first.getAsLong(), startNanos() + moved + moved / 4);
  }

  /** The longest times in which its own window was used up. */
  List<StallEpisode> episodes() {
    return diagnosis.longestStalls().stream()
        .filter(
            stall ->
                stall.timed()
                    && stall.session().equals(state().id())
                    && stall.role() == state().role()
                    && stall.streamId() == 0
                    && stall.window() == (receives() ? Window.RECEIVE : Window.SEND))
        .toList();
  }

  /** The time of the stall, if the session stalled and the source tells times. */
  Optional<StallSpan> stall() {
    OptionalLong since = state().stalledSinceNanos();
    if (!session.stalled() || diagnosis.fromNanos().isEmpty() || since.isEmpty()) {
      return Optional.empty();
    }
    long first = diagnosis.fromNanos().getAsLong();
    OptionalLong until =
        episodes().stream()
            .filter(stall -> stall.sinceNanos() == since.getAsLong() && stall.ended())
            .mapToLong(stall -> stall.untilNanos() - first)
            .findFirst();
    return Optional.of(new StallSpan(since.getAsLong() - first, until));
  }
}
