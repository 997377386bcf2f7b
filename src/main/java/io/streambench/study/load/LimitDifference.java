package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/**
 * A figure of two limits, with the difference.
 *
 * @param published the difference that was published; empty where a ratio says nothing
 */
record LimitDifference(
    String figure, Optional<Double> hundred, Optional<Double> more, Optional<String> published) {

  /** Every figure that was published; where a limit was not measured there is a dash. */
  static ResultTable table(Optional<Load> hundred, Optional<Load> more) {
    List<LimitDifference> rows = new ArrayList<>();
    rows.add(row("requests/s", hundred, more, LoadFigures::requestsPerSecond));
    // The lowest last, as it was printed.
    for (String head : List.of("mean", "P50", "P95", "P99", "P99.9", "max", "min")) {
      ToDoubleFunction<Latencies> value = Loads.LATENCIES.get(head + ", ms");
      rows.add(row(head + ", ms", hundred, more, load -> value.applyAsDouble(load.whole())));
    }
    rows.add(row("success, %", hundred, more, load -> 100 * load.success()));
    rows.add(
        new LimitDifference(
            "heap growth under load, MB",
            hundred.flatMap(LimitDifference::growth),
            more.flatMap(LimitDifference::growth),
            Optional.empty()));
    return ResultTable.of("A limit of 250 compared with 100, each with 100 in flight", rows)
        .text("figure", LimitDifference::figure)
        .number("100", row -> row.hundred.map(LimitDifference::text))
        .number("250", row -> row.more.map(LimitDifference::text))
        .number("difference", LimitDifference::difference)
        .number("published difference", LimitDifference::published);
  }

  private static LimitDifference row(
      String figure,
      Optional<Load> hundred,
      Optional<Load> more,
      ToDoubleFunction<LoadFigures> value) {
    return new LimitDifference(
        figure,
        hundred.flatMap(Load::figures).map(value::applyAsDouble),
        more.flatMap(Load::figures).map(value::applyAsDouble),
        percent(
            Optional.of(value.applyAsDouble(PublishedLoads.MAX_CONCURRENT_STREAMS_100)),
            Optional.of(value.applyAsDouble(PublishedLoads.MAX_CONCURRENT_STREAMS_250))));
  }

  /** Of what is near zero a ratio says nothing. */
  private Optional<String> difference() {
    return published.isPresent() ? percent(hundred, more) : Optional.of("");
  }

  private static String text(double value) {
    if (value > 0 && value < 1) {
      return Millis.text(value); // a latency
    }
    return value >= 1000 ? Text.of("%,.0f", value) : Text.of("%.2f", value);
  }

  private static Optional<String> percent(Optional<Double> one, Optional<Double> other) {
    return one.filter(base -> base != 0)
        .flatMap(base -> other.map(more -> Text.of("%+.1f %%", 100 * (more / base - 1))));
  }

  /** The growth of the client's heap, median of the forks. */
  private static Optional<Double> growth(Load load) {
    return load.figures()
        .map(
            measured ->
                Median.withDefaults()
                    .evaluate(
                        load.cell().loads().stream()
                            .mapToDouble(Loads::heapGrowthMegabytes)
                            .toArray()));
  }
}
