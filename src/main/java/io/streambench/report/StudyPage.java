package io.streambench.report;

import com.samskivert.mustache.Mustache;
import io.streambench.config.Text;
import io.streambench.report.IntervalChart.Bar;
import io.streambench.report.IntervalChart.Range;
import io.streambench.report.ResultTable.Column;
import io.streambench.report.ResultTable.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A study's document as one HTML page, which needs nothing else: it can be opened from a disk
 * without a network. Charts are plain HTML; only sorting a table takes a script.
 */
public final class StudyPage {
  private static final int TICKS = 5;

  private StudyPage() {}

  /** The page, in UTF-8, with all text escaped. */
  public static String render(StudyDocument document) {
    String script = Resource.text("sort.js");
    Map<String, Object> page = new HashMap<>();
    page.put("title", document.title());
    page.put("question", document.question());
    page.put("findings", document.findings());
    page.put("tables", document.tables().stream().map(StudyPage::table).toList());
    page.put("charts", document.charts().stream().map(StudyPage::chart).toList());
    page.put("notes", document.notes());
    page.put("facts", pairs(document.facts()));
    page.put("commands", String.join("\n", document.commands()));
    page.put(
        "style",
        Resource.text("timeline.css") + Resource.text("sort.css") + Resource.text("study.css"));
    page.put("script", script);
    page.put("scriptHash", PageScript.hash(script));
    return Mustache.compiler()
        .escapeHTML(true)
        .compile(Resource.text("study.html.mustache"))
        .execute(page);
  }

  private static List<Map<String, Object>> pairs(Map<String, String> facts) {
    return facts.entrySet().stream()
        .map(fact -> Map.<String, Object>of("name", fact.getKey(), "text", fact.getValue()))
        .toList();
  }

  private static Map<String, Object> table(ResultTable table) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (int row = 0; row < table.rows(); row++) {
      List<Map<String, Object>> cells = new ArrayList<>();
      for (Column column : table.columns()) {
        Entry entry = column.entries().get(row);
        Map<String, Object> cell = new HashMap<>();
        cell.put("text", entry.text());
        cell.put("sort", sort(entry.text(), column.number()));
        cell.put("number", column.number());
        cell.put("link", entry.link().orElse(null));
        cells.add(cell);
      }
      rows.add(Map.of("cells", cells));
    }
    return Map.of(
        "caption",
        table.caption(),
        "heads",
        table.columns().stream()
            .map(column -> Map.<String, Object>of("text", column.head(), "number", column.number()))
            .toList(),
        "rows",
        rows);
  }

  /** A number without what makes it readable; empty where there is none. */
  private static String sort(String text, boolean number) {
    if (!number) {
      return text;
    }
    String plain = text.replace(",", "");
    return plain.matches("[-+]?[\\d.]+.*") ? plain : "";
  }

  private static Map<String, Object> chart(IntervalChart chart) {
    Axis axis = Axis.of(chart);
    List<Map<String, Object>> ticks = new ArrayList<>();
    for (double value : axis.ticks(TICKS)) {
      ticks.add(Map.of("left", percent(axis.at(value)), "text", Axis.text(value)));
    }
    return Map.of(
        "title",
        chart.title(),
        "unit",
        chart.unit(),
        "ticks",
        ticks,
        "bars",
        chart.bars().stream().map(bar -> bar(bar, axis)).toList());
  }

  private static Map<String, Object> bar(Bar bar, Axis axis) {
    Map<String, Object> shown = new HashMap<>();
    shown.put("label", bar.label());
    shown.put("remark", bar.remark());
    shown.put("hasRemark", !bar.remark().isEmpty());
    shown.put("drawn", bar.value().isPresent());
    if (bar.value().isPresent()) {
      Range range = bar.value().get();
      double low = axis.at(range.low());
      double high = axis.at(range.high());
      shown.put("left", percent(low));
      shown.put("width", percent(high - low));
      shown.put("middle", percent(axis.at(range.middle())));
      shown.put("value", Axis.text(range.middle()));
      shown.put("low", Axis.text(range.low()));
      shown.put("high", Axis.text(range.high()));
    }
    return shown;
  }

  private static String percent(double part) {
    return Text.of("%.2f", part * 100);
  }
}
