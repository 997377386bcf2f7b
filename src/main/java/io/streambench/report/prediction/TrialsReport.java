package io.streambench.report.prediction;

import io.streambench.config.Text;
import io.streambench.predict.MergeTrials;

/** How often random merges stalled, zone by zone, for people. */
public final class TrialsReport {
  private final MergeTrials.Counts counts;

  /** Of all merges that were played. */
  public TrialsReport(MergeTrials.Counts counts) {
    this.counts = counts;
  }

  /** A line for each zone, and one for what lies on the line. */
  public String text() {
    StringBuilder text = new StringBuilder();
    counts.byZone().forEach((zone, count) -> text.append(line(zone.name(), count)));
    return text.append(line("on the line", counts.onTheLine())).toString();
  }

  private static String line(String name, MergeTrials.Count count) {
    return Text.of(
        "  %-12s %,9d merges, %,9d stalled at random (%.1f %%), %,9d in the worst order%n",
        name,
        count.merges(),
        count.stalledAtRandom(),
        100.0 * count.stalledAtRandom() / Math.max(1, count.merges()),
        count.stalledAtWorst());
  }
}
