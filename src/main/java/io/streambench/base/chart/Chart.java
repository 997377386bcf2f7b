package io.streambench.base.chart;

import io.streambench.base.page.Page;
import io.streambench.base.page.Part;
import io.streambench.base.table.ResultTable;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.util.Base64;

/** A chart that can be drawn into a report. */
public sealed interface Chart permits IntervalChart, CurveChart, ZoneChart {
  String title();

  default boolean isDrawable() {
    return true;
  }

  /** Draws the chart. Requires installed fonts. */
  BufferedImage image();

  /**
   * A chart as a part of a report. HTML embeds the image. Markdown links to {@code file}, unless
   * {@code file} is empty.
   */
  record Picture(Chart chart, String file) implements Part {
    @Override
    public boolean isEmpty() {
      return false;
    }

    @Override
    public String markdown() {
      String title = ResultTable.escapeMarkdown(chart.title());
      return file.isEmpty() ? "" : "![" + title + "](" + file + ")\n\n";
    }

    @Override
    public String html() {
      String title = Page.escapeHtml(chart.title());
      try {
        return "<img alt=\"%s; the numbers are in the tables\" src=\"data:image/png;base64,%s\">\n"
            .formatted(
                title, Base64.getEncoder().encodeToString(ChartImage.encodePng(chart::image)));
      } catch (IOException e) {
        return "<p class=\"hint\">%s: %s</p>\n".formatted(title, Page.escapeHtml(e.getMessage()));
      }
    }
  }
}
