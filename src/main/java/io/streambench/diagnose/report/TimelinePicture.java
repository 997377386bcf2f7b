package io.streambench.diagnose.report;

import io.streambench.base.chart.ChartImage;
import io.streambench.base.chart.ChartImage.UndrawableException;
import io.streambench.base.page.Page;
import io.streambench.diagnose.report.SessionView.LabelledPeriod;
import io.streambench.diagnose.report.SessionView.Layer;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.replay.Diagnosis;
import java.awt.BasicStroke;
import java.awt.Color;
import java.awt.Font;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import org.knowm.xchart.AnnotationLine;
import org.knowm.xchart.AnnotationText;
import org.knowm.xchart.AnnotationTextPanel;
import org.knowm.xchart.XYChart;
import org.knowm.xchart.XYChartBuilder;
import org.knowm.xchart.XYSeries;
import org.knowm.xchart.XYSeries.XYSeriesRenderStyle;
import org.knowm.xchart.style.Styler.LegendLayout;
import org.knowm.xchart.style.Styler.LegendPosition;
import org.knowm.xchart.style.markers.SeriesMarkers;

/**
 * Draws a diagnosis as a PNG image, for places where an HTML page cannot be attached. Drawing needs
 * fonts, but no display.
 */
public final class TimelinePicture {
  private static final int WIDTH = 1200;
  private static final int HEIGHT = 700;
  private static final Color LINE_COLOUR = Page.colour("line");
  private static final Color BAD_COLOUR = Page.colour("bad");
  private static final int MAX_TITLE_CHARACTERS = 70;

  /** A font that is large enough to read when the image is 700 pixels wide. */
  private static final Font TEXT_FONT = ChartImage.PLAIN_FONT.deriveFont(20f);

  private static final String STARVED_LABEL =
      "window full: the shard that is read next cannot send";
  private static final double HEADROOM_FACTOR = 1.1;
  private static final double MIB_BYTES = 1 << 20;
  private static final double SECOND_NANOS = 1e9;

  private final SessionView view;
  private final XYChart chart;

  private TimelinePicture(Diagnosis diagnosis, String title, SessionView view) {
    this.view = view;
    this.chart =
        new XYChartBuilder()
            .title(createTitle(diagnosis, title))
            .xAxisTitle(
                view.isSnapshot()
                    ? "at one moment: " + EpochTime.format(diagnosis.startNanos().orElseThrow())
                    : "seconds from the first event")
            .yAxisTitle(view.isReceiving() ? "session window, MiB" : "send window, MiB")
            .build();
    styleChart();
    view.stallPeriod().ifPresent(this::addStallPeriod);
    if (view.isReceiving()) {
      addAreas(view.layers(), view.firstWindowStep());
    } else {
      addAreas(List.of(view.sendLayer()), SessionView.firstKnownStep(view.timeline().sendWindow()));
    }
  }

  /**
   * Draws the session window over time, or at a single moment for a dump: unread bytes by stream,
   * unacknowledged bytes, and the rest. Draws a stalled session or, without a stall, the session
   * with the most unread data.
   *
   * @throws Undrawable if there is nothing to draw, or if this machine has no fonts
   */
  public static void writePng(Diagnosis diagnosis, String title, ShardNames shards, Path file)
      throws IOException {
    SessionView view =
        SessionView.of(diagnosis, shards).stream()
            .filter(candidate -> candidate.isDrawable() || candidate.isSnapshotDrawable())
            .min(
                Comparator.comparingLong(
                    candidate ->
                        candidate.session().isStalled()
                            ? Long.MIN_VALUE
                            : -candidate.session().peakUnreadBytes()))
            .orElseThrow(
                () ->
                    new UndrawableException(
                        "nothing to draw: no session whose windows went over time", null));
    ChartImage.writePng(
        () -> ChartImage.paint(new TimelinePicture(diagnosis, title, view).chart, WIDTH, HEIGHT),
        file);
  }

  private String createTitle(Diagnosis diagnosis, String title) {
    String starved =
        view.starvedStreamIds().size() == 1
            ? "the merge waits for "
                + view.starvedStreamIds().stream().map(view::shardName).findFirst().orElseThrow()
                + ", "
            : "";
    String finding = title.contains(diagnosis.finding().name()) ? "" : diagnosis.finding() + ": ";
    String text = finding + starved + title;
    return text.length() > MAX_TITLE_CHARACTERS
        ? text.substring(0, MAX_TITLE_CHARACTERS - 1) + "…"
        : text;
  }

  private void styleChart() {
    ChartImage.applyStyle(chart.getStyler());
    chart
        .getStyler()
        .setLegendPosition(LegendPosition.OutsideE)
        .setChartTitleFont(TEXT_FONT.deriveFont(Font.BOLD, 22f))
        .setLegendFont(TEXT_FONT)
        .setLegendLayout(LegendLayout.Vertical)
        .setPlotContentSize(0.97)
        .setAnnotationTextFont(TEXT_FONT)
        .setAnnotationTextFontColor(BAD_COLOUR)
        .setAnnotationTextPanelFont(TEXT_FONT.deriveFont(Font.BOLD))
        .setAnnotationTextPanelFontColor(BAD_COLOUR)
        .setAnnotationTextPanelBorderColor(BAD_COLOUR)
        .setAnnotationTextPanelBackgroundColor(Color.WHITE)
        .setAnnotationLineColor(BAD_COLOUR)
        .setAnnotationLineStroke(new BasicStroke(2));
    chart
        .getStyler()
        .setAxisTickLabelsFont(TEXT_FONT)
        .setAxisTitleFont(TEXT_FONT)
        .setXAxisMin(startSeconds())
        .setXAxisMax(endSeconds())
        .setXAxisTicksVisible(!view.isSnapshot())
        .setYAxisMax(maxMebibytes() * HEADROOM_FACTOR)
        .setYAxisTickMarkSpacingHint(80)
        .setXAxisDecimalPattern("#,##0.###")
        .setYAxisDecimalPattern("#,##0.##");
  }

  private double startSeconds() {
    return view.isSnapshot() ? 0 : view.startNanos() / SECOND_NANOS;
  }

  private double endSeconds() {
    return view.isSnapshot() ? 1 : view.axisEndNanos() / SECOND_NANOS;
  }

  private double maxMebibytes() {
    long bytes =
        view.isReceiving() ? view.session().initialSessionWindow() : view.largestSendWindow();
    return Math.max(1, bytes) / MIB_BYTES;
  }

  /** Returns the start of a step in seconds, or the end of the drawn time after the last step. */
  private double stepStartSeconds(int step) {
    return step == view.timeline().stepCount()
        ? view.isSnapshot() ? 1 : view.endNanos() / SECOND_NANOS
        : startSeconds() + step * view.timeline().stepNanos() / SECOND_NANOS;
  }

  /**
   * Adds the areas from top to bottom, in the order of the legend. The starved stream is at the
   * bottom and painted last.
   */
  private void addAreas(List<Layer> layers, int from) {
    double[] top = new double[view.timeline().stepCount()];
    for (Layer layer : layers) {
      Arrays.setAll(top, step -> top[step] + layer.bytes().get(step) / MIB_BYTES);
    }
    for (int i = layers.size() - 1; i >= 0; i--) {
      List<Double> x = new ArrayList<>();
      List<Double> y = new ArrayList<>();
      for (int step = from; step < top.length; step++) {
        x.addAll(List.of(stepStartSeconds(step), stepStartSeconds(step + 1)));
        y.addAll(List.of(top[step], top[step]));
      }
      for (int step = top.length - 1; step >= from; step--) {
        top[step] -= layers.get(i).bytes().get(step) / MIB_BYTES;
        x.addAll(List.of(stepStartSeconds(step + 1), stepStartSeconds(step)));
        y.addAll(List.of(top[step], top[step]));
      }
      addArea(layers.get(i), x, y);
    }
  }

  private void addArea(Layer layer, List<Double> x, List<Double> y) {
    Color colour = Page.colour(layer.colour());
    XYSeries area = chart.addSeries(layer.name().isEmpty() ? layer.colour() : layer.name(), x, y);
    area.setXYSeriesRenderStyle(XYSeriesRenderStyle.PolygonArea);
    area.setMarker(SeriesMarkers.NONE);
    area.setFillColor(colour);
    // In print, where colours become greys, white edges separate neighbouring areas.
    area.setLineColor(layer.starved() ? LINE_COLOUR : layer.id() > 0 ? Color.WHITE : colour);
    area.setLineStyle(new BasicStroke(layer.starved() ? 3 : layer.id() > 0 ? 2 : 1));
    area.setShowInLegend(!layer.name().isEmpty());
  }

  /** Adds the mark behind the areas. Must be called before the areas are added. */
  private void addStallPeriod(LabelledPeriod mark) {
    double from = mark.from() / SECOND_NANOS;
    double to = mark.to() / SECOND_NANOS;
    double high = maxMebibytes() * HEADROOM_FACTOR;
    addArea(
        new Layer(0, "", "bad-back", List.of(), false),
        List.of(from, to, to, from),
        List.of(0.0, 0.0, high, high));
    chart.addAnnotation(new AnnotationLine(from, true, false));
    boolean starves = view.isReceiving() && view.state().mayBlockReader();
    boolean hasRoom = to - from > (endSeconds() - startSeconds()) / 2;
    if (starves && hasRoom) { // at the bottom, where the starved stream is empty
      String lines = STARVED_LABEL.replace("that ", "that\n");
      double left = from + (endSeconds() - startSeconds()) / 60;
      chart.addAnnotation(new AnnotationTextPanel(lines, left, maxMebibytes() / 40, false));
    }
    String label = starves && !hasRoom ? STARVED_LABEL : mark.label();
    double half = label.length() * (endSeconds() - startSeconds()) / 150;
    double right = starves && !hasRoom ? from : endSeconds();
    double middle = Math.max(startSeconds() + half, Math.min(right - half, (from + to) / 2));
    chart.addAnnotation(new AnnotationText(label, middle, (maxMebibytes() + high) / 2, false));
  }
}
