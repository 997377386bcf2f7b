package io.streambench.analysis;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Session;
import java.util.function.Consumer;

/** Times how long one window is used up, again and again. Not thread-safe. */
final class StallClock {
  private static final long NOT_STALLED = Long.MIN_VALUE;

  private final Session session;
  private final int streamId;
  private final Window window;
  private final Consumer<StallEpisode> episodes;
  private long sinceNanos = NOT_STALLED;

  StallClock(Session session, int streamId, Window window, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.streamId = streamId;
    this.window = window;
    this.episodes = episodes;
  }

  /** Tells how things stand at a time. */
  void set(boolean stalled, long timeNanos) {
    if (stalled && sinceNanos == NOT_STALLED) {
      sinceNanos = timeNanos;
    } else if (!stalled && sinceNanos != NOT_STALLED) {
      end(timeNanos, true);
    }
  }

  /** The source has ended, or the stream has: a stall that lasts is told of as one that lasted. */
  void finish(long timeNanos) {
    if (sinceNanos != NOT_STALLED) {
      end(timeNanos, false);
    }
  }

  private void end(long timeNanos, boolean ended) {
    episodes.accept(
        new StallEpisode(
            session.id(), session.role(), streamId, window, sinceNanos, timeNanos, ended));
    sinceNanos = NOT_STALLED;
  }

  boolean stalled() {
    return sinceNanos != NOT_STALLED;
  }

  /** Since when, if it is stalled. */
  long sinceNanos() {
    return sinceNanos;
  }
}
