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
 * Completes a run's folder: draws the timeline, and writes a zip that can be attached to an issue.
 * Completing a folder takes a second or more and must not be done during a measurement.
 *
 * @param wholeLog whether the zip always contains the whole log
 * @param silence minimum silence at the end of a recording that counts as a stall; may be zero
 * @param exitWaits whether to write the zip even if the JVM has already begun to exit; if false,
 *     writing then fails
 */
public record Evidence(
    boolean redact, boolean wholeLog, Duration stallTimeout, Duration silence, boolean exitWaits) {

  /** Creates evidence whose {@code silence} is zero and whose {@code exitWaits} is false. */
  public Evidence(boolean redact, boolean wholeLog, Duration stallTimeout) {
    this(redact, wholeLog, stallTimeout, Duration.ZERO, false);
  }

  /** Creates evidence with the redaction, log length and stall timeout of a run's settings. */
  public static Evidence ofSettings(RunSettings settings) {
    return new Evidence(settings.redact(), settings.wholeLog(), settings.shownStallTimeout());
  }

  /** Returns whether a folder was written by a run. Redaction supports no other folders. */
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
