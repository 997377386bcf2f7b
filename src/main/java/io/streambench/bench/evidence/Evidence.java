package io.streambench.bench.evidence;

import io.streambench.base.files.Json;
import io.streambench.bench.redaction.Redactor;
import io.streambench.bench.settings.RunSettings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * Completes a run's folder: adds the timeline, and writes a zip next to the folder to attach to an
 * issue. Takes a second or more, so do not call it during a measurement.
 *
 * @param wholeLog whether the zip contains the whole log
 * @param silence minimum silence at the end of a recording that counts as a stall; may be zero
 * @param exitWaits whether the exit of this JVM, if it has already begun, waits for the zip
 */
public record Evidence(
    boolean redact, boolean wholeLog, Duration stallTimeout, Duration silence, boolean exitWaits) {

  /** Evidence of a run whose recording ends at the stall or after the last read. */
  public Evidence(boolean redact, boolean wholeLog, Duration stallTimeout) {
    this(redact, wholeLog, stallTimeout, Duration.ZERO, false);
  }

  /** Evidence with the redaction, log length and stall timeout of a run's settings. */
  public static Evidence ofSettings(RunSettings settings) {
    return new Evidence(settings.redact(), settings.wholeLog(), settings.shownStallTimeout());
  }

  /** Returns whether a folder is that of a run. In other folders it is unknown what to redact. */
  public static boolean isRunFolder(Path folder) {
    return hasKey(folder.resolve("verdict.json"), "verdict")
        || hasKey(folder.resolve("settings.json"), "benchmark");
  }

  private static boolean hasKey(Path file, String key) {
    try {
      return Files.isRegularFile(file) && Json.MAPPER.readTree(file.toFile()).path(key).isTextual();
    } catch (IOException e) {
      return false;
    }
  }

  /** The zip to attach, and a one-line warning if the timeline could not be drawn. */
  public record Completed(Path zip, Optional<String> warning) {}

  public Completed complete(Path folder) throws IOException {
    Timelines timelines =
        new Timelines(folder, EvidenceZip.publicName(folder), stallTimeout, silence);
    Optional<String> warning = Optional.empty();
    try {
      if (!Files.exists(folder.resolve(Timelines.PAGE))) {
        timelines.draw(null, folder);
      }
    } catch (IOException e) {
      warning = Optional.of("no timeline in " + folder.getFileName() + ": " + e.getMessage());
    }
    Redactor redactor = redact ? Redactor.ofThisMachine() : null;
    EvidenceZip zip =
        new EvidenceZip(redactor, wholeLog, timelines, EvidenceZip.MAX_BYTES, exitWaits);
    return new Completed(zip.write(folder), warning);
  }
}
