package io.streambench.compare.report;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.table.RoundedFormat;
import io.streambench.compare.cells.ComparedCell;
import io.streambench.compare.cells.ComparedCell.Side;
import io.streambench.compare.cells.ComparedCell.State;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.statistics.BetterDirection;
import io.streambench.compare.statistics.Judgement;
import io.streambench.compare.statistics.Judgement.Evidence;
import io.streambench.compare.statistics.Layout;
import io.streambench.compare.statistics.RequiredForks;

/** The description of verdicts in words. */
record VerdictText(ComparedResults results) {
  private static final double MIN_RATIO_AS_MULTIPLE = 2;

  private boolean isInterleaved() {
    return results.layout() == Layout.INTERLEAVED;
  }

  /** Describes which scores are better, for example {@code more is better}. */
  static String directionText(BetterDirection better) {
    return switch (better) {
      case HIGHER -> "more is better";
      case LOWER -> "less is better";
      case UNKNOWN -> "more or less: not known";
    };
  }

  /** Returns the verdict in words, such as {@code 12 % slower (9 to 15 %)} or {@code baseline}. */
  String verdictText(ComparedCell cell, Side side) {
    if (side.scores().isEmpty()) {
      String mark = shortVerdict(cell, side) + (side.state() == State.COMPLETED ? ": " : " in ");
      return side.state() == State.MISSING ? side.detail() : mark + side.detail();
    }
    if (side.judgement().isEmpty()) {
      return "baseline" + (side.isNearZero() ? ": " + side.detail() : "");
    }
    Judgement judgement = side.judgement().get();
    return switch (judgement.verdict()) {
      case FASTER, SLOWER, DIFFERENT ->
          judgement
              .evidence()
              .map(evidence -> differenceText(cell, evidence))
              .orElseGet(() -> comparedWithZeroText(cell, side));
      case WITHIN_THRESHOLD -> "within " + RoundedFormat.threshold(results.threshold());
      case NO_EVIDENCE -> noEvidenceText(cell, side, judgement);
      case TOO_FEW_FORKS ->
          TextFormat.of("too few forks: at least %,d each needed", judgement.forksNeeded());
      case NOT_COMPARABLE -> "nothing to compare" + notComparableReason(cell.baseline(), side);
    };
  }

  private static String comparedWithZeroText(ComparedCell cell, Side side) {
    return shortVerdict(cell, side)
        + ": "
        + (side.isNearZero()
            ? side.detail()
            : cell.baseline().contenderName() + " has " + cell.baseline().detail());
  }

  /** Returns a short verdict to print after a median, such as {@code slower}; may be empty. */
  static String shortVerdict(ComparedCell cell, Side side) {
    if (side.scores().isEmpty()) {
      return switch (side.state()) {
        case MISSING -> "not measured";
        case COMPLETED -> "not comparable";
        case STALLED, FAILED -> side.state().name();
      };
    }
    if (side.judgement().isEmpty()) {
      return "";
    }
    return switch (side.judgement().get().verdict()) {
      case FASTER -> cell.isSpeedComparison() ? "faster" : "better";
      case SLOWER -> cell.isSpeedComparison() ? "slower" : "worse";
      case DIFFERENT -> "different";
      case WITHIN_THRESHOLD -> "within";
      case NO_EVIDENCE -> "no evidence";
      case TOO_FEW_FORKS -> "too few forks";
      case NOT_COMPARABLE -> "not comparable";
    };
  }

  private static String notComparableReason(Side baseline, Side side) {
    if (side.isNearZero()) {
      return ": " + side.detail();
    }
    return " with: "
        + baseline.contenderName()
        + switch (baseline.state()) {
          case STALLED -> " stalled";
          case FAILED -> " failed";
          case MISSING -> " has no such cell";
          case COMPLETED -> ": " + baseline.detail();
        };
  }

  private String noEvidenceText(ComparedCell cell, Side side, Judgement judgement) {
    Evidence evidence = judgement.evidence().orElseThrow();
    // a relevant difference may be JMH's own overhead, regardless of the number of forks
    boolean residueRelevant =
        cell.residue(side) >= cell.relevantDifference() * cell.baseline().median();
    String longer =
        cell.cell().mode().equals("ss")
            ? "; measure larger batches (-bs)"
            : "; measure longer iterations (-r)";
    if (cell.isHiddenByResidue(side)) {
      return "no evidence of a difference: it may be "
          + side.measured().residueText(cell.residue(side))
          + (residueRelevant ? longer : "");
    }
    int measured = Math.min(cell.baseline().scores().size(), side.scores().size());
    int needed = cell.forksNeeded(side).orElse(0);
    boolean more = needed > measured;
    boolean estimated = measured >= RequiredForks.MIN_FORKS_FOR_ESTIMATE;
    String forks =
        TextFormat.of(
            "%s%,d %s",
            estimated ? "" : "at least ",
            needed,
            isInterleaved() ? "forks each" : "interleaved forks each");
    if (results.threshold() > 0) {
      String limit = RoundedFormat.threshold(results.threshold());
      String found =
          evidence.isSignificant()
              ? differenceText(cell, evidence) + ", not shown to exceed " + limit
              : "undecided: may exceed " + limit;
      return found + (residueRelevant ? longer : more ? "; " + forks + " would tell" : "");
    }
    return "no evidence of a difference"
        + (residueRelevant
            ? longer
            : more
                ? "; "
                    + forks
                    + " would show "
                    + RoundedFormat.threshold(RequiredForks.DEFAULT_DIFFERENCE)
                : "");
  }

  private String differenceText(ComparedCell cell, Evidence evidence) {
    double ratio = evidence.ratio();
    Interval interval = evidence.interval();
    boolean higher = ratio > 1;
    // Without interleaving, the cause may be a difference between the sessions.
    String session = isInterleaved() ? "" : ", one session each";
    boolean faster = cell.isThroughput() && cell.isSpeedComparison();
    if (ratio >= MIN_RATIO_AS_MULTIPLE) {
      return TextFormat.of(
          "%.1f times %s, ratio %s%s",
          ratio,
          faster ? "as fast" : cell.isTimePerOperation() ? "as long" : "as much",
          RoundedFormat.ratio(ratio, interval),
          session);
    }
    double least = higher ? interval.low() - 1 : 1 - interval.high();
    double most = higher ? interval.high() - 1 : 1 - interval.low();
    // Keep enough digits to print 0.4 % as 0.4 % instead of 0 %.
    double digits = Math.min(interval.halfWidth(), 2 * least);
    return TextFormat.of(
        "%s %s (%s)%s",
        RoundedFormat.percent(Math.abs(ratio - 1), digits),
        faster
            ? higher ? "faster" : "slower"
            : (higher ? "more" : "less") + (cell.isTimePerOperation() ? " time" : ""),
        TextFormat.range(
            RoundedFormat.percentNumber(least, digits), RoundedFormat.percent(most, digits)),
        session);
  }
}
