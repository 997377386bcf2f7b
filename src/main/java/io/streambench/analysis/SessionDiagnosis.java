package io.streambench.analysis;

/**
 * The diagnosis of one session.
 *
 * @param state how it stood: when it was found stalled, or else at the end
 * @param stalled whether it stalled
 * @param sessionWindow initial receive window in bytes, as far as the source tells
 * @param streamWindow initial receive window of its streams
 * @param maxOpenStreams the most streams that were open at the same time, as far as the source
 *     tells: in a server's log only those on which it received
 * @param windowUpdatesSent WINDOW_UPDATE frames for the session and its streams
 * @param peakUnreadBytes the most that ever lay unread
 * @param sessionStalls times in which one of the session's own windows was used up
 * @param streamStalls times in which one of a stream's was
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
  /**
   * Stalls of one kind added up.
   *
   * @param count how many
   * @param totalNanos how long together
   * @param longestNanos the longest
   */
  public record StallTotals(long count, long totalNanos, long longestNanos) {
    /** No stall. */
    public static final StallTotals NONE = new StallTotals(0, 0, 0);

    StallTotals plus(StallEpisode episode) {
      return new StallTotals(
          count + 1, totalNanos + episode.nanos(), Math.max(longestNanos, episode.nanos()));
    }
  }
}
