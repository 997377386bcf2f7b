package io.streambench.compare.cells;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.Trend;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The results of a comparison: contenders compared with the baseline, cell by cell.
 *
 * @param contenders the contenders, the baseline first
 * @param threshold the largest difference to ignore, as a fraction
 * @param cells the baseline's cells in the order of its files, then the cells that the baseline
 *     lacks
 * @param workloadDifferences parameters that differ between contenders and therefore do not
 *     separate cells
 * @param warnings possible unintended causes of a difference, one line each
 * @param notes other differences and facts, one line each
 */
public record ComparedResults(
    List<Contender> contenders,
    double threshold,
    Layout layout,
    List<ComparedCell> cells,
    List<Difference> workloadDifferences,
    List<String> warnings,
    List<String> notes) {
  private static final int MAX_LISTED_METRICS = 8;

  /**
   * A parameter, or the number of threads, that differs between the contenders.
   *
   * @param valuesText the value of each contender, as readable text: {@code 100 in a, 1000 in b}
   */
  public record Difference(String parameter, String valuesText) {}

  /**
   * Returns the cells that a planned comparison will have, before anything is measured.
   *
   * @param names names of the contenders, the baseline first
   * @param cells the cells of each contender, all assumed to complete
   * @throws SettingException if a contender has no cell in common with the baseline
   */
  public static List<Cell> commonCells(List<String> names, List<List<Cell>> cells) {
    List<List<MeasuredCell>> expected =
        cells.stream()
            .map(
                contenderCells ->
                    contenderCells.stream()
                        .map(cell -> MeasuredCell.of(cell, List.of(), List.of()))
                        .toList())
            .toList();
    return List.copyOf(new CellMatching(names, expected).joinCells().keySet());
  }

  /**
   * Compares contenders with the baseline.
   *
   * @param contenders at least two, the baseline first
   * @param knownLayout the order in which the forks ran; empty to derive it from the files
   * @param betterDirection the direction in which all scores improve; empty to derive it from
   *     metric and unit
   * @throws SettingException if names are not distinct, or if a contender has no cell in common
   *     with the baseline
   */
  public static ComparedResults of(
      List<Contender> contenders,
      double threshold,
      Optional<Layout> knownLayout,
      Optional<BetterDirection> betterDirection) {
    List<String> names = contenders.stream().map(Contender::name).toList();
    for (String name : names) {
      SettingException.throwIf(
          name.isBlank() || Collections.frequency(names, name) > 1,
          "--name",
          "be different for each contender, and not empty",
          name);
    }
    CellMatching matching =
        new CellMatching(names, contenders.stream().map(Contender::cells).toList());
    Map<Cell, List<MeasuredCell>> joined = matching.joinCells();
    ComparedCell.Judge judge = new ComparedCell.Judge(names, threshold, betterDirection);
    List<ComparedCell> cells = new ArrayList<>();
    boolean interleaved = true;
    for (Map.Entry<Cell, List<MeasuredCell>> entry : joined.entrySet()) {
      Layout layout = layout(entry.getValue());
      interleaved &= layout == Layout.INTERLEAVED;
      cells.add(judge.judge(entry.getKey(), knownLayout.orElse(layout), entry.getValue()));
    }
    Differences differences = new Differences(contenders);
    Set<String> warnings = new LinkedHashSet<>();
    contenders.forEach(contender -> warnings.addAll(contender.warnings()));
    warnings.addAll(matching.warnings());
    warnings.addAll(differences.warnings(joined.values()));
    warnings.addAll(sameMeasurementWarnings(names, joined.values()));
    contenders.stream().flatMap(ComparedResults::unusableWarning).forEach(warnings::add);
    contenders.stream().flatMap(ComparedResults::unforkedRunWarning).forEach(warnings::add);
    warnings.addAll(new TrendWarnings(names, cells).lines());
    return new ComparedResults(
        contenders,
        threshold,
        knownLayout.orElse(interleaved ? Layout.INTERLEAVED : Layout.IN_SEQUENCE),
        cells,
        Stream.concat(
                matching.differences().stream(),
                differences.workloadDifferences(joined.values()).stream())
            .toList(),
        List.copyOf(warnings),
        notes(contenders, differences));
  }

  /**
   * Returns INTERLEAVED if the forks of each further side were interleaved with the forks of the
   * first side, otherwise IN_SEQUENCE. Missing sides are ignored.
   */
  private static Layout layout(List<MeasuredCell> allSides) {
    List<MeasuredCell> sides = allSides.stream().filter(side -> !side.isMissing()).toList();
    boolean interleaved =
        sides.stream().skip(1).allMatch(other -> sides.get(0).layout(other) == Layout.INTERLEAVED);
    return interleaved ? Layout.INTERLEAVED : Layout.IN_SEQUENCE;
  }

  private static List<String> notes(List<Contender> contenders, Differences differences) {
    List<String> notes = new ArrayList<>(differences.notes());
    List<String> metrics = new ArrayList<>(contenders.get(0).metricNames());
    contenders.forEach(contender -> metrics.retainAll(contender.metricNames()));
    if (!metrics.isEmpty()) {
      int more = metrics.size() - MAX_LISTED_METRICS;
      notes.add(
          "also measured, but not judged here (judge one with --metric NAME): "
              + metrics.stream().limit(MAX_LISTED_METRICS).collect(Collectors.joining(", "))
              + (more > 0 ? " and " + more + " more" : ""));
    }
    return notes;
  }

  /** Returns a warning for each contender that has exactly the baseline's scores in some cells. */
  private static List<String> sameMeasurementWarnings(
      List<String> names, Collection<List<MeasuredCell>> cells) {
    List<String> warnings = new ArrayList<>();
    for (int i = 1; i < names.size(); i++) {
      int side = i;
      long same =
          cells.stream()
              .filter(sides -> Fork.isUniqueMeasurement(sides.get(0).forks()))
              .filter(sides -> sides.get(0).forks().equals(sides.get(side).forks()))
              .count();
      if (same > 0) {
        warnings.add(
            TextFormat.of(
                "%s has the same scores as %s in %d cell(s): this is one measurement, given twice",
                names.get(i), names.get(0), same));
      }
    }
    return warnings;
  }

  private static Stream<String> unusableWarning(Contender contender) {
    int forks = contender.cells().stream().mapToInt(MeasuredCell::unusableForkCount).sum();
    String warning =
        TextFormat.of(
            "not judged: cells of %s with a score that is not a positive number, or in another"
                + " unit (%d fork(s))",
            contender.name(), forks);
    return forks == 0 ? Stream.empty() : Stream.of(warning);
  }

  private static Stream<String> unforkedRunWarning(Contender contender) {
    String warning =
        TextFormat.of(
            "not comparable: %s was measured with forks=0, in one JVM with JMH and all other"
                + " benchmarks; measure again with -f 5 or more",
            contender.name());
    return contender.cells().stream()
            .flatMap(cell -> cell.conditions().stream())
            .anyMatch(circumstances -> !circumstances.isForked())
        ? Stream.of(warning)
        : Stream.empty();
  }

  /**
   * The warnings about trends over iterations or forks. There is one line per contender, kind and
   * direction.
   */
  private static final class TrendWarnings {
    private static final int MAX_LISTED_CELLS = 4;

    private final CellNames cellNames;
    private final Map<String, List<String>> cellsByWarning = new LinkedHashMap<>();

    TrendWarnings(List<String> contenders, List<ComparedCell> cells) {
      cellNames = new CellNames(cells.stream().map(ComparedCell::cell).toList());
      for (int i = 0; i < contenders.size(); i++) {
        String contender = " in " + contenders.get(i);
        String iterationRange = "from the first to the last iteration of a fork";
        String forkRange = "from the first forks to the last";
        for (ComparedCell cell : cells) {
          Side side = cell.sides().get(i);
          addIfNotable(
              cell,
              side.trendOverIterations(),
              contender,
              "not warm",
              "slowing down",
              iterationRange);
          addIfNotable(cell, side.trendOverForks(), contender, "drift", "drift", forkRange);
        }
      }
    }

    List<String> lines() {
      List<String> lines = new ArrayList<>();
      cellsByWarning.forEach(
          (what, cells) -> {
            int more = cells.size() - MAX_LISTED_CELLS;
            String named =
                String.join("; ", cells.subList(0, Math.min(MAX_LISTED_CELLS, cells.size())));
            String others = more > 0 ? TextFormat.of(" and %d more cell(s)", more) : "";
            lines.add(what + ": " + named + others);
          });
      return lines;
    }

    private void addIfNotable(
        ComparedCell cell,
        Optional<Trend> trend,
        String contender,
        String risingLabel,
        String fallingLabel,
        String range) {
      if (trend.filter(Trend::isNotable).isEmpty()) {
        return;
      }
      double p = trend.get().pValue();
      boolean up = trend.get().relativeChange() > 0;
      boolean better = up == (cell.better() == BetterDirection.HIGHER);
      String what =
          cell.better() == BetterDirection.UNKNOWN
              ? "not steady" + contender + ": scores get " + (up ? "higher " : "lower ")
              : (better ? risingLabel : fallingLabel)
                  + contender
                  + ": scores get "
                  + (better ? "better " : "worse ");
      cellsByWarning
          .computeIfAbsent(what + range, unseen -> new ArrayList<>())
          .add(
              TextFormat.of(
                  "%s by %,.0f %% (p %s)",
                  cellNames.shortName(cell.cell()),
                  100 * Math.abs(trend.get().relativeChange()),
                  p < 0.001 ? "< 0.001" : TextFormat.of("= %.3f", p)));
    }
  }
}
