package io.streambench.watchdog;

import io.streambench.analysis.Outcome;
import io.streambench.results.Wire;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The outcome of a fork's run, in a file for the JVM that started the fork.
 *
 * @param seconds from the start of the first operation to the last tuple, where it stopped
 * @param next what to do about a run that did not complete, in a line, or null
 * @param folder the evidence, or null
 * @param zone of the prediction, or null if nothing was predicted
 */
public record OutcomeFile(
    String benchmark,
    String mode,
    Map<String, String> parameters,
    Outcome outcome,
    double seconds,
    long operations,
    String detail,
    String next,
    String folder,
    String zone) {
  /** The folder for these files; without it none are written. */
  public static final String FOLDER_PROPERTY = "streambench.outcomes";

  /** Writes the file, complete or not at all. */
  public void writeTo(Path folder) throws IOException {
    Wire.write(this, folder.resolve("outcome-" + UUID.randomUUID() + ".json"));
  }

  public static List<OutcomeFile> readAll(Path folder) throws IOException {
    List<OutcomeFile> outcomes = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        outcomes.add(Wire.MAPPER.readValue(file.toFile(), OutcomeFile.class));
      }
    }
    return outcomes;
  }
}
