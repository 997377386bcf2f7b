package io.streambench.flow.replay;

import io.streambench.flow.events.Role;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import java.util.List;
import java.util.OptionalLong;

/** Client sessions on loopback for tests. */
public final class Sessions {
  private Sessions() {}

  /** Creates a session whose unread bytes are the sum of its streams' unread bytes. */
  public static SessionState session(String id, long receiveWindow, StreamState... streams) {
    long unread = List.of(streams).stream().mapToLong(StreamState::unreadBytes).sum();
    return session(id, receiveWindow, unread, 0, streams);
  }

  /**
   * Creates a session with unread bytes, and with a number of streams that the source does not
   * show.
   */
  public static SessionState session(
      String id, long receiveWindow, long unread, int unseenStreams, StreamState... streams) {
    return session(
        id,
        Role.CLIENT,
        "127.0.0.1:1",
        "127.0.0.1:2",
        receiveWindow,
        unread,
        unseenStreams,
        streams);
  }

  /** Creates a session between two addresses, without receive window. */
  public static SessionState exhaustedSession(
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
      int unseenStreams,
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
        unseenStreams,
        receiveWindow > 0 ? OptionalLong.empty() : OptionalLong.of(System.nanoTime()),
        OptionalLong.empty(),
        List.of(streams));
  }
}
