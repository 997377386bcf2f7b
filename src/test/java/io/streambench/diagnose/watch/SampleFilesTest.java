package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
  private static final int LINES = 5 * SampleWriter.MAX_LINES_PER_FILE / 2;

  @TempDir Path folder;

  private static String sample(int number) {
    return "STATE -1 0 " + number;
  }

  @Test
  void readsSamplesOnceInOrderAndDeletesReadFiles() throws Exception {
    SampleReader reader = new SampleReader(folder);
    assertThat(reader.readNewSamples()).isEmpty();
    List<String> written = new ArrayList<>();
    List<String> read = new ArrayList<>();
    try (SampleWriter writer = new SampleWriter(folder)) {
      for (int number = 1; number <= LINES; number++) {
        written.add(sample(number));
        writer.write(sample(number));
        if (number % (LINES / 4) == 0) {
          writer.flush();
          read.addAll(reader.readNewSamples());
          assertThat(read).isEqualTo(written);
        }
      }
    }
    assertThat(reader.readNewSamples()).isEmpty();
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void leavesIncompleteLineForNextRead() throws Exception {
    Path file = SampleWriter.file(folder, 0);
    String line = sample(7) + "\n";
    Files.writeString(file, line + line.substring(0, 9));
    SampleReader reader = new SampleReader(folder);
    assertThat(reader.readNewSamples()).containsExactly(sample(7));
    Files.writeString(file, line.substring(9), StandardOpenOption.APPEND);
    assertThat(reader.readNewSamples()).containsExactly(sample(7));
  }
}
