package io.streambench.report.chart;

import io.streambench.report.chart.IntervalChart.Bar;
import io.streambench.report.chart.IntervalChart.Range;
import java.awt.Color;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.knowm.xchart.CategoryChart;
import org.knowm.xchart.CategoryChartBuilder;
import org.knowm.xchart.CategorySeries;
import org.knowm.xchart.CategorySeries.CategorySeriesRenderStyle;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A chart of intervals as a picture, for places that take no page. */
final class IntervalPicture {
  private static final int WIDTH = 1100;
  private static final int HEIGHT = 560;
  private static final Color BAR = new Color(0x88ccee);

  private IntervalPicture() {}

  /**
   * Draws it.
   *
   * @param file PNG, replaced if it is there
   * @throws IOException if this machine has no fonts, or if the file cannot be written
   */
  static void writePng(IntervalChart chart, Path file) throws IOException {
    Picture.write(() -> Picture.painted(drawn(chart), WIDTH, HEIGHT), file);
  }

  private static CategoryChart drawn(IntervalChart intervals) {
    CategoryChart chart =
        new CategoryChartBuilder().title(intervals.title()).yAxisTitle(intervals.unit()).build();
    List<String> labels = new ArrayList<>();
    List<Double> values = new ArrayList<>();
    List<Double> centres = new ArrayList<>();
    List<Double> halves = new ArrayList<>();
    for (Bar bar : intervals.bars()) {
      labels.add(bar.label() + (bar.remark().isEmpty() ? "" : " (" + bar.remark() + ")"));
      values.add(bar.value().map(Range::middle).orElse(0.0));
      centres.add(bar.value().map(IntervalPicture::centre).orElse(0.0));
      halves.add(bar.value().map(IntervalPicture::half).orElse(0.0));
    }
    CategorySeries series = chart.addSeries(intervals.unit(), labels, values);
    series.setMarker(SeriesMarkers.NONE);
    series.setFillColor(BAR);
    // The library's errors are as long upwards as downwards, and an interval is not: it is drawn
    // around its own centre, over the bar.
    CategorySeries lines = chart.addSeries("interval", labels, centres, halves);
    lines.setChartCategorySeriesRenderStyle(CategorySeriesRenderStyle.Scatter);
    lines.setMarker(SeriesMarkers.NONE);
    style(chart);
    return chart;
  }

  /** The middle between the ends, which is not the value. */
  private static double centre(Range range) {
    return Double.isFinite(range.high()) ? (range.high() + range.low()) / 2 : range.middle();
  }

  private static double half(Range range) {
    return Double.isFinite(range.high()) ? (range.high() - range.low()) / 2 : 0;
  }

  private static void style(CategoryChart chart) {
    Picture.dress(chart.getStyler());
    chart.getStyler().setOverlapped(true).setAvailableSpaceFill(0.5).setErrorBarsColor(Picture.INK);
    chart
        .getStyler()
        .setPlotGridVerticalLinesVisible(false)
        .setXAxisLabelRotation(20)
        .setLegendVisible(false);
  }
}
