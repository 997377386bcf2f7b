package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.Session;
import io.streambench.flow.replay.StallEpisode.Window;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The exhausted windows of a session and its streams in one direction, and since when. Sending is
 * tracked separately, since a server has received a whole request before it starts to respond. Open
 * windows take no memory. Not thread-safe.
 */
final class Stalls {
  /** Maximum of stalled streams, since a log does not show the end of one that was reset. */
  private static final int MOST = 1024;

  private static final int OF_SESSION = 0;

  private final Session session;
  private final Window window;
  private final Consumer<StallEpisode> episodes;
  private final Map<Integer, Long> sinceNanos = new LinkedHashMap<>();
  private final Set<Integer> closed = new LinkedHashSet<>();

  Stalls(Session session, Window window, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.window = window;
    this.episodes = episodes;
  }

  void set(int streamId, boolean stalled, long timeNanos) {
    if (!stalled) {
      end(streamId, timeNanos, true);
    } else if (!sinceNanos.containsKey(streamId) && !closed.contains(streamId)) {
      sinceNanos.put(streamId, timeNanos);
      if (sinceNanos.size() > MOST + 1) {
        sinceNanos.keySet().stream()
            .filter(id -> id != OF_SESSION)
            .findFirst()
            .ifPresent(oldest -> end(oldest, timeNanos, false));
      }
    }
  }

  /** Ends a stream: later events of it, from other threads, are ignored. */
  void close(int streamId, long timeNanos) {
    end(streamId, timeNanos, false);
    closed.add(streamId);
    if (closed.size() > MOST) {
      closed.remove(closed.iterator().next());
    }
  }

  /** Called when the source or the session has ended: ends all stalls. */
  void finish(long timeNanos) {
    List.copyOf(sinceNanos.keySet()).forEach(id -> end(id, timeNanos, false));
  }

  /** Ends a stall, if there is one; {@code opened} is true if the window has opened. */
  void end(int streamId, long timeNanos, boolean opened) {
    Long since = sinceNanos.isEmpty() ? null : sinceNanos.remove(streamId);
    if (since != null) {
      episodes.accept(
          new StallEpisode(
              session.id(), session.role(), streamId, window, since, timeNanos, opened));
    }
  }

  boolean ofSession() {
    return sinceNanos.containsKey(OF_SESSION);
  }

  /** The time since which the session is stalled; empty if it is not, or without times. */
  OptionalLong sinceNanos() {
    long since = sinceNanos.getOrDefault(OF_SESSION, UNKNOWN);
    return since == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(since);
  }

  /** How long the session has been stalled since {@code notBeforeNanos}; 0 without times. */
  OptionalLong idleNanos(long nowNanos, long notBeforeNanos) {
    if (!ofSession()) {
      return OptionalLong.empty();
    }
    long from = Math.max(sinceNanos.get(OF_SESSION), notBeforeNanos); // UNKNOWN is the minimum
    return OptionalLong.of(nowNanos == UNKNOWN || from == UNKNOWN ? 0 : nowNanos - from);
  }
}
