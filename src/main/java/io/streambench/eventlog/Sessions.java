package io.streambench.eventlog;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions that the sources of one analysis have named so far. Several files may speak of one
 * session (a log that rolled), and two processes may have sessions of the same hash: addresses tell
 * those apart.
 */
public final class Sessions {
  private final Map<String, List<Session>> byId = new HashMap<>();

  /** The session of that hash, made if there is none; if there are several, the newest. */
  Session named(String id) {
    List<Session> known = byId.computeIfAbsent(id, key -> new ArrayList<>(1));
    if (known.isEmpty()) {
      known.add(new Session(id));
    }
    return known.get(known.size() - 1);
  }

  /**
   * The session of that hash, end and addresses; one of which only the hash was known becomes it.
   */
  Session identified(String id, Role role, String local, String remote) {
    List<Session> known = byId.computeIfAbsent(id, key -> new ArrayList<>(1));
    for (Session session : known) {
      if (session.fits(role, local, remote)) {
        if (!session.identified()) {
          session.identify(role, local, remote);
        }
        return session;
      }
    }
    Session session = new Session(id);
    session.identify(role, local, remote);
    known.add(session);
    return session;
  }

  /** As above, with the owner that our recorder tells. */
  Session recorded(String id, Role role, String owner, String local, String remote) {
    List<Session> known = byId.computeIfAbsent(id, key -> new ArrayList<>(1));
    return known.stream()
        .filter(session -> session.identified() && session.fits(role, local, remote))
        .findFirst()
        .orElseGet(
            () -> {
              Session session = new Session(id, role, owner, local, remote);
              known.add(session);
              return session;
            });
  }
}
