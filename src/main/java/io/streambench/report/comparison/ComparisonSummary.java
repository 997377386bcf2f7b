package io.streambench.report.comparison;

import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Layout;
import io.streambench.config.Text;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.table.Rounded;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.ComparedSide.State;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The results of a comparison, counted. */
final class ComparisonSummary {
  private final Map<ComparisonVerdict, Integer> verdicts = new EnumMap<>(ComparisonVerdict.class);
  private final ComparedResults results;

  ComparisonSummary(ComparedResults results) {
    this.results = results;
    results.cells().stream()
        .flatMap(cell -> cell.contenders().stream())
        .map(side -> side.judgement().orElseThrow().verdict())
        .forEach(verdict -> verdicts.merge(verdict, 1, Integer::sum));
  }

  int count(ComparisonVerdict verdict) {
    return verdicts.getOrDefault(verdict, 0);
  }

  Map<ComparisonVerdict, Integer> counts() {
    return verdicts;
  }

  /** Returns whether a contender is slower, or stalled or failed where the baseline did not. */
  boolean regressed() {
    return results.cells().stream()
        .anyMatch(cell -> cell.contenders().stream().anyMatch(cell::regressed));
  }

  /** The answer in a word or two. */
  String word() {
    return regressed() ? "REGRESSION" : judgedAny() ? "NO REGRESSION SHOWN" : "NOT JUDGED";
  }

  /** Unclear while more forks could still show a difference. */
  Tone tone() {
    boolean open =
        count(ComparisonVerdict.NO_EVIDENCE) + count(ComparisonVerdict.TOO_FEW_FORKS) > 0;
    return regressed() ? Tone.BAD : judgedAny() && !open ? Tone.GOOD : Tone.UNCLEAR;
  }

  private boolean judgedAny() {
    return count(ComparisonVerdict.FASTER)
            + count(ComparisonVerdict.NO_EVIDENCE)
            + count(ComparisonVerdict.WITHIN_THRESHOLD)
        > 0;
  }

  /** {@code 1 slower, 4 without evidence of a difference, 1 stalled}. */
  String headline() {
    String threshold = Rounded.threshold(results.threshold());
    String open =
        results.threshold() > 0
            ? "undecided (may exceed " + threshold + ")"
            : "without evidence of a difference";
    List<String> parts = new ArrayList<>();
    add(parts, count(ComparisonVerdict.SLOWER), "slower");
    add(parts, count(ComparisonVerdict.FASTER), "faster");
    add(parts, count(ComparisonVerdict.NO_EVIDENCE), open);
    add(parts, count(ComparisonVerdict.WITHIN_THRESHOLD), "within " + threshold);
    add(parts, count(ComparisonVerdict.TOO_FEW_FORKS), "with too few forks to judge");
    add(parts, sides(State.STALLED), "stalled");
    add(parts, sides(State.FAILED), "failed");
    add(parts, sides(State.MISSING), "not measured on one side");
    add(parts, otherwiseMeasured(), "not comparable");
    return String.join(", ", parts);
  }

  /** Measured on both sides, and in units that have no ratio, or 0 in every fork. */
  private int otherwiseMeasured() {
    return (int)
        results.cells().stream()
            .filter(cell -> cell.baseline().state() == State.COMPLETED)
            .flatMap(cell -> cell.contenders().stream())
            .filter(side -> side.state() == State.COMPLETED)
            .filter(
                side ->
                    side.judgement().orElseThrow().verdict() == ComparisonVerdict.NOT_COMPARABLE)
            .count();
  }

  private int sides(State state) {
    return (int)
        results.cells().stream()
            .flatMap(cell -> cell.sides().stream())
            .filter(side -> side.state() == state)
            .count();
  }

  private static void add(List<String> parts, int count, String what) {
    if (count > 0) {
      parts.add(Text.of("%,d %s", count, what));
    }
  }

  /** The notes, such as the number of judged cells and of differences expected by chance. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    long judged =
        results.cells().stream()
            .filter(cell -> cell.contenders().stream().anyMatch(ComparisonSummary::judged))
            .count();
    if (judged > 0) {
      notes.add(
          Text.of(
              "%s judged at a level of 5 %%: if nothing differed, up to %.1f of them would still be"
                  + " called different, by chance",
              judged == 1 ? "1 cell" : Text.of("%,d cells", judged),
              judged * Comparison.SIGNIFICANCE));
    }
    if (judged > 0 && results.layout() == Layout.IN_SEQUENCE) {
      notes.add(
          "one session each: the sides were measured one after the other, and what differs"
              + " between sessions looks like a difference; no interval has that in it, so repeat"
              + " by turns (compare --run)");
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

  private static boolean judged(ComparedSide side) {
    return side.judgement().flatMap(judgement -> judgement.evidence()).isPresent();
  }
}
