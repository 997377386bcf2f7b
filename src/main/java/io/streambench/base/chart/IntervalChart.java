package io.streambench.base.chart;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;

/** A bar chart of values with intervals. Ratios are drawn as points instead of bars. */
public record IntervalChart(String title, String unit, List<Bar> bars, boolean hasRatios)
    implements Chart {
  @Override
  public BufferedImage image() {
    return ChartImage.draw(this);
  }

  /**
   * A bar of the chart. The remark explains a missing value. Bars of the same group have the same
   * colour.
   */
  public record Bar(String label, String group, Optional<Range> value, String remark) {}

  /** A value and the interval around it. */
  public record Range(double middle, double low, double high) {
    /** Returns this range, or only the middle value if {@code low} or {@code high} is infinite. */
    Range finite() {
      return Double.isFinite(low) && Double.isFinite(high)
          ? this
          : new Range(middle, middle, middle);
    }
  }
}
