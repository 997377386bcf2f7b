package io.streambench.watchdog;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.Outcome;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads the verdict that a run has left. The run saw what no recording shows: that its client was
 * out of streams, memory or permits.
 */
public final class ToldVerdict {
  private static final String FILE = "verdict.json";

  /** A zip of few bytes may unpack to what no memory holds. */
  private static final int MOST_BYTES = 1 << 22;

  private ToldVerdict() {}

  /**
   * Returns the hang that a run has told of; empty if it told of none.
   *
   * @param files what is diagnosed; a run's folder or its zip, and nothing besides, has a verdict
   */
  public static Optional<Verdict> of(List<Path> files) {
    if (files.size() != 1) {
      return Optional.empty();
    }
    try {
      return hang(read(files.get(0)));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // the recording then speaks alone, as it does without this file
    }
  }

  private static JsonNode read(Path run) throws IOException {
    ObjectMapper json = new ObjectMapper();
    if (Files.isDirectory(run)) {
      Path verdict = run.resolve(FILE);
      return Files.isRegularFile(verdict) ? json.readTree(verdict.toFile()) : json.missingNode();
    }
    if (!Files.isRegularFile(run)) { // a pipe is read once, and not here
      return json.missingNode();
    }
    try (ZipFile zip = new ZipFile(run.toFile())) {
      Optional<? extends ZipEntry> entry =
          zip.stream().filter(one -> one.getName().endsWith(FILE)).findFirst();
      if (entry.isEmpty()) {
        return json.missingNode();
      }
      try (InputStream in = zip.getInputStream(entry.get())) {
        return json.readTree(in.readNBytes(MOST_BYTES));
      }
    }
  }

  private static Optional<Verdict> hang(JsonNode told) {
    String cause = told.path("cause").asText("");
    return told.path("verdict").asText("").equals(Outcome.STALLED.name()) && !cause.isEmpty()
        ? Optional.of(
            Verdict.ofRun(
                StallCause.valueOf(cause), told.path("reason").asText("it gave no reason")))
        : Optional.empty();
  }
}
