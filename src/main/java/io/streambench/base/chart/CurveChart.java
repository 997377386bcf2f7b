package io.streambench.base.chart;

import io.streambench.base.chart.IntervalChart.Range;
import java.awt.image.BufferedImage;
import java.util.List;

/** Curves of values with intervals over a parameter, whose values are evenly spaced. */
public record CurveChart(String title, String x, Axis y, List<Curve> curves, List<Marker> markers)
    implements Chart {
  /** The vertical axis. If it is logarithmic, all values must be positive. */
  public record Axis(String name, boolean logarithmic) {}

  /** Points sorted by x. The number {@code colour} means the same colour in all charts. */
  public record Curve(String name, int colour, boolean dashed, List<Point> points) {}

  /** A value with its interval, and its position on the x axis. */
  public record Point(double x, Range value) {}

  /** A labelled value on the x axis. */
  public record Marker(double x, String text) {}

  @Override
  public boolean isDrawable() {
    return curves.stream().anyMatch(curve -> !curve.points().isEmpty());
  }

  @Override
  public BufferedImage image() {
    return ChartImage.of(this);
  }
}
