package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.report.chart.Picture;
import io.streambench.report.chart.UndrawableException;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A diagnosis as one picture, for places that take no page. Needs no screen, but a font. */
public final class TimelinePicture {
  /** The width of the picture, in pixels. */
  public static final int WIDTH = 1200;

  /** The height of the picture, in pixels. */
  public static final int HEIGHT = 700;

  private TimelinePicture() {}

  /**
   * Draws how the window of the session went that stalled, or else of the one on which the most lay
   * unread: unread stream by stream, unacknowledged, and what was left. Of a dump, how it stood.
   *
   * @param title what was read, for people
   * @param file PNG, replaced if it is there
   * @throws UndrawableException if there is nothing to draw, or if this machine has no fonts
   * @throws IOException if the file cannot be written
   */
  public static void writePng(Diagnosis diagnosis, String title, Path file) throws IOException {
    SessionView view =
        mostInteresting(diagnosis)
            .orElseThrow(
                () ->
                    new UndrawableException(
                        "nothing to draw: no session whose windows went over time"));
    Picture.write(() -> new WindowChart(diagnosis, title, view).draw(WIDTH, HEIGHT), file);
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
}
