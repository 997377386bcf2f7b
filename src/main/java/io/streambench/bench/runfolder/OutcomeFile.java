package io.streambench.bench.runfolder;

import io.streambench.base.files.JsonFiles;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;

/**
 * The outcome of a fork's run, which is written to a file for the parent JVM.
 *
 * @param seconds time from the start of the first operation to the last tuple; 0 for a completed
 *     run
 * @param next advice, in one line, on what to do if the run did not complete; or null
 * @param folder the folder of the evidence, or null
 * @param zone the predicted zone, or null without a prediction
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
  /**
   * The system property that specifies the folder of outcome files. If the property is not set, no
   * file is written.
   */
  public static final String FOLDER_PROPERTY = "streambench.outcomes";

  /** Writes this outcome atomically to a new file in the folder. */
  public void writeTo(Path folder) throws IOException {
    JsonFiles.write(this, folder.resolve("outcome-" + UUID.randomUUID() + ".json"));
  }

  public static List<OutcomeFile> readAll(Path folder) throws IOException {
    List<OutcomeFile> outcomes = new ArrayList<>();
    try (Stream<Path> files = Files.list(folder)) {
      for (Path file : files.filter(f -> f.toString().endsWith(".json")).sorted().toList()) {
        outcomes.add(JsonFiles.MAPPER.readValue(file.toFile(), OutcomeFile.class));
      }
    }
    return outcomes;
  }
}
