package io.streambench.base.chart;

import io.streambench.base.chart.IntervalChart.Range;
import java.awt.image.BufferedImage;
import java.util.List;

/** A line chart with an interval at each point. The x values are drawn at equal distances. */
public record CurveChart(
    String title, String xAxisTitle, Axis yAxis, List<Curve> curves, List<Marker> markers)
    implements Chart {
  /** The vertical axis. On a logarithmic axis, all values must be positive. */
  public record Axis(String name, boolean isLogarithmic) {}

  /**
   * A curve through points sorted by x. Curves with equal {@code colourIndex} have the same colour.
   */
  public record Curve(String name, int colourIndex, boolean isDashed, List<Point> points) {}

  /** A value with its interval, drawn at {@code x}. */
  public record Point(double x, Range value) {}

  /** A labelled vertical line at {@code x}. */
  public record Marker(double x, String text) {}

  @Override
  public boolean isDrawable() {
    return curves.stream().anyMatch(curve -> !curve.points().isEmpty());
  }

  @Override
  public BufferedImage image() {
    return ChartImage.draw(this);
  }
}
