package io.streambench.base.files;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class AtomicFileTest {
  @TempDir Path folder;

  @Test
  void newFileAppearsOnlyWhenComplete() throws IOException {
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    AtomicFile.write(
        file,
        part -> {
          Files.writeString(part, "half");
          assertThat(file).hasContent("old");
          Files.writeString(part, "new");
        });
    assertThat(file).hasContent("new");
    assertThat(folder.toFile().list()).containsExactly("page.html");
  }

  @Test
  void failureKeepsOldFileAndLeavesNoOther() throws IOException {
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    assertThatThrownBy(
            () ->
                AtomicFile.write(
                    file,
                    part -> {
                      Files.writeString(part, "half");
                      throw new IOException("no space left");
                    }))
        .hasMessage("no space left");
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("page.html");
  }

  /** A program that writes half of a file and waits to be killed. */
  public static final class HalfFileWriter {
    private HalfFileWriter() {}

    public static void main(String[] arguments) throws IOException {
      AtomicFile.write(
          Path.of(arguments[0]),
          part -> {
            Files.writeString(part, "half");
            System.out.println("half");
            while (true) {
              LockSupport.park();
            }
          });
    }
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void terminationKeepsOldFileAndLeavesNoOther() throws Exception {
    Path file = Files.writeString(folder.resolve("page.html"), "old");
    Process writer =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-cp",
                System.getProperty("java.class.path"),
                HalfFileWriter.class.getName(),
                file.toString())
            .start();
    assertThat(writer.inputReader().readLine()).isEqualTo("half");
    assertThat(folder.toFile().list()).hasSize(2);
    writer.destroy();
    writer.waitFor();
    assertThat(file).hasContent("old");
    assertThat(folder.toFile().list()).containsExactly("page.html");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void keepsSymbolicLink() throws IOException {
    Path target = Files.writeString(folder.resolve("target"), "old");
    Path link = Files.createSymbolicLink(folder.resolve("link"), target);
    AtomicFile.write(link, "new");
    assertThat(link).isSymbolicLink();
    assertThat(target).hasContent("new");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void writesDirectlyIntoPipe() throws Exception {
    Path pipe = folder.resolve("pipe");
    assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor()).isZero();
    Process reader = new ProcessBuilder("cat", pipe.toString()).start();
    AtomicFile.write(pipe, "through");
    reader.waitFor();
    assertThat(new String(reader.getInputStream().readAllBytes(), UTF_8)).isEqualTo("through");
    assertThat(folder.toFile().list()).containsExactly("pipe");
  }

  @Test
  @EnabledOnOs({OS.LINUX, OS.MAC})
  void usesDefaultFilePermissions() throws IOException {
    Path plain = Files.writeString(folder.resolve("plain"), "");
    Path file = folder.resolve("page.html");
    AtomicFile.write(file, "new");
    assertThat(Files.getPosixFilePermissions(file)).isEqualTo(Files.getPosixFilePermissions(plain));
  }
}
