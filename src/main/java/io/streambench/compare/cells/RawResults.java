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
 * The JMH files of a study's forks: either single files in the study's folder, or entries of
 * {@value #ZIP_NAME} next to {@value StudyFile#FILE_NAME}. Paths are readable until this object is
 * closed.
 *
 * @param zipFileSystem the open zip file; empty if there is none
 */
public record RawResults(Path folder, Optional<FileSystem> zipFileSystem) implements AutoCloseable {
  /** The name of the zip file. Its entries are named like the files in the folder. */
  public static final String ZIP_NAME = "forks.zip";

  /**
   * Opens the results of a study.
   *
   * @throws SettingException if the zip file is damaged
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
   * Returns the path of a file named in the study's outcomes. The file need not exist.
   *
   * @throws SettingException if the path exists but is not a regular file
   */
  public Path resolve(String name) {
    Path unzipped = folder.resolve(name);
    if (Files.exists(unzipped) && !Files.isRegularFile(unzipped)) {
      throw new SettingException("FILE", "have plain files only", unzipped);
    }
    return zipFileSystem.isEmpty() || Files.exists(unzipped)
        ? unzipped
        : zipFileSystem.get().getPath(name);
  }

  List<Path> zippedFiles() throws IOException {
    if (zipFileSystem.isEmpty()) {
      return List.of();
    }
    try (Stream<Path> all = Files.walk(zipFileSystem.get().getPath("/"))) {
      return all.filter(Files::isRegularFile).sorted().toList();
    }
  }

  @Override
  public void close() {
    if (zipFileSystem.isPresent()) {
      try {
        zipFileSystem.get().close();
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }
}
