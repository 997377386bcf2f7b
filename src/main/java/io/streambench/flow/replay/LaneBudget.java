package io.streambench.flow.replay;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * Limits the number of lanes of all sessions together, since a lane takes 2 KB and a log may
 * contain hundreds of sessions. Above the limit, the session that has been quiet for longest loses
 * its lanes; stalled sessions lose theirs last. Not thread-safe.
 */
final class LaneBudget {
  static final int MAX_LANES = 2048;

  private final Set<SessionTrack> owners = new LinkedHashSet<>();

  /** The number of lanes of all sessions together. */
  int laneCount;

  void acquire(SessionTrack session) {
    laneCount++;
    owners.add(session);
    while (laneCount > MAX_LANES) {
      Optional<SessionTrack> quiet =
          owners.stream()
              .filter(owner -> owner != session)
              .min(
                  Comparator.comparing(SessionTrack::isWorthDrawing)
                      .thenComparingLong(owner -> owner.lastChangeNanos));
      if (quiet.isEmpty()) {
        return; // a single session has its own limit
      }
      owners.remove(quiet.get());
      quiet.get().streams.releaseLanes();
    }
  }
}
