package io.streambench.bench.evidence;

import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.files.AtomicFile;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ExitHook;
import io.streambench.bench.redaction.Redactor;
import io.streambench.diagnose.heap.HeapDump;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/**
 * A zip of the files in a run folder, which can be attached to a public issue.
 *
 * @param redactor a new redactor for this zip; null for no redaction
 * @param maxBytes maximum size of the zip in bytes; ignored if {@code hasWholeLog}
 * @param isAwaitedAtExit whether to write the zip even if the JVM has already begun to exit; if
 *     false, writing then fails
 */
record EvidenceZip(
    Redactor redactor,
    boolean hasWholeLog,
    Timelines timelines,
    long maxBytes,
    boolean isAwaitedAtExit) {
  /** The maximum size in bytes of an attachment in most issue trackers. */
  static final long MAX_BYTES = 10_000_000;

  private static final String README_FILE = "README.md";

  /** A run's text files, in the order in which they are redacted. */
  private static final List<String> TEXT_FILES =
      List.of(
          README_FILE,
          "verdict.json",
          "settings.json",
          "environment.json",
          "failure.txt",
          "jetty-client.txt",
          "jetty-server.txt",
          "report.md",
          "threads.txt",
          "looks.gz",
          "flow-control.log.gz");

  private static final String NOT_REDACTED_TEXT =
      """
      **Nothing was redacted.** Addresses, names of hosts and users, paths and all else that the
      files show of a machine are as they were. Read them before you show them to anybody.
      """;

  private static final List<String> PICTURE_FILES =
      List.of(Timelines.PAGE_FILE, Timelines.PICTURE_FILE);

  private static final Pattern OWN_FOLDER_NAME =
      Pattern.compile(
          "[0-9]{8}-[0-9]{6}-[A-Za-z_$][A-Za-z0-9_$]*(?:\\.[A-Za-z_$][A-Za-z0-9_$]*)*"
              + "-(?:STALLED|FAILED|COMPLETED)(?:-[0-9]{1,4})?");

  /**
   * Returns the run folder's name if it has the form that this program generates. Otherwise,
   * returns a neutral name.
   */
  static String publicName(Path folder) {
    Path name = folder.toAbsolutePath().normalize().getFileName();
    if (name == null) {
      return "evidence";
    }
    return OWN_FOLDER_NAME.matcher(name.toString()).matches()
        ? name.toString()
        // enough bits to distinguish neighboring folders, too few to guess the name
        : TextFormat.of("evidence-%04x", name.toString().hashCode() & 0xffff);
  }

  /**
   * Writes the zip next to the folder, replacing an existing one, and returns the zip's path.
   *
   * @throws IOException if there is no such folder or the zip would be too large; no partial file
   *     remains
   */
  Path write(Path runFolder) throws IOException {
    Path folder = runFolder.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder) || folder.getFileName() == null) {
      throw new IOException("there is no run folder " + runFolder);
    }
    String name = redactor == null ? folder.getFileName().toString() : publicName(folder);
    Path target = folder.resolveSibling(name + ".zip");
    Path pictures = Files.createTempDirectory("streambench-evidence-");
    try (ExitHook removal = ExitHook.register(() -> delete(pictures))) {
      List<String> omissions = new ArrayList<>();
      List<EvidenceFile> files = selectFiles(folder, omissions);
      if (redactor != null) {
        for (EvidenceFile file : files) {
          file.collectNames();
        }
        files.addAll(redrawPictures(pictures, omissions));
      }
      if (removal.isJvmExiting() && !isAwaitedAtExit || !Files.exists(pictures)) {
        throw new IOException("the program is ending");
      }
      AtomicFile.write(target, part -> shrinkToFit(files, omissions, name, part));
      return target;
    } catch (IOException | UncheckedIOException e) {
      throw new IOException("cannot make " + target + ": " + SingleLine.of(e.toString()), e);
    } finally {
      delete(pictures);
    }
  }

  /** Selects the files for the zip. Adds a line to {@code omissions} for every other file. */
  private List<EvidenceFile> selectFiles(Path folder, List<String> omissions) throws IOException {
    List<Path> all;
    try (Stream<Path> listed = Files.list(folder)) {
      all =
          listed
              .sorted(
                  Comparator.comparingInt(
                          (Path file) -> TEXT_FILES.indexOf(file.getFileName().toString()))
                      .thenComparing(Comparator.naturalOrder()))
              .toList();
    }
    List<EvidenceFile> found = new ArrayList<>();
    for (Path file : all) {
      String name = file.getFileName().toString();
      String reason = "";
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        reason = "not a regular file";
      } else if (HeapDump.isHeapDump(file)) {
        reason = "a heap dump holds all data of its JVM";
      } else if (redactor == null || TEXT_FILES.contains(name)) {
        found.add(new EvidenceFile(file, redactor));
      } else if (name.endsWith(".jfr")) {
        reason = "a recording cannot be redacted; the timeline shows what it says";
      } else if (!PICTURE_FILES.contains(name)) {
        reason = "no run writes it";
      }
      if (!reason.isEmpty()) {
        omissions.add("`" + name + "`: left out, " + reason);
      }
    }
    return found;
  }

  /** Draws the redacted pictures. Adds a line to {@code omissions} if a picture cannot be drawn. */
  private List<EvidenceFile> redrawPictures(Path targetFolder, List<String> omissions) {
    String reason = "";
    try {
      timelines.draw(redactor, targetFolder);
    } catch (IOException | RuntimeException e) {
      reason = e.toString().replace(timelines.runFolder + File.separator, "");
    }
    List<EvidenceFile> pictures = new ArrayList<>();
    for (String name : PICTURE_FILES) {
      if (Files.isRegularFile(targetFolder.resolve(name))) {
        pictures.add(new EvidenceFile(targetFolder.resolve(name), redactor));
      } else if (!reason.isEmpty()) {
        omissions.add("`" + name + "`: could not be drawn (" + reason + ")");
      }
    }
    return pictures;
  }

  private void shrinkToFit(
      List<EvidenceFile> files, List<String> omissions, String folderName, Path temporaryZip)
      throws IOException {
    // The first length is the whole log, whose redaction may take minutes.
    int first = redactor == null || hasWholeLog ? 0 : 1;
    for (long logChars :
        EvidenceFile.LOG_LENGTH_LIMITS.subList(first, EvidenceFile.LOG_LENGTH_LIMITS.size())) {
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(temporaryZip))) {
        writeEntries(files, omissions, logChars, folderName, zip);
      }
      if (Files.size(temporaryZip) <= maxBytes || hasWholeLog) {
        return;
      }
    }
    throw new IOException(
        "it has " + Files.size(temporaryZip) + " bytes, and cannot be cut to " + maxBytes);
  }

  /** Writes all files. The README comes last, since it lists the omissions. */
  private void writeEntries(
      List<EvidenceFile> files,
      List<String> omissions,
      long logChars,
      String folderName,
      ZipOutputStream zip)
      throws IOException {
    String readme = "# " + folderName + "\n";
    List<String> notes = new ArrayList<>();
    for (EvidenceFile file : files) {
      if (!file.canFit(logChars)) {
        notes.add("`" + file.name() + "`: left out, the zip would be too large");
        continue;
      }
      long cut;
      if (file.name().equals(README_FILE)) {
        ByteArrayOutputStream text = new ByteArrayOutputStream();
        cut = file.writeTo(text, logChars);
        readme = text.toString(StandardCharsets.UTF_8);
      } else {
        zip.putNextEntry(new ZipEntry(folderName + "/" + file.name()));
        cut = file.writeTo(zip, logChars);
        zip.closeEntry();
      }
      if (cut > 0) {
        notes.add(TextFormat.of("`%s`: %,d lines were cut", file.name(), cut));
      }
    }
    omissions.forEach(line -> notes.add(redactor == null ? line : redactor.redact(line)));
    zip.putNextEntry(new ZipEntry(folderName + "/" + README_FILE));
    zip.write((readme + contentSection(notes)).getBytes(StandardCharsets.UTF_8));
    zip.closeEntry();
  }

  /** Returns the README's last section, which describes redactions, cuts and omissions. */
  private String contentSection(List<String> notes) {
    StringBuilder text = new StringBuilder("\n## What is in here\n\n");
    text.append(redactor == null ? NOT_REDACTED_TEXT : redactionSummary());
    text.append(
        notes.isEmpty()
            ? "\nNothing was cut.\n"
            : "\nWhat was cut, so that it can be attached to an issue:\n\n");
    notes.forEach(note -> text.append("- ").append(note).append('\n'));
    return text.toString();
  }

  private String redactionSummary() {
    return TextFormat.of(
        """
        Redacted: names of hosts and users, addresses and credentials that were recognized have
        placeholders. A placeholder stands for the same thing in every file but `looks.gz`.

        **What stays, so look before you attach it:** queries and request bodies; names of threads,
        collections, shards, cores and of your own classes; a ZooKeeper chroot; folders other than
        those below; names that were not recognized; keys of services that have nothing to do with
        Solr.

        | placeholder | in place of | how many |
        |---|---|---|
        | `node-1` ... | a host, by name or by address | %d |
        | `port-1` ... | a port | %d |
        | `user-1` ... | a user | %d |
        | `~`, `<work>`, `<module>`, `<tmp>` | home folder, working folder, this module's folder, folder for temporary files | |
        | `<secret>` | a password, token, cookie or the like | |
        """,
        redactor.nodeCount(), redactor.portCount(), redactor.userCount());
  }

  private static void delete(Path path) {
    try {
      DataFolder.remove(path);
    } catch (IOException e) {
      // Leftovers are harmless, since they are already redacted.
    }
  }
}
