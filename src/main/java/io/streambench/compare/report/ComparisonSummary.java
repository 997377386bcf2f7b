package io.streambench.compare.report;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.table.RoundedFormat;
import io.streambench.compare.cells.ComparedCell;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.cells.ComparedCell.State;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Comparison;
import io.streambench.compare.statistics.ComparisonVerdict;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.RequiredForks;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;

/** A summary of a comparison, which counts the cells per verdict. */
record ComparisonSummary(ComparedResults results) {
  private static ComparisonVerdict verdict(Side side) {
    return side.judgement().orElseThrow().verdict();
  }

  Map<ComparisonVerdict, Long> countsByVerdict() {
    Map<ComparisonVerdict, Long> counts = new EnumMap<>(ComparisonVerdict.class);
    for (ComparisonVerdict verdict : ComparisonVerdict.values()) {
      counts.put(verdict, count(verdict));
    }
    counts.values().removeIf(count -> count == 0);
    return counts;
  }

  private long count(ComparisonVerdict... verdicts) {
    return count((cell, side) -> List.of(verdicts).contains(verdict(side)));
  }

  private long count(BiPredicate<ComparedCell, Side> condition) {
    return results.cells().stream()
        .mapToLong(
            cell -> cell.contenderSides().stream().filter(s -> condition.test(cell, s)).count())
        .sum();
  }

  boolean hasRegression() {
    return count(ComparedCell::isRegression) > 0;
  }

  /** Returns the verdict: REGRESSION, NOT JUDGED, UNDECIDED or NO REGRESSION SHOWN. */
  String verdictWord() {
    if (hasRegression()) {
      return "REGRESSION";
    }
    return !hasJudgement() ? "NOT JUDGED" : isUndecided() ? "UNDECIDED" : "NO REGRESSION SHOWN";
  }

  private boolean isUndecided() {
    return count((cell, side) -> cell.undecidedReason(side).isPresent()) > 0;
  }

  Tone tone() {
    return hasRegression() ? Tone.BAD : hasJudgement() && !isUndecided() ? Tone.GOOD : Tone.UNCLEAR;
  }

  private boolean hasJudgement() {
    return count(
            ComparisonVerdict.FASTER,
            ComparisonVerdict.DIFFERENT,
            ComparisonVerdict.NO_EVIDENCE,
            ComparisonVerdict.WITHIN_THRESHOLD)
        > 0;
  }

  /** Counts cells by verdict: {@code 1 slower, 4 without evidence of a difference, 1 stalled}. */
  String headline() {
    String threshold = RoundedFormat.threshold(results.threshold());
    boolean speed = results.cells().stream().allMatch(ComparedCell::isSpeedComparison);
    String worse = speed ? "slower" : "worse";
    long mayBeWorse =
        count(
            (cell, side) ->
                verdict(side) == ComparisonVerdict.NO_EVIDENCE
                    && cell.undecidedReason(side).isPresent());
    long nearZero = count((cell, side) -> cell.baseline().isNearZero() && side.isNearZero());
    // completed on both sides, but without a ratio: different units, or 0 in every fork
    long incomparable =
        count(
            (cell, side) ->
                cell.baseline().state() == State.COMPLETED
                    && side.state() == State.COMPLETED
                    && verdict(side) == ComparisonVerdict.NOT_COMPARABLE);
    String limit =
        results.threshold() > 0
            ? threshold
            : RoundedFormat.threshold(RequiredForks.DEFAULT_DIFFERENCE);
    List<String> parts = new ArrayList<>();
    addCount(parts, count(ComparisonVerdict.SLOWER), worse);
    addCount(parts, count(ComparisonVerdict.FASTER), speed ? "faster" : "better");
    addCount(parts, count(ComparisonVerdict.DIFFERENT), "different, for better or worse");
    boolean known =
        results.cells().stream().anyMatch(cell -> cell.better() != BetterDirection.UNKNOWN);
    addCount(
        parts,
        mayBeWorse,
        known
            ? "undecided (may be more than " + limit + " " + worse + ")"
            : "undecided (may differ by more than " + limit + ")");
    addCount(
        parts,
        count(ComparisonVerdict.NO_EVIDENCE) - mayBeWorse,
        results.threshold() > 0
            ? "not shown to exceed " + threshold
            : "without evidence of a difference");
    addCount(parts, count(ComparisonVerdict.WITHIN_THRESHOLD), "within " + threshold);
    addCount(parts, count(ComparisonVerdict.TOO_FEW_FORKS), "with too few forks to judge");
    addCount(parts, countSides(State.STALLED), "stalled");
    addCount(parts, countSides(State.FAILED), "failed");
    addCount(parts, countSides(State.MISSING), "not measured on one side");
    addCount(parts, nearZero, "with nothing to compare (0, or next to it, on both sides)");
    addCount(parts, incomparable - nearZero, "not comparable");
    return String.join(", ", parts);
  }

  private long countSides(State state) {
    return results.cells().stream()
        .flatMap(cell -> cell.sides().stream())
        .filter(side -> side.state() == state)
        .count();
  }

  private static void addCount(List<String> parts, long count, String label) {
    if (count > 0) {
      parts.add(TextFormat.of("%,d %s", count, label));
    }
  }

  List<String> notes() {
    List<String> notes = new ArrayList<>();
    long judged =
        results.cells().stream()
            .filter(cell -> cell.contenderSides().stream().anyMatch(s -> s.evidence().isPresent()))
            .count();
    if (judged > 0) {
      notes.add(
          judged == 1
              ? "1 cell judged at a level of 5 %: if nothing differed, it would still be called"
                  + " different in 5 % of cases"
              : TextFormat.of(
                  "%,d cells judged at a level of 5 %%: if nothing differed, up to %.1f of them"
                      + " would still be called different, by chance",
                  judged, judged * Comparison.SIGNIFICANCE_LEVEL));
    }
    if (judged > 0 && results.layout() == Layout.IN_SEQUENCE) {
      notes.add(
          "one session each: the sides were measured one after the other, and what differs"
              + " between sessions looks like a difference; no interval has that in it, so repeat"
              + " interleaved (compare --run)");
    }
    if (count(ComparisonVerdict.DIFFERENT) > 0) {
      notes.add(
          "the name and the unit do not show whether more or less is better: --better more, or"
              + " --better less, decides");
    }
    if (results.contenders().size() > 2) {
      notes.add(
          "p is corrected by Holm's method for the contenders of a cell, not across cells; the"
              + " intervals of a cell hold together in about 95 % of cases (Bonferroni)");
    }
    notes.add("how this is decided, and what it does not say: docs/comparison.md");
    notes.addAll(results.notes());
    return notes;
  }
}
