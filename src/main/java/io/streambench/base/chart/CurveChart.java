package io.streambench.base.chart;

import io.streambench.base.chart.IntervalChart.Range;
import java.awt.image.BufferedImage;
import java.util.List;

/** Values with their intervals over a number that is varied, one curve for each series. */
public record CurveChart(String title, Axis x, Axis y, List<Curve> curves, List<Marker> markers)
    implements Chart {
  /** An axis; on a logarithmic one all values are positive. */
  public record Axis(String name, boolean logarithmic) {}

  /** A series; points of a line in the order of their x. */
  public record Curve(String name, List<Point> points) {}

  /** A value and where it lies. */
  public record Point(double x, Range value) {}

  /** A place on the x axis that has a name. */
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
