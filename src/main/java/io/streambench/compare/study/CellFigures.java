package io.streambench.compare.study;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.table.ResultTable.Entry;
import io.streambench.base.table.RoundedFormat;
import io.streambench.bench.cluster.ClusterRequest;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.statistics.Fork;
import io.streambench.compare.statistics.Sample;
import io.streambench.flow.rule.Outcome;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The measured values of one cell, and their representation in tables.
 *
 * @param outcomes one outcome per fork, in the order of their rounds
 * @param completedForks the forks that have a score, in the same order
 * @param secondaryValues medians of the profilers' metrics, by name and unit; maxima for peaks
 * @param loadFiles the load of each completed fork; empty for benchmarks that are not load tests
 * @param hasFreshNodes whether each round started new nodes
 */
public record CellFigures(
    StudyCell cell,
    List<CellOutcome> outcomes,
    List<Fork> completedForks,
    Map<String, Double> secondaryValues,
    List<LoadFile> loadFiles,
    boolean hasFreshNodes) {
  private static final int MAX_SESSIONS = 1_000_000;

  public String label() {
    return cell.label();
  }

  public int threads() {
    return cell.threads();
  }

  /** Returns the value of a parameter, or a dash if the cell has none. */
  public String parameter(String name) {
    return cell.parameters().getOrDefault(name, "-");
  }

  public int intParameter(String name) {
    return (int) Double.parseDouble(cell.parameters().get(name));
  }

  public boolean isHttp1() {
    return Boolean.parseBoolean(cell.parameters().get(BenchmarkParameters.USE_HTTP1.name()));
  }

  public String protocol() {
    return isHttp1() ? "HTTP/1.1" : "HTTP/2";
  }

  public Optional<Double> secondaryValue(String name) {
    return Optional.ofNullable(secondaryValues.get(name));
  }

  /**
   * Returns the median of a profiler's metric, divided by {@code divisor} and rounded to three
   * digits.
   */
  public Optional<String> roundedSecondaryValue(String name, double divisor) {
    return secondaryValue(name).map(value -> RoundedFormat.withoutInterval(value / divisor));
  }

  /** Returns the sum of two profilers' metrics; empty if one of them is unknown. */
  public Optional<Double> sumOfSecondaryValues(String one, String other) {
    return secondaryValue(one)
        .flatMap(first -> secondaryValue(other).map(second -> first + second));
  }

  public long count(Outcome outcome) {
    return outcomes.stream().filter(fork -> fork.outcome() == outcome).count();
  }

  /** Returns whether there is at least one fork and every fork completed. */
  public boolean hasOnlyCompletedForks() {
    return !outcomes.isEmpty() && count(Outcome.COMPLETED) == outcomes.size();
  }

  public boolean hasStalled() {
    return count(Outcome.STALLED) > 0;
  }

  public Optional<CellOutcome> firstUnsuccessfulOutcome() {
    return outcomes.stream().filter(fork -> fork.outcome() != Outcome.COMPLETED).findFirst();
  }

  /** Returns the scores to compare; empty if there are none, or if a fork stalled or failed. */
  public Optional<Sample> sample() {
    return completedForks.isEmpty() || completedForks.size() < outcomes.size()
        ? Optional.empty()
        : Optional.of(createSample(completedForks.stream().mapToDouble(Fork::score).toArray()));
  }

  /**
   * Creates a sample with one value per fork. Forks are paired by round and session, so that forks
   * of different sessions never form a pair.
   */
  Sample createSample(double... values) {
    int[] keys = outcomes.stream().mapToInt(CellFigures::pairingKey).toArray();
    return values.length == keys.length ? new Sample(keys, values) : Sample.of(values);
  }

  private static int pairingKey(CellOutcome outcome) {
    return outcome.round() * MAX_SESSIONS + outcome.session();
  }

  /** Returns the logarithms of the scores to compare, by round and session. */
  Map<Integer, Double> logScoresByRound() {
    Map<Integer, Double> logs = new HashMap<>();
    for (int i = 0; i < completedForks.size() && sample().isPresent(); i++) {
      logs.put(pairingKey(outcomes.get(i)), Math.log(completedForks.get(i).score()));
    }
    return logs;
  }

  /**
   * Returns whether two cells ran on two different clusters in all rounds. More forks cannot
   * average out a difference between the clusters.
   */
  boolean isOnDifferentCluster(CellFigures other) {
    Optional<ClusterRequest> ownCluster = RoundEffect.sharedCluster(cell);
    return !hasFreshNodes
        && ownCluster.isPresent()
        && RoundEffect.sharedCluster(other.cell)
            .filter(cluster -> !cluster.equals(ownCluster.get()))
            .isPresent();
  }

  /** Returns the scores to show; empty if no fork completed, or if a fork stalled. */
  private Optional<Sample> shownSample() {
    return completedForks.isEmpty() || hasStalled()
        ? Optional.empty()
        : Optional.of(Sample.of(completedForks));
  }

  /** Returns the median score if all forks completed. */
  public Optional<Double> median() {
    return sample().map(Sample::median);
  }

  /** Returns the median score, rounded to the digits that the range of the forks justifies. */
  public Optional<String> scoreText() {
    return shownSample().map(forks -> RoundedFormat.value(forks.median(), interval(forks)));
  }

  /** Returns the range of the forks; empty for a single fork. */
  public Optional<String> rangeText() {
    return shownSample()
        .flatMap(
            forks -> interval(forks).map(bounds -> RoundedFormat.interval(forks.median(), bounds)));
  }

  Optional<String> scoreWithRange() {
    return shownSample().map(forks -> RoundedFormat.withInterval(forks.median(), interval(forks)));
  }

  private static Optional<Interval> interval(Sample forks) {
    return forks.size() < 2 ? Optional.empty() : Optional.of(forks.range());
  }

  /** Returns the number of forks, or {@code 3 of 5} if only some completed. */
  public String forksText() {
    long done = count(Outcome.COMPLETED);
    return done == outcomes.size()
        ? Integer.toString(outcomes.size())
        : TextFormat.of("%d of %d", done, outcomes.size());
  }

  /** Returns the outcome of the forks, with a link to the first fork that did not complete. */
  public Entry outcomeEntry() {
    long failed = count(Outcome.FAILED);
    String text = outcomes.isEmpty() ? "not run" : "completed";
    if (failed > 0) {
      text = TextFormat.of("failed in %d of %d", failed, outcomes.size());
    } else if (hasStalled()) {
      text = TextFormat.of("stalled in %d of %d", count(Outcome.STALLED), outcomes.size());
    }
    return new Entry(text, firstUnsuccessfulOutcome().map(CellOutcome::folder));
  }

  Bar bar(String name, String group) {
    Optional<Range> range = shownSample().map(CellFigures::range);
    return new Bar(name, group, range, range.isPresent() ? "" : outcomeEntry().text());
  }

  static Range range(Sample forks) {
    return new Range(forks.median(), forks.range().low(), forks.range().high());
  }
}
