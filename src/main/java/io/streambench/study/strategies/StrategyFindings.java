package io.streambench.study.strategies;

import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** The findings on the ways out of the stall, in words. */
final class StrategyFindings {
  private final StudyResults results;
  private final StrategyComparison comparison;

  StrategyFindings(StudyResults results) {
    this.results = results;
    this.comparison = new StrategyComparison(results.cells());
  }

  StudyDocument document() {
    StrategyTables tables = new StrategyTables(comparison);
    return Documents.of(
            results, "Ways out of the stall", sentences(), tables.tables(), tables.charts())
        .recommending(new StrategyRecommendation(comparison).paragraphs());
  }

  private List<String> sentences() {
    int shards = comparison.goalShards();
    List<String> compared = comparison.compared(shards);
    List<String> sentences = new ArrayList<>();
    sentences.add(hang());
    if (!compared.isEmpty()) {
      sentences.add(fastest(compared, shards));
      sentences.add(asFast(compared, shards));
      sentences.add(slower(compared, shards));
    }
    for (String way : comparison.neverStalling()) {
      sentences.add(
          Text.of(
              "%s, %d shard(s), compared with HTTP/1.1: %s.",
              way, shards, comparison.besideAtEach(way, shards)));
    }
    return sentences;
  }

  private String hang() {
    List<String> hang =
        comparison.ways().stream().filter(way -> comparison.stalledPlaces(way) > 0).toList();
    List<String> failed =
        comparison.ways().stream().filter(way -> comparison.failedPlaces(way) > 0).toList();
    return (hang.isEmpty()
            ? "Nothing stalled."
            : "Stalled somewhere: " + String.join(", ", hang) + ".")
        + (failed.isEmpty() ? "" : " Failed somewhere: " + String.join(", ", failed) + ".");
  }

  private String fastest(List<String> ways, int shards) {
    String fastest =
        ways.stream().max(Comparator.comparingDouble(way -> least(way, shards))).orElseThrow();
    return Text.of(
        "Best worst case at %d shard(s), by medians: %s, %.2f times HTTP/1.1 at the round-trip time"
            + " where it is slowest. It never stalled. At most %s MB were unread (sum of its sessions'"
            + " peaks).",
        shards, fastest, least(fastest, shards), comparison.mostUnreadMegabytes(fastest));
  }

  private double least(String way, int shards) {
    return comparison.least(way, shards).orElseThrow();
  }

  /** The goal, by medians. */
  private String asFast(List<String> ways, int shards) {
    List<String> reached = ways.stream().filter(way -> least(way, shards) >= 1).toList();
    return Text.of(
        "As fast as HTTP/1.1 by median at every round-trip time, with %d shard(s): %s.",
        shards, orNone(reached));
  }

  /** The sentence that says what is proven against the goal, or that nothing can be. */
  private String slower(List<String> ways, int shards) {
    int forks = results.order().forks();
    if (forks < Comparison.MIN_FORKS) {
      return Text.of(
          "With %d fork(s) per cell there is no verdict: none of these ratios shows a difference from"
              + " 1.",
          forks);
    }
    List<String> slower = new ArrayList<>();
    boolean notJudged = false;
    for (String way : ways) {
      for (int rtt : comparison.rtts()) {
        Optional<Judgement> judged = comparison.at(way, shards, rtt).flatMap(comparison::judged);
        notJudged |=
            judged.filter(one -> one.verdict() == ComparisonVerdict.TOO_FEW_FORKS).isPresent();
        judged
            .filter(one -> one.verdict() == ComparisonVerdict.SLOWER)
            .ifPresent(
                one ->
                    slower.add(Text.of("%s at %d ms (%s, 95 %%)", way, rtt, Documents.range(one))));
      }
    }
    if (notJudged && slower.isEmpty()) {
      return Text.of(
          "At %d shard(s) it is unknown whether a way is slower than HTTP/1.1: %d forks per cell"
              + " are too few to compare %d ways at a time.",
          shards, forks, ways.size());
    }
    return Text.of("Found slower than HTTP/1.1 at %d shard(s): %s.", shards, orNone(slower));
  }

  private static String orNone(List<String> some) {
    return some.isEmpty() ? "none" : String.join(", ", some);
  }
}
