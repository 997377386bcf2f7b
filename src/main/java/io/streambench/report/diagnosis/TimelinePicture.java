package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.Timeline;
import io.streambench.eventlog.EpochTime;
import io.streambench.report.chart.ChartImage;
import io.streambench.report.chart.ChartImage.Undrawable;
import io.streambench.report.diagnosis.SessionView.Lane;
import io.streambench.report.diagnosis.SessionView.StallSpan;
import io.streambench.report.table.Amounts;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Collectors;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A diagnosis as one picture, for places that take no page. Needs no screen, but a font. */
public final class TimelinePicture {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 700;
  private static final Color INK = new Color(0x1b1f24);
  private static final Color SOFT = new Color(0x59626e);
  private static final Color STALLED = new Color(0xc8, 0x40, 0x0f, 90);
  private static final Color BAD = new Color(0xb3360b);
  private static final Color UNACKNOWLEDGED = new Color(0xc3c9d1);
  private static final Color REST = new Color(0x8b94a0);

  /** The colours of streams, as in the style sheet of the page. */
  private static final int[] STREAMS = {
    0x332288, 0x88ccee, 0x117733, 0xddcc77, 0x882255, 0x44aa99, 0xaa4499, 0x999933
  };

  private static final int MOST_IN_LEGEND = 16;
  private static final int TITLE_CHARACTERS = 110;
  private static final double HEADROOM = 1.08;
  private static final double MIB = 1 << 20;
  private static final double SECOND = 1e9;

  private final SessionView view;
  private final XYChart chart;
  private final List<Double> seconds = new ArrayList<>();

  private TimelinePicture(Diagnosis diagnosis, String title, SessionView view) {
    this.view = view;
    this.chart =
        new XYChartBuilder()
            .title(title(diagnosis, title))
            .xAxisTitle(
                view.ofMoment()
                    ? "at one moment: " + EpochTime.text(diagnosis.fromNanos().orElseThrow())
                    : "seconds from the first event")
            .yAxisTitle("MiB of session " + view.state().id())
            .build();
    style();
    times();
    if (view.receives()) {
      layers();
      XYSeries initial =
          series("initial window", List.of(0.0, end()), List.of(most(), most()), SOFT, 1.5f);
      initial.setXYSeriesRenderStyle(XYSeriesRenderStyle.Line);
      initial.setLineStyle(ChartImage.dashed(1.5f));
      line("receive window", view.timeline().receiveWindow());
    } else {
      line("send window", view.timeline().sendWindow());
    }
    view.stall().ifPresent(this::stall);
  }

  /**
   * Draws how the window of the session went that stalled, or else of the one on which the most lay
   * unread: unread stream by stream, unacknowledged, and what was left. Of a dump, how it stood.
   *
   * @param title what was read, for people
   * @param file PNG, replaced if it is there
   * @throws Undrawable if there is nothing to draw, or if this machine has no fonts
   * @throws IOException if the file cannot be written
   */
  public static void writePng(Diagnosis diagnosis, String title, Path file) throws IOException {
    SessionView view =
        SessionView.of(diagnosis).stream()
            .filter(one -> one.drawable() || one.momentDrawable())
            .min(
                Comparator.comparingLong(
                    one ->
                        one.session().stalled()
                            ? Long.MIN_VALUE
                            : -one.session().peakUnreadBytes()))
            .orElseThrow(
                () ->
                    new Undrawable(
                        "nothing to draw: no session whose windows went over time", null));
    ChartImage.write(() -> new TimelinePicture(diagnosis, title, view).draw(), file);
  }

  private BufferedImage draw() {
    return ChartImage.painted(chart, WIDTH, HEIGHT);
  }

  private String title(Diagnosis diagnosis, String title) {
    String starved =
        SessionView.starvedOf(view.session()).stream()
            .sorted()
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    String text =
        diagnosis.finding()
            + (starved.isEmpty() ? "" : ", stream " + starved + " starved")
            + " – "
            + title;
    return text.length() > TITLE_CHARACTERS ? text.substring(0, TITLE_CHARACTERS - 1) + "…" : text;
  }

  private void style() {
    ChartImage.dress(chart.getStyler());
    chart
        .getStyler()
        .setLegendPosition(LegendPosition.OutsideE)
        .setLegendFont(ChartImage.PLAIN)
        .setLegendBorderColor(Color.WHITE)
        .setLegendSeriesLineLength(18)
        .setPlotContentSize(0.97)
        .setAnnotationTextFont(ChartImage.PLAIN)
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
   * The end of the time axis; it leaves room behind a stall that lasts, which may have no length.
   */
  private double end() {
    if (view.ofMoment()) {
      return 1;
    }
    boolean lasts = view.stall().filter(stall -> stall.until().isEmpty()).isPresent();
    return view.endNanos() * (lasts ? 1.025 : 1) / SECOND;
  }

  private double most() {
    long bytes = view.receives() ? view.session().sessionWindow() : view.largestSendWindow();
    return Math.max(1, bytes) / MIB;
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

  private record Layer(String name, Color colour, boolean named, List<Double> top) {}

  /**
   * What used the receive window up. XChart does not stack areas: each reaches down to zero, and
   * the highest is drawn first, as the legend reads.
   */
  private void layers() {
    List<Layer> stack = new ArrayList<>();
    List<Lane> lanes = view.lanes();
    for (int lane = 0; lane < lanes.size(); lane++) {
      Lane stream = lanes.get(lane);
      String name = "stream " + stream.id() + (stream.starved() ? ": starved" : "");
      Color colour = new Color(STREAMS[lane % STREAMS.length]);
      boolean named = stream.starved() || lane < MOST_IN_LEGEND;
      push(stack, name, colour, named, stream.unread());
    }
    push(stack, "other streams", REST, true, view.rest());
    push(stack, "not acknowledged", UNACKNOWLEDGED, true, view.timeline().unacknowledgedBytes());
    Collections.reverse(stack);
    int from = view.firstStep();
    for (Layer layer : stack) {
      area(
          layer.name(),
          layer.colour(),
          layer.named(),
          tail(seconds, from),
          tail(layer.top(), from));
    }
  }

  private static void push(
      List<Layer> stack, String name, Color colour, boolean named, List<Integer> bytes) {
    if (!bytes.isEmpty()) {
      List<Double> top = mib(bytes);
      for (int step = 0; step < top.size(); step++) {
        double below = stack.isEmpty() ? 0 : stack.get(stack.size() - 1).top().get(step);
        top.set(step, Math.max(0, top.get(step)) + below);
      }
      stack.add(new Layer(name, colour, named, top));
    }
  }

  /** The values of a timeline in MiB, and the last of them once more for the end. */
  private static List<Double> mib(List<Integer> bytes) {
    List<Double> mib = new ArrayList<>(bytes.stream().map(value -> value / MIB).toList());
    mib.add(mib.get(mib.size() - 1));
    return mib;
  }

  private static List<Double> tail(List<Double> values, int from) {
    return values.subList(from, values.size());
  }

  /** The legend has a box for polygons alone: one without size stands there for the area. */
  private void area(String name, Color colour, boolean named, List<Double> x, List<Double> y) {
    XYSeries area = series(name + " ", x, y, colour, 0.25f);
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.StepArea);
    area.setFillColor(colour);
    area.setShowInLegend(false);
    List<Double> nowhere = List.of(0.0, 0.0, 0.0);
    XYSeries box = series(name, nowhere, nowhere, colour, 0);
    box.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    box.setFillColor(colour);
    box.setShowInLegend(named);
  }

  /** A line of steps, above a wider one that keeps it apart from the areas. */
  private void line(String name, List<Integer> window) {
    int from = view.receives() ? view.firstStep() : SessionView.firstKnown(window);
    List<Double> times = tail(seconds, from);
    List<Double> values = tail(mib(window), from);
    series(name + " ", times, values, Color.WHITE, 5).setShowInLegend(false);
    series(name, times, values, INK, 2.25f);
  }

  private XYSeries series(String name, List<Double> x, List<Double> y, Color colour, float width) {
    XYSeries series = chart.addSeries(name, x, y);
    series.setXYSeriesRenderStyle(XYSeriesRenderStyle.Step);
    series.setMarker(SeriesMarkers.NONE);
    series.setLineColor(colour);
    series.setLineStyle(new BasicStroke(width));
    return series;
  }

  private void stall(StallSpan stall) {
    double from = stall.from() / SECOND;
    double to = stall.until().isPresent() ? stall.until().getAsLong() / SECOND : end();
    double high = most() * HEADROOM;
    area("stalled", STALLED, true, List.of(from, to), List.of(high, high));
    chart.addAnnotation(new AnnotationLine(from, true, false));
    double beside = from + (from > end() / 2 ? -1 : 1) * end() * 0.08;
    String since = "stalled since " + Amounts.offset(stall.from());
    chart.addAnnotation(new AnnotationText(since, beside, most() * 1.04, false));
  }
}
