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
 * A writer that completes a run's folder. It draws the timeline, and writes a zip that can be
 * attached to an issue. Completing a folder takes a second or more and must not be done during a
 * measurement.
 *
 * @param hasWholeLog whether the zip always contains the whole log
 * @param minSilence minimum silence at the end of a recording that counts as a stall; may be zero
 * @param isAwaitedAtExit whether to write the zip even if the JVM has already begun to exit; if
 *     false, writing then fails
 */
public record EvidenceWriter(
    boolean isRedacted,
    boolean hasWholeLog,
    Duration stallTimeout,
    Duration minSilence,
    boolean isAwaitedAtExit) {
  /** Creates a writer that treats any silence as a stall and does not delay an exit. */
  public EvidenceWriter(boolean isRedacted, boolean hasWholeLog, Duration stallTimeout) {
    this(isRedacted, hasWholeLog, stallTimeout, Duration.ZERO, false);
  }

  /** Creates a writer with the redaction, log length and stall timeout of a run's settings. */
  public static EvidenceWriter ofSettings(RunSettings settings) {
    return new EvidenceWriter(
        settings.isRedacted(), settings.hasWholeLog(), settings.shownStallTimeout());
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
  public record CompletedEvidence(Path zip, Optional<String> warning) {}

  public CompletedEvidence complete(Path folder) throws IOException {
    Timelines timelines =
        new Timelines(folder, EvidenceZip.publicName(folder), stallTimeout, minSilence);
    Optional<String> warning = Optional.empty();
    try {
      if (!Files.exists(folder.resolve(Timelines.PAGE_FILE))) {
        timelines.draw(null, folder);
      }
    } catch (IOException e) {
      warning = Optional.of("no timeline in " + folder.getFileName() + ": " + e.getMessage());
    }
    Redactor redactor = isRedacted ? Redactor.ofThisMachine() : null;
    EvidenceZip zip =
        new EvidenceZip(redactor, hasWholeLog, timelines, EvidenceZip.MAX_BYTES, isAwaitedAtExit);
    return new CompletedEvidence(zip.write(folder), warning);
  }
}
