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
 * The exhausted windows of a session and its streams in one direction, with their start times. Each
 * direction has its own object, since a server's stream still sends after it has received the
 * request. Open windows take no memory. Not thread-safe.
 */
final class Stalls {
  /** Maximum number of stalled streams, since a log does not show the end of a reset stream. */
  private static final int MAX_STALLED_STREAMS = 1024;

  private static final int SESSION_ID = 0;

  private final Session session;
  private final Window window;
  private final Consumer<StallEpisode> episodes;
  private final Map<Integer, Long> stalledSinceNanos = new LinkedHashMap<>();
  private final Set<Integer> closed = new LinkedHashSet<>();

  Stalls(Session session, Window window, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.window = window;
    this.episodes = episodes;
  }

  void update(int streamId, boolean stalled, long timeNanos) {
    if (!stalled) {
      end(streamId, timeNanos, true);
    } else if (!stalledSinceNanos.containsKey(streamId) && !closed.contains(streamId)) {
      stalledSinceNanos.put(streamId, timeNanos);
      if (stalledSinceNanos.size() > MAX_STALLED_STREAMS + 1) {
        stalledSinceNanos.keySet().stream()
            .filter(id -> id != SESSION_ID)
            .findFirst()
            .ifPresent(oldest -> end(oldest, timeNanos, false));
      }
    }
  }

  /** Ends a stream. Its later events, logged by other threads, are ignored. */
  void close(int streamId, long timeNanos) {
    end(streamId, timeNanos, false);
    closed.add(streamId);
    if (closed.size() > MAX_STALLED_STREAMS) {
      closed.remove(closed.iterator().next());
    }
  }

  /** Called when the source or the session has ended: ends all stalls. */
  void finish(long timeNanos) {
    List.copyOf(stalledSinceNanos.keySet()).forEach(id -> end(id, timeNanos, false));
  }

  /** Ends a stream's stall (0: the session's), if any; {@code opened} if its window has opened. */
  void end(int streamId, long timeNanos, boolean opened) {
    Long since = stalledSinceNanos.isEmpty() ? null : stalledSinceNanos.remove(streamId);
    if (since != null) {
      episodes.accept(
          new StallEpisode(
              session.id(), session.role(), streamId, window, since, timeNanos, opened));
    }
  }

  boolean isSessionStalled() {
    return stalledSinceNanos.containsKey(SESSION_ID);
  }

  /**
   * The time since which the session is stalled; empty if it is not, or if there are no timestamps.
   */
  OptionalLong sessionStalledSinceNanos() {
    long since = stalledSinceNanos.getOrDefault(SESSION_ID, UNKNOWN);
    return since == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(since);
  }

  /**
   * How long the session has been stalled, without the time before {@code notBeforeNanos}; empty if
   * it is not stalled, 0 if there are no timestamps.
   */
  OptionalLong idleNanos(long nowNanos, long notBeforeNanos) {
    if (!isSessionStalled()) {
      return OptionalLong.empty();
    }
    long start =
        Math.max(
            stalledSinceNanos.get(SESSION_ID), notBeforeNanos); // UNKNOWN is smaller than any time
    return OptionalLong.of(nowNanos == UNKNOWN || start == UNKNOWN ? 0 : nowNanos - start);
  }
}
