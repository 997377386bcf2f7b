package io.streambench.analysis;

/**
 * The diagnosis of one session.
 *
 * @param state how it stood: when it was found stalled, or else at the end
 * @param sessionWindow initial receive window in bytes, as far as the source shows
 * @param streamWindow initial receive window of its streams
 * @param maxOpenStreams the most at the same time; in a server's log only those on which it
 *     received
 * @param windowUpdatesSent WINDOW_UPDATE frames for the session and its streams
 * @param sessionStalls times in which one of the session's own windows was used up
 */
public record SessionDiagnosis(
    SessionState state,
    boolean stalled,
    long sessionWindow,
    long streamWindow,
    int maxOpenStreams,
    long windowUpdatesSent,
    long peakUnreadBytes,
    StallTotals sessionStalls,
    StallTotals streamStalls,
    Timeline timeline) {
  /** Stalls of one kind added up. */
  public record StallTotals(long count, long totalNanos, long longestNanos) {
    public static final StallTotals NONE = new StallTotals(0, 0, 0);

    StallTotals plus(StallEpisode episode) {
      return new StallTotals(
          count + 1, totalNanos + episode.nanos(), Math.max(longestNanos, episode.nanos()));
    }
  }
}
