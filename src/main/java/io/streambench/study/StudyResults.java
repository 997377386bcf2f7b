package io.streambench.study;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.results.CellOutcome;
import io.streambench.results.CellResult;
import io.streambench.results.JmhFile;
import io.streambench.results.LoadFile;
import io.streambench.results.StudyFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a study has measured so far.
 *
 * @param file outcomes, settings and environment
 * @param cells in the study's order
 */
public record StudyResults(StudyOrder order, StudyFile file, List<CellFigures> cells) {
  public StudyResults {
    cells = List.copyOf(cells);
  }

  /**
   * Reads a study's folder.
   *
   * @throws io.streambench.config.SettingException if it is none, or if a file in it is damaged
   */
  public static StudyResults read(StudyFolder folder) {
    StudyFile file = StudyFile.read(folder.file());
    StudyOrder order = StudyOrder.ofFile(file);
    return new StudyResults(
        order,
        file,
        order.cells().stream().map(cell -> figures(cell, file, folder.path())).toList());
  }

  private static CellFigures figures(StudyCell cell, StudyFile file, Path folder) {
    List<CellOutcome> outcomes =
        file.outcomes().stream()
            .filter(outcome -> cell.is(outcome.benchmark(), outcome.params()))
            .sorted(Comparator.comparingInt(CellOutcome::round))
            .toList();
    List<CellResult> results =
        outcomes.stream()
            .filter(outcome -> outcome.outcome() == Outcome.COMPLETED && outcome.result() != null)
            .flatMap(outcome -> JmhFile.read(folder.resolve(outcome.result())).stream())
            .toList();
    return new CellFigures(
        cell,
        outcomes,
        results.stream().flatMap(result -> result.forks().stream()).toList(),
        results.stream().map(CellResult::unit).findFirst().orElse(""),
        secondary(results),
        outcomes.stream()
            .filter(outcome -> outcome.outcome() == Outcome.COMPLETED && outcome.result() != null)
            .map(outcome -> loadBeside(folder.resolve(outcome.result())))
            .filter(Files::exists)
            .map(LoadFile::read)
            .toList());
  }

  private static Path loadBeside(Path result) {
    String name = result.getFileName().toString();
    return result.resolveSibling(name.substring(0, name.lastIndexOf('.')) + LoadFile.EXTENSION);
  }

  private static Map<String, Double> secondary(List<CellResult> results) {
    Map<String, List<Double>> byName = new TreeMap<>();
    for (CellResult result : results) {
      result
          .secondary()
          .forEach(
              (name, metric) ->
                  metric.forks().stream()
                      .filter(values -> values.stream().allMatch(Double::isFinite))
                      .filter(values -> !values.isEmpty())
                      .map(
                          values ->
                              isPeak(name) ? Collections.max(values) : new Fork(values).score())
                      .forEach(
                          score ->
                              byName
                                  .computeIfAbsent(
                                      name + ", " + metric.unit(), key -> new ArrayList<>())
                                  .add(score)));
    }
    Map<String, Double> medians = new TreeMap<>();
    byName.forEach(
        (name, scores) ->
            medians.put(name, isPeak(name) ? Collections.max(scores) : median(scores)));
    return medians;
  }

  /** Of these the most counts, and not what is usual. */
  private static boolean isPeak(String name) {
    return name.startsWith("peak");
  }

  private static double median(List<Double> scores) {
    List<Double> sorted = scores.stream().sorted().toList();
    int n = sorted.size();
    return (sorted.get((n - 1) / 2) + sorted.get(n / 2)) / 2;
  }

  /** The cell of that label. */
  public CellFigures cell(String label) {
    return cells.stream()
        .filter(one -> one.cell().label().equals(label))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no cell " + label));
  }

  /** Whether every fork that was ordered has an outcome. */
  public boolean complete() {
    return cells.stream().allMatch(cell -> cell.outcomes().size() >= order.forks());
  }
}
