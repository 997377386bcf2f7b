package io.streambench.bench.fork;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.results.format.ResultFormatType;

class ResultFileTest {
  @TempDir Path folder;

  @Test
  void writesEmptyListWithoutResults() throws IOException {
    Path file = folder.resolve("results.json");
    Files.writeString(file, "of an earlier run");
    ResultFile.write(List.of(), ResultFormatType.JSON, file);
    assertThat(Files.readString(file).replaceAll("\\s", "")).isEqualTo("[]");
    assertThat(folder).isDirectoryNotContaining(path -> !path.equals(file));
  }

  /** Throws an exception, whereas JMH's own writer ignores such errors. */
  @Test
  @EnabledOnOs(OS.LINUX)
  void throwsIfDiskIsFull() {
    assertThatThrownBy(
            () -> ResultFile.write(List.of(), ResultFormatType.JSON, Path.of("/dev/full")))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("No space left");
  }
}
