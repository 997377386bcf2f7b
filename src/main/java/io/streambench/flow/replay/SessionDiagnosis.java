package io.streambench.flow.replay;

import io.streambench.flow.rule.SessionState;
import java.util.function.BinaryOperator;

/**
 * The diagnosis of one session.
 *
 * @param state the session's state during its longest stall, or at the end if it did not stall
 * @param hasGaps whether lines of the log are missing, so that a stall may be undetected
 * @param sessionWindow initial receive window of the session in bytes; 0 if unknown
 * @param streamWindow initial receive window of the streams in bytes
 * @param maxOpenStreams maximum number of concurrent streams; a server's log shows only streams on
 *     which the server received data
 * @param windowUpdatesSent number of WINDOW_UPDATE frames sent for the session and its streams
 * @param sessionStalls stalls of the session's send and receive windows
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
  /** Returns a copy whose state is renamed as in {@link SessionState#renamed}. */
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

  /** The number of stalls, their total length, and the longest length. */
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
