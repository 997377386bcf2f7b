package io.streambench.cli;

import io.streambench.config.SettingException;
import java.nio.file.Files;
import java.nio.file.Path;

/** Files that a verb will write when its work is done, looked at before it begins. */
final class Writable {
  private Writable() {}

  /**
   * Throws if the file cannot be written.
   *
   * @param file null if none was asked for
   */
  static void require(String option, Path file) {
    if (file == null) {
      return;
    }
    Path folder = file.toAbsolutePath().getParent();
    if (Files.isDirectory(file)
        || Files.exists(file) && !Files.isWritable(file)
        || folder == null
        || !Files.isWritable(folder)) {
      throw new SettingException(option, "be a file that can be written", file);
    }
  }
}
