package io.streambench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests with the fuzzer's corpus and with the inputs that once broke a reader. */
class CorpusTest {
  private static final List<Path> FOLDERS =
      List.of(Path.of("dev/fuzz/corpus"), Path.of("dev/fuzz/findings"));

  @TempDir Path folder;

  static List<Arguments> files() throws IOException {
    List<Arguments> files = new ArrayList<>();
    for (FileReading reading : FileReading.values()) {
      for (Path folder : FOLDERS) {
        Path inputFolder = folder.resolve(reading.corpusFolderName());
        if (Files.isDirectory(inputFolder)) {
          try (Stream<Path> inputs = Files.list(inputFolder)) {
            inputs.sorted().forEach(input -> files.add(Arguments.of(reading, input)));
          }
        }
      }
    }
    return files;
  }

  @ParameterizedTest
  @MethodSource("files")
  void readsOrRejectsInputAndLeavesNoFile(FileReading reading, Path input) throws IOException {
    Path file = Files.copy(input, folder.resolve("input"));
    reading.readOrReject(file);
    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).containsExactly(file);
    }
  }
}
