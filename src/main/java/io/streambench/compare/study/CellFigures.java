package io.streambench.compare.study;

import io.streambench.base.Interval;
import io.streambench.base.TextFormat;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.table.ResultTable.Entry;
import io.streambench.base.table.Rounded;
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
 * The figures of one cell's forks, and how a table shows them.
 *
 * @param outcomes one outcome per fork, in the order of their rounds
 * @param completed the forks that have a score, in the same order
 * @param secondary medians of the profilers' metrics, by name and unit; maxima for peaks
 * @param loads requests of each completed fork; empty for benchmarks without requests
 * @param freshNodes whether each round started new nodes
 */
public record CellFigures(
    StudyCell cell,
    List<CellOutcome> outcomes,
    List<Fork> completed,
    Map<String, Double> secondary,
    List<LoadFile> loads,
    boolean freshNodes) {
  private static final int MAX_SESSIONS = 1_000_000;

  public String label() {
    return cell.label();
  }

  public int threads() {
    return cell.threads();
  }

  /** The value of a parameter; a dash if the cell has none. */
  public String parameter(String name) {
    return cell.parameters().getOrDefault(name, "-");
  }

  public int number(String name) {
    return (int) Double.parseDouble(cell.parameters().get(name));
  }

  public boolean isHttp1() {
    return Boolean.parseBoolean(cell.parameters().get(BenchmarkParameters.USE_HTTP1.name()));
  }

  public String protocol() {
    return isHttp1() ? "HTTP/1.1" : "HTTP/2";
  }

  public Optional<Double> value(String name) {
    return Optional.ofNullable(secondary.get(name));
  }

  /** The median of a profiler's metric, divided by a unit and rounded to three digits. */
  public Optional<String> roundedValue(String name, double unit) {
    return value(name).map(value -> Rounded.withoutInterval(value / unit));
  }

  /** The sum of two profilers' values; empty if one of them is unknown. */
  public Optional<Double> sum(String one, String other) {
    return value(one).flatMap(first -> value(other).map(second -> first + second));
  }

  public long count(Outcome outcome) {
    return outcomes.stream().filter(fork -> fork.outcome() == outcome).count();
  }

  /** Returns whether there is at least one fork and every fork completed. */
  public boolean allForksCompleted() {
    return !outcomes.isEmpty() && count(Outcome.COMPLETED) == outcomes.size();
  }

  public boolean hasStalled() {
    return count(Outcome.STALLED) > 0;
  }

  public Optional<CellOutcome> firstNotCompleted() {
    return outcomes.stream().filter(fork -> fork.outcome() != Outcome.COMPLETED).findFirst();
  }

  /** The scores to compare; empty if there are none, or if a fork stalled or failed. */
  public Optional<Sample> sample() {
    return completed.isEmpty() || completed.size() < outcomes.size()
        ? Optional.empty()
        : Optional.of(sample(completed.stream().mapToDouble(Fork::score).toArray()));
  }

  /**
   * Creates a sample with one value per fork, keyed by round and session so that forks from
   * different sessions are never paired.
   */
  Sample sample(double... values) {
    int[] turns = outcomes.stream().mapToInt(CellFigures::order).toArray();
    return values.length == turns.length ? new Sample(turns, values) : Sample.of(values);
  }

  private static int order(CellOutcome outcome) {
    return outcome.round() * MAX_SESSIONS + outcome.session();
  }

  /** The logarithms of the scores to compare, by round and session. */
  Map<Integer, Double> logScores() {
    Map<Integer, Double> logs = new HashMap<>();
    for (int i = 0; i < completed.size() && sample().isPresent(); i++) {
      logs.put(order(outcomes.get(i)), Math.log(completed.get(i).score()));
    }
    return logs;
  }

  /**
   * Returns whether each of the two cells stayed on one cluster in all rounds, but not on the same.
   * More forks then do not average out a difference between the two clusters.
   */
  boolean isOnOtherNodes(CellFigures other) {
    Optional<ClusterRequest> ownCluster = RoundEffect.cluster(cell);
    return !freshNodes
        && ownCluster.isPresent()
        && RoundEffect.cluster(other.cell)
            .filter(cluster -> !cluster.equals(ownCluster.get()))
            .isPresent();
  }

  /** The scores to show; empty if no fork completed, or if one stalled. */
  private Optional<Sample> shownSample() {
    return completed.isEmpty() || hasStalled()
        ? Optional.empty()
        : Optional.of(Sample.of(completed));
  }

  /** The median of the forks, if all completed. */
  public Optional<Double> median() {
    return sample().map(Sample::median);
  }

  /** The median of the forks, rounded to the digits that their range justifies. */
  public Optional<String> scoreText() {
    return shownSample().map(forks -> Rounded.value(forks.median(), interval(forks)));
  }

  /** The range of the forks; empty for a single fork. */
  public Optional<String> rangeText() {
    return shownSample()
        .flatMap(forks -> interval(forks).map(bounds -> Rounded.interval(forks.median(), bounds)));
  }

  Optional<String> scoreWithRange() {
    return shownSample().map(forks -> Rounded.withInterval(forks.median(), interval(forks)));
  }

  private static Optional<Interval> interval(Sample forks) {
    return forks.size() < 2 ? Optional.empty() : Optional.of(forks.range());
  }

  /** The number of forks, or {@code 3 of 5} if only some completed. */
  public String forksText() {
    long done = count(Outcome.COMPLETED);
    return done == outcomes.size()
        ? Integer.toString(outcomes.size())
        : TextFormat.of("%d of %d", done, outcomes.size());
  }

  /** The outcome of the forks, with a link to the folder of the first one that did not complete. */
  public Entry result() {
    long failed = count(Outcome.FAILED);
    String text = outcomes.isEmpty() ? "not run" : "completed";
    if (failed > 0) {
      text = TextFormat.of("failed in %d of %d", failed, outcomes.size());
    } else if (hasStalled()) {
      text = TextFormat.of("stalled in %d of %d", count(Outcome.STALLED), outcomes.size());
    }
    return new Entry(text, firstNotCompleted().map(CellOutcome::folder));
  }

  Bar bar(String name, String group) {
    Optional<Range> range = shownSample().map(CellFigures::range);
    return new Bar(name, group, range, range.isPresent() ? "" : result().text());
  }

  static Range range(Sample forks) {
    return new Range(forks.median(), forks.range().low(), forks.range().high());
  }
}
