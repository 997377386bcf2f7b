package io.streambench.flow.replay;

import io.streambench.flow.rule.SessionState;
import java.util.function.BinaryOperator;

/**
 * The diagnosis of one session.
 *
 * @param state the session's state when it was found stalled, or else at the end
 * @param hasGaps whether lines of the log are missing, so that a stall may not be seen
 * @param sessionWindow initial receive window in bytes, as far as the source shows
 * @param streamWindow initial receive window of its streams
 * @param maxOpenStreams maximum number of concurrently open streams; in a server's log, only those
 *     on which it received
 * @param windowUpdatesSent WINDOW_UPDATE frames for the session and its streams
 * @param sessionStalls stalls of the session's own windows
 */
public record SessionDiagnosis(
    SessionState state,
    boolean stalled,
    boolean hasGaps,
    long sessionWindow,
    long streamWindow,
    int maxOpenStreams,
    long windowUpdatesSent,
    long peakUnreadBytes,
    StallTotals sessionStalls,
    StallTotals streamStalls,
    Timeline timeline) {
  /** Returns a copy with another owner and addresses, as in {@link SessionState#renamed}. */
  public SessionDiagnosis renamed(BinaryOperator<String> names) {
    return new SessionDiagnosis(
        state.renamed(names),
        stalled,
        hasGaps,
        sessionWindow,
        streamWindow,
        maxOpenStreams,
        windowUpdatesSent,
        peakUnreadBytes,
        sessionStalls,
        streamStalls,
        timeline);
  }

  public record StallTotals(long count, long totalNanos, long longestNanos) {
    public static final StallTotals NONE = new StallTotals(0, 0, 0);

    StallTotals plus(StallEpisode episode) {
      return new StallTotals(
          count + 1,
          totalNanos + episode.durationNanos(),
          Math.max(longestNanos, episode.durationNanos()));
    }
  }
}
