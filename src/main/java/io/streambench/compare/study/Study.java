package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.FlowControlKind;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * A question, and the grid of runs that answers it. To add a study, add an entry to {@code
 * studies.json}, and a subclass if its report needs more than comparisons with a baseline.
 */
public class Study {
  private static final String VARIANT = "variant";

  final StudySpec spec;

  /** Creates the study with this name in {@code studies.json}. */
  protected Study(String name) {
    this(StudySpec.named(name));
  }

  public Study(StudySpec spec) {
    this.spec = spec;
  }

  public final String name() {
    return spec.name();
  }

  /** The question that the study answers, in one line. */
  public final String question() {
    return spec.question();
  }

  /**
   * The question that the planned number of rounds is meant to answer; empty if the study only
   * counts.
   */
  public final Optional<Pairing> primary() {
    return Optional.ofNullable(spec.primary());
  }

  final boolean isFixed(String parameter) {
    return Set.of(spec.fixed().split(" ")).contains(parameter);
  }

  /** The combinations that the study measures. */
  public List<StudyCell> cells(Scale scale) {
    return spec.cells(scale);
  }

  /** Creates the report of the results. */
  public StudyReport conclude(StudyResults results) {
    return spec.best().isEmpty()
        ? StudyTables.compareReport(this, results)
        : LoadReport.report(results, spec.best());
  }

  /** Adds columns to the first table that {@code studies.json} cannot describe. */
  void addColumns(ResultTable.Builder<CellFigures> table, List<BaselineComparison> baselines) {}

  /** The warmup and measurement of a cell's forks. */
  public Timing timing(StudyCell cell, Scale scale) {
    return spec.timing(cell.label(), scale);
  }

  /** Returns whether evidence is kept; the log of a completed run is too large to be worth it. */
  public boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return outcome != Outcome.COMPLETED || !cell.isLogged();
  }

  /** The comparisons of these cells, corrected for all questions about a family. */
  final List<BaselineComparison> baselines(List<CellFigures> cells) {
    BetterDirection better =
        cells.stream()
            .findFirst()
            .map(cell -> Benchmarks.better(cell.cell().benchmark()))
            .orElse(BetterDirection.UNKNOWN);
    List<BaselineComparison> all =
        spec.baselines().stream()
            .map(pairing -> new BaselineComparison(pairing, better, cells))
            .toList();
    BaselineComparison.judge(all, spec::familyOf);
    return all;
  }

  /**
   * Returns a cell's label, variant, protocol, threads, parameter, or profiler value, as selected
   * by {@code what}.
   */
  final String describe(CellFigures cell, String what) {
    Map<String, String> parameters = cell.cell().parameters();
    String value =
        switch (what) {
          case "label" -> cell.label();
          case VARIANT -> verdictText(cell);
          case "protocol" -> cell.protocol();
          case "threads" -> Integer.toString(cell.threads());
          default ->
              parameters.containsKey(what)
                  ? parameters.get(what)
                  : cell.value(what).map(one -> TextFormat.of("%.2f", one)).orElse("-");
        };
    return value.matches("\\d{1,18}") ? Amounts.count(Long.parseLong(value)) : value;
  }

  /** The name of a cell's variant, or of the cell's strategy if the strategy was retired. */
  private String verdictText(CellFigures cell) {
    return spec.variants().entrySet().stream()
        .filter(one -> cell.label().startsWith(one.getKey() + "-"))
        .findFirst()
        .map(one -> one.getValue().words())
        .orElseGet(() -> "HTTP/2, " + cell.parameter(FlowControlKind.NAME));
  }
}
