package io.streambench.results;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.Layout;
import io.streambench.analysis.compare.Sample;
import io.streambench.config.Text;
import io.streambench.results.CellResult.Circumstances;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * All that one contender has of one cell, from however many files: several client machines, or a
 * study with a file for each fork.
 *
 * @param unit of the scores; null if there are none
 * @param forks every fork that has a score, in the order of time if that is known
 * @param unusable forks without one, or in another unit
 * @param troubles runs of this cell that stalled or failed
 * @param circumstances of the files, without repetition
 * @param spans when the forks were measured, of those that tell
 */
public record SideCell(
    Cell cell,
    String unit,
    List<Fork> forks,
    int unusable,
    List<CellOutcome> troubles,
    List<Circumstances> circumstances,
    List<Span> spans) {

  static SideCell of(Cell cell, List<CellResult> measured, List<CellOutcome> outcomes) {
    List<CellResult> results = new ArrayList<>(measured);
    if (measured.stream().allMatch(result -> result.span().isPresent())) {
      results.sort(Comparator.comparing(result -> result.span().orElseThrow().begun()));
    }
    List<Fork> forks = new ArrayList<>();
    String unit = results.isEmpty() ? null : results.get(0).unit();
    int unusable = 0;
    for (CellResult result : results) {
      for (Fork fork : result.forks()) {
        if (result.unit().equals(unit) && fork.measured()) {
          forks.add(fork);
        } else {
          unusable++;
        }
      }
    }
    return new SideCell(
        cell,
        unit,
        forks,
        unusable,
        outcomes.stream().filter(outcome -> outcome.outcome() != Outcome.COMPLETED).toList(),
        results.stream().map(CellResult::circumstances).distinct().toList(),
        results.stream().flatMap(result -> result.span().stream()).toList());
  }

  /**
   * The order in time of its forks and those of another contender. IN_SEQUENCE if a fork has no
   * time.
   */
  Layout layout(SideCell other) {
    boolean told =
        spans.size() == forks.size() + unusable
            && other.spans.size() == other.forks.size() + other.unusable;
    return told ? Span.layout(spans, other.spans) : Layout.IN_SEQUENCE;
  }

  /**
   * STALLED or FAILED if any run was, for what is left would be an average of the lucky ones;
   * FAILED if there is nothing at all.
   */
  public Outcome outcome() {
    if (troubles.stream().anyMatch(trouble -> trouble.outcome() == Outcome.FAILED)) {
      return Outcome.FAILED;
    }
    if (!troubles.isEmpty()) {
      return Outcome.STALLED;
    }
    // a metric that is always 0 has no ratio, and is no failure
    return forks.isEmpty() && !cell.isMetric() ? Outcome.FAILED : Outcome.COMPLETED;
  }

  /** Why there are no scores: {@code 2 of 5 runs}; with both {@code 1 of 5 runs, stalled in 1}. */
  String detail() {
    if (troubles.isEmpty() && cell.isMetric() && forks.isEmpty()) {
      return "it is 0 in every fork, or was not measured";
    }
    if (troubles.isEmpty() && forks.isEmpty()) {
      return "every run: the files have no score of a fork";
    }
    if (troubles.isEmpty()) {
      return unusable > 0
          ? Text.of("without a usable score in %d of %d fork(s)", unusable, unusable + forks.size())
          : "measured in " + unit;
    }
    long failed = troubles.stream().filter(one -> one.outcome() == Outcome.FAILED).count();
    long stalled = troubles.size() - failed;
    String most =
        Text.of("%d of %d run(s)", failed > 0 ? failed : stalled, troubles.size() + forks.size());
    return failed > 0 && stalled > 0 ? most + ", stalled in " + stalled : most;
  }

  /**
   * The scores to compare; none unless it completed, in that unit, with a score of every fork: the
   * others alone would be an average of the lucky ones.
   */
  Optional<Sample> sample(String of) {
    boolean all = outcome() == Outcome.COMPLETED && unusable == 0 && !forks.isEmpty();
    return all && of.equals(unit) ? Optional.of(Sample.of(forks)) : Optional.empty();
  }

  SideCell withCell(Cell other) {
    return new SideCell(other, unit, forks, unusable, troubles, circumstances, spans);
  }
}
