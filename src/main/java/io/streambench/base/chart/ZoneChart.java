package io.streambench.base.chart;

import static io.streambench.base.chart.ChartImage.INK;

import io.streambench.base.TextFormat;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.awt.Graphics2D;
import java.awt.geom.Ellipse2D;
import java.awt.image.BufferedImage;
import java.util.List;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.markers.Marker;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * A scatter chart of observed outcomes over three shaded zones of predicted outcomes. Two lines
 * that start at (0, 1) separate the zones.
 *
 * @param slopes slopes of the two lines, the steeper one first
 * @param zones names of the zones, from the upper left to the lower right
 * @param filledMeaning the meaning of a filled circle, for the legend
 * @param hollowMeaning the meaning of a hollow circle, for the legend
 */
public record ZoneChart(
    String title,
    String xAxisTitle,
    String yAxisTitle,
    List<Double> slopes,
    List<String> zones,
    String filledMeaning,
    String hollowMeaning,
    List<Observation> observations,
    CurveChart.Marker marker)
    implements Chart {
  private static final int MARKER_SIZE = 13;

  /** Colours of the zones, darkest first; they stay distinguishable in black and white. */
  static final List<Color> ZONE_COLOURS =
      List.of(new Color(0xeda27a), new Color(0xf7de9c), new Color(0xeff6fc));

  private static final Font TEXT_FONT = ChartImage.PLAIN_FONT.deriveFont(18f);
  private static final Marker FILLED_CIRCLE = new Circle(INK);
  private static final Marker HOLLOW_CIRCLE = new Circle(Color.WHITE);

  /** An observed outcome, drawn as a filled or a hollow circle. */
  public record Observation(double x, double y, boolean isFilled) {}

  @Override
  public boolean isDrawable() {
    return !observations.isEmpty();
  }

  @Override
  public BufferedImage image() {
    double right = 1 + observations.stream().mapToDouble(Observation::x).max().orElseThrow();
    double top = 1 + observations.stream().mapToDouble(Observation::y).max().orElseThrow();
    XYChart chart =
        new XYChartBuilder().title(title).xAxisTitle(xAxisTitle).yAxisTitle(yAxisTitle).build();
    ChartImage.applyStyle(chart.getStyler());
    chart
        .getStyler()
        .setXAxisMin(0.0)
        .setXAxisMax(right)
        .setYAxisMin(1.0)
        .setYAxisMax(top)
        .setAxisTickLabelsFont(TEXT_FONT)
        .setAxisTitleFont(TEXT_FONT)
        .setPlotGridLinesVisible(false)
        .setyAxisTickLabelsFormattingFunction(y -> y % 1 == 0 ? TextFormat.of("%.0f", y) : "");
    chart
        .getStyler()
        .setMarkerSize(MARKER_SIZE)
        .setLegendFont(TEXT_FONT)
        .setPlotContentSize(1)
        .setChartTitleFont(TEXT_FONT.deriveFont(Font.BOLD, 22f))
        .setAnnotationLineColor(INK)
        .setAnnotationLineStroke(new BasicStroke(2))
        .setAnnotationTextFontColor(INK)
        .setAnnotationTextFont(TEXT_FONT.deriveFont(Font.BOLD));
    double from = 0;
    for (int zone = 0; zone < zones.size(); zone++) {
      boolean last = zone == slopes.size();
      double to = last ? right : (top - 1) / slopes.get(zone);
      addZone(chart, zone, from, Math.min(to, 9 * right), top, last);
      double low = last ? (1 + top) / 2 : top - (top - 1) / 4;
      double middle = last ? right * 0.8 : (from + to) / 2 * 0.75;
      chart.addAnnotation(new AnnotationText(zones.get(zone), middle, low, false));
      from = to;
    }
    addObservations(chart, filledMeaning, FILLED_CIRCLE, true);
    addObservations(chart, hollowMeaning, HOLLOW_CIRCLE, false);
    chart.addAnnotation(new AnnotationLine(marker.x(), true, false));
    double textX = marker.x() + right * marker.text().length() / 170;
    chart.addAnnotation(new AnnotationText(marker.text(), textX, top - (top - 1) / 6, false));
    return ChartImage.paint(chart, ChartImage.WIDTH, ChartImage.HEIGHT);
  }

  private void addZone(
      XYChart chart, int zone, double from, double to, double top, boolean isLast) {
    XYSeries area =
        isLast
            ? chart.addSeries(
                zones.get(zone), new double[] {0, from, to, to}, new double[] {1, top, top, 1})
            : chart.addSeries(
                zones.get(zone), new double[] {0, from, to}, new double[] {1, top, top});
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    area.setMarker(SeriesMarkers.NONE);
    area.setFillColor(ZONE_COLOURS.get(zone));
    area.setLineColor(Color.WHITE);
    area.setShowInLegend(false);
  }

  private void addObservations(XYChart chart, String name, Marker marker, boolean isFilled) {
    List<Observation> all =
        observations.stream().filter(observation -> observation.isFilled() == isFilled).toList();
    if (!all.isEmpty()) {
      XYSeries series =
          chart.addSeries(
              name,
              all.stream().map(Observation::x).toList(),
              all.stream().map(Observation::y).toList());
      series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Scatter);
      series.setMarker(marker);
    }
  }

  private static final class Circle extends Marker {
    private final Color fill;

    Circle(Color fill) {
      this.fill = fill;
    }

    @Override
    public void paint(Graphics2D graphics, double x, double y, int size) {
      Ellipse2D circle = new Ellipse2D.Double(x - size / 2.0, y - size / 2.0, size, size);
      graphics.setColor(fill);
      graphics.fill(circle);
      graphics.setColor(INK);
      graphics.setStroke(new BasicStroke(2));
      graphics.draw(circle);
    }
  }
}
