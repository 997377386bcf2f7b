package io.streambench.compare.cells;

import io.streambench.base.SettingException;
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
 * JMH's results of a study's forks: one file per fork in the study's folder, or all in {@value
 * #ZIP_NAME} next to {@value StudyFile#NAME} to save space. Returned paths can be read until this
 * is closed.
 *
 * @param zipped the open zip; empty if there is none
 */
public record RawResults(Path folder, Optional<FileSystem> zipped) implements AutoCloseable {
  /** The zip; its entries have the names of the files in the folder. */
  public static final String ZIP_NAME = "forks.zip";

  /**
   * Opens the results of a study.
   *
   * @throws SettingException if its zip is damaged
   */
  public static RawResults of(Path folder) {
    Path zip = folder.resolve(ZIP_NAME);
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
   * The file with this name in the study's outcomes; it need not exist.
   *
   * @throws SettingException if it exists but is not a regular file, because reading a pipe would
   *     block
   */
  public Path file(String name) {
    Path unzipped = folder.resolve(name);
    if (Files.exists(unzipped) && !Files.isRegularFile(unzipped)) {
      throw new SettingException("FILE", "have plain files only", unzipped);
    }
    return zipped.isEmpty() || Files.exists(unzipped) ? unzipped : zipped.get().getPath(name);
  }

  List<Path> zippedFiles() throws IOException {
    if (zipped.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(zipped.get().getPath("/"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Override
  public void close() {
    if (zipped.isPresent()) {
      try {
        zipped.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
