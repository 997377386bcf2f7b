package io.streambench.report.chart;

import io.streambench.files.WholeFile;
import io.streambench.report.document.Page;
import io.streambench.report.document.Part;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;

/** A chart of a report. */
public sealed interface Chart permits IntervalChart, CurveChart {
  /** The title, which says what is shown. */
  String title();

  /**
   * Draws it, as PNG.
   *
   * @throws IOException if this machine has no fonts, or if there is nothing to draw
   */
  byte[] png() throws IOException;

  /**
   * Draws it into a file, which is replaced if it is there.
   *
   * @throws IOException also if the file cannot be written
   */
  default void writePng(Path file) throws IOException {
    byte[] png = png();
    WholeFile.write(file, part -> Files.write(part, png));
  }

  /**
   * A chart in a report: a page has its picture within, Markdown beside it, text leaves it out.
   *
   * @param file its picture beside the report; empty for none
   */
  record Picture(Chart chart, String file) implements Part {
    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    public String text() {
      return "";
    }

    @Override
    public String markdown() {
      return file.isEmpty() ? "" : "![" + Part.escaped(chart.title()) + "](" + file + ")\n\n";
    }

    @Override
    public String html() {
      String title = Page.html(chart.title());
      try {
        return "<img alt=\"%s; the numbers are in the tables\" src=\"data:image/png;base64,%s\">\n"
            .formatted(title, Base64.getEncoder().encodeToString(chart.png()));
      } catch (IOException e) {
        return "<p class=\"hint\">%s: %s</p>\n".formatted(title, Page.html(e.getMessage()));
      }
    }
  }
}
