package io.streambench.base.chart;

import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Optional;

/** Values with their intervals, side by side; ratios have no bars from zero. */
public record IntervalChart(String title, String unit, List<Bar> bars, boolean ratios)
    implements Chart {
  /** A chart of values that are no ratios. */
  public IntervalChart(String title, String unit, List<Bar> bars) {
    this(title, unit, bars, false);
  }

  @Override
  public BufferedImage image() {
    return ChartImage.of(this);
  }

  /** A value under a label of its own; where there is none, the remark says why. */
  public record Bar(String label, Optional<Range> value, String remark) {}

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
