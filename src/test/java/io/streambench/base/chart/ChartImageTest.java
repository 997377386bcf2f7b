package io.streambench.base.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.chart.CurveChart.Axis;
import io.streambench.base.chart.CurveChart.Curve;
import io.streambench.base.chart.CurveChart.Marker;
import io.streambench.base.chart.CurveChart.Point;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChartImageTest {
  private static final int INDIGO = new Color(0x332288).getRGB();
  private static final int WINE = new Color(0x882255).getRGB();

  private static Curve curve(int colour, boolean dashed, double... xs) {
    List<Point> points =
        IntStream.range(0, xs.length)
            .mapToObj(i -> new Point(xs[i], new Range(20 + i, 19 + i, 21 + i)))
            .toList();
    return new Curve("curve " + colour + dashed, colour, dashed, points);
  }

  private static BufferedImage drawCurves(boolean logarithmic, Curve... curves) {
    List<Marker> markers = List.of(new Marker(curves[0].points().get(0).x(), "knee"));
    return new CurveChart("t", "x", new Axis("ms", logarithmic), List.of(curves), markers).image();
  }

  private static Set<Integer> columnsOfColour(BufferedImage image, int colour) {
    return IntStream.range(0, image.getWidth())
        .filter(
            x ->
                IntStream.range(0, image.getHeight() - 80)
                    .anyMatch(y -> image.getRGB(x, y) == colour))
        .boxed()
        .collect(Collectors.toSet());
  }

  /** Even spacing prevents overlapping labels, however close two values are. */
  @Test
  void spacesParameterValuesEvenly() {
    assertThat(columnsOfColour(drawCurves(false, curve(0, false, 1, 2, 3, 4)), INDIGO))
        .isNotEmpty()
        .isEqualTo(
            columnsOfColour(drawCurves(false, curve(0, false, 0, 999, 1000, 200_000)), INDIGO));
  }

  @Test
  void missingValuesDoNotMoveOtherCurve() {
    Curve all = curve(1, false, 1, 10, 100, 1000);
    assertThat(columnsOfColour(drawCurves(true, curve(0, false, 100), all), WINE))
        .isNotEmpty()
        .isEqualTo(columnsOfColour(drawCurves(true, curve(0, false, 1, 10, 100, 1000), all), WINE));
  }

  @Test
  void curveColourDependsOnlyOnNumber() {
    Curve wine = curve(1, false, 1, 2);
    assertThat(columnsOfColour(drawCurves(false, wine), INDIGO)).isEmpty();
    assertThat(columnsOfColour(drawCurves(false, wine), WINE)).isNotEmpty();
    assertThat(columnsOfColour(drawCurves(false, curve(0, false, 1, 2), wine), WINE)).isNotEmpty();
  }

  @Test
  void dashesOneOfTwoCurvesWithSameColour() {
    long solid = countPixels(drawCurves(false, curve(0, false, 1, 200)), INDIGO);
    assertThat(countPixels(drawCurves(false, curve(0, true, 1, 200)), INDIGO))
        .isBetween(1L, solid - 1);
  }

  @Test
  void drawsSingleValue() {
    assertThat(columnsOfColour(drawCurves(false, curve(0, false, 80)), INDIGO)).isNotEmpty();
  }

  private static long countPixels(BufferedImage image, int colour) {
    return pixels(image).filter(pixel -> pixel == colour).count();
  }

  private static Stream<Integer> pixels(BufferedImage image) {
    return IntStream.range(0, image.getWidth() * image.getHeight())
        .mapToObj(i -> image.getRGB(i % image.getWidth(), i / image.getWidth()));
  }

  private static BufferedImage drawBars(boolean ratios, String... groups) {
    List<Bar> bars =
        IntStream.range(0, groups.length)
            .mapToObj(i -> new Bar("b" + i, groups[i], Optional.of(new Range(4, 3, 5)), ""))
            .collect(Collectors.toList());
    bars.add(new Bar("none", groups[0], Optional.empty(), "stalled"));
    return new IntervalChart("t", "ops/s", bars, ratios).image();
  }

  /** Returns the colours of large areas. */
  private static Set<Integer> largeAreaColours(BufferedImage image) {
    return pixels(image)
        .collect(Collectors.groupingBy(pixel -> pixel, Collectors.counting()))
        .entrySet()
        .stream()
        .filter(colour -> colour.getValue() > 20_000 && colour.getKey() != Color.WHITE.getRGB())
        .map(Map.Entry::getKey)
        .collect(Collectors.toSet());
  }

  /** A legend of long names below the chart would be cut off. */
  @Test
  void keepsNamesOfAllGroupsWithinPicture() {
    String name = "HTTP/2 (one stream a connection, a long name)";
    BufferedImage image = drawBars(false, name, name + 2, name + 3, name + 4, name + 5);
    int right = image.getWidth() - 1;
    assertThat(IntStream.range(0, image.getHeight()).map(y -> image.getRGB(right, y)))
        .containsOnly(Color.WHITE.getRGB());
    assertThat(IntStream.range(0, image.getHeight()).map(y -> image.getRGB(0, y)))
        .containsOnly(Color.WHITE.getRGB());
  }

  @Test
  void barsOfGroupHaveSameColourInAnyPosition() {
    Set<Integer> one = largeAreaColours(drawBars(false, "HTTP/1.1", "HTTP/1.1"));
    Set<Integer> two = largeAreaColours(drawBars(false, "HTTP/2", "HTTP/1.1", "HTTP/2"));
    assertThat(one).hasSize(1);
    assertThat(two).hasSize(2).containsAll(one);
    assertThat(largeAreaColours(drawBars(true, "HTTP/1.1", "HTTP/2"))).isEmpty();
  }
}
