package io.streambench.report.diagnosis;

import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StreamState;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * One stream of a session, as it is drawn.
 *
 * @param unread bytes at the steps of the timeline; empty if the timeline has left it out
 * @param starved whether the reader that hung waited for it, or may have
 * @param open whether it was open, or held unread bytes, when the session's state was taken
 */
record StreamLane(int id, List<Integer> unread, boolean starved, boolean open) {

  /** Those that ever held anything, and those that were open, by identifier. */
  static List<StreamLane> of(SessionDiagnosis session) {
    Map<Integer, List<Integer>> unread = new TreeMap<>();
    session.timeline().lanes().stream()
        .filter(lane -> lane.unreadBytes().stream().anyMatch(bytes -> bytes > 0))
        .forEach(lane -> unread.put(lane.streamId(), lane.unreadBytes()));
    Set<Integer> open =
        session.state().streams().stream().map(StreamState::id).collect(Collectors.toSet());
    open.forEach(id -> unread.putIfAbsent(id, List.of()));
    Set<Integer> starved = starvedOf(session);
    return unread.entrySet().stream()
        .map(
            lane ->
                new StreamLane(
                    lane.getKey(),
                    lane.getValue(),
                    starved.contains(lane.getKey()),
                    open.contains(lane.getKey())))
        .toList();
  }

  /**
   * Selects up to {@code most} of them: first the starved, then by bytes at the end, then by peak.
   * They are sorted by identifier.
   */
  static List<StreamLane> busiest(List<StreamLane> all, int most) {
    return all.stream()
        .sorted(
            Comparator.comparing(StreamLane::starved)
                .thenComparing(StreamLane::last)
                .thenComparing(StreamLane::peak)
                .reversed())
        .limit(most)
        .sorted(Comparator.comparingInt(StreamLane::id))
        .toList();
  }

  /** The streams that the reader which hung waited for, or may have, by identifier. */
  static Set<Integer> starvedOf(SessionDiagnosis session) {
    return session.stalled() && session.state().starves()
        ? session.state().starvedStreams().stream().map(StreamState::id).collect(Collectors.toSet())
        : Set.of();
  }

  private int last() {
    return unread.isEmpty() ? 0 : unread.get(unread.size() - 1);
  }

  private int peak() {
    return unread.isEmpty() ? 0 : Collections.max(unread);
  }
}
