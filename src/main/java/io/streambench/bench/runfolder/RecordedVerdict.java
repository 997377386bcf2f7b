package io.streambench.bench.runfolder;

import io.streambench.base.files.TopLevelJson;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;

/**
 * Reads the verdict that a run has left. A recording does not show that the client had exhausted
 * its streams, memory or permits, but the verdict does.
 */
public final class RecordedVerdict {
  private static final String FILE = "verdict.json";
  private static final Set<String> KEYS = Set.of("verdict", "cause", "reason");

  private RecordedVerdict() {}

  /** The hang reported in a single run's folder or zip; empty if there is none. */
  public static Optional<Verdict> of(List<Path> files) {
    if (files.size() != 1) {
      return Optional.empty();
    }
    try {
      return hangVerdict(read(files.get(0)));
    } catch (IOException | IllegalArgumentException e) {
      return Optional.empty(); // only the recording counts then, as without this file
    }
  }

  private static Map<String, String> read(Path run) throws IOException {
    boolean folder = Files.isDirectory(run);
    Path file = folder ? run.resolve(FILE) : run;
    if (!Files.isRegularFile(file)) { // a pipe can be read only once, but not here
      return Map.of();
    }
    if (folder) {
      return texts(Files.newInputStream(file));
    }
    try (ZipFile zip = new ZipFile(file.toFile())) {
      Optional<? extends ZipEntry> entry =
          zip.stream().filter(one -> one.getName().endsWith(FILE)).findFirst();
      return entry.isEmpty() ? Map.of() : texts(zip.getInputStream(entry.get()));
    }
  }

  private static Map<String, String> texts(InputStream verdict) throws IOException {
    try (verdict) {
      return TopLevelJson.texts(verdict, KEYS);
    }
  }

  private static Optional<Verdict> hangVerdict(Map<String, String> recorded) {
    String cause = recorded.getOrDefault("cause", "");
    return recorded.getOrDefault("verdict", "").equals(Outcome.STALLED.name()) && !cause.isEmpty()
        ? Optional.of(
            Verdict.fromRun(
                StallCause.valueOf(cause), recorded.getOrDefault("reason", "it gave no reason")))
        : Optional.empty();
  }
}
