package io.streambench.cli;

import io.streambench.analysis.compare.Fork;
import io.streambench.analysis.compare.Trend;
import io.streambench.bench.fork.Job;
import io.streambench.config.Text;
import io.streambench.results.Cell;
import io.streambench.results.CellNames;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.runner.options.TimeValue;

/**
 * Finds results whose iterations still got faster while they were measured: the JVM was not warm,
 * which explains most of their error.
 */
final class WarmupCheck {
  /** A change that no reader of a score may miss. */
  private static final double WORTH_TELLING = 0.10;

  /** Four iterations that all rise have 0.09, which is the least there can be. */
  private static final double LEVEL = 0.10;

  private static final int FEW = 4;
  private static final long LEAST_SECONDS = 5;

  private WarmupCheck() {}

  /** A line for each result that was not warm. */
  static List<String> warnings(Collection<RunResult> results) {
    CellNames names = new CellNames(results.stream().map(WarmupCheck::cell).toList());
    return results.stream().flatMap(result -> line(result, names).stream()).toList();
  }

  private static Cell cell(RunResult result) {
    BenchmarkParams params = result.getParams();
    return new Cell(params.getBenchmark(), params.getMode().shortLabel(), Job.parameters(params));
  }

  private static Optional<String> line(RunResult result, CellNames names) {
    BenchmarkParams params = result.getParams();
    List<Fork> forks =
        OutcomeCollector.forks(result).stream()
            .map(WarmupCheck::positive)
            .filter(iterations -> !iterations.isEmpty())
            .map(Fork::new)
            .toList();
    double sign = params.getMode() == Mode.Throughput ? 1 : -1;
    return Trend.of(forks)
        .filter(trend -> trend.change() * sign > WORTH_TELLING)
        .filter(trend -> trend.p() < LEVEL || allOneWay(forks, sign))
        .map(
            trend ->
                Text.of(
                    "not warm: %s: %+.0f %% from the first to the last iteration; warm up "
                        + "longer: -w %d",
                    names.of(cell(result)), 100 * trend.change(), longer(params)));
  }

  private static List<Double> positive(Fork fork) {
    return fork.iterations().stream().filter(score -> score > 0 && Double.isFinite(score)).toList();
  }

  /** Two or three iterations are too few for a test. */
  private static boolean allOneWay(List<Fork> forks, double sign) {
    return forks.stream()
        .map(Fork::iterations)
        .allMatch(
            scores -> {
              boolean oneWay = scores.size() > 1 && scores.size() < FEW;
              for (int i = 1; i < scores.size(); i++) {
                oneWay &= sign * (scores.get(i) - scores.get(i - 1)) > 0;
              }
              return oneWay;
            });
  }

  private static long longer(BenchmarkParams params) {
    TimeValue time = params.getWarmup().getTime();
    long seconds = params.getWarmup().getCount() == 0 ? 0 : time.convertTo(TimeUnit.SECONDS);
    return Math.max(LEAST_SECONDS, 2 * seconds);
  }
}
