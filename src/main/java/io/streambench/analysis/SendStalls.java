package io.streambench.analysis;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Session;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The streams of one session that may not send, each with its clock. Apart from what is known of
 * their receiving: a server has received a request whole before it begins to answer. A stream that
 * may send costs nothing. Not thread-safe.
 */
final class SendStalls {
  /** More are no longer believed: the end of a stream that was reset is in no log. */
  private static final int MOST = 1024;

  private final Session session;
  private final Consumer<StallEpisode> episodes;
  private final Map<Integer, StallClock> clocks = new LinkedHashMap<>();
  private final Set<Integer> closed = new LinkedHashSet<>();

  SendStalls(Session session, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.episodes = episodes;
  }

  void set(int streamId, boolean stalled, long timeNanos) {
    if (!stalled) {
      StallClock clock = clocks.isEmpty() ? null : clocks.remove(streamId);
      if (clock != null) {
        clock.set(false, timeNanos);
      }
    } else if (!clocks.containsKey(streamId) && !closed.contains(streamId)) {
      if (clocks.size() == MOST) {
        Iterator<StallClock> oldest = clocks.values().iterator();
        oldest.next().finish(timeNanos);
        oldest.remove();
      }
      StallClock clock = new StallClock(session, streamId, Window.SEND, episodes);
      clock.set(true, timeNanos);
      clocks.put(streamId, clock);
    }
  }

  /** The stream is over: what another thread is late with says nothing any more. */
  void close(int streamId, long timeNanos) {
    StallClock clock = clocks.remove(streamId);
    if (clock != null) {
      clock.finish(timeNanos);
    }
    closed.add(streamId);
    if (closed.size() > MOST) {
      closed.remove(closed.iterator().next());
    }
  }

  /** The source has ended, or the session has. */
  void finish(long timeNanos) {
    clocks.values().forEach(clock -> clock.finish(timeNanos));
    clocks.clear();
  }
}
