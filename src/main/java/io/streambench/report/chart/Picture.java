package io.streambench.report.chart;

import io.streambench.files.WholeFile;
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
import java.util.Locale;
import java.util.function.Supplier;
import javax.imageio.ImageIO;
import javax.imageio.stream.ImageOutputStream;
import javax.imageio.stream.MemoryCacheImageOutputStream;
import org.knowm.xchart.internal.chartpart.Chart;
import org.knowm.xchart.style.AxesChartStyler;

/** Draws charts and writes them to files. Needs no screen, but a font. */
public final class Picture {
  static final Color INK = new Color(0x1b1f24);

  /** The font of what explains a picture. */
  public static final Font PLAIN = new Font(Font.SANS_SERIF, Font.PLAIN, 13);

  private static final Color SOFT = new Color(0x59626e);
  private static final Color GRID = new Color(0xe4e7eb);

  private Picture() {}

  /** Sets the style that all pictures have in common: white paper, dark ink, a fine grid. */
  public static void dress(AxesChartStyler styler) {
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
        .setAxisTickLabelsColor(SOFT)
        .setPlotGridLinesColor(GRID)
        .setPlotGridLinesStroke(new BasicStroke(1))
        .setAxisTickMarksColor(GRID)
        .setYAxisMin(0.0)
        .setLocale(Locale.ROOT);
  }

  /** Paints a chart of XChart's. */
  public static BufferedImage painted(Chart<?, ?> chart, int width, int height) {
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

  /**
   * Draws and writes; the file is there as a whole or as it was.
   *
   * @throws UndrawableException if this machine has no fonts
   * @throws IOException if the file cannot be written
   */
  public static void write(Supplier<BufferedImage> drawing, Path file) throws IOException {
    ByteArrayOutputStream png = new ByteArrayOutputStream(); // a full disk then says that it is
    // Without a file of its own in between, for which there may be no room either.
    try (ImageOutputStream out = new MemoryCacheImageOutputStream(png)) {
      if (!ImageIO.write(drawn(drawing), "png", out)) {
        throw new IOException("this Java cannot write PNG");
      }
    }
    WholeFile.write(file, part -> Files.write(part, png.toByteArray()));
  }

  private static BufferedImage drawn(Supplier<BufferedImage> drawing) throws IOException {
    try {
      return drawing.get();
    } catch (RuntimeException | LinkageError | InternalError e) {
      // Without fonts, or without the library that loads them, Java's own drawing ends in any of
      // these.
      throw new UndrawableException(
          "cannot draw on this machine, are fonts installed? " + root(e), e);
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
