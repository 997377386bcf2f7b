package io.streambench.evidence;

import io.streambench.files.AtExit;
import io.streambench.files.WholeFile;
import io.streambench.redaction.Redactor;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;

/** Makes of a run folder one zip beside it, which can be attached to a public issue. */
public final class EvidenceZip {
  private final Supplier<Redactor> redactors;

  /** A maker of zips from run folders of this machine. */
  public EvidenceZip() {
    this(Redactor::ofThisMachine);
  }

  /**
   * @param redactors makes one for each zip, whose placeholders begin with one
   */
  public EvidenceZip(Supplier<Redactor> redactors) {
    this.redactors = redactors;
  }

  /**
   * Writes the zip; one that is there already is replaced.
   *
   * @return its path: beside the folder, named as it is if that tells nothing of a machine
   * @throws IOException if there is no such folder, or the zip cannot be written or made small
   *     enough; then there is no new zip, nor a part of one
   */
  public Path write(Path runFolder, EvidenceOptions options) throws IOException {
    Path folder = runFolder.toAbsolutePath().normalize();
    if (!Files.isDirectory(folder) || folder.getFileName() == null) {
      throw new IOException("there is no run folder " + runFolder);
    }
    String name = options.redact() ? EvidenceName.of(folder) : folder.getFileName().toString();
    Path target = folder.resolveSibling(name + ".zip");
    try (Stage own = new Stage()) {
      EvidenceStage staged =
          new EvidenceStage(folder, own.path(), options, options.redact() ? redactors.get() : null);
      WholeFile.write(target, part -> fit(staged, name, part, options));
      return target;
    } catch (IOException | UncheckedIOException e) {
      throw new IOException("cannot make " + target + ": " + reason(e), e);
    }
  }

  /** A temporary folder for what goes into the zip; it goes at the JVM's end, too. */
  private static final class Stage implements AutoCloseable {
    private final AtExit removal = AtExit.run(this::deleteForGood);
    private Path path;
    private boolean ended;

    /**
     * Makes it.
     *
     * @throws IOException also if the JVM is ending: nobody would remove it
     */
    Stage() throws IOException {
      synchronized (this) {
        if (ended || removal.isTooLate()) {
          throw new IOException("the program is ending");
        }
        path = Files.createTempDirectory("streambench-evidence-");
      }
    }

    synchronized Path path() {
      return path;
    }

    private synchronized void delete() {
      EvidenceZip.delete(path);
    }

    /** Whoever still writes into it while the JVM ends must not find it any more. */
    private synchronized void deleteForGood() {
      ended = true;
      if (path == null) {
        return;
      }
      Path gone = path.resolveSibling(path.getFileName() + "-gone");
      try {
        Files.move(path, gone);
        EvidenceZip.delete(gone);
      } catch (IOException e) {
        delete();
      }
    }

    @Override
    public void close() {
      removal.close();
      delete();
    }
  }

  /** Lets the files shrink until the zip is small enough. */
  private static void fit(EvidenceStage staged, String name, Path part, EvidenceOptions options)
      throws IOException {
    for (Budget budget : budgets(options)) {
      zip(staged.files(budget), name, part);
      long bytes = Files.size(part);
      if (bytes <= options.maxBytes() || options.wholeLog()) {
        return;
      }
    }
    throw new IOException(
        "it has " + Files.size(part) + " bytes, and cannot be cut to " + options.maxBytes());
  }

  private static List<Budget> budgets(EvidenceOptions options) {
    List<Budget> budgets = new ArrayList<>();
    if (!options.redact()) {
      budgets.add(Budget.EVERYTHING);
    }
    budgets.addAll(Budget.SHRINKING);
    return options.wholeLog() ? List.of(budgets.get(0).withWholeLog()) : budgets;
  }

  private static void zip(List<Path> files, String folder, Path target) throws IOException {
    try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(target))) {
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
