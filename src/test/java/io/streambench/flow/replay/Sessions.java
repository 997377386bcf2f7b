package io.streambench.flow.replay;

import io.streambench.flow.events.Role;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import java.util.List;
import java.util.OptionalLong;

/** Sessions of a client on loopback, for tests. */
public final class Sessions {
  private Sessions() {}

  /** A session whose unread bytes are those of its streams. */
  public static SessionState session(String id, long receiveWindow, StreamState... streams) {
    long unread = List.of(streams).stream().mapToLong(StreamState::unreadBytes).sum();
    return session(id, receiveWindow, unread, 0, streams);
  }

  /** A session with so many bytes unread, and so many streams that the source does not show. */
  public static SessionState session(
      String id, long receiveWindow, long unread, int unheard, StreamState... streams) {
    return session(
        id, Role.CLIENT, "127.0.0.1:1", "127.0.0.1:2", receiveWindow, unread, unheard, streams);
  }

  /** A session between these addresses, without receive window. */
  public static SessionState exhausted(
      Role role, String local, String remote, StreamState... streams) {
    return session("1a2b3c4d", role, local, remote, 0, 0, 0, streams);
  }

  private static SessionState session(
      String id,
      Role role,
      String local,
      String remote,
      long receiveWindow,
      long unread,
      int unheard,
      StreamState... streams) {
    return new SessionState(
        id,
        role,
        "benchmark",
        local,
        remote,
        receiveWindow,
        1_048_576,
        unread,
        7_777_216,
        List.of(streams).stream()
            .filter(StreamState::cancelled)
            .mapToLong(StreamState::unreadBytes)
            .sum(),
        unheard,
        receiveWindow > 0 ? OptionalLong.empty() : OptionalLong.of(System.nanoTime()),
        OptionalLong.empty(),
        List.of(streams));
  }
}
