package io.streambench.analysis;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Session;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;

/**
 * The streams of one session that may not send, and since when. Apart from what is known of their
 * receiving: a server has received a request whole before it begins to answer. A stream that may
 * send costs nothing. Not thread-safe.
 */
final class SendStalls {
  /** More are no longer believed: the end of a stream that was reset is in no log. */
  private static final int MOST = 1024;

  private final Session session;
  private final Consumer<StallEpisode> episodes;
  private final Map<Integer, Long> sinceNanos = new LinkedHashMap<>();
  private final Set<Integer> closed = new LinkedHashSet<>();

  SendStalls(Session session, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.episodes = episodes;
  }

  void set(int streamId, boolean stalled, long timeNanos) {
    if (!stalled) {
      end(streamId, timeNanos, true);
    } else if (!sinceNanos.containsKey(streamId) && !closed.contains(streamId)) {
      if (sinceNanos.size() == MOST) {
        end(sinceNanos.keySet().iterator().next(), timeNanos, false);
      }
      sinceNanos.put(streamId, timeNanos);
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

  void finish(long timeNanos) {
    List.copyOf(sinceNanos.keySet()).forEach(stream -> end(stream, timeNanos, false));
  }

  private void end(int streamId, long timeNanos, boolean opened) {
    Long since = sinceNanos.isEmpty() ? null : sinceNanos.remove(streamId);
    if (since != null) {
      episodes.accept(
          new StallEpisode(
              session.id(), session.role(), streamId, Window.SEND, since, timeNanos, opened));
    }
  }
}
