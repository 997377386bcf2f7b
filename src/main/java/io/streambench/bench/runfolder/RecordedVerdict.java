package io.streambench.bench.runfolder;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.streambench.base.files.Json;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * The verdict in a run's {@code verdict.json}. Unlike a recording of flow control, the file shows
 * whether the client had exhausted its streams, memory or permits. All other fields of the file are
 * skipped.
 */
@JsonIgnoreProperties(ignoreUnknown = true)
public record RecordedVerdict(String verdict, String cause, String reason) {
  private static final String FILE_NAME = "verdict.json";

  /**
   * Returns the verdict of a stalled run from its folder or zip. Returns empty if the run did not
   * stall or has no verdict, or if there is more than one file.
   */
  public static Optional<Verdict> of(List<Path> files) {
    if (files.size() != 1) {
      return Optional.empty();
    }
    try {
      return read(files.get(0)).flatMap(RecordedVerdict::toStallVerdict);
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // treated like a missing file, so that only the recording counts
    }
  }

  private static Optional<RecordedVerdict> read(Path run) throws IOException {
    boolean isFolder = Files.isDirectory(run);
    Path file = isFolder ? run.resolve(FILE_NAME) : run;
    if (!Files.isRegularFile(file)) { // a pipe can be read only once, so not here
      return Optional.empty();
    }
    if (isFolder) {
      return Optional.of(Json.MAPPER.readValue(file.toFile(), RecordedVerdict.class));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Optional<? extends ZipEntry> entry =
          zip.stream().filter(candidate -> candidate.getName().endsWith(FILE_NAME)).findFirst();
      return entry.isEmpty()
          ? Optional.empty()
          : Optional.of(
              Json.MAPPER.readValue(zip.getInputStream(entry.get()), RecordedVerdict.class));
    }
  }

  private Optional<Verdict> toStallVerdict() {
    return Outcome.STALLED.name().equals(verdict) && cause != null
        ? Optional.of(
            Verdict.reportedByRun(
                StallCause.valueOf(cause), reason == null ? "it gave no reason" : reason))
        : Optional.empty();
  }
}
