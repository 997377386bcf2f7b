package io.streambench.results;

import io.streambench.config.SettingException;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * JMH's results of the forks of a study: a file each in its folder, or all in {@value #PACKED}
 * beside {@value StudyFile#NAME}, where the forks of a year take as little room as those of a day.
 * What is in neither is not there. Paths that it gives out can be read until it is closed.
 */
public final class RawResults implements AutoCloseable {
  /** The zip; in it the files have the names that they had in the folder. */
  public static final String PACKED = "forks.zip";

  private final Path folder;
  private final Optional<FileSystem> packed;

  private RawResults(Path folder, Optional<FileSystem> packed) {
    this.folder = folder;
    this.packed = packed;
  }

  /**
   * Opens those of a study.
   *
   * @throws SettingException if its zip is damaged
   */
  public static RawResults of(Path folder) {
    Path zip = folder.resolve(PACKED);
    if (!Files.isRegularFile(zip)) {
      return new RawResults(folder, Optional.empty());
    }
    try {
      return new RawResults(folder, Optional.of(FileSystems.newFileSystem(zip)));
    } catch (IOException | RuntimeException e) {
      throw new SettingException("FILE", "be a zip that can be read (" + e + ")", zip);
    }
  }

  /**
   * The file of that name, as the study's outcomes have it; it need not be there.
   *
   * @throws SettingException if something else has that name: to read a pipe would wait
   */
  public Path file(String name) {
    Path beside = folder.resolve(name);
    if (Files.exists(beside) && !Files.isRegularFile(beside)) {
      throw new SettingException("FILE", "have plain files only", beside);
    }
    return packed.isEmpty() || Files.exists(beside) ? beside : packed.get().getPath(name);
  }

  List<Path> packedFiles() throws IOException {
    if (packed.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(packed.get().getPath("/"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Override
  public void close() {
    if (packed.isPresent()) {
      try {
        packed.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
