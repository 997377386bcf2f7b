package io.streambench.report.chart;

import io.streambench.report.document.Page;
import io.streambench.report.document.Part;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/** A chart of a report. */
public sealed interface Chart permits IntervalChart, CurveChart {
  /** The title, which says what is shown. */
  String title();

  /** The numbers for the script of a page. */
  default Object data() {
    return this;
  }

  /**
   * Draws it, for places that take no page.
   *
   * @param file PNG, replaced if it is there
   * @throws IOException if this machine has no fonts, or if the file cannot be written
   */
  void writePng(Path file) throws IOException;

  /**
   * A chart in a report: a page draws it, Markdown shows its picture, text leaves it out.
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
      return Page.part("chart", Map.of("title", chart.title(), "data", Page.json(chart.data())));
    }

    @Override
    public Optional<String> script() {
      return Optional.of("charts.js");
    }
  }
}
