package io.streambench.faults;

import io.streambench.report.chart.CurveChart;
import io.streambench.report.chart.CurveChart.Curve;
import io.streambench.report.chart.CurveChart.Dimension;
import io.streambench.report.chart.CurveChart.Point;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The figures of a soak as a picture: each divided by its first, so that what is flat stays at 1
 * whatever its unit. What is 0 at first has no line.
 */
final class SoakPicture {
  /** It grows by itself. */
  private static final String TIME = "seconds";

  private SoakPicture() {}

  /**
   * Draws a file of comma-separated figures, the first column of which is the axis.
   *
   * @param arguments the file, the picture, its title
   */
  public static void main(String[] arguments) throws IOException {
    List<String> lines = Files.readAllLines(Path.of(arguments[0]));
    String[] heads = lines.get(0).split(",");
    List<double[]> rows =
        lines.stream()
            .skip(1)
            .map(line -> Arrays.stream(line.split(",")).mapToDouble(Double::parseDouble).toArray())
            .toList();
    List<Curve> curves = new ArrayList<>();
    for (int i = 1; i < heads.length; i++) {
      double first = rows.get(0)[i];
      if (first > 0 && !heads[i].equals(TIME)) {
        int column = i;
        curves.add(
            new Curve(
                "%s (1 = %,.0f)".formatted(heads[i], first),
                rows.stream().map(row -> Point.at(row[0], row[column] / first)).toList()));
      }
    }
    new CurveChart(
            arguments[2],
            new Dimension(heads[0], false),
            new Dimension("ratio to the first figure", false),
            curves,
            List.of())
        .writePng(Path.of(arguments[1]));
  }
}
