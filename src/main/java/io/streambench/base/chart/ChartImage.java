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

/** Draws charts and writes them to image files. Needs fonts, but no display. */
public final class ChartImage {
  static final Color INK = new Color(0x1b1f24);

  /** The font for legends and other explanatory text. */
  public static final Font PLAIN_FONT = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  static final int WIDTH = 1100;
  static final int HEIGHT = 620;
  private static final int BAR_WIDTH = 28;

  /** Paul Tol's "muted" colour scheme and grey, in the order of their contrast with white. */
  private static final int[] COLOURS = {
    0x332288, 0x882255, 0x117733, 0x44aa99, 0x999933, 0xaa4499, 0x88ccee, 0xddcc77, 0xcc6677,
    0x555555
  };

  private static final List<Marker> MARKER_SHAPES =
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
  private static final Color GRID_COLOUR = new Color(0xe4e7eb);
  private static final BasicStroke DASHED_STROKE =
      new BasicStroke(1, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {6, 4}, 0);

  private ChartImage() {}

  /** Applies the style of all charts: white background, dark text and a fine grid. */
  public static void applyStyle(AxesChartStyler styler) {
    styler
        .setChartTitleFont(new Font(Font.SANS_SERIF, Font.BOLD, 18))
        .setChartBackgroundColor(Color.WHITE)
        .setChartFontColor(INK)
        .setChartPadding(18)
        .setChartTitleBoxVisible(false)
        .setChartTitlePadding(14)
        .setPlotBorderVisible(false)
        .setPlotBackgroundColor(Color.WHITE)
        .setLegendPosition(LegendPosition.OutsideS)
        .setLegendLayout(LegendLayout.Horizontal)
        .setLegendBorderColor(Color.WHITE)
        .setLegendFont(PLAIN_FONT);
    styler
        .setAxisTickLabelsFont(PLAIN_FONT)
        .setAxisTitleFont(PLAIN_FONT)
        .setAxisTickLabelsColor(MUTED_INK)
        .setPlotGridLinesColor(GRID_COLOUR)
        .setPlotGridLinesStroke(new BasicStroke(1))
        .setAxisTickMarksColor(GRID_COLOUR)
        .setYAxisMin(0.0)
        .setLocale(Locale.ROOT);
  }

  /** Paints an XChart chart into a new image. */
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

  /** Encodes a drawing as PNG; throws {@link UndrawableException} if this machine cannot draw. */
  static byte[] encodePng(Supplier<BufferedImage> drawing) throws IOException {
    BufferedImage image;
    try {
      image = drawing.get();
    } catch (RuntimeException | LinkageError | InternalError e) {
      // Drawing throws any of these if there are no fonts, or no library that loads them.
      throw new UndrawableException(
          "cannot draw on this machine, are fonts installed? " + rootCause(e), e);
    }
    // In memory, because a full disk would make a temporary file fail with a misleading error.
    ByteArrayOutputStream png = new ByteArrayOutputStream();
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
      if (!ImageIO.write(image, "png", out)) {
        throw new IOException("this Java cannot write PNG");
      }
    }
    return png.toByteArray();
  }

  /** Writes a drawing to a PNG file. If that fails, an existing file stays unchanged. */
  public static void writePng(Supplier<BufferedImage> drawing, Path file) throws IOException {
    byte[] png = encodePng(drawing);
    AtomicFile.write(file, part -> Files.write(part, png));
  }

  private static Throwable rootCause(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }

  static BufferedImage draw(CurveChart curves) {
    XYChart chart =
        new XYChartBuilder()
            .title(curves.title())
            .xAxisTitle(
                curves.markers().stream()
                    .map(marker -> TextFormat.of("dashed at %,.0f: %s", marker.x(), marker.text()))
                    .reduce(
                        curves.xAxisTitle() + " (not to scale)",
                        (some, next) -> some + "; " + next))
            .yAxisTitle(curves.yAxis().name())
            .build();
    applyCurveStyle(chart.getStyler(), curves);
    List<Double> xs =
        curves.curves().stream()
            .flatMap(curve -> curve.points().stream().map(Point::x))
            .distinct()
            .sorted()
            .toList();
    chart.setCustomXAxisTickLabelsFormatter(
        at -> TextFormat.of("%,.0f", xs.get((int) Math.round(at))));
    // XChart labels all x positions if the first series contains all of them in order.
    for (double x : xs) {
      for (Curve curve : curves.curves()) {
        curve.points().stream()
            .filter(point -> point.x() == x)
            .forEach(point -> addRange(chart, curve, xs.indexOf(x), point.value().finite()));
      }
    }
    curves.curves().stream()
        .filter(curve -> !curve.points().isEmpty())
        .forEach(curve -> addLine(chart, curve, xs));
    for (CurveChart.Marker marker : curves.markers()) {
      chart.addAnnotation(new AnnotationLine(xs.indexOf(marker.x()), true, false));
    }
    return paint(chart, WIDTH, HEIGHT);
  }

  private static void applyCurveStyle(XYStyler styler, CurveChart curves) {
    applyStyle(styler);
    if (curves.yAxis().isLogarithmic()) {
      styler.setYAxisMin(null).setYAxisLogarithmic(true);
    }
    styler
        .setYAxisDecimalPattern("#,##0.###")
        .setLegendVisible(curves.curves().size() > 1)
        .setAnnotationLineColor(MUTED_INK)
        .setAnnotationLineStroke(DASHED_STROKE);
    styler.setMarkerSize(8);
  }

  private static void addLine(XYChart chart, Curve curve, List<Double> xs) {
    List<Integer> positions = curve.points().stream().map(point -> xs.indexOf(point.x())).toList();
    List<Double> ys = curve.points().stream().map(point -> point.value().middle()).toList();
    XYSeries series = chart.addSeries(curve.name(), positions, ys);
    series.setMarker(MARKER_SHAPES.get(curve.colourIndex() % MARKER_SHAPES.size()));
    series.setMarkerColor(colour(curve.colourIndex()));
    series.setLineColor(colour(curve.colourIndex()));
    series.setLineWidth(2);
    series.setLineStyle(curve.isDashed() ? SeriesLines.DASH_DASH : SeriesLines.SOLID);
  }

  private static Color colour(int index) {
    return new Color(COLOURS[index % COLOURS.length]);
  }

  private static void addRange(XYChart chart, Curve curve, int x, Range range) {
    // zero has no logarithm
    double low =
        chart.getStyler().isYAxisLogarithmic()
            ? Math.max(range.low(), range.middle() / 10)
            : range.low();
    XYSeries line =
        chart.addSeries(
            curve.name() + " " + x, new double[] {x, x}, new double[] {low, range.high()});
    line.setMarker(SeriesMarkers.NONE);
    line.setLineColor(colour(curve.colourIndex()));
    line.setLineStyle(SeriesLines.SOLID);
    line.setLineWidth(1.2f);
    line.setShowInLegend(false);
  }

  static BufferedImage draw(IntervalChart intervals) {
    CategoryChart chart =
        new CategoryChartBuilder().title(intervals.title()).yAxisTitle(intervals.unit()).build();
    List<String> labels = new ArrayList<>();
    List<Double> centres = new ArrayList<>();
    List<Double> halfWidths = new ArrayList<>();
    for (Bar bar : intervals.bars()) {
      labels.add(bar.label() + (bar.remark().isEmpty() ? "" : " (" + bar.remark() + ")"));
      Range range = bar.value().map(Range::finite).orElse(new Range(0, 0, 0));
      centres.add((range.high() + range.low()) / 2);
      halfWidths.add((range.high() - range.low()) / 2);
    }
    List<String> groups = intervals.bars().stream().map(Bar::group).distinct().sorted().toList();
    for (String group : groups) {
      List<Double> middles = new ArrayList<>();
      for (Bar bar : intervals.bars()) {
        middles.add(bar.group().equals(group) ? bar.value().map(Range::middle).orElse(0.0) : null);
      }
      CategorySeries series = chart.addSeries(group + " ", labels, middles);
      series.setMarker(intervals.hasRatios() ? SeriesMarkers.CIRCLE : SeriesMarkers.NONE);
      series.setMarkerColor(INK);
      // translucent, so that the interval line stays visible
      series.setFillColor(new Color(colour(groups.indexOf(group)).getRGB() & 0x99ffffff, true));
      series.setChartCategorySeriesRenderStyle(
          intervals.hasRatios()
              ? CategorySeriesRenderStyle.Scatter
              : CategorySeriesRenderStyle.Bar);
    }
    // XChart's error bars are symmetric, but an interval may not be. Therefore the interval is
    // drawn around its own centre, on top of the bar.
    CategorySeries errorBars = chart.addSeries("interval", labels, centres, halfWidths);
    errorBars.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    errorBars.setMarker(SeriesMarkers.NONE);
    errorBars.setShowInLegend(false);
    applyStyle(chart.getStyler());
    if (intervals.hasRatios()) {
      double lowest =
          IntStream.range(0, labels.size())
              .mapToDouble(i -> centres.get(i) - halfWidths.get(i))
              .min()
              .orElse(0);
      chart.getStyler().setYAxisMin(0.95 * lowest);
    }
    chart.getStyler().setOverlapped(true).setAvailableSpaceFill(0.5).setErrorBarsColor(INK);
    int longestLabel = labels.stream().mapToInt(String::length).max().orElse(0);
    boolean isLegendWide =
        String.join("      ", groups).length() * PLAIN_FONT.getSize() > 2 * WIDTH;
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(
            longestLabel * labels.size() * PLAIN_FONT.getSize() > 2 * WIDTH ? 90 : 0)
        .setLegendPosition(isLegendWide ? LegendPosition.OutsideE : LegendPosition.OutsideS)
        .setLegendLayout(isLegendWide ? LegendLayout.Vertical : LegendLayout.Horizontal)
        .setLegendVisible(groups.size() > 1);
    return paint(chart, Math.max(WIDTH, labels.size() * BAR_WIDTH), HEIGHT);
  }

  /**
   * Thrown if there is nothing to draw, or if this machine cannot draw. No file has been written.
   */
  public static final class UndrawableException extends IOException {
    private static final long serialVersionUID = 1L;

    public UndrawableException(String reason, Throwable cause) {
      super(reason, cause);
    }
  }
}
