package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.study.CellFigures;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import org.apache.commons.statistics.descriptive.Median;

/** Two limits in every figure that was published of them, with the difference. */
final class LimitDifference {
  private static final String NONE = "-";

  private static final Map<String, ToDoubleFunction<LoadFigures>> FIGURES = figures();

  private LimitDifference() {}

  private static Map<String, ToDoubleFunction<LoadFigures>> figures() {
    Map<String, ToDoubleFunction<LoadFigures>> figures = new LinkedHashMap<>();
    figures.put("requests/s", LoadFigures::requestsPerSecond);
    latency(figures, "mean", Latencies::mean);
    latency(figures, "P50", Latencies::p50);
    latency(figures, "P95", Latencies::p95);
    latency(figures, "P99", Latencies::p99);
    latency(figures, "P99.9", Latencies::p999);
    latency(figures, "max", Latencies::max);
    latency(figures, "min", Latencies::min);
    figures.put("success, %", load -> 100 * load.success());
    return figures;
  }

  private static void latency(
      Map<String, ToDoubleFunction<LoadFigures>> figures,
      String name,
      ToDoubleFunction<Latencies> value) {
    figures.put(name + ", ms", load -> value.applyAsDouble(load.whole()));
  }

  /** A row for each figure; where a limit was not measured there is a dash. */
  static ResultTable table(Optional<CellFigures> hundred, Optional<CellFigures> more) {
    Optional<LoadFigures> one = hundred.flatMap(Loads::figures);
    Optional<LoadFigures> other = more.flatMap(Loads::figures);
    List<String> names = new ArrayList<>();
    List<String> first = new ArrayList<>();
    List<String> second = new ArrayList<>();
    List<String> difference = new ArrayList<>();
    List<String> published = new ArrayList<>();
    FIGURES.forEach(
        (name, value) -> {
          names.add(name);
          first.add(one.map(load -> text(value.applyAsDouble(load))).orElse(NONE));
          second.add(other.map(load -> text(value.applyAsDouble(load))).orElse(NONE));
          difference.add(percent(one.map(value::applyAsDouble), other.map(value::applyAsDouble)));
          published.add(
              percent(
                  Optional.of(value.applyAsDouble(PublishedLoads.MAX_CONCURRENT_STREAMS_100)),
                  Optional.of(value.applyAsDouble(PublishedLoads.MAX_CONCURRENT_STREAMS_250))));
        });
    names.add("heap growth under load, MB");
    first.add(hundred.flatMap(LimitDifference::growth).map(LimitDifference::text).orElse(NONE));
    second.add(more.flatMap(LimitDifference::growth).map(LimitDifference::text).orElse(NONE));
    difference.add(""); // near zero, where a ratio says nothing
    published.add(NONE);
    return new ResultTable("A limit of 250 compared with 100, each with 100 in flight")
        .text("figure", names)
        .number("100", first)
        .number("250", second)
        .number("difference", difference)
        .number("published difference", published);
  }

  private static String text(double value) {
    if (value > 0 && value < 1) {
      return Millis.text(value); // a latency
    }
    return value >= 1000 ? Text.of("%,.0f", value) : Text.of("%.2f", value);
  }

  private static String percent(Optional<Double> one, Optional<Double> other) {
    return one.isPresent() && other.isPresent() && one.get() != 0
        ? Text.of("%+.1f %%", 100 * (other.get() / one.get() - 1))
        : NONE;
  }

  /** The growth of the client's heap, median of the forks. */
  private static Optional<Double> growth(CellFigures cell) {
    if (Loads.figures(cell).isEmpty()) {
      return Optional.empty();
    }
    double[] forks = cell.loads().stream().mapToDouble(Loads::heapGrowthMegabytes).toArray();
    return Optional.of(Median.withDefaults().evaluate(forks));
  }
}
