package io.streambench.report.comparison;

import io.streambench.config.Text;
import io.streambench.report.comparison.ComparisonReport.Section;
import io.streambench.report.table.Rounded;
import io.streambench.report.table.Table;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import io.streambench.results.ComparedCell;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.Contender;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Medians in rows and columns, each with a mark for its verdict. What is on neither axis has a
 * table for each of its values; the contenders, if they are on none, stand together in a field.
 */
final class ComparisonPivot {
  private final ComparedResults results;
  private final Axes axes;
  private final CommonParameters common;

  private record Entry(String row, String column, ComparedCell cell, ComparedSide side) {}

  ComparisonPivot(ComparedResults results, Axes axes, CommonParameters common) {
    this.results = results;
    this.axes = axes;
    this.common = common;
  }

  /** One table for each combination of what is on neither axis. */
  List<Section> sections() {
    Map<Cell, List<ComparedCell>> groups = new LinkedHashMap<>();
    for (ComparedCell cell : results.cells()) {
      Map<String, String> rest = new LinkedHashMap<>(cell.cell().params());
      rest.keySet().retainAll(axes.others(cell.cell()));
      groups
          .computeIfAbsent(
              new Cell(cell.cell().benchmark(), cell.cell().mode(), rest), k -> new ArrayList<>())
          .add(cell);
    }
    List<Section> sections = new ArrayList<>();
    groups.forEach((rest, cells) -> sections.add(section(rest, cells)));
    return sections;
  }

  private Section section(Cell rest, List<ComparedCell> cells) {
    List<Entry> entries = new ArrayList<>();
    for (ComparedCell cell : cells) {
      for (ComparedSide side : cell.sides()) {
        entries.add(
            new Entry(on(axes.row(), cell, side), on(axes.column(), cell, side), cell, side));
      }
    }
    Set<String> rows = values(entries.stream().map(Entry::row).toList());
    Set<String> columns = values(entries.stream().map(Entry::column).toList());
    Table table =
        new Table()
            .text(axes.row() + " \\ " + axes.column(), rows.stream().map(Text::shortened).toList());
    for (String column : columns) {
      table.text(
          Text.shortened(column), rows.stream().map(row -> field(entries, row, column)).toList());
    }
    CellNames none = new CellNames(List.of(rest));
    String unit =
        cells.stream().map(ComparedCell::unit).filter(u -> !u.isEmpty()).findFirst().orElse("");
    return new Section(
        "Medians: " + common.title(new ComparedCell(rest, unit, List.of()), none), table);
  }

  /** Numbers by size, contenders and other words as they come. */
  private Set<String> values(List<String> values) {
    List<String> distinct = values.stream().distinct().toList();
    if (distinct.stream().allMatch(value -> value.matches("-?[0-9]{1,18}"))) {
      distinct = distinct.stream().sorted(Comparator.comparingLong(Long::parseLong)).toList();
    }
    return new LinkedHashSet<>(distinct);
  }

  private String on(String axis, ComparedCell cell, ComparedSide side) {
    return axis.equals(Axes.CONTENDER) ? name(side) : CellNames.value(cell.cell(), axis);
  }

  private String field(List<Entry> entries, String row, String column) {
    List<Entry> here =
        entries.stream()
            .filter(entry -> entry.row().equals(row) && entry.column().equals(column))
            .toList();
    boolean named = !axes.row().equals(Axes.CONTENDER) && !axes.column().equals(Axes.CONTENDER);
    return here.stream()
        .map(entry -> (named ? name(entry.side()) + " " : "") + value(entry.side()))
        .collect(Collectors.joining("; "));
  }

  private static String value(ComparedSide side) {
    String mark = VerdictWords.mark(side);
    if (side.scores().isEmpty()) {
      return mark;
    }
    String median = Rounded.value(side.median(), side.interval());
    return mark.isEmpty() ? median : median + " " + mark;
  }

  private String name(ComparedSide side) {
    Contender contender = results.contenders().get(side.contender());
    return contender.name();
  }
}
