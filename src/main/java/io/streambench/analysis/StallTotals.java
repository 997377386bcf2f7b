package io.streambench.analysis;

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
