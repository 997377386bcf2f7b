package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Session;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The windows of a session and its streams that are used up in one direction, and since when. Those
 * of sending are apart: a server has received a request whole before it begins to answer. An open
 * window costs nothing. Not thread-safe.
 */
final class Stalls {
  /** More streams are no longer believed: the end of one that was reset is in no log. */
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

  /** The stream is over: what another thread is late with says nothing any more. */
  void close(int streamId, long timeNanos) {
    end(streamId, timeNanos, false);
    closed.add(streamId);
    if (closed.size() > MOST) {
      closed.remove(closed.iterator().next());
    }
  }

  /** The source has ended, or the session has: a stall that lasts counts as one that lasted. */
  void finish(long timeNanos) {
    List.copyOf(sinceNanos.keySet()).forEach(id -> end(id, timeNanos, false));
  }

  /** Ends a stall, if there is one; {@code opened} if the window did. */
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

  /** Since when the session is stalled; empty if it is not, or if the source has no time. */
  OptionalLong sinceNanos() {
    long since = sinceNanos.getOrDefault(OF_SESSION, UNKNOWN);
    return since == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(since);
  }

  /** How long the session has been stalled, but from that time on at most: 0 without times. */
  OptionalLong idleNanos(long nowNanos, long notBeforeNanos) {
    if (!ofSession()) {
      return OptionalLong.empty();
    }
    long from = Math.max(sinceNanos.get(OF_SESSION), notBeforeNanos); // unknown is the least
    return OptionalLong.of(nowNanos == UNKNOWN || from == UNKNOWN ? 0 : nowNanos - from);
  }
}
