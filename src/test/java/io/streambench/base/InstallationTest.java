package io.streambench.base;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {
  @TempDir Path folder;

  @Test
  void folderIsWritableIfItCanBeCreated() throws Exception {
    assertThat(Installation.isWritable(folder.resolve("target/streambench"))).isTrue();
    Path file = Files.createFile(folder.resolve("file"));
    assertThat(Installation.isWritable(file.resolve("streambench"))).isFalse();
  }
}
