package io.streambench.bench.recovery;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ShardFilesTest {
  @TempDir Path folder;
  private Path copy;
  private ShardFiles files;

  @BeforeEach
  void copyTwoFiles() throws IOException {
    Path original = Files.createDirectory(folder.resolve("original"));
    copy = Files.createDirectory(folder.resolve("copy"));
    for (String name : List.of("_0.fdt", "segments_2")) {
      Files.write(original.resolve(name), (name + " and more").getBytes(UTF_8));
      Files.copy(original.resolve(name), copy.resolve(name));
    }
    Files.createFile(original.resolve("write.lock"));
    files = ShardFiles.read("shard1", original, List.of("segments_2", "_0.fdt"));
  }

  @Test
  void acceptsCopyWithAdditionalFiles() throws IOException {
    Files.createFile(copy.resolve("segments_1"));
    assertThat(files.findDifference(copy)).isEmpty();
    assertThat(files.bytes()).isEqualTo("_0.fdt and moresegments_2 and more".length());
  }

  @Test
  void namesMissingFile() throws IOException {
    Files.delete(copy.resolve("segments_2"));
    assertThat(files.findDifference(copy)).contains("shard1/segments_2 is missing");
  }

  @Test
  void namesTruncatedFileWithItsLength() throws IOException {
    Files.write(copy.resolve("_0.fdt"), "_0.fdt".getBytes(UTF_8));
    assertThat(files.findDifference(copy)).contains("shard1/_0.fdt has 6 of 15 bytes");
  }

  @Test
  void detectsDifferenceInLastByte() throws IOException {
    Files.write(copy.resolve("_0.fdt"), "_0.fdt and morE".getBytes(UTF_8));
    assertThat(files.findDifference(copy)).contains("shard1/_0.fdt has another checksum");
  }
}
