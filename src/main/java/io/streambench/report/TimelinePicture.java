package io.streambench.report;

import io.streambench.analysis.Diagnosis;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import javax.imageio.ImageIO;

/** A diagnosis as one picture, for places that take no page. Needs no screen, but a font. */
public final class TimelinePicture {
  /** Of the picture, in pixels. */
  public static final int WIDTH = 1200;

  /** Of the picture, in pixels. */
  public static final int HEIGHT = 700;

  private TimelinePicture() {}

  /**
   * Draws how the window of the session went that stalled, or else of the one on which the most lay
   * unread: unread stream by stream, unacknowledged, and what was left.
   *
   * @param title what was read, for people
   * @param file PNG, replaced if it is there
   * @throws IOException if there is nothing to draw, if this machine has no fonts, or if the file
   *     cannot be written
   */
  public static void writePng(Diagnosis diagnosis, String title, Path file) throws IOException {
    SessionView view =
        mostInteresting(diagnosis)
            .orElseThrow(
                () -> new IOException("nothing to draw: no session whose windows went over time"));
    BufferedImage image = drawn(diagnosis, title, view);
    Path folder = file.toAbsolutePath().getParent();
    Path whole = Files.createTempFile(folder, file.getFileName().toString(), ".part");
    try {
      if (!ImageIO.write(image, "png", whole.toFile())) {
        throw new IOException("this Java cannot write PNG");
      }
      Files.move(whole, file, StandardCopyOption.REPLACE_EXISTING);
    } finally {
      Files.deleteIfExists(whole);
    }
  }

  private static Optional<SessionView> mostInteresting(Diagnosis diagnosis) {
    List<SessionView> drawable =
        SessionView.of(diagnosis).stream().filter(SessionView::drawable).toList();
    return drawable.stream()
        .filter(view -> view.session().stalled())
        .findFirst()
        .or(
            () ->
                drawable.stream()
                    .max(Comparator.comparingLong(view -> view.session().peakUnreadBytes())));
  }

  private static BufferedImage drawn(Diagnosis diagnosis, String title, SessionView view)
      throws IOException {
    try {
      return new WindowChart(diagnosis, title, view).draw(WIDTH, HEIGHT);
    } catch (RuntimeException | LinkageError | InternalError e) {
      // Without fonts, or without the library that loads them, Java's own drawing ends in any of
      // these.
      throw new IOException("cannot draw on this machine, are fonts installed? " + root(e), e);
    }
  }

  private static Throwable root(Throwable error) {
    Throwable root = error;
    while (root.getCause() != null) {
      root = root.getCause();
    }
    return root;
  }
}
