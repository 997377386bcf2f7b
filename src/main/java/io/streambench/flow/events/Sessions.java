package io.streambench.flow.events;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The sessions that the sources of one analysis have shown so far. Several files may show the same
 * session, and two processes may have sessions with equal hash codes but different addresses.
 */
public final class Sessions {
  private final Map<String, List<Session>> sessionsById = new HashMap<>();

  /** Returns the newest session with this hash code, or a new session if there is none. */
  Session newestWithHash(String id) {
    List<Session> known = sessionsById.computeIfAbsent(id, key -> new ArrayList<>(1));
    if (known.isEmpty()) {
      known.add(new Session(id));
    }
    return known.get(known.size() - 1);
  }

  /**
   * Returns the session with this identity; otherwise the only session that may have it; otherwise
   * a new session.
   */
  Session findOrCreate(String id, Role role, String owner, String local, String remote) {
    List<Session> known = sessionsById.computeIfAbsent(id, key -> new ArrayList<>(1));
    Session session = find(known, role, local, remote);
    if (session == null) {
      session = new Session(id);
      known.add(session);
    }
    session.update(role, owner, local, remote);
    return session;
  }

  private static Session find(List<Session> known, Role role, String local, String remote) {
    List<Session> possible =
        known.stream().filter(session -> session.mayHaveIdentity(role, local, remote)).toList();
    return possible.stream()
        .filter(session -> possible.size() == 1 || session.hasIdentity(role, local, remote))
        .findFirst()
        .orElse(null);
  }
}
