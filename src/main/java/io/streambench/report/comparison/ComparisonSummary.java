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
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The results of a comparison, counted. */
record ComparisonSummary(ComparedResults results) {
  private Stream<ComparedSide> contenders() {
    return results.cells().stream().flatMap(cell -> cell.contenders().stream());
  }

  private static ComparisonVerdict verdict(ComparedSide side) {
    return side.judgement().orElseThrow().verdict();
  }

  Map<ComparisonVerdict, Long> counts() {
    return contenders()
        .collect(
            Collectors.groupingBy(
                ComparisonSummary::verdict,
                () -> new EnumMap<>(ComparisonVerdict.class),
                Collectors.counting()));
  }

  private long count(ComparisonVerdict... verdicts) {
    return contenders().filter(side -> List.of(verdicts).contains(verdict(side))).count();
  }

  boolean regressed() {
    return results.cells().stream()
        .anyMatch(cell -> cell.contenders().stream().anyMatch(cell::regressed));
  }

  String word() {
    return regressed() ? "REGRESSION" : judgedAny() ? "NO REGRESSION SHOWN" : "NOT JUDGED";
  }

  /** Unclear while more forks could still show a difference. */
  Tone tone() {
    boolean open = count(ComparisonVerdict.NO_EVIDENCE, ComparisonVerdict.TOO_FEW_FORKS) > 0;
    return regressed() ? Tone.BAD : judgedAny() && !open ? Tone.GOOD : Tone.UNCLEAR;
  }

  private boolean judgedAny() {
    return count(
            ComparisonVerdict.FASTER,
            ComparisonVerdict.NO_EVIDENCE,
            ComparisonVerdict.WITHIN_THRESHOLD)
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
  private long otherwiseMeasured() {
    return results.cells().stream()
        .filter(cell -> cell.baseline().state() == State.COMPLETED)
        .flatMap(cell -> cell.contenders().stream())
        .filter(side -> side.state() == State.COMPLETED)
        .filter(side -> verdict(side) == ComparisonVerdict.NOT_COMPARABLE)
        .count();
  }

  private long sides(State state) {
    return results.cells().stream()
        .flatMap(cell -> cell.sides().stream())
        .filter(side -> side.state() == state)
        .count();
  }

  private static void add(List<String> parts, long count, String what) {
    if (count > 0) {
      parts.add(Text.of("%,d %s", count, what));
    }
  }

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
