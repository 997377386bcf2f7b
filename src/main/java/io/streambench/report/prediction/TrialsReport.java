package io.streambench.report.prediction;

import io.streambench.config.Text;
import io.streambench.predict.MergeTrials;
import io.streambench.report.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;

/** Reports how often random merges stalled, zone by zone, for people. */
public final class TrialsReport {
  private final MergeTrials.Counts counts;

  /** Creates the report of all merges that were played. */
  public TrialsReport(MergeTrials.Counts counts) {
    this.counts = counts;
  }

  /** A line for each zone, and one for what lies on the line. */
  public String text() {
    StringBuilder text = new StringBuilder();
    counts.byZone().forEach((zone, count) -> text.append(line(zone.name(), count)));
    return text.append(line("on the line", counts.onTheLine())).toString();
  }

  /** The same as a table. */
  public String markdown() {
    List<String> zones = new ArrayList<>();
    List<MergeTrials.Count> rows = new ArrayList<>();
    counts
        .byZone()
        .forEach(
            (zone, count) -> {
              zones.add(zone.name());
              rows.add(count);
            });
    zones.add("on the line");
    rows.add(counts.onTheLine());
    StringBuilder text = new StringBuilder();
    new Table()
        .text("zone", zones)
        .number("merges", column(rows, MergeTrials.Count::merges))
        .number("stalled at random", column(rows, MergeTrials.Count::stalledAtRandom))
        .number("stalled in the worst order", column(rows, MergeTrials.Count::stalledAtWorst))
        .markdown(text);
    return text.toString();
  }

  private static List<String> column(
      List<MergeTrials.Count> rows, ToLongFunction<MergeTrials.Count> number) {
    return rows.stream().map(row -> Text.of("%,d", number.applyAsLong(row))).toList();
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
