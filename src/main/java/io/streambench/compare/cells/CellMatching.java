package io.streambench.compare.cells;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.compare.cells.ComparedResults.Difference;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A matching that joins the cells of all contenders. Cells match if benchmark, mode and parameters
 * are equal. A parameter that is constant within each contender's cells of a benchmark, but differs
 * between contenders, is ignored and reported in a warning.
 */
final class CellMatching {
  private static final int MAX_LISTED_BENCHMARKS = 3;

  private final List<String> contenderNames;
  private final List<List<MeasuredCell>> sides = new ArrayList<>();
  private final Set<Difference> differences = new LinkedHashSet<>();

  /** Creates a matching of contenders, given by their names and cells. The baseline is first. */
  CellMatching(List<String> names, List<List<MeasuredCell>> cells) {
    this.contenderNames = names;
    Set<String> known =
        cells.stream()
            .flatMap(List::stream)
            .map(side -> side.cell().benchmark())
            .collect(Collectors.toSet());
    for (List<MeasuredCell> sideCells : cells) {
      sides.add(
          sideCells.stream().map(side -> side.withCell(side.cell().withFullName(known))).toList());
    }
  }

  /**
   * Returns the parameters in which contenders differ; empty until {@link #joinCells} is called.
   */
  List<Difference> differences() {
    return List.copyOf(differences);
  }

  List<String> warnings() {
    return differences.stream()
        .map(one -> "parameter " + one.parameter() + " differs: " + one.valuesText())
        .toList();
  }

  /**
   * Returns all cells, each with one side per contender. The first contender's cells come first.
   * The parameters in which the contenders differ are removed from the cells.
   *
   * @throws SettingException if a contender has no cell in common with the first
   */
  Map<Cell, List<MeasuredCell>> joinCells() {
    Map<String, Set<String>> bySeries = new HashMap<>();
    Map<Cell, List<MeasuredCell>> joined = new LinkedHashMap<>();
    for (int i = 0; i < sides.size(); i++) {
      for (MeasuredCell side : sides.get(i)) {
        String series = seriesKey(side.cell());
        Cell key =
            side.cell().withoutParameters(bySeries.computeIfAbsent(series, this::findDifferences));
        joined
            .computeIfAbsent(
                key, k -> new ArrayList<>(Collections.nCopies(sides.size(), MeasuredCell.MISSING)))
            .set(i, side.withCell(key));
      }
    }
    for (int i = 1; i < sides.size(); i++) {
      int index = i;
      if (joined.values().stream()
          .allMatch(all -> all.get(0).isMissing() || all.get(index).isMissing())) {
        throw noCommonCellsException(index);
      }
    }
    return joined;
  }

  private SettingException noCommonCellsException(int index) {
    CellNames cellNames =
        new CellNames(
            Stream.of(sides.get(0), sides.get(index))
                .flatMap(List::stream)
                .map(MeasuredCell::cell)
                .toList());
    boolean sameBenchmarks = benchmarkNames(index, cellNames).equals(benchmarkNames(0, cellNames));
    return new SettingException(
        "FILE (or --run)",
        TextFormat.of(
            "have a cell in common with %s, which has %s; this one has %s",
            contenderNames.get(0),
            describeBenchmarks(0, cellNames)
                + (sameBenchmarks ? describeParameters(0, cellNames) : ""),
            describeBenchmarks(index, cellNames)
                + (sameBenchmarks ? describeParameters(index, cellNames) : "")),
        contenderNames.get(index));
  }

  private List<String> benchmarkNames(int index, CellNames cellNames) {
    return sides.get(index).stream()
        .map(side -> cellNames.benchmarkName(side.cell()) + " " + side.cell().mode())
        .distinct()
        .toList();
  }

  private String describeBenchmarks(int index, CellNames cellNames) {
    List<String> all = benchmarkNames(index, cellNames);
    int more = all.size() - MAX_LISTED_BENCHMARKS;
    return TextFormat.of("%d cell(s) of ", sides.get(index).size())
        + all.stream().limit(MAX_LISTED_BENCHMARKS).collect(Collectors.joining(", "))
        + (more > 0 ? TextFormat.of(" and %d more", more) : "");
  }

  /**
   * Describes the parameters that vary within a contender, for example {@code with size=100 and
   * 1000, threads=8}.
   */
  private String describeParameters(int index, CellNames cellNames) {
    String text =
        cellNames.varyingParameters().stream()
            .filter(name -> !parameterValues(index, name, cellNames).isEmpty())
            .map(name -> name + "=" + String.join(" and ", parameterValues(index, name, cellNames)))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? "" : " with " + text;
  }

  private Set<String> parameterValues(int index, String name, CellNames cellNames) {
    return sides.get(index).stream()
        .filter(side -> side.cell().params().containsKey(name))
        .map(side -> cellNames.shortValue(side.cell(), name))
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** Finds and records parameters that are constant in each contender but differ between them. */
  private Set<String> findDifferences(String series) {
    Set<String> found = new HashSet<>();
    List<String> parameters =
        sides.stream()
            .flatMap(sideCells -> cellsInSeries(sideCells, series))
            .flatMap(cell -> cell.params().keySet().stream())
            .distinct()
            .toList();
    for (String name : parameters) {
      List<Set<String>> values =
          sides.stream()
              .map(
                  sideCells ->
                      cellsInSeries(sideCells, series)
                          .map(cell -> cell.parameterValue(name).orElse("(none)"))
                          .collect(Collectors.toSet()))
              .toList();
      if (values.stream().allMatch(set -> set.size() <= 1)) {
        Optional<Difference> difference = Differences.find(name, contenderNames, values);
        difference.ifPresent(differences::add);
        difference.map(Difference::parameter).ifPresent(found::add);
      }
    }
    return found;
  }

  private static Stream<Cell> cellsInSeries(List<MeasuredCell> sideCells, String series) {
    return sideCells.stream()
        .map(MeasuredCell::cell)
        .filter(cell -> seriesKey(cell).equals(series));
  }

  private static String seriesKey(Cell cell) {
    return cell.benchmark() + " " + cell.mode();
  }
}
