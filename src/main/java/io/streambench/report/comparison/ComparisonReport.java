package io.streambench.report.comparison;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.SerializationFeature;
import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.table.Table;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import io.streambench.results.ComparedCell;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.Contender;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** A comparison in words and tables, as Markdown, and as JSON for programs. */
public final class ComparisonReport {
  private static final ObjectMapper MAPPER =
      new ObjectMapper().enable(SerializationFeature.INDENT_OUTPUT);

  private final ComparedResults results;
  private final ComparisonSummary summary;
  private final Optional<Axes> axes;
  private final CommonParameters common;

  /**
   * @param axes rows and columns of tables of medians; empty for one line a cell and contender
   */
  public ComparisonReport(
      ComparedResults results, Optional<Axes> axes, CommonParameters.Defaults defaults) {
    this.results = results;
    this.summary = new ComparisonSummary(results);
    this.axes = axes;
    this.common = new CommonParameters(defaults);
  }

  /** Returns whether a contender is slower, or stalled or failed where the baseline did not. */
  public boolean regressed() {
    return summary.regressed();
  }

  /** Cells of which nobody can say that no contender is worse off, each with the reason. */
  public List<String> undecided() {
    CellNames cells = new CellNames(results.cells().stream().map(ComparedCell::cell).toList());
    List<String> lines = new ArrayList<>();
    for (ComparedCell cell : results.cells()) {
      for (ComparedSide side : cell.contenders()) {
        String of = cells.of(cell.cell()) + " of " + names().get(side.contender());
        cell.undecided(side).ifPresent(why -> lines.add(of + ": " + why));
      }
    }
    return lines;
  }

  /** The report as text for a terminal. It omits the warnings, which go to standard error. */
  public String text() {
    StringBuilder text = new StringBuilder();
    text.append(headline()).append("\n\n");
    contenders(text, "  ", line -> line);
    for (Section section : sections()) {
      text.append('\n').append(Text.folded(section.title(), "", "  ")).append('\n');
      section.table().plain(text, "  ");
    }
    list(text, "\nNotes\n", summary.notes(), "  - ", line -> line);
    return text.toString();
  }

  /** The report in Markdown, to be pasted into an issue. */
  public String markdown() {
    StringBuilder text = new StringBuilder("**");
    text.append(Table.markdown(headline())).append("**\n\n");
    contenders(text, "- ", Table::markdown);
    for (Section section : sections()) {
      text.append('\n').append(Table.markdown(section.title())).append(":\n\n");
      section.table().markdown(text);
    }
    list(text, "\nWarnings:\n", results.warnings(), "- ", Table::markdown);
    list(text, "\nNotes:\n", summary.notes(), "- ", Table::markdown);
    return text.toString();
  }

  /** JSON; numbers are not rounded, and what cannot be judged has none. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("threshold", results.threshold());
    report.put("layout", results.layout());
    report.put("confidence", 0.95);
    report.put("resamples", Bootstrap.RESAMPLES);
    report.put("regression", regressed());
    report.put("undecided", undecided());
    report.put("verdicts", summary.counts());
    report.put("contenders", results.contenders().stream().map(this::json).toList());
    report.put("cells", results.cells().stream().map(this::json).toList());
    report.put("warnings", results.warnings());
    report.put("notes", summary.notes());
    try {
      return MAPPER.writeValueAsString(report) + "\n";
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  private Map<String, Object> json(Contender contender) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", contender.name());
    described.put("files", contender.files().stream().map(String::valueOf).toList());
    described.put("environments", contender.environments());
    return described;
  }

  private Map<String, Object> json(ComparedCell compared) {
    Cell cell = compared.cell();
    VerdictWords words = new VerdictWords(names(), results.threshold(), results.layout());
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("benchmark", cell.benchmark());
    described.put("mode", cell.mode());
    described.put("unit", compared.unit());
    described.put("params", cell.params());
    described.put(
        "results",
        compared.sides().stream().map(side -> json(side, words.of(compared, side))).toList());
    return described;
  }

  private Map<String, Object> json(ComparedSide side, String words) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("contender", names().get(side.contender()));
    described.put("outcome", side.state());
    described.put("detail", side.detail());
    if (!side.troubles().isEmpty()) {
      described.put("troubles", side.troubles());
    }
    described.put("forks", side.scores().size());
    described.put("scores", side.scores());
    described.put("median", side.scores().isEmpty() ? null : side.median());
    described.put("medianInterval", side.interval().map(ComparisonReport::bounds).orElse(null));
    side.trend()
        .ifPresent(
            trend ->
                described.put(
                    "trend",
                    Map.of("p", trend.p(), "change", trend.change(), "warm", !trend.notable())));
    side.judgement().ifPresent(judgement -> describe(judgement, words, described));
    return described;
  }

  private static void describe(Judgement judgement, String words, Map<String, Object> described) {
    described.put("verdict", judgement.verdict());
    described.put("words", words);
    described.put("ratio", judgement.evidence().map(Judgement.Evidence::ratio).orElse(null));
    described.put(
        "ratioInterval", judgement.evidence().map(e -> bounds(e.interval())).orElse(null));
    described.put("p", judgement.evidence().map(Judgement.Evidence::p).orElse(null));
    described.put("forksNeeded", judgement.forksNeeded());
  }

  private static List<Double> bounds(Interval interval) {
    return List.of(interval.low(), interval.high());
  }

  private List<String> names() {
    return results.contenders().stream().map(Contender::name).toList();
  }

  /** A sentence that names the contenders and the baseline, and counts the verdicts. */
  String headline() {
    List<String> names = names();
    return String.join(", ", names.subList(1, names.size()))
        + " compared with "
        + names.get(0)
        + ": "
        + summary.headline();
  }

  private void contenders(StringBuilder text, String indent, Function<String, String> escape) {
    for (Contender contender : results.contenders()) {
      text.append(indent)
          .append(escape.apply(contender.name() + ": " + extent(contender)))
          .append('\n');
    }
  }

  /** The numbers of a contender's cells, of its forks with a score, and of its files. */
  static String extent(Contender contender) {
    int forks = contender.cells().stream().mapToInt(cell -> cell.forks().size()).sum();
    return counted(contender.cells().size(), "cell")
        + ", "
        + counted(forks, "fork")
        + " in "
        + counted(contender.files().size(), "file");
  }

  private static String counted(int number, String what) {
    return Text.of("%,d %s%s", number, what, number == 1 ? "" : "s");
  }

  /** One table under one title. */
  record Section(String title, Table table) {}

  private List<Section> sections() {
    return axes.isPresent()
        ? new ComparisonPivot(results, axes.get(), common).sections()
        : lines(ComparisonRow.of(results), common);
  }

  /** One table for each benchmark, mode and unit; parameters that never vary are in its title. */
  static List<Section> lines(List<ComparisonRow> rows, CommonParameters common) {
    Map<String, List<ComparisonRow>> groups = new LinkedHashMap<>();
    for (ComparisonRow row : rows) {
      groups.computeIfAbsent(row.cell().series(), key -> new ArrayList<>()).add(row);
    }
    return groups.values().stream().map(group -> section(group, common)).toList();
  }

  private static Section section(List<ComparisonRow> rows, CommonParameters common) {
    CellNames names = new CellNames(rows.stream().map(row -> row.cell().cell()).toList());
    Table table = new Table();
    for (String parameter : names.varying()) {
      table.number(
          parameter,
          column(
              rows,
              row ->
                  row.first()
                      ? Text.shortened(CellNames.value(row.cell().cell(), parameter))
                      : ""));
    }
    table
        .text("contender", column(rows, ComparisonRow::name))
        .text("median (95 %)", column(rows, ComparisonRow::median))
        .text("ratio (95 %)", column(rows, ComparisonRow::ratio))
        .number("p", column(rows, ComparisonRow::p))
        .number("forks", column(rows, ComparisonRow::forks))
        .text("verdict", column(rows, ComparisonRow::verdict));
    return new Section(common.title(rows.get(0).cell(), names), table);
  }

  private static List<String> column(
      List<ComparisonRow> rows, Function<ComparisonRow, String> cell) {
    return rows.stream().map(cell).toList();
  }

  private static void list(
      StringBuilder text,
      String title,
      List<String> lines,
      String bullet,
      Function<String, String> escape) {
    if (!lines.isEmpty()) {
      text.append(title);
      lines.forEach(line -> text.append(bullet).append(escape.apply(line)).append('\n'));
    }
  }
}
