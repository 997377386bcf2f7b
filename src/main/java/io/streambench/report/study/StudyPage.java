package io.streambench.report.study;

import com.samskivert.mustache.Escapers;
import com.samskivert.mustache.Mustache;
import io.streambench.config.Text;
import io.streambench.report.chart.Axis;
import io.streambench.report.chart.Chart;
import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.chart.IntervalChart.Bar;
import io.streambench.report.chart.IntervalChart.Range;
import io.streambench.report.diagnosis.ChartData;
import io.streambench.report.page.PageScript;
import io.streambench.report.page.Resource;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Column;
import io.streambench.report.table.ResultTable.Entry;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * A study's document as one HTML page, which needs nothing else: it can be opened from a disk
 * without a network. Bars are plain HTML, and sorting a table takes a small script; where there are
 * curves the page carries the library that draws them.
 */
public final class StudyPage {
  private static final int TICKS = 5;
  private static final Pattern CODE = Pattern.compile("`([^`]*)`");

  private StudyPage() {}

  /** The page, in UTF-8, with all text escaped. */
  public static String render(StudyDocument document) {
    Map<String, Object> page = new HashMap<>();
    List<CurveChart> curves = curves(document);
    page.put("hasCurves", !curves.isEmpty());
    if (curves.isEmpty()) {
      String script = Resource.text("sort.js");
      page.put("script", script);
      page.put("scriptHash", PageScript.hash(script));
    } else {
      PageScript.put(page, "sort.js", "study.js");
      page.put("data", ChartData.json(curves.stream().map(StudyPage::data).toList()));
    }
    page.put("title", document.title());
    page.put("question", document.question());
    page.put("findings", marked(document.answer()));
    page.put("finds", !document.furtherFindings().isEmpty());
    page.put("further", marked(document.furtherFindings()));
    page.put("tables", document.tables().stream().map(StudyPage::table).toList());
    page.put("charts", document.charts().stream().map(one -> chart(one, curves)).toList());
    page.put("recommends", !document.recommendations().isEmpty());
    page.put("recommendations", marked(document.recommendations()));
    page.put("notes", marked(document.notes()));
    page.put("facts", pairs(document.facts()));
    page.put("commands", String.join("\n", document.commands()));
    page.put(
        "style",
        Resource.text("timeline.css") + Resource.text("sort.css") + Resource.text("study.css"));
    return Mustache.compiler()
        .escapeHTML(true)
        .compile(Resource.text("study.html.mustache"))
        .execute(page);
  }

  /** Converts text to HTML: escaped, and text in backticks as code. */
  private static String marked(String text) {
    return CODE.matcher(Escapers.HTML.escape(text).replace("&#x60;", "`"))
        .replaceAll("<code>$1</code>");
  }

  private static List<String> marked(List<String> texts) {
    return texts.stream().map(StudyPage::marked).toList();
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
      for (Column column : table.differing()) {
        Entry entry = column.entries().get(row);
        Map<String, Object> cell = new HashMap<>();
        cell.put("shown", marked(entry.text()));
        cell.put("sort", sort(entry.text(), column.number()));
        cell.put("number", column.number());
        cell.put("link", entry.link().orElse(null));
        cell.put("wrong", entry.wrong());
        cells.add(cell);
      }
      rows.add(Map.of("cells", cells));
    }
    return Map.of(
        "caption",
        table.caption(),
        "hasSame",
        table.sameInEveryRow().isPresent(),
        "same",
        marked(table.sameInEveryRow().orElse("")),
        "heads",
        table.differing().stream()
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

  private static List<CurveChart> curves(StudyDocument document) {
    return document.charts().stream()
        .filter(CurveChart.class::isInstance)
        .map(CurveChart.class::cast)
        .toList();
  }

  private static Map<String, Object> chart(Chart chart, List<CurveChart> curves) {
    return chart instanceof IntervalChart intervals
        ? intervals(intervals)
        : Map.of("title", chart.title(), "curve", true, "number", curves.indexOf(chart));
  }

  /** The data that the script draws. */
  private static Map<String, Object> data(CurveChart chart) {
    return Map.of(
        "x", chart.x(),
        "y", chart.y(),
        "markers", chart.markers(),
        "curves",
            chart.curves().stream()
                .map(
                    curve ->
                        Map.of(
                            "name", curve.name(),
                            "shape", curve.shape().name(),
                            "points", curve.points().stream().map(StudyPage::point).toList()))
                .toList());
  }

  private static Map<String, Object> point(CurveChart.Point point) {
    Range value = point.value();
    return Map.of(
        "x", point.x(),
        "y", value.middle(),
        // JSON has no infinity; an interval of one number alone is as good as none.
        "low", Double.isFinite(value.low()) ? value.low() : value.middle(),
        "high", Double.isFinite(value.high()) ? value.high() : value.middle(),
        "text",
            Text.of(
                "%s (%s)",
                Axis.text(value.middle()),
                Text.range(Axis.text(value.low()), Axis.text(value.high()))));
  }

  private static Map<String, Object> intervals(IntervalChart chart) {
    Axis axis = Axis.of(chart);
    List<Map<String, Object>> ticks = new ArrayList<>();
    for (double value : axis.ticks(TICKS)) {
      ticks.add(Map.of("left", percent(axis.at(value)), "text", Axis.text(value)));
    }
    return Map.of(
        "title",
        chart.title(),
        "curve",
        false,
        "unit",
        chart.unit(),
        "ticks",
        ticks,
        "bars",
        chart.bars().stream().map(bar -> bar(bar, axis)).toList());
  }

  private static Map<String, Object> bar(Bar bar, Axis axis) {
    Map<String, Object> shown = new HashMap<>();
    shown.put("label", bar.label().replace("`", ""));
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
      shown.put("interval", range.high() > range.low());
      shown.put("low", Axis.text(range.low()));
      shown.put("high", Axis.text(range.high()));
    }
    return shown;
  }

  private static String percent(double part) {
    return Text.of("%.2f", part * 100);
  }
}
