package io.streambench.flow.replay;

import io.streambench.flow.rule.SessionState;
import java.util.function.BinaryOperator;

/**
 * The diagnosis of one session.
 *
 * @param state the session's state during its longest stall, or at the end if it did not stall
 * @param hasGaps whether lines of the log are missing, so that a stall may be undetected
 * @param initialSessionWindow initial receive window of the session in bytes; 0 if unknown
 * @param initialStreamWindow initial receive window of the streams in bytes
 * @param maxOpenStreams maximum number of concurrent streams; a server's log shows only streams on
 *     which the server received data
 * @param windowUpdatesSent number of WINDOW_UPDATE frames sent for the session and its streams
 * @param sessionStalls stalls of the session's send and receive windows
 */
public record SessionDiagnosis(
    SessionState state,
    boolean isStalled,
    boolean hasGaps,
    long initialSessionWindow,
    long initialStreamWindow,
    int maxOpenStreams,
    long windowUpdatesSent,
    long peakUnreadBytes,
    StallTotals sessionStalls,
    StallTotals streamStalls,
    Timeline timeline) {
  /** Returns a copy whose state is renamed as in {@link SessionState#mapNames}. */
  public SessionDiagnosis mapNames(BinaryOperator<String> names) {
    return new SessionDiagnosis(
        state.mapNames(names),
        isStalled,
        hasGaps,
        initialSessionWindow,
        initialStreamWindow,
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
