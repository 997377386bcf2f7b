package io.streambench.analysis;

import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/**
 * A lane takes 2 KB, and a log may tell of hundreds of sessions: so many lanes are kept over all of
 * them. When there are more, the session that has been quiet for longest loses its own, unless it
 * is one that stalled: that one is drawn first. Not thread-safe.
 */
final class LaneBudget {
  static final int MOST = 2048;

  private final Set<SessionTrack> owners = new LinkedHashSet<>();

  /** Streams that have a lane, of all sessions. */
  int held;

  void take(SessionTrack session) {
    held++;
    owners.add(session);
    while (held > MOST) {
      Optional<SessionTrack> quiet =
          owners.stream()
              .filter(owner -> owner != session)
              .min(
                  Comparator.comparing(SessionTrack::worthDrawing)
                      .thenComparingLong(owner -> owner.lastChangeNanos));
      if (quiet.isEmpty()) {
        return; // one session alone has its own limits
      }
      owners.remove(quiet.get());
      quiet.get().streams.dropLanes();
    }
  }
}
