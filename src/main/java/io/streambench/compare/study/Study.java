package io.streambench.compare.study;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.SettingException;
import io.streambench.base.files.JsonFiles;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.cells.Cell;
import io.streambench.flow.rule.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.Profiler;

/**
 * A question and the grid of cells that answers it. Studies are defined in {@code studies.json}.
 * Only name, question, title and timings are required. {@link StudyReport#of(StudyResults)} lists
 * the studies whose report contains more than comparisons with a baseline.
 *
 * @param question the question that the study answers, in one line
 * @param note a comment for readers of {@code studies.json}
 * @param timings timings in the full study that replace {@code full}, by regular expression for a
 *     label
 * @param fixed parameters that cannot be overridden, besides those that cells vary; separated by
 *     spaces
 * @param profiler the profiler that measures secondary metrics in every fork
 * @param bounded whether the report shows how many concurrent requests meet a latency bound
 * @param freshNodes whether each round starts new nodes, for a study whose cells differ in settings
 *     of the nodes
 * @param byZone whether the predicted zone of a cell determines its recording, evidence and number
 *     of operations; forks then run cell by cell instead of in rounds; see {@link WindowsStudy}
 * @param jvmArgs JVM arguments of every fork
 * @param primary the question that determines the planned number of rounds; null if there is none
 * @param variants variants by the axis value or the cell label that selects a variant
 * @param phrases phrases for cells, by regular expression for the label: the subject, then details;
 *     a phrase may contain groups of the expression ($1) and, in braces, values as in {@code
 *     columns}
 * @param baselines comparisons in the report; only the first {@code shown} have a column
 * @param family regular expression for labels; cells whose labels have the same text in the
 *     expression's group form a family of intervals; null for one family per baseline
 * @param columns columns of the first table: each heading, with a value for {@link
 *     StudyTables#columnValue}
 * @param best purposes, each with the figure of {@link LoadResult#figureFunction} that ranks the
 *     cells
 * @param limits sentences about the limits of the answer
 */
public record Study(
    String name,
    String question,
    String title,
    String note,
    Timing quick,
    Timing full,
    Map<String, Timing> timings,
    String fixed,
    Class<? extends Profiler> profiler,
    boolean bounded,
    boolean freshNodes,
    boolean byZone,
    List<String> jvmArgs,
    Pairing primary,
    String benchmark,
    Map<String, Variant> variants,
    Map<String, List<String>> phrases,
    List<Grid> grids,
    List<Pairing> baselines,
    int shown,
    String family,
    Map<String, String> columns,
    String unit,
    ChartSpec chart,
    Map<String, String> best,
    List<String> limits) {
  static final Pattern BRACED_NAME = Pattern.compile("\\{(\\w+)}");

  private static final Library LIBRARY =
      JsonFiles.readResource(Study.class, "studies.json", new TypeReference<>() {});

  /**
   * The display name of a variant, and its parameters for {@link
   * StudyCell#parseParameters(String)}.
   */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Variant(String words, String pairs) {}

  /**
   * A grid of cells for all combinations of axis values. A name in braces, of an axis or a shared
   * set, is replaced by its value. The parameters of a cell are those in {@code set}, then those of
   * each variant that an axis value or the label selects. The parameter {@code threads} is the
   * number of threads.
   *
   * @param scale the scale of these cells; null for both scales
   * @param cells cells to list instead of axes: one line per cell, with label and parameters
   * @param quickSet parameters that differ in the quick study
   * @param axes values by axis, separated by spaces; the last axis varies fastest
   * @param quick values that replace those of an axis in the quick study
   */
  public record Grid(
      Scale scale,
      String label,
      String set,
      String quickSet,
      List<String> cells,
      Map<String, String> axes,
      Map<String, String> quick) {
    private Stream<Grid> splitIntoCells() {
      Stream<Grid> split =
          cells.stream()
              .map(line -> line.split(" ", 2))
              .map(
                  cell ->
                      new Grid(
                          scale,
                          cell[0],
                          set + " " + cell[1],
                          quickSet,
                          List.of(),
                          Map.of(),
                          Map.of()));
      return cells.isEmpty() ? Stream.of(this) : split;
    }

    private List<Map<String, String>> axisCombinations(Scale studyScale) {
      Map<String, String> texts = new LinkedHashMap<>(axes);
      if (studyScale == Scale.QUICK) {
        texts.putAll(quick);
      }
      Map<String, List<String>> values = new LinkedHashMap<>();
      texts.forEach((axis, text) -> values.put(axis, List.of(text.split(" "))));
      return Cell.combinations(values);
    }
  }

  /** A chart: one curve over column {@code x} per {@code series}, or bars if {@code x} is null. */
  public record ChartSpec(
      String title, String x, String axis, String series, String y, boolean log) {}

  private record Library(Map<String, String> sets, List<Study> studies) {}

  public Study {
    fixed = fixed == null ? "" : fixed;
    profiler = profiler == null ? RunProfiler.class : profiler;
    benchmark = benchmark == null ? StudyCell.STREAMING_BENCHMARK : benchmark;
    shown = shown == 0 ? baselines.size() : shown;
    columns = columns.isEmpty() ? Map.of("cell", "label") : columns;
    unit = unit == null ? "ops/s" : unit;
    chart = chart == null ? new ChartSpec("Scores", null, null, "protocol", null, false) : chart;
  }

  /** Returns all studies in the order of {@code studies.json}. */
  public static List<Study> all() {
    return LIBRARY.studies;
  }

  /** Returns the study with this name, or throws {@link SettingException}. */
  public static Study forName(String name) {
    List<String> names = all().stream().map(Study::name).toList();
    return all().stream()
        .filter(study -> study.name.equals(name))
        .findFirst()
        .orElseThrow(
            () ->
                new SettingException(
                    "study", "be one of " + String.join(", ", names), name, names));
  }

  /** Returns the cells that the study measures at this scale. */
  public List<StudyCell> cells(Scale scale) {
    return byZone ? WindowsStudy.withRecordings(scale, this::allCells) : allCells(scale);
  }

  private List<StudyCell> allCells(Scale scale) {
    return grids.stream()
        .filter(grid -> grid.scale == null || grid.scale == scale)
        .flatMap(Grid::splitIntoCells)
        .flatMap(
            grid -> grid.axisCombinations(scale).stream().map(point -> cell(grid, scale, point)))
        .toList();
  }

  private StudyCell cell(Grid grid, Scale scale, Map<String, String> axisValues) {
    String label = fillIn(grid.label, axisValues);
    Map<String, String> pairs = new LinkedHashMap<>();
    Stream<String> quick = scale == Scale.QUICK ? Stream.ofNullable(grid.quickSet) : Stream.empty();
    Stream<String> varied =
        Stream.concat(axisValues.values().stream(), Stream.of(label))
            .map(variants::get)
            .filter(Objects::nonNull)
            .map(Variant::pairs);
    Stream.of(Stream.of(grid.set), quick, varied)
        .flatMap(texts -> texts)
        .forEach(text -> pairs.putAll(StudyCell.parseParameters(fillIn(text, axisValues))));
    int threads = Integer.parseInt(Optional.ofNullable(pairs.remove("threads")).orElse("1"));
    return new StudyCell(label, fillIn(benchmark, axisValues), pairs, threads);
  }

  private static String fillIn(String text, Map<String, String> axisValues) {
    return BRACED_NAME
        .matcher(text)
        .replaceAll(
            at -> {
              String value = axisValues.getOrDefault(at.group(1), LIBRARY.sets.get(at.group(1)));
              return Matcher.quoteReplacement(Objects.requireNonNull(value, at.group(1)));
            });
  }

  /** Returns the duration of warm-up and measurement in a cell's forks. */
  public Timing timing(StudyCell cell, Scale scale) {
    if (scale == Scale.QUICK) {
      return quick;
    }
    return byZone
        ? WindowsStudy.timing(cell)
        : timings.entrySet().stream()
            .filter(entry -> cell.label().matches(entry.getKey()))
            .findFirst()
            .map(Map.Entry::getValue)
            .orElse(full);
  }

  /** Returns whether to keep the evidence of a cell's run with this outcome. */
  boolean isEvidenceKept(StudyCell cell, Outcome outcome) {
    return byZone
        ? WindowsStudy.isEvidenceKept(cell, outcome)
        : outcome != Outcome.COMPLETED
            || !"full".equals(cell.parameters().get(BenchmarkParameters.CAPTURE.name()));
  }

  /** Returns the name of a cell's family. The intervals of a family hold simultaneously. */
  String familyName(String label, String baselineLabel) {
    Matcher matcher = Pattern.compile(family == null ? "" : family).matcher(label);
    return matcher.matches() ? matcher.group(1) : baselineLabel;
  }
}
