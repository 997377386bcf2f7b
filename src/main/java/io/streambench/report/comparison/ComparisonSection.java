package io.streambench.report.comparison;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement.Evidence;
import io.streambench.report.table.Rounded;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.ComparedSide.State;
import io.streambench.results.Contender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The part of the page about one benchmark: the values for its template, and those of its charts.
 */
final class ComparisonSection {
  private static final int COLOURS = 8;

  private final ComparedResults results;
  private final List<ComparisonRow> rows;
  private final int index;
  private final CellNames names;
  private final CommonParameters common;

  /** A column's head. */
  record Head(String name, boolean number) {}

  /** A field of the table; rows are sorted by {@code sort}, as a number if it is one. */
  record Field(String text, String sort, boolean number) {}

  /** A row of the table. */
  record Row(String tone, boolean first, List<Field> cells) {}

  /** A line of the legend. */
  record Named(String name, int colour) {}

  /**
   * @param rows of one benchmark, mode and unit
   * @param index of the section on the page
   */
  ComparisonSection(
      ComparedResults results, List<ComparisonRow> rows, int index, CommonParameters common) {
    this.results = results;
    this.rows = rows;
    this.index = index;
    this.common = common;
    this.names = new CellNames(rows.stream().map(row -> row.cell().cell()).toList());
  }

  private ComparisonRow any() {
    return rows.get(0);
  }

  Map<String, Object> values() {
    Map<String, Object> values = new LinkedHashMap<>();
    Cell cell = any().cell().cell();
    values.put("index", index);
    values.put("title", cell.shortName() + ", " + cell.mode());
    values.put("constant", common.of(cell, names));
    values.put("unit", any().cell().unit());
    values.put("better", better());
    values.put("contenders", legend());
    values.put("baseline", results.contenders().get(0).name());
    values.put("hasRatios", rows.stream().anyMatch(row -> evidence(row.side()).isPresent()));
    values.put(
        "band", results.threshold() > 0 ? Rounded.threshold(results.threshold()) : (Object) false);
    values.put("heads", heads());
    values.put("rows", rows.stream().map(this::row).toList());
    return values;
  }

  private String better() {
    return any().cell().cell().better() == Better.HIGHER ? "higher is better" : "lower is better";
  }

  private List<Named> legend() {
    List<Named> legend = new ArrayList<>();
    for (Contender contender : results.contenders()) {
      legend.add(new Named(contender.name(), legend.size() % COLOURS));
    }
    return legend;
  }

  private List<Head> heads() {
    List<Head> heads = new ArrayList<>();
    names.varying().forEach(name -> heads.add(new Head(name, true)));
    heads.add(new Head("contender", false));
    heads.add(new Head("median (95 %)", false));
    heads.add(new Head("ratio (95 %)", false));
    heads.add(new Head("p", true));
    heads.add(new Head("forks", true));
    heads.add(new Head("verdict", false));
    return heads;
  }

  private Row row(ComparisonRow row) {
    ComparedSide side = row.side();
    List<Field> fields = new ArrayList<>();
    for (String name : names.varying()) {
      String value = CellNames.value(row.cell().cell(), name);
      fields.add(new Field(value, value, true));
    }
    boolean scored = !side.scores().isEmpty();
    Optional<Evidence> evidence = evidence(side);
    fields.add(new Field(row.name(), row.name(), false));
    fields.add(new Field(row.median(), scored ? Double.toString(side.median()) : "", false));
    fields.add(
        new Field(row.ratio(), evidence.map(e -> Double.toString(e.ratio())).orElse(""), false));
    fields.add(new Field(row.p(), evidence.map(e -> Double.toString(e.p())).orElse(""), true));
    fields.add(new Field(row.forks(), Integer.toString(side.scores().size()), true));
    fields.add(new Field(row.verdict(), row.verdict(), false));
    return new Row(tone(side), row.first(), fields);
  }

  private static Optional<Evidence> evidence(ComparedSide side) {
    return side.judgement().flatMap(judgement -> judgement.evidence());
  }

  private static String tone(ComparedSide side) {
    if (side.state() == State.STALLED || side.state() == State.FAILED) {
      return "bad";
    }
    Optional<ComparisonVerdict> verdict = side.judgement().map(judgement -> judgement.verdict());
    if (verdict.isEmpty() || side.state() == State.MISSING) {
      return "soft";
    }
    return switch (verdict.get()) {
      case SLOWER -> "bad";
      case FASTER -> "good";
      default -> "plain";
    };
  }

  /** The data that the script draws. */
  Map<String, Object> chart() {
    Map<String, Object> chart = new LinkedHashMap<>();
    chart.put("unit", any().cell().unit());
    chart.put("better", better());
    chart.put("threshold", results.threshold());
    chart.put("contenders", results.contenders().stream().map(Contender::name).toList());
    Map<Cell, List<Object>> cells = new LinkedHashMap<>();
    rows.forEach(
        row -> cells.computeIfAbsent(row.cell().cell(), k -> new ArrayList<>()).add(side(row)));
    List<Object> described = new ArrayList<>();
    cells.forEach((cell, sides) -> described.add(Map.of("name", name(cell), "sides", sides)));
    chart.put("cells", described);
    return chart;
  }

  private List<String> name(Cell cell) {
    List<String> parts =
        names.varying().stream()
            .filter(name -> cell.params().containsKey(name))
            .map(name -> name + "=" + cell.params().get(name))
            .toList();
    return parts.isEmpty() ? List.of(cell.shortName()) : parts;
  }

  private Map<String, Object> side(ComparisonRow row) {
    ComparedSide side = row.side();
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("tone", tone(side));
    described.put("mark", VerdictWords.mark(side));
    described.put("words", row.verdict());
    described.put("scores", side.scores());
    if (!side.scores().isEmpty()) {
      described.put("median", side.median());
      described.put("medianText", row.median());
      described.put(
          "interval",
          side.interval()
              .map(ComparisonSection::bounds)
              .orElse(List.of(side.median(), side.median())));
    }
    evidence(side)
        .ifPresent(
            evidence -> {
              described.put("ratio", evidence.ratio());
              described.put("ratioText", row.ratio());
              described.put("ratioInterval", bounds(evidence.interval()));
            });
    return described;
  }

  private static List<Double> bounds(Interval interval) {
    return List.of(interval.low(), interval.high());
  }
}
