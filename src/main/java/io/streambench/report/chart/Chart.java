package io.streambench.report.chart;

import java.io.IOException;
import java.nio.file.Path;

/** A chart of a study's document. */
public sealed interface Chart permits IntervalChart, CurveChart {
  /** The title, which says what is shown. */
  String title();

  /**
   * Draws it, for places that take no page.
   *
   * @param file PNG, replaced if it is there
   * @throws IOException if this machine has no fonts, or if the file cannot be written
   */
  void writePng(Path file) throws IOException;
}
