package io.streambench.report.chart;

import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Point;
import java.awt.BasicStroke;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.DoubleSummaryStatistics;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart of curves as a picture, for places that take no page. */
final class CurvePicture {
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 620;

  /** Paul Tol's "muted" scheme, those first that make a line on white paper, as on the page. */
  private static final List<Color> COLOURS =
      List.of(
          new Color(0x332288),
          new Color(0x882255),
          new Color(0x117733),
          new Color(0x44aa99),
          new Color(0x999933),
          new Color(0xaa4499),
          new Color(0x88ccee),
          new Color(0xddcc77));

  private static final List<Marker> SHAPES =
      List.of(
          SeriesMarkers.CIRCLE,
          SeriesMarkers.SQUARE,
          SeriesMarkers.TRIANGLE_UP,
          SeriesMarkers.DIAMOND,
          SeriesMarkers.CROSS,
          SeriesMarkers.TRIANGLE_DOWN,
          SeriesMarkers.PLUS,
          SeriesMarkers.RECTANGLE);

  /** Part of the axis that half of a text may take. */
  private static final double ROOM = 0.13;

  private static final Color MARK = new Color(0x59626e);

  private CurvePicture() {}

  /** Draws a curve chart to a PNG file, for {@link Chart#writePng}. */
  static void writePng(CurveChart chart, Path file) throws IOException {
    Picture.write(() -> Picture.painted(drawn(chart), WIDTH, HEIGHT), file);
  }

  private static XYChart drawn(CurveChart curves) {
    XYChart chart =
        new XYChartBuilder()
            .title(curves.title())
            .xAxisTitle(curves.x().name())
            .yAxisTitle(curves.y().name())
            .build();
    style(chart.getStyler(), curves);
    for (int i = 0; i < curves.curves().size(); i++) {
      if (!curves.curves().get(i).points().isEmpty()) {
        add(chart, curves.curves().get(i), i, curves.y().logarithmic());
      }
    }
    Map<Double, List<CurveChart.Marker>> places =
        curves.markers().stream()
            .collect(
                Collectors.groupingBy(
                    CurveChart.Marker::x, LinkedHashMap::new, Collectors.toList()));
    places.forEach(
        (x, markers) ->
            mark(
                chart,
                x,
                markers.stream().map(CurveChart.Marker::text).collect(Collectors.joining("; ")),
                curves));
    return chart;
  }

  private static void style(XYStyler styler, CurveChart curves) {
    Picture.dress(styler);
    if (curves.y().logarithmic()) {
      styler.setYAxisMin(null).setYAxisLogarithmic(true);
    }
    styler
        .setXAxisLogarithmic(curves.x().logarithmic())
        .setXAxisDecimalPattern("#,##0.###")
        .setYAxisDecimalPattern("#,##0.###")
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(Picture.PLAIN)
        .setLegendVisible(curves.curves().size() > 1)
        .setAnnotationTextFont(Picture.PLAIN)
        .setAnnotationTextFontColor(Picture.INK)
        .setAnnotationLineColor(MARK)
        .setAnnotationLineStroke(
            new BasicStroke(
                1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {5, 4}, 0));
    styler.setMarkerSize(8);
  }

  private static void add(XYChart chart, Curve curve, int index, boolean logarithmic) {
    List<Double> xs = curve.points().stream().map(Point::x).toList();
    List<Double> ys = curve.points().stream().map(point -> point.value().middle()).toList();
    XYSeries series = chart.addSeries(curve.name(), xs, ys);
    Color colour = COLOURS.get(index % COLOURS.size());
    series.setMarker(SHAPES.get(index % SHAPES.size()));
    series.setMarkerColor(colour);
    series.setLineColor(colour);
    series.setLineWidth(2);
    switch (curve.shape()) {
      case POINTS -> series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      case LINE -> {
        series.setMarker(SeriesMarkers.NONE);
        series.setLineStyle(SeriesLines.DASH_DASH);
      }
      case LINE_AND_POINTS -> series.setLineStyle(SeriesLines.SOLID);
    }
    for (int i = 0; i < curve.points().size(); i++) {
      if (curve.points().get(i).value().low() < curve.points().get(i).value().high()) {
        interval(chart, curve.name() + " " + i, curve.points().get(i), logarithmic, colour);
      }
    }
  }

  /** A line from the low end to the high one, which need not be alike. */
  private static void interval(
      XYChart chart, String name, Point point, boolean logarithmic, Color colour) {
    double middle = point.value().middle();
    double high = Double.isFinite(point.value().high()) ? point.value().high() : middle;
    // A logarithm has no place for a zero.
    double low = logarithmic ? Math.max(point.value().low(), middle / 10) : point.value().low();
    XYSeries line =
        chart.addSeries(name, new double[] {point.x(), point.x()}, new double[] {low, high});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour);
    line.setLineWidth(1.2f);
    line.setShowInLegend(false);
  }

  /** The text stands beside the line, on the side that has more room. */
  private static void mark(XYChart chart, double x, String text, CurveChart curves) {
    double[] xs = all(curves, Point::x);
    double[] ys = all(curves, point -> point.value().middle());
    chart.addAnnotation(new AnnotationLine(x, true, false));
    chart.addAnnotation(new AnnotationText(text, beside(x, xs, curves.x()), ys[1], false));
  }

  /** The lowest and the highest. */
  private static double[] all(CurveChart curves, ToDoubleFunction<Point> value) {
    DoubleSummaryStatistics found =
        curves.curves().stream()
            .flatMap(curve -> curve.points().stream())
            .mapToDouble(value)
            .summaryStatistics();
    return new double[] {found.getMin(), found.getMax()};
  }

  private static double beside(double x, double[] range, CurveChart.Dimension axis) {
    if (axis.logarithmic()) {
      double span = Math.log(range[1] / range[0]);
      boolean late = Math.log(x / range[0]) > span / 2;
      return x * Math.exp((late ? -ROOM : ROOM) * span);
    }
    double span = range[1] - range[0];
    return x + (x - range[0] > span / 2 ? -ROOM : ROOM) * span;
  }
}
