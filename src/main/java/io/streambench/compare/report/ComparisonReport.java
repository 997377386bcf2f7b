package io.streambench.compare.report;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.page.Document;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Page;
import io.streambench.base.page.Part;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.cells.CellNames;
import io.streambench.compare.cells.ComparedCell;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.cells.ComparedCell.State;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.cells.Contender;
import io.streambench.compare.report.ComparisonTables.Row;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.function.BiPredicate;

/**
 * A comparison report as text, Markdown, HTML or JSON.
 *
 * @param axes axes of the table; if empty, the table has a row for each cell and contender
 * @param isDefault whether a benchmark's parameter has its only default value
 */
public record ComparisonReport(
    ComparedResults results,
    Optional<Axes> axes,
    BiPredicate<String, Map.Entry<String, String>> isDefault) {
  private static final int MAX_COMMENT_LINES = 10;

  private ComparisonSummary summary() {
    return new ComparisonSummary(results);
  }

  private ComparisonTables tables() {
    return new ComparisonTables(results, isDefault);
  }

  /** Returns whether a contender is slower, or stalled or failed where the baseline completed. */
  public boolean hasRegression() {
    return summary().hasRegression();
  }

  /** Lists the cells for which a regression is neither shown nor excluded, with the reason. */
  public List<String> undecidedCells() {
    CellNames cells = new CellNames(results.cells().stream().map(ComparedCell::cell).toList());
    List<String> lines = new ArrayList<>();
    for (ComparedCell cell : results.cells()) {
      for (Side side : cell.contenderSides()) {
        String name = cells.shortName(cell.cell()) + " of " + side.contenderName();
        cell.undecidedReason(side).ifPresent(reason -> lines.add(name + ": " + reason));
      }
    }
    return lines;
  }

  /** Returns the report as plain text, without the warnings, which go to standard error. */
  public String text() {
    return document("", List.of(), cellSections()).text();
  }

  /** Returns the report in Markdown, for example for an issue. */
  public String markdown() {
    return document("", results.warnings(), cellSections()).markdown();
  }

  /** Returns the report as an HTML page with charts of medians and ratios. */
  public String page() {
    List<Section> cells = tables().sections(tables().rows(), true);
    return document(contendersText(" against "), results.warnings(), cells).page();
  }

  private String contendersText(String conjunction) {
    List<String> names = results.contenders().stream().map(Contender::name).toList();
    return String.join(", ", names.subList(1, names.size())) + conjunction + names.get(0);
  }

  private List<Section> cellSections() {
    ComparisonTables tables = tables();
    return axes.map(tables::pivotSections).orElseGet(() -> tables.sections(tables.rows(), false));
  }

  private Document document(String title, List<String> warnings, List<Section> cells) {
    Map<String, String> sides = new LinkedHashMap<>();
    results
        .contenders()
        .forEach(contender -> sides.put(contender.name(), describeContender(contender)));
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("", new Part.Facts(sides)));
    sections.add(Section.items("Warnings", warnings));
    sections.addAll(cells);
    sections.add(Section.items("Notes", summary().notes()));
    String headline = contendersText(" compared with ") + ": " + summary().headline();
    return new Document(title, summary().verdictWord(), summary().tone(), headline, sections);
  }

  /**
   * Returns a pull request comment in Markdown, with the cells that differ, stalled, failed or
   * could not be judged. Returns an empty text if there are no such cells.
   */
  public String pullRequestComment(List<String> undecided) {
    List<Row> rows =
        tables().rows().stream()
            .filter(
                row -> row.cell().contenderSides().stream().anyMatch(s -> isNotable(row.cell(), s)))
            .toList();
    if (rows.isEmpty() && undecided.isEmpty()) {
      return "";
    }
    List<Section> sections = new ArrayList<>(tables().sections(rows, false));
    sections.add(Section.items("Could not be judged", truncate(undecided)));
    sections.add(
        Section.items(
            "What may be the reason, other than the change", truncate(results.warnings())));
    sections.add(Section.items("How to read this", truncate(summary().notes())));
    String headline = summary().headline();
    return new Document(
            "",
            summary().verdictWord(),
            summary().tone(),
            headline.isEmpty() ? "nothing could be judged" : headline,
            sections)
        .markdown();
  }

  private static List<String> truncate(List<String> lines) {
    List<String> most =
        new ArrayList<>(lines.subList(0, Math.min(MAX_COMMENT_LINES, lines.size())));
    if (lines.size() > MAX_COMMENT_LINES) {
      most.add(TextFormat.of("and %,d more", lines.size() - MAX_COMMENT_LINES));
    }
    return most;
  }

  private static boolean isNotable(ComparedCell cell, Side side) {
    State before = cell.baseline().state();
    boolean fixed =
        side.state() == State.COMPLETED && (before == State.STALLED || before == State.FAILED);
    return fixed
        || cell.isRegression(side)
        || side.judgement().filter(Judgement::isDifferent).isPresent();
  }

  /** Returns the report as JSON, with unrounded numbers. A ratio that is not defined is null. */
  public String json() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("threshold", results.threshold());
    report.put("layout", results.layout());
    report.put("confidence", 0.95);
    report.put("resamples", 0); // always 0, but part of the JSON contract
    report.put("regression", hasRegression());
    report.put("undecided", undecidedCells());
    report.put("verdicts", summary().countsByVerdict());
    report.put("contenders", results.contenders().stream().map(this::contenderJson).toList());
    report.put("cells", results.cells().stream().map(this::cellJson).toList());
    report.put("warnings", results.warnings());
    report.put("notes", summary().notes());
    return Page.indentedJson(report);
  }

  private Map<String, Object> contenderJson(Contender contender) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("name", contender.name());
    described.put("files", contender.files().stream().map(String::valueOf).toList());
    described.put("environments", contender.environments());
    return described;
  }

  private Map<String, Object> cellJson(ComparedCell compared) {
    Cell cell = compared.cell();
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("benchmark", cell.benchmark());
    described.put("mode", cell.mode());
    described.put("unit", compared.unit());
    described.put("better", compared.better());
    described.put("params", cell.params());
    described.put(
        "results", compared.sides().stream().map(side -> sideJson(compared, side)).toList());
    return described;
  }

  private Map<String, Object> sideJson(ComparedCell cell, Side side) {
    Map<String, Object> described = new LinkedHashMap<>();
    described.put("contender", side.contenderName());
    described.put("outcome", side.state());
    described.put("detail", side.detail());
    if (!side.measured().unsuccessfulRuns().isEmpty()) {
      described.put("troubles", side.measured().unsuccessfulRuns());
    }
    described.put("forks", side.scores().size());
    described.put("scores", side.scores());
    described.put("median", side.scores().isEmpty() ? null : side.median());
    described.put("medianInterval", side.scoreRange().map(ComparisonReport::asList).orElse(null));
    side.trendOverIterations()
        .ifPresent(
            trend ->
                described.put(
                    "trend",
                    Map.of(
                        "p",
                        trend.pValue(),
                        "change",
                        trend.relativeChange(),
                        "warm",
                        !trend.isNotable())));
    if (side.judgement().isPresent()) {
      Optional<Evidence> evidence = side.judgement().get().evidence();
      described.put("verdict", side.judgement().get().verdict());
      described.put("words", new VerdictText(results).verdictText(cell, side));
      described.put("ratio", evidence.map(Evidence::ratio).orElse(null));
      described.put("ratioInterval", evidence.map(found -> asList(found.interval())).orElse(null));
      described.put("p", evidence.map(Evidence::pValue).orElse(null));
      OptionalInt forks = cell.forksNeeded(side);
      described.put("forksNeeded", forks.isPresent() ? forks.getAsInt() : null);
    }
    return described;
  }

  private static List<Double> asList(Interval interval) {
    return List.of(interval.low(), interval.high());
  }

  /** Describes how many cells, forks and files a contender has, and its environments. */
  private static String describeContender(Contender contender) {
    int forks = contender.cells().stream().mapToInt(cell -> cell.forks().size()).sum();
    StringBuilder text =
        new StringBuilder(
            TextFormat.of(
                "%,d cell(s), %,d fork(s) in %,d file(s)",
                contender.cells().size(), forks, contender.files().size()));
    for (Map<String, Object> environment : contender.environments()) {
      for (String key : List.of("os", "cpus", "jdk", "solr", "jetty")) {
        if (environment.get(key) != null) {
          text.append("; ").append(key).append(' ').append(environment.get(key));
        }
      }
    }
    return text.toString();
  }
}
