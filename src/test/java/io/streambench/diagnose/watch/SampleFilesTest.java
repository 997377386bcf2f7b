package io.streambench.diagnose.watch;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.flow.events.Cause;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SampleFilesTest {
  private static final int LINES_OF_A_FILE = 3;

  @TempDir Path folder;

  private static Sample sample(int number) {
    return new Sample(
        Cause.STATE,
        -number,
        new Sample.Connection("[::1]:50000", "unknown", 65_535, number),
        3_000_000_000L,
        new Sample.Windows(-5, 16_777_216, number),
        new StreamSnapshot(number, -1, 9, 4, false, false));
  }

  @Test
  void whatIsWrittenIsReadOnceInOrderAndFilesThatWereReadAreGone() throws Exception {
    SampleReader reader = new SampleReader(folder);
    assertThat(reader.next()).isEmpty();
    List<Sample> written = new ArrayList<>();
    List<Sample> read = new ArrayList<>();
    try (SampleWriter writer = new SampleWriter(folder, LINES_OF_A_FILE)) {
      for (int number = 1; number <= 20; number++) {
        written.add(sample(number));
        writer.write(sample(number));
        if (number % 5 == 0) {
          writer.flush();
          read.addAll(reader.next());
          assertThat(read).isEqualTo(written);
        }
      }
    }
    assertThat(reader.next()).isEmpty();
    try (DirectoryStream<Path> left = Files.newDirectoryStream(folder)) {
      assertThat(left).hasSize(1);
    }
  }

  @Test
  void aLineThatIsNotWholeYetIsLeftForTheNextTime() throws Exception {
    Path file = SampleWriter.file(folder, 0);
    String line = sample(7).line() + "\n";
    Files.writeString(file, line + line.substring(0, 20));
    SampleReader reader = new SampleReader(folder);
    assertThat(reader.next()).containsExactly(sample(7));
    Files.writeString(file, line.substring(20), StandardOpenOption.APPEND);
    assertThat(reader.next()).containsExactly(sample(7));
  }
}
