package io.streambench.evidence;

import io.streambench.evidence.EvidenceFile.Budget;
import io.streambench.files.AtExit;
import io.streambench.files.WholeFile;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * Makes of a run folder one zip beside it, which can be attached to a public issue.
 *
 * @param redactor for this zip alone; null to leave everything as it was
 * @param wholeLog whether the log is kept from beginning to end, however large it is
 * @param timelines draws what is redacted
 * @param maxBytes the most bytes of the zip, if the log may be cut
 */
record EvidenceZip(Redactor redactor, boolean wholeLog, Timelines timelines, long maxBytes) {
  /** The largest size, in bytes, that most trackers of issues take. */
  static final long MAX_BYTES = 10_000_000;

  private static final Pattern OURS =
      Pattern.compile(
          "[0-9]{8}-[0-9]{6}-[A-Za-z_$][A-Za-z0-9_$]*(?:\\.[A-Za-z_$][A-Za-z0-9_$]*)*"
              + "-(?:STALLED|FAILED|COMPLETED)(?:-[0-9]{1,4})?");

  /**
   * The name of a run where strangers read it. A folder that we named tells when, what, and how it
   * ended. Any other may tell of a machine or a customer, in words that no redaction can know.
   */
  static String nameOf(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    if (name == null) {
      return "evidence";
    }
    return OURS.matcher(name.toString()).matches()
        ? name.toString()
        // so many that folders beside each other do not share a zip, too few to guess the name by
        : String.format(Locale.ROOT, "evidence-%04x", name.toString().hashCode() & 0xffff);
  }

  /**
   * Writes the zip; one that is there already is replaced.
   *
   * @return its path: beside the folder, named as it is if that tells nothing of a machine
   * @throws IOException if there is no such folder, or the zip cannot be written or made small
   *     enough; then there is no new zip, nor a part of one
   */
  Path write(Path runFolder) throws IOException {
    Path folder = runFolder.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder) || folder.getFileName() == null) {
      throw new IOException("there is no run folder " + runFolder);
    }
    String name = redactor == null ? folder.getFileName().toString() : nameOf(folder);
    Path target = folder.resolveSibling(name + ".zip");
    Path temporary = Files.createTempDirectory("streambench-evidence-");
    try (AtExit removal = AtExit.run(() -> deleteForGood(temporary))) {
      if (removal.isTooLate()) {
        throw new IOException("the program is ending");
      }
      EvidenceStage staged = new EvidenceStage(folder, temporary, timelines, redactor);
      WholeFile.write(target, part -> fit(staged, name, part));
      return target;
    } catch (IOException | UncheckedIOException e) {
      throw new IOException("cannot make " + target + ": " + reason(e), e);
    } finally {
      delete(temporary);
    }
  }

  /** Lets the files shrink until the zip is small enough. */
  private void fit(EvidenceStage staged, String name, Path part) throws IOException {
    // to redact a log of any size takes minutes
    int first = redactor == null || wholeLog ? 0 : 1;
    for (Budget budget : Budget.SHRINKING.subList(first, Budget.SHRINKING.size())) {
      zip(staged, budget, name, part);
      if (Files.size(part) <= maxBytes || wholeLog) {
        return;
      }
    }
    throw new IOException("it has " + Files.size(part) + " bytes, and cannot be cut to " + maxBytes);
  }

  private void zip(EvidenceStage staged, Budget budget, String folder, Path target)
      throws IOException {
    List<Path> files = staged.files(budget);
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
      zip.putNextEntry(new ZipEntry(folder + "/" + EvidenceStage.README));
      zip.write(
          staged
              .readme(folder, budget, wholeLog ? maxBytes : 0)
              .getBytes(StandardCharsets.UTF_8));
      zip.closeEntry();
      for (Path file : files) {
        zip.putNextEntry(new ZipEntry(folder + "/" + file.getFileName()));
        Files.copy(file, zip);
        zip.closeEntry();
      }
    }
  }

  private static String reason(Exception e) {
    String message = e.getMessage() == null ? "" : e.getMessage().lines().findFirst().orElse("");
    boolean tells = message.indexOf(' ') > 0;
    return tells ? message : e.getClass().getSimpleName() + " " + message;
  }

  /** Whoever still writes into it while the JVM ends must not find it any more. */
  private static void deleteForGood(Path path) {
    Path gone = path.resolveSibling(path.getFileName() + "-gone");
    try {
      Files.move(path, gone);
      delete(gone);
    } catch (IOException e) {
      delete(path);
    }
  }

  private static void delete(Path path) {
    if (!Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      return;
    }
    try (Stream<Path> all = Files.walk(path)) {
      for (Path each : all.sorted(Comparator.reverseOrder()).toList()) {
        Files.deleteIfExists(each);
      }
    } catch (IOException | UncheckedIOException e) {
      // What cannot be deleted is redacted already; the zip is what matters.
    }
  }
}
