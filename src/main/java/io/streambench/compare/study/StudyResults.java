package io.streambench.compare.study;

import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.JmhFile;
import io.streambench.compare.cells.JmhResult;
import io.streambench.compare.cells.JmhResult.Metric;
import io.streambench.compare.cells.RawResults;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.FlowControlKind;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.commons.statistics.descriptive.Median;

/**
 * The results that a study has measured so far.
 *
 * @param studyFile outcomes, settings and environment
 * @param cells cells in the study's order
 */
public record StudyResults(StudyOrder order, StudyFile studyFile, List<CellFigures> cells) {
  private static final Set<String> FLOW_CONTROL_METRICS =
      Set.of("peakUnread", "peakUnreadSum", "sessionStall", "streamStall", "windowUpdates");

  private static final String UNUSABLE_SCORE_DETAIL =
      "a score that is not a positive, finite number";

  /**
   * Reads the results from a study's folder.
   *
   * @throws io.streambench.base.SettingException if the folder belongs to no study, or contains a
   *     damaged file
   */
  public static StudyResults read(StudyFolder folder, Function<String, Study> studies) {
    StudyFile file = StudyFile.read(folder.studyFile());
    StudyOrder order = StudyOrder.ofFile(file, studies);
    List<StudyCell> retired = retiredCells(order, file).toList();
    try (RawResults raw = RawResults.of(folder.path())) {
      return new StudyResults(
          order,
          file,
          Stream.concat(cellsWithMeasuredParameters(order, file).stream(), retired.stream())
              .map(cell -> readFigures(cell, file, raw))
              // If an earlier version measured retired cells, hide current cells that it lacked.
              .filter(cell -> retired.isEmpty() || !cell.outcomes().isEmpty())
              .toList());
    }
  }

  private static List<StudyCell> cellsWithMeasuredParameters(StudyOrder order, StudyFile file) {
    List<StudyCell> cells = order.cells();
    return cells.stream().map(cell -> withMeasuredParameters(cell, cells, file)).toList();
  }

  /** Returns the cells of strategies and copy modes that no longer exist but have results. */
  private static Stream<StudyCell> retiredCells(StudyOrder order, StudyFile file) {
    List<StudyCell> all = cellsWithMeasuredParameters(order.withLabelRegex(""), file);
    return file.outcomes().stream()
        .filter(outcome -> hasRetiredParameter(outcome.params()))
        .flatMap(
            outcome ->
                all.stream().flatMap(cell -> cell.withRetiredParameters(outcome).stream()).limit(1))
        .distinct()
        .sorted(Comparator.comparing(StudyCell::label));
  }

  private static boolean hasRetiredParameter(Map<String, String> params) {
    String strategy = params.get(FlowControlKind.PARAMETER_NAME);
    return strategy != null && FlowControlKind.ofName(strategy).isEmpty()
        || !params.getOrDefault("copiedBy", "solr").equals("solr");
  }

  /**
   * Returns a cell with the parameters that were measured. An earlier version of the study may have
   * had other values for parameters that do not distinguish cells.
   */
  private static StudyCell withMeasuredParameters(
      StudyCell cell, List<StudyCell> cells, StudyFile file) {
    if (file.outcomes().stream().anyMatch(cell::matches)) {
      return cell;
    }
    Map<String, String> known = new LinkedHashMap<>(cell.parameters());
    known.keySet().removeIf(name -> !StudyCell.isVaried(name, cells));
    return file.outcomes().stream()
        .filter(outcome -> outcome.benchmark().endsWith(cell.benchmark()))
        .filter(
            outcome ->
                cell.addDefaultValues(outcome.params()).entrySet().containsAll(known.entrySet()))
        .filter(outcome -> cells.stream().noneMatch(other -> other.matches(outcome)))
        .findFirst()
        .map(outcome -> cell.withParameters(outcome.params()))
        .orElse(cell);
  }

  private static CellFigures readFigures(StudyCell cell, StudyFile file, RawResults rawResults) {
    List<CellOutcome> outcomes = new ArrayList<>(file.outcomes());
    outcomes.removeIf(outcome -> !cell.matches(outcome));
    outcomes.sort(Comparator.comparingInt(CellOutcome::round));
    List<JmhResult> results = new ArrayList<>();
    for (int i = 0; i < outcomes.size(); i++) {
      CellOutcome outcome = outcomes.get(i);
      List<JmhResult> read =
          hasResult(outcome) ? JmhFile.read(rawResults.resolve(outcome.result())) : List.of();
      if (read.stream()
          .flatMap(result -> result.forks().stream())
          .allMatch(Fork::hasUsableScores)) {
        results.addAll(read);
      } else {
        outcomes.set(i, outcome.asFailed(UNUSABLE_SCORE_DETAIL));
      }
    }
    return new CellFigures(
        cell,
        outcomes,
        results.stream().flatMap(result -> result.forks().stream()).toList(),
        secondaryValues(cell, results),
        outcomes.stream()
            .filter(StudyResults::hasResult)
            .map(outcome -> outcome.result().replaceFirst("\\.[^.]*$", LoadFile.EXTENSION))
            .map(rawResults::resolve)
            .filter(Files::exists)
            .map(LoadFile::read)
            .toList(),
        Boolean.TRUE.equals(file.settings().get(StudyRunner.FRESH_NODES_SETTING)));
  }

  private static boolean hasResult(CellOutcome outcome) {
    return outcome.outcome() == Outcome.COMPLETED && outcome.result() != null;
  }

  /**
   * Returns the profilers' metrics: medians of the forks' means, and maxima of peaks. Leaves out
   * flow-control metrics over HTTP/1.1, where they do not measure the unread data.
   */
  private static Map<String, Double> secondaryValues(StudyCell cell, List<JmhResult> results) {
    boolean http1 =
        Boolean.parseBoolean(cell.parameters().get(BenchmarkParameters.USE_HTTP1.name()));
    Map<String, List<Double>> byName = new TreeMap<>();
    for (JmhResult result : results) {
      for (Map.Entry<String, Metric> metric : result.secondaryMetrics().entrySet()) {
        String name = metric.getKey() + ", " + metric.getValue().unit();
        for (List<Double> fork : metric.getValue().forks()) {
          boolean measured = !fork.isEmpty() && fork.stream().allMatch(Double::isFinite);
          if (measured && !(http1 && FLOW_CONTROL_METRICS.contains(metric.getKey()))) {
            byName
                .computeIfAbsent(name, key -> new ArrayList<>())
                .add(name.startsWith("peak") ? Collections.max(fork) : new Fork(fork).score());
          }
        }
      }
    }
    Map<String, Double> figures = new TreeMap<>();
    byName.forEach(
        (name, forks) -> {
          double[] scores = forks.stream().mapToDouble(Double::doubleValue).toArray();
          double median = Median.withDefaults().evaluate(scores);
          figures.put(name, name.startsWith("peak") ? Collections.max(forks) : median);
        });
    return figures;
  }

  /** Returns whether every ordered fork has an outcome. */
  public boolean isComplete() {
    return cells.stream().allMatch(cell -> cell.outcomes().size() >= order.forksPerCell());
  }
}
