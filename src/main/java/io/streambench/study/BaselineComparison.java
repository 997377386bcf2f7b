package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.Bootstrap;
import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Interval;
import io.streambench.analysis.compare.Judgement;
import io.streambench.analysis.compare.Judgement.Evidence;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * Cells compared with the baseline of their group, with the p corrected for all others of the
 * group. Cells that stalled or failed are not compared.
 */
public final class BaselineComparison {
  private final String name;
  private final Better better;
  private final List<CellFigures> cells;
  private final Predicate<CellFigures> baseline;
  private final Function<CellFigures, ?> group;
  private final Map<String, Judgement> judged = new LinkedHashMap<>();

  /**
   * @param name of the baseline, for people
   * @param baseline whether a cell is the baseline of its group
   * @param group what cells have in common that are compared
   */
  public BaselineComparison(
      String name,
      Better better,
      List<CellFigures> cells,
      Predicate<CellFigures> baseline,
      Function<CellFigures, ?> group) {
    this.name = name;
    this.better = better;
    this.cells = List.copyOf(cells);
    this.baseline = baseline;
    this.group = group;
    for (CellFigures base : cells) {
      if (baseline.test(base) && base.sample().isPresent()) {
        List<CellFigures> family =
            cells.stream()
                .filter(baseline.negate())
                .filter(other -> other.sample().isPresent())
                .filter(other -> group.apply(other).equals(group.apply(base)))
                .toList();
        List<Judgement> judgements =
            judge(better, base.sample().get(), family.stream().map(CellFigures::sample).toList());
        for (int i = 0; i < family.size(); i++) {
          judged.put(family.get(i).label(), judgements.get(i));
        }
      }
    }
  }

  /** A sample of interleaved forks compared with another, without a threshold. */
  public static Judgement judge(Better better, Sample baseline, Sample contender) {
    return judge(better, baseline, List.of(Optional.of(contender))).get(0);
  }

  private static List<Judgement> judge(
      Better better, Sample baseline, List<Optional<Sample>> contenders) {
    return new Comparison(0, new Bootstrap())
        .judge(better, Layout.INTERLEAVED, baseline, contenders);
  }

  private Optional<Judgement> of(CellFigures cell) {
    return Optional.ofNullable(judged.get(cell.label()));
  }

  /** The ratio to the baseline with its 95 % interval, if there is one. */
  public Optional<String> ratio(CellFigures cell) {
    return of(cell).flatMap(Judgement::evidence).map(BaselineComparison::ratio);
  }

  public static String ratio(Evidence evidence) {
    Interval interval = evidence.interval();
    return Text.of("%.2f (%.2f–%.2f)", evidence.ratio(), interval.low(), interval.high());
  }

  /** A value of a cell by that of its baseline, if both have one. */
  public Optional<Double> relative(
      CellFigures cell, Function<CellFigures, Optional<Double>> value) {
    return cells.stream()
        .filter(other -> baseline.test(other) && group.apply(other).equals(group.apply(cell)))
        .findFirst()
        .flatMap(value)
        .flatMap(base -> value.apply(cell).map(one -> one / base));
  }

  /** A ratio of times says how much slower, and no percentage of a speed does. */
  static String words(Better better, Judgement judgement) {
    boolean percent = better == Better.HIGHER && judgement.evidence().isPresent();
    double ratio = judgement.evidence().map(Evidence::ratio).orElse(1.0);
    double low = judgement.evidence().map(one -> one.interval().low()).orElse(1.0);
    String shown = judgement.evidence().map(one -> ", ratio " + ratio(one)).orElse("");
    return switch (judgement.verdict()) {
      case FASTER, SLOWER ->
          (percent ? Text.of("%.0f %% ", Math.abs(ratio - 1) * 100) : "")
              + judgement.verdict().name().toLowerCase(Locale.ROOT)
              + shown;
      case NO_EVIDENCE, WITHIN_THRESHOLD ->
          "no evidence of a difference"
              + shown
              + (percent && low < 1
                  ? Text.of(", at most %.0f %% slower", Math.ceil((1 - low) * 100 - 1e-9))
                  : "");
      case TOO_FEW_FORKS ->
          Text.of("too few forks to judge, %d per cell are needed", judgement.forksNeeded());
      case NOT_COMPARABLE -> "not comparable";
    };
  }

  public ResultTable.Of<CellFigures> column(ResultTable.Of<CellFigures> table) {
    return table.text(
        "compared with " + name,
        cell -> baseline.test(cell) ? "" : of(cell).map(one -> words(better, one)).orElse("-"));
  }

  /** The comparison in one sentence: every difference, and one range for all others. */
  public Optional<String> finding() {
    List<String> parts = new ArrayList<>();
    List<Interval> equal = new ArrayList<>();
    int needed = 0;
    for (CellFigures cell : cells) {
      Judgement judgement = of(cell).orElseGet(Judgement::none);
      if (judgement.different()) {
        parts.add(cell.label() + " " + words(better, judgement));
      } else if (judgement.evidence().isPresent()) {
        equal.add(judgement.evidence().get().interval());
      } else {
        needed = Math.max(needed, judgement.forksNeeded());
      }
    }
    if (!equal.isEmpty()) {
      parts.add(
          Text.of(
              "no evidence of a difference in %d of %d cells (ratios within %.2f–%.2f)",
              equal.size(),
              judged.size(),
              equal.stream().mapToDouble(Interval::low).min().orElseThrow(),
              equal.stream().mapToDouble(Interval::high).max().orElseThrow()));
    }
    if (needed > 0) {
      parts.add(Text.of("too few forks to judge, %d per cell are needed", needed));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of("Compared with " + name + ": " + String.join("; ", parts) + ".");
  }
}
