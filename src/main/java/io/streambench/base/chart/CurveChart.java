package io.streambench.base.chart;

import io.streambench.base.chart.IntervalChart.Range;
import java.awt.image.BufferedImage;
import java.util.List;

/** Values with intervals, plotted against a varied parameter; one curve per series. */
public record CurveChart(String title, Axis x, Axis y, List<Curve> curves, List<Marker> markers)
    implements Chart {
  /** An axis. On a logarithmic axis all values must be positive. */
  public record Axis(String name, boolean logarithmic) {}

  /** A series. If it is drawn as a line, its points are sorted by x. */
  public record Curve(String name, List<Point> points) {}

  /** A value with its interval, and its position on the x axis. */
  public record Point(double x, Range value) {}

  /** A labelled position on the x axis. */
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
