package io.streambench.report.chart;

import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart.Range;
import java.util.ArrayList;
import java.util.List;

/** Maps numbers to positions on an axis that begins at zero. */
public record Axis(double most) {
  private static final double HEADROOM = 1.05;

  /** One that holds every bar. */
  public static Axis of(IntervalChart chart) {
    double most =
        chart.bars().stream()
            .flatMap(bar -> bar.value().stream())
            .mapToDouble(Axis::top)
            .max()
            .orElse(1);
    return new Axis(most > 0 ? most * HEADROOM : 1);
  }

  /** An interval may be endless, where there is but one number to make it from. */
  private static double top(Range range) {
    return Double.isFinite(range.high()) ? range.high() : range.middle();
  }

  /** The position of a value, from 0 to 1; values outside are moved to the nearer end. */
  public double at(double value) {
    return Math.max(0, Math.min(1, value / most));
  }

  /** Round numbers, about as many as asked for, the zero included. */
  public List<Double> ticks(int about) {
    double rough = most / about;
    double unit = Math.pow(10, Math.floor(Math.log10(rough)));
    double step = unit * (rough / unit > 5 ? 10 : rough / unit > 2 ? 5 : rough / unit > 1 ? 2 : 1);
    List<Double> ticks = new ArrayList<>();
    for (int i = 0; i * step <= most; i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** Three digits that matter, without zeros at the end. */
  public static String text(double value) {
    if (!Double.isFinite(value)) {
      return value > 0 ? "∞" : "-∞";
    }
    if (Math.abs(value) >= 100) {
      return Text.of("%,.0f", value);
    }
    String text = Text.of(Math.abs(value) >= 10 ? "%.1f" : "%.2f", value);
    return text.replaceAll("\\.?0+$", "");
  }
}
