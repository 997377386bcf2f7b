package io.streambench.base.chart;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.chart.ZoneChart.Observation;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ZoneChartTest {
  private static ZoneChart chart(List<Observation> observations) {
    return new ZoneChart(
        "t",
        "x",
        "y",
        List.of(1.0, 0.5),
        List.of("upper", "middle", "lower"),
        "same name",
        "same name",
        observations,
        new CurveChart.Marker(2, "here"));
  }

  private static BufferedImage imageWith(Observation observation) {
    return chart(List.of(observation)).image();
  }

  @Test
  void onlyFillOfMarkShowsOutcome() {
    BufferedImage filled = imageWith(new Observation(8, 4, true));
    BufferedImage hollow = imageWith(new Observation(8, 4, false));
    int[] differing =
        IntStream.range(0, filled.getWidth() * filled.getHeight())
            .filter(i -> pixelAt(filled, i) != pixelAt(hollow, i))
            .toArray();
    assertThat(differing).isNotEmpty();
    assertThat(IntStream.of(differing).map(i -> pixelAt(filled, i)).distinct())
        .contains(ChartImage.INK.getRGB())
        .doesNotContain(Color.WHITE.getRGB());
    assertThat(IntStream.of(differing).map(i -> pixelAt(hollow, i)).distinct())
        .contains(Color.WHITE.getRGB());
  }

  private static int pixelAt(BufferedImage image, int i) {
    return image.getRGB(i % image.getWidth(), i / image.getWidth());
  }

  @Test
  void drawsThreeZonesInThreeShades() {
    BufferedImage image = imageWith(new Observation(24, 12, false));
    int y = image.getHeight() / 4;
    assertThat(IntStream.range(0, image.getWidth()).map(x -> image.getRGB(x, y)).distinct())
        .contains(zoneColour(0), zoneColour(1), zoneColour(2));
  }

  private static int zoneColour(int zone) {
    return ZoneChart.ZONE_COLOURS.get(zone).getRGB();
  }

  @Test
  void isNotDrawableWithoutObservations() {
    assertThat(chart(List.of()).isDrawable()).isFalse();
    assertThat(chart(List.of(new Observation(1, 2, true))).isDrawable()).isTrue();
  }
}
