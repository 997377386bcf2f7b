package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.Timeline;
import io.streambench.report.chart.Picture;
import io.streambench.report.diagnosis.SessionView.StallSpan;
import io.streambench.report.table.Amounts;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Set;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** One session's window over time, as XChart draws it. */
final class WindowChart {
  private static final Color INK = new Color(0x1b1f24);
  private static final Color SOFT = new Color(0x59626e);
  private static final Color STALLED = new Color(0xc8, 0x40, 0x0f, 90);
  private static final Color BAD = new Color(0xb3360b);
  private static final int TITLE_CHARACTERS = 110;
  private static final double HEADROOM = 1.08;
  private static final double SECOND = 1e9;

  private final SessionView view;
  private final XYChart chart;
  private final List<Double> seconds = new ArrayList<>();

  WindowChart(Diagnosis diagnosis, String title, SessionView view) {
    this.view = view;
    this.chart =
        new XYChartBuilder()
            .title(title(diagnosis, title))
            .xAxisTitle(
                view.ofMoment()
                    ? "at one moment: " + Amounts.instant(diagnosis.fromNanos().orElseThrow())
                    : "seconds from the first event")
            .yAxisTitle("MiB of session " + view.state().id())
            .build();
    style();
    times();
    if (view.receives()) {
      layers();
      initialWindow();
      line("receive window", view.timeline().receiveWindow());
    } else {
      line("send window", view.timeline().sendWindow());
    }
    view.stall().ifPresent(this::stall);
  }

  BufferedImage draw(int width, int height) {
    return Picture.painted(chart, width, height);
  }

  private String title(Diagnosis diagnosis, String title) {
    Set<Integer> starved = StreamLane.starvedOf(view.session());
    String verdict =
        DiagnosisFacts.word(diagnosis)
            + (starved.isEmpty() ? "" : ", " + DiagnosisFacts.streams(starved) + " starved");
    String text = verdict + " – " + title;
    return text.length() > TITLE_CHARACTERS ? text.substring(0, TITLE_CHARACTERS - 1) + "…" : text;
  }

  private void style() {
    Picture.dress(chart.getStyler());
    chart
        .getStyler()
        .setLegendPosition(LegendPosition.OutsideE)
        .setLegendFont(Picture.PLAIN)
        .setLegendBorderColor(Color.WHITE)
        .setLegendSeriesLineLength(18)
        .setPlotContentSize(0.97)
        .setAnnotationTextFont(Picture.PLAIN)
        .setAnnotationTextFontColor(BAD)
        .setAnnotationLineColor(BAD)
        .setAnnotationLineStroke(new BasicStroke(2));
    chart
        .getStyler()
        .setXAxisMin(0.0)
        .setXAxisMax(end())
        .setXAxisTicksVisible(!view.ofMoment())
        .setYAxisMax(most() * HEADROOM)
        .setYAxisTickMarkSpacingHint(80)
        .setXAxisDecimalPattern("#,##0.###")
        .setYAxisDecimalPattern("#,##0.##");
  }

  /**
   * The end of the time axis, in seconds. It leaves room behind a stall that lasts, which may have
   * no length at all.
   */
  private double end() {
    if (view.ofMoment()) {
      return 1;
    }
    boolean lasts = view.stall().isPresent() && view.stall().get().until().isEmpty();
    return view.endNanos() * (lasts ? 1.025 : 1) / SECOND;
  }

  private double most() {
    return Math.max(
            1,
            view.receives()
                ? view.session().sessionWindow()
                : Collections.max(view.timeline().sendWindow()))
        / StackedLayer.MIB;
  }

  /** The times of the steps, and the end, up to which the last one holds. */
  private void times() {
    if (view.ofMoment()) {
      seconds.addAll(List.of(0.0, 1.0)); // as wide as the picture
      return;
    }
    Timeline timeline = view.timeline();
    for (int step = 0; step < timeline.steps(); step++) {
      seconds.add((view.startNanos() + step * timeline.stepNanos()) / SECOND);
    }
    seconds.add(Math.max(view.endNanos() / SECOND, seconds.get(seconds.size() - 1)));
  }

  private void layers() {
    for (StackedLayer layer : StackedLayer.of(view)) {
      XYSeries series = polygon(layer.name(), layer.colour(), layer.x(seconds), layer.y());
      series.setShowInLegend(layer.named());
    }
  }

  private XYSeries polygon(String name, Color colour, List<Double> x, List<Double> y) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    series.setFillColor(colour);
    series.setLineColor(colour);
    series.setLineStyle(new BasicStroke(0.25f));
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  private void line(String name, List<Integer> window) {
    XYSeries ground = steps(name + " ", window);
    ground.setLineColor(Color.WHITE);
    ground.setLineStyle(new BasicStroke(5f));
    ground.setShowInLegend(false);
    XYSeries line = steps(name, window);
    line.setLineColor(INK);
    line.setLineStyle(new BasicStroke(2.25f));
  }

  private XYSeries steps(String name, List<Integer> window) {
    int from = view.receives() ? view.firstStep() : SessionView.firstKnown(window);
    XYSeries series =
        chart.addSeries(
            name,
            seconds.subList(from, seconds.size()),
            StackedLayer.mib(window).subList(from, seconds.size()));
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    series.setMarker(SeriesMarkers.NONE);
    return series;
  }

  private void initialWindow() {
    XYSeries line =
        chart.addSeries("initial window", new double[] {0, end()}, new double[] {most(), most()});
    line.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
    line.setLineColor(SOFT);
    line.setLineStyle(
        new BasicStroke(
            1.5f, BasicStroke.CAP_BUTT, BasicStroke.JOIN_MITER, 1, new float[] {6, 4}, 0));
    line.setMarker(SeriesMarkers.NONE);
  }

  private void stall(StallSpan stall) {
    double from = stall.from() / SECOND;
    double to = stall.until().isPresent() ? stall.until().getAsLong() / SECOND : end();
    double high = most() * HEADROOM;
    polygon("stalled", STALLED, List.of(from, to, to, from), List.of(high, high, 0.0, 0.0));
    chart.addAnnotation(new AnnotationLine(from, true, false));
    boolean late = from > end() / 2;
    chart.addAnnotation(
        new AnnotationText(
            "stalled since " + Amounts.offset(stall.from()),
            from + (late ? -1 : 1) * end() * 0.08,
            most() * 1.04,
            false));
  }
}
