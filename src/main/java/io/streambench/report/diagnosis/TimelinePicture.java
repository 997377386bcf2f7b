package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.Timeline;
import io.streambench.report.chart.ChartImage.Undrawable;
import io.streambench.report.chart.ChartImage;
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
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/** A diagnosis as one picture, for places that take no page. Needs no screen, but a font. */
public final class TimelinePicture {
  /** The width of the picture, in pixels. */
  public static final int WIDTH = 1200;

  /** The height of the picture, in pixels. */
  public static final int HEIGHT = 700;

  private static final Color INK = new Color(0x1b1f24);
  private static final Color SOFT = new Color(0x59626e);
  private static final Color STALLED = new Color(0xc8, 0x40, 0x0f, 90);
  private static final Color BAD = new Color(0xb3360b);
  private static final int MOST_NAMED = 12;
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
        mostInteresting(diagnosis)
            .orElseThrow(
                () ->
                    new Undrawable(
                        "nothing to draw: no session whose windows went over time", null));
    ChartImage.write(() -> new TimelinePicture(diagnosis, title, view).draw(), file);
  }

  private static Optional<SessionView> mostInteresting(Diagnosis diagnosis) {
    List<SessionView> drawable =
        SessionView.of(diagnosis).stream()
            .filter(view -> view.drawable() || view.momentDrawable())
            .toList();
    return drawable.stream()
        .filter(view -> view.session().stalled())
        .findFirst()
        .or(
            () ->
                drawable.stream()
                    .max(Comparator.comparingLong(view -> view.session().peakUnreadBytes())));
  }

  private BufferedImage draw() {
    return ChartImage.painted(chart, WIDTH, HEIGHT);
  }

  private String title(Diagnosis diagnosis, String title) {
    String starved =
        SessionView.starvedOf(view.session()).stream()
            .sorted()
            .limit(MOST_NAMED)
            .map(String::valueOf)
            .collect(Collectors.joining(", "));
    String verdict =
        diagnosis.finding() + (starved.isEmpty() ? "" : ", stream " + starved + " starved");
    String text = verdict + " – " + title;
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
        / MIB;
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
    for (Layer layer : Layer.of(view)) {
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
            mib(window).subList(from, seconds.size()));
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

  /** The values of a timeline in MiB, and the last of them once more for the end. */
  static List<Double> mib(List<Integer> bytes) {
    List<Double> mib = new ArrayList<>(bytes.stream().map(value -> value / MIB).toList());
    mib.add(mib.get(mib.size() - 1));
    return mib;
  }

  /**
   * One area of several that lie upon each other. XChart does not stack areas, so that each is a
   * polygon: along its upper edge, and back along its lower one. Each value holds until the next, the
   * last one until the end.
   *
   * @param named whether the legend has room for its name
   * @param from the step at which it begins
   * @param bottom in MiB at each step, and at the end
   * @param top in MiB at each step, and at the end
   */
  private record Layer(
      String name, Color colour, boolean named, int from, List<Double> bottom, List<Double> top) {
        /** The colours of streams, as in the style sheet of the page. */
    private static final List<Color> STREAMS =
        List.of(
            new Color(0x332288),
            new Color(0x88ccee),
            new Color(0x117733),
            new Color(0xddcc77),
            new Color(0x882255),
            new Color(0x44aa99),
            new Color(0xaa4499),
            new Color(0x999933));

    private static final Color UNACKNOWLEDGED = new Color(0xc3c9d1);
    private static final Color REST = new Color(0x8b94a0);
    private static final int MAX_NAMED = 16;

    /** The layers that used a session's receive window up, the topmost first, as a legend reads. */
    static List<Layer> of(SessionView view) {
      List<Layer> stack = new ArrayList<>();
      List<Lane> lanes = view.lanes();
      Set<Lane> named = named(lanes);
      int unnamed = lanes.size() - named.size();
      for (int lane = 0; lane < lanes.size(); lane++) {
        Lane stream = lanes.get(lane);
        String name = "stream " + stream.id() + (stream.starved() ? ": starved" : "");
        boolean shown = named.contains(stream);
        if (!shown && unnamed > 0) {
          name = unnamed + (named.isEmpty() ? " streams" : " more streams"); // one stands for all
          unnamed = 0;
          shown = true;
        }
        push(stack, view, name, STREAMS.get(lane % STREAMS.size()), shown, stream.unread());
      }
      push(stack, view, "other streams", REST, true, view.rest());
      List<Integer> unacknowledged = view.timeline().unacknowledgedBytes();
      push(stack, view, "not acknowledged", UNACKNOWLEDGED, true, unacknowledged);
      Collections.reverse(stack);
      return stack;
    }

    /** All streams that there ever were may be more than a legend can hold. */
    private static Set<Lane> named(List<Lane> lanes) {
      return lanes.stream()
          .filter(lane -> lane.open() || lanes.size() <= MAX_NAMED)
          .sorted(Comparator.comparing(Lane::starved).reversed())
          .limit(MAX_NAMED)
          .collect(Collectors.toSet());
    }

    private static void push(
        List<Layer> stack,
        SessionView view,
        String name,
        Color colour,
        boolean named,
        List<Integer> bytes) {
      if (!bytes.isEmpty()) {
        List<Double> bottom =
            stack.isEmpty()
                ? Collections.nCopies(bytes.size() + 1, 0.0)
                : stack.get(stack.size() - 1).top();
        List<Double> top = mib(bytes);
        for (int step = 0; step < top.size(); step++) {
          top.set(step, Math.max(0, top.get(step)) + bottom.get(step));
        }
        stack.add(new Layer(name, colour, named, view.firstStep(), bottom, top));
      }
    }

    /**
     * Corners of the polygon.
     *
     * @param times of the steps, and of the end
     */
    List<Double> x(List<Double> times) {
      List<Double> x = new ArrayList<>();
      for (int step = from; step < times.size(); step++) {
        if (step > from) {
          x.add(times.get(step));
        }
        x.add(times.get(step));
      }
      return thereAndBack(x, x);
    }

    /** Corners of the polygon. */
    List<Double> y() {
      return thereAndBack(edge(top), edge(bottom));
    }

    private List<Double> edge(List<Double> values) {
      List<Double> y = new ArrayList<>();
      for (int step = from; step < values.size(); step++) {
        if (step > from) {
          y.add(values.get(step - 1));
        }
        y.add(values.get(step));
      }
      return y;
    }

    private static List<Double> thereAndBack(List<Double> there, List<Double> back) {
      List<Double> corners = new ArrayList<>(back);
      Collections.reverse(corners);
      corners.addAll(0, there);
      return corners;
    }
  }
}
