package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Session;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** Times how long one window is used up, again and again. Not thread-safe. */
final class StallClock {
  private final Session session;
  private final int streamId;
  private final Window window;
  private final Consumer<StallEpisode> episodes;
  boolean stalled;
  private long sinceNanos = UNKNOWN;

  StallClock(Session session, int streamId, Window window, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.streamId = streamId;
    this.window = window;
    this.episodes = episodes;
  }

  void set(boolean stalled, long timeNanos) {
    if (stalled && !this.stalled) {
      this.stalled = true;
      sinceNanos = timeNanos;
    } else if (!stalled && this.stalled) {
      end(timeNanos, true);
    }
  }

  /** The source has ended, or the stream has: a stall that lasts counts as one that lasted. */
  void finish(long timeNanos) {
    if (stalled) {
      end(timeNanos, false);
    }
  }

  private void end(long timeNanos, boolean ended) {
    episodes.accept(
        new StallEpisode(
            session.id(), session.role(), streamId, window, sinceNanos, timeNanos, ended));
    stalled = false;
  }

  /** Since when; empty if it is not stalled, or if the source has no time. */
  OptionalLong sinceNanos() {
    return stalled && sinceNanos != UNKNOWN ? OptionalLong.of(sinceNanos) : OptionalLong.empty();
  }

  /** How long it has been stalled, but from that time on at most: 0 without times. */
  OptionalLong idleNanos(long nowNanos, long notBeforeNanos) {
    if (!stalled) {
      return OptionalLong.empty();
    }
    long from = Math.max(sinceNanos, notBeforeNanos); // unknown is less than any time
    return OptionalLong.of(nowNanos == UNKNOWN || from == UNKNOWN ? 0 : nowNanos - from);
  }
}
