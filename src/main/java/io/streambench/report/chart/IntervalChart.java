package io.streambench.report.chart;

import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * Values with their intervals, one below the other.
 *
 * @param title what is shown
 * @param unit of all values
 */
public record IntervalChart(String title, String unit, List<Bar> bars) implements Chart {
  public IntervalChart {
    bars = List.copyOf(bars);
  }

  @Override
  public void writePng(Path file) throws IOException {
    IntervalPicture.writePng(this, file);
  }

  /**
   * One value.
   *
   * @param value empty where there is none; then {@code remark} says why
   * @param remark short text beside the bar; may be empty
   */
  public record Bar(String label, Optional<Range> value, String remark) {}

  /** A value and the interval around it. */
  public record Range(double middle, double low, double high) {}
}
