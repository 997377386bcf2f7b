package io.streambench.report.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Values with their intervals, one below the other.
 *
 * @param title what is shown
 * @param unit of all values
 * @param threshold of ratios, around 1; 0 for none, and empty for values that are no ratios
 */
public record IntervalChart(String title, String unit, List<Bar> bars, Optional<Double> threshold)
    implements Chart {
  /** A chart of values that are no ratios. */
  public IntervalChart(String title, String unit, List<Bar> bars) {
    this(title, unit, bars, Optional.empty());
  }

  @Override
  public void writePng(Path file) throws IOException {
    ChartImage.write(() -> ChartImage.of(this), file);
  }

  @Override
  public Map<String, Object> data() {
    Map<String, Object> data = new HashMap<>();
    data.put("unit", unit);
    data.put("threshold", threshold.orElse(null));
    List<Map<String, Object>> described = new ArrayList<>();
    for (Bar bar : bars) {
      Map<String, Object> one = new HashMap<>();
      one.put("label", bar.label().replace("`", ""));
      one.put("remark", bar.remark());
      one.put("series", bar.series());
      one.put("points", bar.points());
      one.put("value", bar.value().orElse(null));
      described.add(one);
    }
    data.put("bars", described);
    return data;
  }

  /**
   * One value.
   *
   * @param value empty where there is none; then {@code remark} says why
   * @param remark short text beside the bar; may be empty
   * @param series the bars of a series have one colour, and those of a label lie together
   * @param points single measurements; may be none
   */
  public record Bar(
      String label, Optional<Range> value, String remark, String series, List<Double> points) {
    /** A bar of the only series. */
    public Bar(String label, Optional<Range> value, String remark) {
      this(label, value, remark, "", List.of());
    }
  }

  /** A value and the interval around it. */
  public record Range(double middle, double low, double high) {
    /** The same, where an endless interval is as good as none. */
    Range finite() {
      return Double.isFinite(low) && Double.isFinite(high)
          ? this
          : new Range(middle, middle, middle);
    }
  }
}
