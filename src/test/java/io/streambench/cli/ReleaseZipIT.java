package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import io.streambench.program.Words;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import org.apache.commons.compress.archivers.zip.ZipArchiveEntry;
import org.apache.commons.compress.archivers.zip.ZipFile;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests {@code target/streambench-VERSION.zip}, unpacked in an empty folder, and the checksums. */
@Tag("program")
class ReleaseZipIT {
  private static final int EXECUTABLE = 0b001_000_000;

  @TempDir Path folder;

  private Path unpacked;

  private static Path findZip() throws IOException {
    try (Stream<Path> files = Files.list(Installation.moduleFolder().resolve("target"))) {
      return files
          .filter(file -> file.getFileName().toString().matches("streambench-\\d.*\\.zip"))
          .findFirst()
          .orElseThrow();
    }
  }

  private void unpack() throws IOException {
    Path zip = findZip();
    try (ZipFile file = ZipFile.builder().setPath(zip).get()) {
      for (ZipArchiveEntry entry : Collections.list(file.getEntries())) {
        Path copy = folder.resolve(entry.getName());
        if (entry.isDirectory()) {
          Files.createDirectories(copy);
        } else {
          Files.createDirectories(copy.getParent());
          Files.copy(file.getInputStream(entry), copy);
          assertThat(copy.toFile().setExecutable((entry.getUnixMode() & EXECUTABLE) != 0)).isTrue();
        }
      }
    }
    unpacked = folder.resolve(zip.getFileName().toString().replace(".zip", ""));
  }

  private String run(String command, Object... values) throws Exception {
    return run(unpacked, command, values);
  }

  private static String run(Path workingFolder, String command, Object... values) throws Exception {
    ProcessBuilder builder =
        new ProcessBuilder(Words.of(command, values)).directory(workingFolder.toFile());
    builder.environment().put("JAVA_HOME", System.getProperty("java.home"));
    Process process = builder.redirectErrorStream(true).start();
    String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(process.waitFor()).as(output).isZero();
    return output;
  }

  @Test
  void programsRunWithoutBuildAndClientJarsAreIncluded() throws Exception {
    unpack();
    assertThat(run("./jmh.sh -l")).contains("StreamingSearch").doesNotContain("building");
    assertThat(run("./streambench --help")).contains("diagnose");
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    String answer = run("%s -jar streambench.jar predict --shards 12", java);
    assertThat(answer).contains("LIKELY").isEqualTo(run("./streambench predict --shards 12"));
    try (Stream<Path> files = Files.list(unpacked)) {
      assertThat(files.map(file -> file.getFileName().toString()))
          .anyMatch(name -> name.startsWith("streambench-client-"))
          .anyMatch(name -> name.startsWith("streambench-jetty12-client-"))
          .contains("README.md", "LICENSE", "docs")
          .doesNotContain("pom.xml");
    }
  }

  /** Checks the checksums next to copies on another host, as described in {@code docs/hang.md}. */
  @Test
  void checksumsOfJarAndZipMatch() throws Exception {
    Path target = Installation.moduleFolder().resolve("target");
    for (String name : List.of("streambench.jar", findZip().getFileName().toString())) {
      Files.copy(target.resolve(name), folder.resolve(name));
      Files.copy(target.resolve(name + ".sha256"), folder.resolve(name + ".sha256"));
      assertThat(run(folder, "sha256sum -c %s.sha256", name)).isEqualTo(name + ": OK\n");
    }
  }
}
