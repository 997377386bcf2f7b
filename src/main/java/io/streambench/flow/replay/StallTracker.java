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
 * The current stalls of a session and its streams, either in sending or in receiving. Not
 * thread-safe.
 */
final class StallTracker {
  /** The maximum number of stalled streams. A log may not show the reset of a stalled stream. */
  private static final int MAX_STALLED_STREAMS = 1024;

  private static final int SESSION_ID = 0;

  private final Session session;
  private final Window window;
  private final Consumer<StallEpisode> episodeSink;
  private final Map<Integer, Long> stallStartByStream = new LinkedHashMap<>();
  private final Set<Integer> endedStreams = new LinkedHashSet<>();

  StallTracker(Session session, Window window, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.window = window;
    this.episodeSink = episodes;
  }

  void update(int streamId, boolean isStalled, long timeNanos) {
    if (!isStalled) {
      endStall(streamId, timeNanos, true);
    } else if (!stallStartByStream.containsKey(streamId) && !endedStreams.contains(streamId)) {
      stallStartByStream.put(streamId, timeNanos);
      if (stallStartByStream.size() > MAX_STALLED_STREAMS + 1) {
        stallStartByStream.keySet().stream()
            .filter(id -> id != SESSION_ID)
            .findFirst()
            .ifPresent(oldest -> endStall(oldest, timeNanos, false));
      }
    }
  }

  /** Records the end of a stream. Later events of the stream are ignored. */
  void close(int streamId, long timeNanos) {
    endStall(streamId, timeNanos, false);
    endedStreams.add(streamId);
    if (endedStreams.size() > MAX_STALLED_STREAMS) {
      endedStreams.remove(endedStreams.iterator().next());
    }
  }

  /** Ends all stalls, because the session or the source has ended. */
  void endAll(long timeNanos) {
    List.copyOf(stallStartByStream.keySet()).forEach(id -> endStall(id, timeNanos, false));
  }

  /** Ends the stall of a stream, if there is one. Stream 0 is the session. */
  void endStall(int streamId, long timeNanos, boolean hasReopened) {
    Long since = stallStartByStream.isEmpty() ? null : stallStartByStream.remove(streamId);
    if (since != null) {
      episodeSink.accept(
          new StallEpisode(
              session.id(), session.role(), streamId, window, since, timeNanos, hasReopened));
    }
  }

  boolean isSessionStalled() {
    return stallStartByStream.containsKey(SESSION_ID);
  }

  /** Returns when the session's stall began; empty if there is no stall or no timestamp. */
  OptionalLong sessionStalledSinceNanos() {
    long since = stallStartByStream.getOrDefault(SESSION_ID, UNKNOWN);
    return since == UNKNOWN ? OptionalLong.empty() : OptionalLong.of(since);
  }

  /**
   * Returns how long the session has been stalled, counted from {@code notBeforeNanos} at the
   * earliest. Returns empty if the session is not stalled, and 0 if there are no timestamps.
   */
  OptionalLong idleNanos(long nowNanos, long notBeforeNanos) {
    if (!isSessionStalled()) {
      return OptionalLong.empty();
    }
    long start =
        Math.max(
            stallStartByStream.get(SESSION_ID), notBeforeNanos); // UNKNOWN is smaller than any time
    return OptionalLong.of(nowNanos == UNKNOWN || start == UNKNOWN ? 0 : nowNanos - start);
  }
}
