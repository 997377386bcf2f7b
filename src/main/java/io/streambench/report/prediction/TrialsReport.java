package io.streambench.report.prediction;

import io.streambench.config.Text;
import io.streambench.predict.MergeTrials;
import io.streambench.predict.MergeTrials.Count;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.ResultTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Reports how often random merges stalled, zone by zone, and for those that are on the line. */
public final class TrialsReport {
  private TrialsReport() {}

  /** A line for each zone. */
  public static ResultTable table(MergeTrials.Counts counts) {
    Map<String, Count> rows = new LinkedHashMap<>();
    counts.byZone().forEach((zone, count) -> rows.put(zone.name(), count));
    rows.put("on the line", counts.onTheLine());
    return ResultTable.grid("", List.copyOf(rows.entrySet()))
        .text("zone", Map.Entry::getKey)
        .number("merges", row -> Amounts.count(row.getValue().merges()))
        .number("stalled at random", row -> Amounts.count(row.getValue().stalledAtRandom()))
        .number("in %", row -> percent(row.getValue()))
        .number(
            "stalled in the worst order", row -> Amounts.count(row.getValue().stalledAtWorst()));
  }

  private static String percent(Count count) {
    return Text.of("%.1f", 100.0 * count.stalledAtRandom() / Math.max(1, count.merges()));
  }
}
