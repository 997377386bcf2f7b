package io.streambench.base.chart;

import io.streambench.base.TextFormat;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.files.AtomicFile;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.RenderingHints;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Supplier;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.XYStyler;
import org.knowm.xchart.style.lines.SeriesLines;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** Draws charts and writes them to files. Needs fonts, but no screen. */
public final class ChartImage {
  static final Color INK = new Color(0x1b1f24);

  /** The font for legends and other explanatory text. */
  public static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  private static final int WIDTH = 1100;
  private static final int HEIGHT = 620;
  private static final int INTERVAL_HEIGHT = 560;

  /** With more bars than this, labels are printed vertically. */
  private static final int MAX_BARS_FOR_SLANTED_LABELS = 12;

  private static final int BAR_WIDTH = 28;
  private static final Color BAR = new Color(0x88ccee);

  /**
   * Paul Tol's "muted" colour scheme. Colours that are visible as a line on white paper come first.
   */
  private static final int[] COLOURS = {
    0x332288, 0x882255, 0x117733, 0x44aa99, 0x999933, 0xaa4499, 0x88ccee, 0xddcc77
  };

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

  private static final Color MUTED_INK = new Color(0x59626e);
  private static final Color GRID = new Color(0xe4e7eb);
  private static final BasicStroke DASHED =
      new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {6, 4}, 0);

  private ChartImage() {}

  /** Sets the common style of all pictures: white paper, dark ink, a fine grid. */
  public static void applyStyle(AxesChartStyler styler) {
    styler
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 18))
        .setChartBackgroundColor(Color.WHITE)
        .setChartFontColor(INK)
        .setChartPadding(18)
        .setChartTitleBoxVisible(false)
        .setChartTitlePadding(14)
        .setPlotBorderVisible(false)
        .setPlotBackgroundColor(Color.WHITE);
    styler
        .setAxisTickLabelsFont(PLAIN)
        .setAxisTitleFont(PLAIN)
        .setAxisTickLabelsColor(MUTED_INK)
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1))
        .setAxisTickMarksColor(GRID)
        .setYAxisMin(0.0)
        .setLocale(Locale.ROOT);
  }

  /** Paints an XChart chart. */
  public static BufferedImage paint(Chart<?, ?> chart, int width, int height) {
    BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
    Graphics2D graphics = image.createGraphics();
    try {
      graphics.setRenderingHint(
          RenderingHints.KEY_TEXT_ANTIALIASING, RenderingHints.VALUE_TEXT_ANTIALIAS_ON);
      chart.paint(graphics, width, height);
    } finally {
      graphics.dispose();
    }
    return image;
  }

  /** Draws a PNG, or throws {@link Undrawable}. */
  static byte[] png(Supplier<BufferedImage> drawing) throws IOException {
    BufferedImage image;
    try {
      image = drawing.get();
    } catch (RuntimeException | LinkageError | InternalError e) {
      // Drawing throws any of these if there are no fonts, or no library that loads them.
      throw new Undrawable("cannot draw on this machine, are fonts installed? " + rootCause(e), e);
    }
    ByteArrayOutputStream png =
        new ByteArrayOutputStream(); // Keeps the picture in memory: a temporary file might not fit
    // on a full disk, and would hide that error.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("this Java cannot write PNG");
      }
    }
    return png.toByteArray();
  }

  /** Draws the chart and writes it. On failure the existing file stays unchanged. */
  public static void write(Supplier<BufferedImage> drawing, Path file) throws IOException {
    byte[] png = png(drawing);
    AtomicFile.write(file, part -> Files.write(part, png));
  }

  private static Throwable rootCause(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  static BufferedImage of(CurveChart curves) {
    XYChart chart =
        new XYChartBuilder()
            .title(curves.title())
            .xAxisTitle(
                curves.markers().stream()
                    .map(marker -> TextFormat.of("dashed at %,.0f: %s", marker.x(), marker.text()))
                    .reduce(curves.x().name(), (title, marker) -> title + "; " + marker))
            .yAxisTitle(curves.y().name())
            .build();
    style(chart.getStyler(), curves);
    for (int i = 0; i < curves.curves().size(); i++) {
      if (!curves.curves().get(i).points().isEmpty()) {
        add(chart, curves.curves().get(i), i, curves.y().logarithmic());
      }
    }
    curves
        .markers()
        .forEach(marker -> chart.addAnnotation(new AnnotationLine(marker.x(), true, false)));
    return paint(chart, WIDTH, HEIGHT);
  }

  private static void style(XYStyler styler, CurveChart curves) {
    applyStyle(styler);
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
        .setLegendFont(PLAIN)
        .setLegendVisible(curves.curves().size() > 1)
        .setAnnotationLineColor(MUTED_INK)
        .setAnnotationLineStroke(DASHED);
    styler.setMarkerSize(8);
  }

  private static void add(XYChart chart, Curve curve, int index, boolean logarithmic) {
    List<Double> xs = curve.points().stream().map(Point::x).toList();
    List<Double> ys = curve.points().stream().map(point -> point.value().middle()).toList();
    XYSeries series = chart.addSeries(curve.name(), xs, ys);
    Color colour = new Color(COLOURS[index % COLOURS.length]);
    series.setMarker(SHAPES.get(index % SHAPES.size()));
    series.setMarkerColor(colour);
    series.setLineColor(colour);
    series.setLineWidth(2);
    series.setLineStyle(SeriesLines.SOLID);
    for (int i = 0; i < curve.points().size(); i++) {
      double x = curve.points().get(i).x();
      Range range = curve.points().get(i).value().finite();
      // zero has no logarithm
      double low = logarithmic ? Math.max(range.low(), range.middle() / 10) : range.low();
      if (low < range.high()) {
        XYSeries line =
            chart.addSeries(
                curve.name() + " " + i, new double[] {x, x}, new double[] {low, range.high()});
        line.setMarker(SeriesMarkers.NONE);
        line.setLineColor(colour);
        line.setLineWidth(1.2f);
        line.setShowInLegend(false);
      }
    }
  }

  static BufferedImage of(IntervalChart intervals) {
    CategoryChart chart =
        new CategoryChartBuilder().title(intervals.title()).yAxisTitle(intervals.unit()).build();
    List<String> labels = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Double> centres = new ArrayList<>();
    List<Double> halfWidths = new ArrayList<>();
    for (Bar bar : intervals.bars()) {
      labels.add(bar.label() + (bar.remark().isEmpty() ? "" : " (" + bar.remark() + ")"));
      Range range = bar.value().map(Range::finite).orElse(new Range(0, 0, 0));
      values.add(range.middle());
      centres.add((range.high() + range.low()) / 2);
      halfWidths.add((range.high() - range.low()) / 2);
    }
    CategorySeries series = chart.addSeries(intervals.unit(), labels, values);
    series.setMarker(intervals.ratios() ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
    series.setMarkerColor(INK);
    series.setFillColor(BAR);
    // XChart's error bars are symmetric, but an interval may not be. Therefore it is drawn around
    // its own centre, on top of the bar.
    CategorySeries lines = chart.addSeries("interval", labels, centres, halfWidths);
    lines.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    lines.setMarker(SeriesMarkers.NONE);
    applyStyle(chart.getStyler());
    if (intervals.ratios()) {
      double lowest =
          IntStream.range(0, labels.size())
              .mapToDouble(i -> Math.min(values.get(i), centres.get(i) - halfWidths.get(i)))
              .min()
              .orElse(0);
      series.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
      chart.getStyler().setYAxisMin(0.95 * lowest);
    }
    chart.getStyler().setOverlapped(true).setAvailableSpaceFill(0.5).setErrorBarsColor(INK);
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(labels.size() > MAX_BARS_FOR_SLANTED_LABELS ? 90 : 20)
        .setLegendVisible(false);
    return paint(chart, Math.max(WIDTH, labels.size() * BAR_WIDTH), INTERVAL_HEIGHT);
  }

  /** Thrown before a file is written if there is nothing to draw or this machine cannot draw. */
  public static final class Undrawable extends IOException {
    private static final long serialVersionUID = 1L;

    public Undrawable(String reason, Throwable cause) {
      super(reason, cause);
    }
  }
}
