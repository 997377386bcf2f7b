package io.streambench.study.recovery;

import io.streambench.analysis.compare.Better;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;

/** Times of recoveries next to those over HTTP/1.1 at the same place, with as many shards. */
final class RecoveryComparison {
  private final StudyResults results;
  private final List<RecoveryCell> cells;

  RecoveryComparison(StudyResults results) {
    this.results = results;
    this.cells =
        RecoveryCell.all(results.order().scale()).stream()
            .flatMap(cell -> Stream.concat(Stream.of(cell), retired(cell)))
            .distinct()
            .filter(cell -> cell.in(results).isPresent())
            .toList();
  }

  private Stream<RecoveryCell> retired(RecoveryCell cell) {
    return cell.way().isOurs()
        ? results.retiredStrategies().stream()
            .map(name -> new RecoveryCell(Way.ofStrategy(name), cell.shards(), cell.place()))
        : Stream.empty();
  }

  /** Those that have a fork, in the order of the study. */
  List<RecoveryCell> cells() {
    return cells;
  }

  /** The figures of one of them. */
  CellFigures of(RecoveryCell cell) {
    return cell.in(results).orElseThrow();
  }

  private List<RecoveryCell> family(RecoveryCell cell) {
    return cells.stream()
        .filter(other -> other.way().overHttp2())
        .filter(other -> other.place() == cell.place() && other.shards() == cell.shards())
        .toList();
  }

  /** Compares a recovery over HTTP/2 with that over HTTP/1.1; empty where one has no score. */
  Optional<Judgement> judged(RecoveryCell cell) {
    List<RecoveryCell> family = family(cell);
    if (!family.contains(cell) || of(cell).sample().isEmpty()) {
      return Optional.empty();
    }
    return new RecoveryCell(Way.HTTP1, cell.shards(), cell.place())
        .in(results)
        .flatMap(CellFigures::sample)
        .map(
            http1 ->
                Documents.judged(
                        Better.LOWER,
                        http1,
                        family.stream().map(other -> of(other).sample()).toList())
                    .get(family.indexOf(cell)));
  }

  /** The same as a part of a sentence; empty where there is nothing to compare. */
  Optional<String> told(RecoveryCell cell) {
    return judged(cell).map(RecoveryComparison::told);
  }

  private static String told(Judgement judgement) {
    return switch (judgement.verdict()) {
      case FASTER -> Documents.ratio(judgement) + " times, faster";
      case SLOWER -> Documents.ratio(judgement) + " times, slower";
      case NO_EVIDENCE, WITHIN_THRESHOLD -> Documents.ratio(judgement) + " times";
      case TOO_FEW_FORKS ->
          Text.of("too few forks to judge, %d per cell are needed", judgement.forksNeeded());
      case NOT_COMPARABLE -> "not comparable";
    };
  }

  /** The ratio with its interval, for a table. */
  String ratio(RecoveryCell cell) {
    return judged(cell)
        .filter(judgement -> judgement.evidence().isPresent())
        .map(Documents::ratio)
        .orElse("-");
  }

  /** Returns whether it is slower than over HTTP/1.1, and that is sure. */
  boolean slower(RecoveryCell cell) {
    return judged(cell).filter(one -> one.verdict() == ComparisonVerdict.SLOWER).isPresent();
  }

  /** Returns whether enough forks were judged, and none showed a difference. */
  boolean open(RecoveryCell cell) {
    return judged(cell)
        .map(Judgement::verdict)
        .filter(
            verdict ->
                verdict == ComparisonVerdict.NO_EVIDENCE
                    || verdict == ComparisonVerdict.WITHIN_THRESHOLD)
        .isPresent();
  }

  /** Seconds of a recovery; empty where a fork did not complete. */
  OptionalDouble seconds(RecoveryCell cell) {
    return cell.in(results)
        .filter(figures -> figures.sample().isPresent())
        .map(figures -> OptionalDouble.of(figures.estimate().orElseThrow().middle()))
        .orElse(OptionalDouble.empty());
  }

  /** A figure of the profiler; empty where it measured nothing. */
  OptionalDouble secondary(RecoveryCell cell, String name) {
    return cell.in(results)
        .map(figures -> figures.secondary().get(name))
        .map(OptionalDouble::of)
        .orElse(OptionalDouble.empty());
  }
}
