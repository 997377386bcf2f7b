package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.base.page.Page;
import io.streambench.flow.replay.Diagnosis;
import java.awt.Color;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.IntStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelinePictureTest {
  @TempDir Path folder;

  private BufferedImage drawPicture(Diagnosis diagnosis, String title) throws IOException {
    Path file = folder.resolve("timeline.png");
    TimelinePicture.writePng(diagnosis, title, ShardNames.NONE, file);
    return ImageIO.read(file.toFile());
  }

  private static long countColours(BufferedImage image) {
    int[] pixels =
        image.getRGB(0, 0, image.getWidth(), image.getHeight(), null, 0, image.getWidth());
    return Arrays.stream(pixels).distinct().count();
  }

  @Test
  void writesPngOfStatedSize() throws IOException {
    BufferedImage image = drawPicture(Diagnoses.stalled(), "a log");
    assertThat(image.getWidth()).isEqualTo(1200);
    assertThat(image.getHeight()).isEqualTo(700);
    assertThat(countColours(image)).isGreaterThan(20);
  }

  /** The tint is behind the areas, and the starved stream has no colour of its own. */
  @Test
  void streamKeepsItsColourDuringStall() throws IOException {
    Diagnosis ends = Diagnoses.stalledWith("abc", 6);
    Diagnosis stalled =
        new Diagnosis(
            ends.source(),
            ends.verdict(),
            Optional.empty(),
            ends.eventCount(),
            ends.counts(),
            ends.startNanos(),
            OptionalLong.of(ends.endNanos().getAsLong() + 5_000_000_000L),
            ends.sessions(),
            ends.longestStalls());
    BufferedImage image = drawPicture(stalled, "a log");
    int x = stallColumn(image);
    List<Color> inTheStall =
        IntStream.range(0, image.getHeight()).mapToObj(y -> new Color(image.getRGB(x, y))).toList();
    assertThat(inTheStall)
        .contains(Page.colour("bad-back"))
        .containsSubsequence(
            IntStream.of(4, 3, 2, 1, 0).mapToObj(i -> Page.colour("s" + i)).toList());
  }

  /** Returns a column of pixels slightly to the right of the line where the stall begins. */
  private static int stallColumn(BufferedImage image) {
    int y = image.getHeight() / 2;
    return 3
        + IntStream.range(0, image.getWidth())
            .filter(x -> image.getRGB(x, y) == Page.colour("bad").getRGB())
            .max()
            .orElseThrow();
  }

  @Test
  void acceptsLongTitleAndMoreStreamsThanLegendHolds() throws IOException {
    assertThat(countColours(drawPicture(Diagnoses.stalledWith("abc", 200), "long ".repeat(100))))
        .isGreaterThan(10);
  }

  @Test
  void rejectsDiagnosisWithoutTimes() {
    assertThatThrownBy(() -> drawPicture(Diagnoses.withoutTimes(), "a log"))
        .isInstanceOf(IOException.class)
        .hasMessageStartingWith("nothing to draw");
    assertThat(folder).isEmptyDirectory();
  }
}
