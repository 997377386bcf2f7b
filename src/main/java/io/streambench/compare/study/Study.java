package io.streambench.compare.study;

import com.fasterxml.jackson.annotation.JsonFormat;
import com.fasterxml.jackson.core.type.TypeReference;
import io.streambench.base.SettingException;
import io.streambench.base.files.JsonFiles;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.compare.cells.Cell;
import io.streambench.flow.rule.Outcome;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.profile.Profiler;

/**
 * A question, and the grid of runs that answers it: one entry of {@code studies.json}. Only the
 * name, question, title and timings are required. {@link StudyReport#of(StudyResults)} names those
 * whose report needs more than comparisons with a baseline.
 *
 * @param question the question that the study answers, in one line
 * @param note a comment for readers of the data
 * @param timings timings of cells in the full form, by a regular expression for the label
 * @param fixed parameters that cannot be overridden, separated by spaces, in addition to those that
 *     cells vary
 * @param profiler measures additional figures in every fork
 * @param bounded whether it reports how many concurrent requests stay within a latency bound
 * @param freshNodes whether each round starts new nodes, since cells differ in node settings: on
 *     the same two clusters, the effect of settings cannot be separated from that of clusters
 * @param byZone whether recordings, evidence and the length of a fork depend on the zone of a cell,
 *     whose forks run one after the other, not in rounds of all cells; see {@link WindowsStudy}
 * @param jvmArgs JVM arguments of every fork
 * @param primary the question that the planned number of rounds is meant to answer; null if the
 *     study only counts
 * @param variants variants by the word in a cell's label
 * @param phrases words for cells, by a regular expression for the label: subject, circumstances;
 *     they may contain its groups ($1), and in braces values as in {@code columns}
 * @param baselines comparisons in the report; the first {@code shown} of them have a column
 * @param family regular expression for a label, with a group: the intervals of cells with an equal
 *     group hold simultaneously; null for groups of cells with the same baseline
 * @param columns columns of the first table: the heading, and the value as in {@link
 *     StudyTables#describe}
 * @param best purposes, each with the figure of {@link Load#figureOf} that ranks the cells
 * @param limits sentences that limit the validity of the answer
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
    Curves chart,
    Map<String, String> best,
    List<String> limits) {
  static final Pattern BRACES = Pattern.compile("\\{(\\w+)}");

  private static final Library LIBRARY =
      JsonFiles.resource(Study.class, "studies.json", new TypeReference<>() {});

  /** A variant's display name, and its parameters for {@link StudyCell#parameters(String)}. */
  @JsonFormat(shape = JsonFormat.Shape.ARRAY)
  public record Variant(String words, String pairs) {}

  /**
   * Cells for all combinations of values. Texts contain names of axes, or of shared sets, in
   * braces. Parameters come from {@code set}, then from the variants that the values and the label
   * name; {@code threads} is the number of threads.
   *
   * @param scale the scale of these cells; null for both scales
   * @param cells replaces the axes: a line for each cell, with its label and parameters
   * @param quickSet parameters that differ in the quick form
   * @param axes values by axis, separated by spaces; the last axis varies fastest
   * @param quick values that replace those of an axis in the quick form
   */
  public record Grid(
      Scale scale,
      String label,
      String set,
      String quickSet,
      List<String> cells,
      Map<String, String> axes,
      Map<String, String> quick) {
    private Stream<Grid> ofCells() {
      return cells.isEmpty()
          ? Stream.of(this)
          : cells.stream().map(line -> line.split(" ", 2)).map(this::ofCell);
    }

    private Grid ofCell(String[] line) {
      return new Grid(scale, line[0], set + " " + line[1], quickSet, List.of(), Map.of(), Map.of());
    }

    private List<Map<String, String>> points(Scale at) {
      Map<String, String> texts = new LinkedHashMap<>(axes);
      if (at == Scale.QUICK) {
        texts.putAll(quick);
      }
      Map<String, List<String>> values = new LinkedHashMap<>();
      texts.forEach((axis, text) -> values.put(axis, List.of(text.split(" "))));
      return Cell.combinations(values);
    }
  }

  /** A chart: a curve over column {@code x} per value of {@code series}; bars without {@code x}. */
  public record Curves(String title, String x, String axis, String series, String y, boolean log) {}

  private record Library(Map<String, String> sets, List<Study> studies) {}

  public Study {
    fixed = fixed == null ? "" : fixed;
    profiler = profiler == null ? RunProfiler.class : profiler;
    benchmark = benchmark == null ? StudyCell.STREAMING : benchmark;
    shown = shown == 0 ? baselines.size() : shown;
    columns = columns.isEmpty() ? Map.of("cell", "label") : columns;
    unit = unit == null ? "ops/s" : unit;
    chart = chart == null ? new Curves("Scores", null, null, "protocol", null, false) : chart;
  }

  /** All studies, in the order in which they are listed. */
  public static List<Study> all() {
    return LIBRARY.studies;
  }

  /** Returns the study with this name, or throws {@link SettingException}. */
  public static Study named(String name) {
    String names = all().stream().map(Study::name).collect(Collectors.joining(", "));
    return all().stream()
        .filter(study -> study.name.equals(name))
        .findFirst()
        .orElseThrow(() -> new SettingException("study", "be one of " + names, name));
  }

  /** The combinations that the study measures. */
  public List<StudyCell> cells(Scale scale) {
    return byZone ? WindowsStudy.withRecordings(scale, this::allCells) : allCells(scale);
  }

  private List<StudyCell> allCells(Scale scale) {
    return grids.stream()
        .filter(grid -> grid.scale == null || grid.scale == scale)
        .flatMap(Grid::ofCells)
        .flatMap(grid -> grid.points(scale).stream().map(point -> cell(grid, scale, point)))
        .toList();
  }

  private StudyCell cell(Grid grid, Scale scale, Map<String, String> point) {
    String label = fillIn(grid.label, point);
    Map<String, String> pairs = new LinkedHashMap<>();
    Stream<String> quick = scale == Scale.QUICK ? Stream.ofNullable(grid.quickSet) : Stream.empty();
    Stream<String> varied =
        Stream.concat(point.values().stream(), Stream.of(label))
            .map(variants::get)
            .filter(Objects::nonNull)
            .map(Variant::pairs);
    Stream.of(Stream.of(grid.set), quick, varied)
        .flatMap(texts -> texts)
        .forEach(text -> pairs.putAll(StudyCell.parameters(fillIn(text, point))));
    int threads = Integer.parseInt(Optional.ofNullable(pairs.remove("threads")).orElse("1"));
    return new StudyCell(label, fillIn(benchmark, point), pairs, threads);
  }

  private static String fillIn(String text, Map<String, String> point) {
    return BRACES.matcher(text).replaceAll(at -> Matcher.quoteReplacement(valueOf(at, point)));
  }

  private static String valueOf(MatchResult at, Map<String, String> point) {
    return Objects.requireNonNull(
        point.getOrDefault(at.group(1), LIBRARY.sets.get(at.group(1))), at.group(1));
  }

  /** The warm-up and measurement of a cell's forks. */
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

  /** Returns whether evidence is kept; the log of a completed run is not worth its size. */
  boolean keepsEvidence(StudyCell cell, Outcome outcome) {
    return byZone
        ? WindowsStudy.keepsEvidence(cell, outcome)
        : outcome != Outcome.COMPLETED || !cell.isLogged();
  }

  boolean isFixed(String parameter) {
    return Set.of(fixed.split(" ")).contains(parameter);
  }

  /** The name of a cell's family, the group of cells whose intervals hold simultaneously. */
  String familyOf(String label, String base) {
    Matcher matcher = Pattern.compile(family == null ? "" : family).matcher(label);
    return matcher.matches() ? matcher.group(1) : base;
  }
}
