package io.streambench.compare.cells;

import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.RequiredForks;
import io.streambench.compare.statistics.Sample;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/**
 * Compares the contenders in one cell, in the unit of the first side.
 *
 * @param names names of the contenders, the baseline first
 * @param chosen the requested direction; empty for the direction of the unit
 */
record CellJudge(List<String> names, double threshold, Optional<BetterDirection> chosen) {
  /** Minimum factor between a score that counts and one that is next to zero. */
  private static final double MIN_CLEAR_FACTOR = 10;

  ComparedCell judge(Cell cell, Layout layout, List<Optional<MeasuredCell>> joined) {
    String unit =
        joined.stream()
            .flatMap(Optional::stream)
            .map(MeasuredCell::unit)
            .filter(Objects::nonNull)
            .findFirst()
            .orElse("");
    BetterDirection better = chosen.orElseGet(() -> cell.better(unit));
    List<Optional<MeasuredCell>> in =
        joined.stream().map(side -> side.map(one -> one.convertedTo(unit))).toList();
    List<Judgement> judgements = judgements(better, layout, unit, in);
    List<Side> sides = new ArrayList<>();
    for (int i = 0; i < in.size(); i++) {
      Optional<Judgement> judgement =
          i == 0 ? Optional.empty() : Optional.of(judgements.get(i - 1));
      Optional<Sample> sample = in.get(i).flatMap(one -> one.sample(unit));
      sides.add(new Side(names.get(i), in.get(i), sample, judgement));
    }
    return new ComparedCell(
        cell, unit, better, threshold > 0 ? threshold : RequiredForks.DEFAULT_DIFFERENCE, sides);
  }

  private List<Judgement> judgements(
      BetterDirection better, Layout layout, String unit, List<Optional<MeasuredCell>> sides) {
    List<Optional<Sample>> samples =
        sides.stream().map(side -> side.flatMap(one -> one.sample(unit))).toList();
    List<Optional<Sample>> contenders = samples.subList(1, samples.size());
    if (samples.get(0).isPresent()) {
      List<Judgement> judged =
          new ArrayList<>(
              new Comparison(threshold)
                  .judgeContenders(better, layout, samples.get(0).get(), contenders));
      for (int i = 0; i < judged.size(); i++) {
        if (contenders.get(i).isEmpty() && isNextToZero(unit, sides.get(i + 1))) {
          judged.set(
              i, judgeAgainstNothing(better, false, sides.get(i + 1).get(), samples.get(0).get()));
        }
      }
      return judged;
    }
    boolean nothing = isNextToZero(unit, sides.get(0));
    return contenders.stream()
        .map(
            contender ->
                nothing && contender.isPresent()
                    ? judgeAgainstNothing(better, true, sides.get(0).orElseThrow(), contender.get())
                    : Judgement.none())
        .toList();
  }

  /**
   * Returns whether every score of a side is 0 or only a residue. A time never counts as 0: the
   * clock, or the file, has too few digits.
   */
  private static boolean isNextToZero(String unit, Optional<MeasuredCell> side) {
    return side.filter(one -> unit.equals(one.unit()) && one.isNextToZero()).isPresent()
        && !Unit.of(unit).isTime();
  }

  /**
   * Compares a side whose scores are all next to zero with a side that has a score in every fork.
   */
  private Judgement judgeAgainstNothing(
      BetterDirection better, boolean more, MeasuredCell nothing, Sample other) {
    double least = MIN_CLEAR_FACTOR * Math.max(nothing.residue(), max(nothing.scores()));
    return other.range().low() <= least
        ? Judgement.none()
        : Comparison.judgeSeparated(
            better, more, nothing.scores().length, other.size(), names.size() - 1);
  }

  private static double max(double[] ascending) {
    return ascending[ascending.length - 1];
  }
}
