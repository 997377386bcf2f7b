package io.streambench.results;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.ForkOrder;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.results.ComparedSide.State;
import io.streambench.results.Join.JoinedCell;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Contenders, compared cell by cell: what a report is made of.
 *
 * @param contenders the baseline first
 * @param threshold of the judgements; 0 for none
 * @param layout of the contenders' forks in time
 * @param cells in the order of the baseline's files, then what only others have
 * @param warnings what may be the reason for a difference, other than what was meant, a line each
 * @param notes what else differs or is to be known, a line each
 */
public record ComparedResults(
    List<Contender> contenders,
    double threshold,
    Layout layout,
    List<ComparedCell> cells,
    List<String> warnings,
    List<String> notes) {
  private static final int MOST_METRICS = 8;

  public ComparedResults {
    contenders = List.copyOf(contenders);
    cells = List.copyOf(cells);
    warnings = List.copyOf(warnings);
    notes = List.copyOf(notes);
  }

  /**
   * Joins and judges.
   *
   * @param contenders at least two, the baseline first
   * @throws SettingException if names are not told apart, or a contender has nothing in common with
   *     the baseline
   */
  public static ComparedResults of(List<Contender> contenders, double threshold) {
    return of(contenders, threshold, Optional.empty());
  }

  /**
   * The cells that results will have together, before they are there.
   *
   * @param names of the contenders, the baseline first
   * @param cells of each, all of which are taken to complete
   * @throws SettingException if one will have nothing in common with the baseline
   */
  public static List<Cell> common(List<String> names, List<List<Cell>> cells) {
    List<Contender> expected = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      expected.add(Contender.expected(names.get(i), cells.get(i)));
    }
    return new Join(expected).cells().stream().map(JoinedCell::cell).toList();
  }

  /** The same, where the layout of the forks in time is known. */
  public static ComparedResults of(List<Contender> contenders, double threshold, Layout layout) {
    return of(contenders, threshold, Optional.of(layout));
  }

  private static ComparedResults of(
      List<Contender> contenders, double threshold, Optional<Layout> known) {
    distinct(contenders);
    Join join = new Join(contenders);
    List<JoinedCell> joined = join.cells();
    Bootstrap bootstrap = new Bootstrap();
    Comparison comparison = new Comparison(threshold, bootstrap);
    List<ComparedCell> cells =
        joined.stream()
            .map(cell -> compared(cell, comparison, known.orElseGet(() -> layout(cell)), bootstrap))
            .toList();
    boolean turns = joined.stream().allMatch(cell -> layout(cell) == Layout.INTERLEAVED);
    Layout layout = known.orElse(turns ? Layout.INTERLEAVED : Layout.IN_SEQUENCE);
    Differences differences = new Differences(contenders);
    Set<String> warnings = new LinkedHashSet<>();
    contenders.forEach(contender -> warnings.addAll(contender.warnings()));
    warnings.addAll(join.warnings());
    warnings.addAll(differences.warnings(joined));
    warnings.addAll(unusable(contenders));
    warnings.addAll(withoutForks(contenders));
    List<String> names = contenders.stream().map(Contender::name).toList();
    warnings.addAll(new TrendWarnings(names, cells).lines());
    return new ComparedResults(
        contenders,
        threshold,
        layout,
        cells,
        List.copyOf(warnings),
        notes(contenders, differences));
  }

  /**
   * The layout of a cell: INTERLEAVED if every other side was measured by turns with the first.
   * Missing sides are ignored.
   */
  private static Layout layout(JoinedCell cell) {
    List<SideCell> sides = cell.sides().stream().flatMap(Optional::stream).toList();
    boolean turns =
        sides.stream().skip(1).allMatch(other -> sides.get(0).layout(other) == Layout.INTERLEAVED);
    return turns ? Layout.INTERLEAVED : Layout.IN_SEQUENCE;
  }

  private static List<String> notes(List<Contender> contenders, Differences differences) {
    List<String> notes = new ArrayList<>(differences.notes());
    List<String> metrics = new ArrayList<>(contenders.get(0).metrics());
    contenders.forEach(contender -> metrics.retainAll(contender.metrics()));
    if (!metrics.isEmpty()) {
      int more = metrics.size() - MOST_METRICS;
      notes.add(
          "also measured, but not judged here (judge one with --metric NAME): "
              + metrics.stream().limit(MOST_METRICS).collect(Collectors.joining(", "))
              + (more > 0 ? " and " + more + " more" : ""));
    }
    return notes;
  }

  private static void distinct(List<Contender> contenders) {
    Set<String> names = new HashSet<>();
    for (Contender contender : contenders) {
      if (!names.add(contender.name())) {
        throw new SettingException("--name", "be different for each contender", contender.name());
      }
    }
  }

  private static List<String> unusable(List<Contender> contenders) {
    List<String> lines = new ArrayList<>();
    for (Contender contender : contenders) {
      int forks = contender.cells().stream().mapToInt(SideCell::unusable).sum();
      if (forks > 0) {
        lines.add(
            Text.of(
                "left out: %d fork(s) in %s with a score that is not a positive number, or that"
                    + " cannot be converted to the unit of the others",
                forks, contender.name()));
      }
    }
    return lines;
  }

  private static List<String> withoutForks(List<Contender> contenders) {
    return contenders.stream()
        .filter(
            contender ->
                contender.cells().stream()
                    .flatMap(cell -> cell.circumstances().stream())
                    .anyMatch(one -> !one.forked()))
        .map(
            contender ->
                "not comparable: "
                    + contender.name()
                    + " was measured with forks=0, in one JVM with JMH and all other benchmarks;"
                    + " measure again with -f 5 or more")
        .toList();
  }

  private static ComparedCell compared(
      JoinedCell cell, Comparison comparison, Layout layout, Bootstrap bootstrap) {
    String unit =
        cell.sides().stream()
            .flatMap(Optional::stream)
            .map(SideCell::unit)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("");
    List<ComparedSide> sides = new ArrayList<>();
    List<Optional<Sample>> samples = new ArrayList<>();
    for (int i = 0; i < cell.sides().size(); i++) {
      Optional<SideCell> side = cell.sides().get(i);
      List<Fork> forks = forks(side, unit);
      sides.add(side(i, side, forks, bootstrap));
      samples.add(forks.isEmpty() ? Optional.empty() : Optional.of(Sample.of(forks)));
    }
    List<Judgement> judgements = judge(cell.cell(), comparison, layout, samples);
    for (int i = 1; i < sides.size(); i++) {
      sides.set(i, sides.get(i).judged(judgements.get(i - 1)));
    }
    return new ComparedCell(cell.cell(), unit, sides);
  }

  private static List<Judgement> judge(
      Cell cell, Comparison comparison, Layout layout, List<Optional<Sample>> samples) {
    List<Optional<Sample>> contenders = samples.subList(1, samples.size());
    return samples.get(0).isPresent()
        ? comparison.judge(cell.better(), layout, samples.get(0).get(), contenders)
        : contenders.stream().map(contender -> Judgement.none()).toList();
  }

  private static List<Fork> forks(Optional<SideCell> side, String unit) {
    return side.filter(one -> one.outcome() == Outcome.COMPLETED)
        .map(one -> one.forksIn(unit))
        .orElse(List.of());
  }

  private static ComparedSide side(
      int index, Optional<SideCell> side, List<Fork> forks, Bootstrap bootstrap) {
    int unusable = side.map(SideCell::unusable).orElse(0);
    State state = side.map(one -> state(one.outcome())).orElse(State.MISSING);
    if (forks.isEmpty()) {
      return new ComparedSide(
          index,
          state,
          side.map(ComparedResults::detail).orElse("not measured"),
          side.map(SideCell::troubles).orElse(List.of()),
          unusable,
          List.of(),
          Double.NaN,
          Optional.empty(),
          Optional.empty(),
          Optional.empty(),
          Optional.empty());
    }
    Sample sample = Sample.of(forks);
    Optional<Interval> interval =
        forks.size() < Comparison.MIN_FORKS
            ? Optional.empty()
            : Optional.of(bootstrap.median(sample));
    return new ComparedSide(
        index,
        state,
        "",
        List.of(),
        unusable,
        Arrays.stream(sample.scores()).boxed().toList(),
        sample.median(),
        interval,
        Trend.of(forks),
        ForkOrder.of(sample),
        Optional.empty());
  }

  private static State state(Outcome outcome) {
    return switch (outcome) {
      case COMPLETED -> State.COMPLETED;
      case STALLED -> State.STALLED;
      case FAILED -> State.FAILED;
    };
  }

  /** {@code 2 of 5 runs}; with both kinds {@code 1 of 5 runs, stalled in 1}. */
  private static String detail(SideCell side) {
    if (side.troubles().isEmpty() && side.cell().isMetric()) {
      return "it is 0 in every fork, or was not measured";
    }
    if (side.troubles().isEmpty()) {
      return side.forks().isEmpty()
          ? "every run: the files have no score of a fork"
          : "measured in " + side.unit();
    }
    long failed = side.troubles().stream().filter(one -> one.outcome() == Outcome.FAILED).count();
    long stalled = side.troubles().size() - failed;
    int runs = side.troubles().size() + side.forks().size();
    String most = (failed > 0 ? failed : stalled) + " of " + runs + (runs == 1 ? " run" : " runs");
    return failed > 0 && stalled > 0 ? most + ", stalled in " + stalled : most;
  }
}
