package io.streambench.config;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Map;

/**
 * Settings of the benchmark that reads a log.
 *
 * @param log a log of Jetty's flow control, compressed or not
 * @param megabytes how much of it is read at a time; the log is repeated to be as long
 */
public record LogReadingSettings(Path log, int megabytes) {
  private static final String LOG = "log";
  private static final String MEGABYTES = "megabytes";
  private static final int MAX_MEGABYTES = 100_000;

  /** Reads the parameters; a relative path is resolved against {@code home}. */
  public static LogReadingSettings of(Map<String, String> parameters, Path home) {
    return new LogReadingSettings(
        log(parameters.get(LOG), home),
        Values.wholeNumber(MEGABYTES, parameters.get(MEGABYTES), 1, MAX_MEGABYTES));
  }

  private static Path log(String text, Path home) {
    try {
      Path log = home.resolve(text.strip());
      if (!text.isBlank()
          && Files.isReadable(log)
          && Files.isRegularFile(log)
          && Files.size(log) > 0) {
        return log;
      }
    } catch (IOException | InvalidPathException e) {
      // An invalid path gets the same error.
    }
    throw new SettingException(LOG, "be a file that can be read, and not empty", text);
  }
}
