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
  private final ResultTable table;

  /** Creates the report of all merges that were played. */
  public TrialsReport(MergeTrials.Counts counts) {
    Map<String, Count> rows = new LinkedHashMap<>();
    counts.byZone().forEach((zone, count) -> rows.put(zone.name(), count));
    rows.put("on the line", counts.onTheLine());
    table =
        ResultTable.grid("", List.copyOf(rows.entrySet()))
            .text("zone", Map.Entry::getKey)
            .number("merges", row -> Amounts.count(row.getValue().merges()))
            .number("stalled at random", row -> Amounts.count(row.getValue().stalledAtRandom()))
            .number("in %", row -> percent(row.getValue()))
            .number(
                "stalled in the worst order",
                row -> Amounts.count(row.getValue().stalledAtWorst()));
  }

  private static String percent(Count count) {
    return Text.of("%.1f", 100.0 * count.stalledAtRandom() / Math.max(1, count.merges()));
  }

  /** A line for each zone. */
  public String text() {
    return table.plain("  ");
  }

  /** The same as a table. */
  public String markdown() {
    return table.markdown();
  }
}
