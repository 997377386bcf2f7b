package io.streambench.bench.runfolder;

import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.time.ZoneId;
import java.time.format.DateTimeFormatter;
import java.util.Locale;

/**
 * Creates the folder of a run. Scripts rely on the form of the folder's name. This is the only
 * class of this package that the single-jar tool contains.
 */
public final class RunFolderName {
  /** Formats the time in the name of a folder or file, in the local time zone. */
  public static final DateTimeFormatter TIME_FORMAT =
      DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneId.systemDefault());

  private RunFolderName() {}

  /** Creates an empty folder, whose name differs from all other folders in {@code logs}. */
  public static Path create(Path logs, Instant start, String label, Outcome outcome)
      throws IOException {
    String name = TIME_FORMAT.format(start) + "-" + label;
    Files.createDirectories(logs);
    for (int number = 1; ; number++) {
      String numbered = name + (number == 1 ? "" : "." + number) + "-" + outcome;
      try {
        return Files.createDirectory(logs.resolve(numbered));
      } catch (FileAlreadyExistsException e) {
        // The folder already exists, so try the next number.
      }
    }
  }
}
