package io.streambench.compare.report;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.IntervalChart;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Entry;
import io.streambench.base.table.RoundedFormat;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.CellNames;
import io.streambench.compare.cells.ComparedCell;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.cells.ComparedResults;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Collectors;

/** The tables and charts of the cells in a comparison. */
record ComparisonTables(
    ComparedResults results, BiPredicate<String, Map.Entry<String, String>> isDefault) {
  record Row(ComparedCell cell, Side side) {
    private boolean hasScores() {
      return !side.scores().isEmpty();
    }
  }

  List<Row> rows() {
    return results.cells().stream()
        .flatMap(cell -> cell.sides().stream().map(side -> new Row(cell, side)))
        .toList();
  }

  /** Returns a section per benchmark, mode and unit, with constant parameters in its title. */
  List<Section> sections(List<Row> rows, boolean withCharts) {
    return groupBy(rows, row -> row.cell().seriesKey()).stream()
        .map(group -> section(group, withCharts))
        .toList();
  }

  private static <K, V> Collection<List<V>> groupBy(List<V> items, Function<V, K> key) {
    return items.stream()
        .collect(Collectors.groupingBy(key, LinkedHashMap::new, Collectors.toList()))
        .values();
  }

  private Section section(List<Row> rows, boolean charts) {
    CellNames cells = new CellNames(rows.stream().map(row -> row.cell().cell()).toList());
    List<Part> parts = new ArrayList<>();
    if (charts) {
      charts(rows, cells).forEach(chart -> parts.add(new Chart.Picture(chart, "")));
    }
    ResultTable.Builder<Row> table = ResultTable.withAllColumns("", rows);
    for (String parameter : cells.varyingParameters()) {
      table.number(parameter, row -> cells.shortValue(row.cell().cell(), parameter));
    }
    table
        .text("contender", row -> row.side().contenderName())
        .text(
            "median (range)",
            row ->
                row.hasScores()
                    ? RoundedFormat.withInterval(row.side().median(), row.side().scoreRange())
                    : null)
        .text(
            "ratio (95 %)",
            row ->
                row.side()
                    .evidence()
                    .map(found -> RoundedFormat.ratio(found.ratio(), found.interval()))
                    .orElse(""))
        .number(
            "p",
            row ->
                row.side().evidence().map(found -> RoundedFormat.pValue(found.pValue())).orElse(""))
        .number("forks", row -> row.hasScores() ? row.side().scores().size() : null)
        .entries(
            "verdict",
            false,
            row ->
                new Entry(
                    new VerdictText(results).verdictText(row.cell(), row.side()),
                    Optional.empty(),
                    row.cell().isRegression(row.side())));
    parts.add(new Part.Table(table));
    return new Section(
        title(rows.get(0).cell().cell(), unitText(rows.get(0).cell()), cells), false, parts);
  }

  private List<IntervalChart> charts(List<Row> rows, CellNames cells) {
    String better = VerdictText.directionText(rows.get(0).cell().better());
    List<Bar> medians = new ArrayList<>();
    List<Bar> ratios = new ArrayList<>();
    for (Row row : rows) {
      String label = cells.shortName(row.cell().cell()) + ", " + row.side().contenderName();
      String mark = VerdictText.shortVerdict(row.cell(), row.side());
      double median = row.side().median();
      Optional<Range> range =
          row.hasScores()
              ? Optional.of(
                  range(median, row.side().scoreRange().orElse(new Interval(median, median))))
              : Optional.empty();
      medians.add(new Bar(label, "", range, row.hasScores() ? "" : mark));
      row.side()
          .evidence()
          .map(found -> range(found.ratio(), found.interval()))
          .ifPresent(ratio -> ratios.add(new Bar(label, "", Optional.of(ratio), mark)));
    }
    List<IntervalChart> charts = new ArrayList<>();
    charts.add(
        new IntervalChart(
            "Medians and ranges of forks, " + better, rows.get(0).cell().unit(), medians, false));
    if (!ratios.isEmpty()) {
      String baseline = results.contenders().get(0).name();
      charts.add(
          new IntervalChart(
              "Ratio to " + baseline + " with its interval (95 %), " + better,
              "ratio",
              ratios,
              true));
    }
    return charts;
  }

  private static Range range(double middle, Interval interval) {
    return new Range(middle, interval.low(), interval.high());
  }

  /** Returns unit and direction, such as {@code in ops/s (more is better)}; may be empty. */
  private static String unitText(ComparedCell cell) {
    return cell.unit().isEmpty()
        ? ""
        : " in " + cell.unit() + " (" + VerdictText.directionText(cell.better()) + ")";
  }

  /**
   * Returns a title with the benchmark, the mode, the unit and the parameters that all cells share.
   */
  private String title(Cell cell, String unitText, CellNames cells) {
    List<String> shared = new ArrayList<>();
    boolean others = false;
    for (Map.Entry<String, String> parameter : cell.params().entrySet()) {
      if (!cells.varyingParameters().contains(parameter.getKey())) {
        if (isDefault.test(cell.benchmarkMethod(), parameter)) {
          others = true;
        } else {
          shared.add(parameter.getKey() + "=" + TextFormat.shorten(parameter.getValue()));
        }
      }
    }
    if (others) {
      shared.add(
          shared.isEmpty()
              ? "other parameters have their defaults"
              : "all others have their defaults");
    }
    return new CellNames(results.cells().stream().map(ComparedCell::cell).toList())
            .benchmarkName(cell)
        + ", "
        + cell.mode()
        + unitText
        + (shared.isEmpty() ? "" : "; " + String.join(", ", shared));
  }

  /**
   * Returns pivot tables of medians with verdicts, one table for each combination of the parameters
   * that are on neither axis.
   */
  List<Section> pivotSections(Axes axes) {
    Set<String> onAxes = Set.of(axes.row(), axes.column());
    return groupBy(rows(), row -> row.cell().cell().withoutParameters(onAxes)).stream()
        .map(group -> pivotSection(axes, group))
        .toList();
  }

  private Section pivotSection(Axes axes, List<Row> group) {
    List<String> rows = axisValues(axes.row(), group);
    List<String> columns = axisValues(axes.column(), group);
    ResultTable.Builder<String> table =
        ResultTable.withAllColumns("", rows)
            .text(axes.row() + " \\ " + axes.column(), TextFormat.shortener(rows));
    for (String column : columns) {
      table.text(
          TextFormat.shortener(columns).apply(column),
          value ->
              group.stream()
                  .filter(row -> axisValue(axes.row(), row).equals(value))
                  .filter(row -> axisValue(axes.column(), row).equals(column))
                  .map(row -> cellText(axes, row))
                  .collect(Collectors.joining("; ")));
    }
    Cell rest = group.get(0).cell().cell().withoutParameters(Set.of(axes.row(), axes.column()));
    String unit =
        group.stream()
            .map(row -> unitText(row.cell()))
            .filter(text -> !text.isEmpty())
            .findFirst()
            .orElse("");
    return Section.of(
        "Medians: " + title(rest, unit, new CellNames(List.of(rest))), new Part.Table(table));
  }

  /** Returns the values on an axis. Numbers are sorted; other values keep their order. */
  private List<String> axisValues(String axis, List<Row> rows) {
    List<String> distinct = rows.stream().map(row -> axisValue(axis, row)).distinct().toList();
    return distinct.stream().allMatch(value -> value.matches("-?[0-9]{1,18}"))
        ? distinct.stream().sorted(Comparator.comparingLong(Long::parseLong)).toList()
        : distinct;
  }

  private String axisValue(String axis, Row row) {
    return axis.equals(Axes.CONTENDER_AXIS)
        ? row.side().contenderName()
        : CellNames.parameterValue(row.cell().cell(), axis);
  }

  private String cellText(Axes axes, Row row) {
    Side side = row.side();
    boolean named = !List.of(axes.row(), axes.column()).contains(Axes.CONTENDER_AXIS);
    String median =
        row.hasScores() ? RoundedFormat.value(side.median(), side.scoreRange()) + " " : "";
    return ((named ? side.contenderName() + " " : "")
            + median
            + VerdictText.shortVerdict(row.cell(), side))
        .strip();
  }
}
