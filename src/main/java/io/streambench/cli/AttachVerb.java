package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.Values;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ScratchFolder;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.runfolder.RunFolderName;
import io.streambench.bench.settings.RunSettings;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.jvm.Jcmd;
import io.streambench.diagnose.jvm.RunningJvm;
import io.streambench.diagnose.jvm.WatchedJvm;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.flow.rule.Outcome;
import io.streambench.flow.window.ReceiveWindow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code streambench attach}, which diagnoses a running JVM with a heap dump, or
 * watches it.
 */
@Command(name = "attach")
final class AttachVerb implements Callable<Integer> {
  /** The minimum of {@code --silence}. Shorter pauses are normal for a slow reader. */
  private static final Duration MIN_SILENCE = Duration.ofSeconds(1);

  private static final Duration MAX_SILENCE = Duration.ofMinutes(10);

  /** The maximum time for a JVM to respond; slower JVMs are not listed. */
  private static final Duration LIST_TIMEOUT = Duration.ofMillis(1_500);

  private static final String SESSION_CLASS = "org.eclipse.jetty.http2.HTTP2Session";

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;

  @Parameters(arity = "0..1", paramLabel = "PID", descriptionKey = "process")
  private String pid;

  @Option(names = "--watch")
  private boolean watch;

  @Option(names = "--yes")
  private boolean isConfirmed;

  @Option(names = "--keep", paramLabel = "FILE")
  private Path dumpFile;

  @Option(names = "--evidence", paramLabel = "FOLDER")
  private Path evidenceFolder;

  @Option(names = "--silence", paramLabel = "TIME", defaultValue = "10s")
  private String silence;

  private final Duration listTimeout;

  AttachVerb() {
    this(LIST_TIMEOUT);
  }

  AttachVerb(Duration listTimeout) {
    this.listTimeout = listTimeout;
  }

  @Override
  public Integer call() throws Exception {
    Duration silenceDuration = Values.duration("--silence", silence, MAX_SILENCE);
    SettingException.throwIf(
        silenceDuration.compareTo(MIN_SILENCE) < 0, "--silence", "be 1s or more", silence);
    output.requireWritable(List.of());
    SettingException.throwIf(
        watch && dumpFile != null, "--keep", "be left out with --watch", dumpFile);
    WritableFiles.requireWritable("--keep", dumpFile, List.of(), output.htmlFile, output.pngFile);
    SettingException.throwIf(
        dumpFile != null && Files.exists(dumpFile),
        "--keep",
        "be a new file, but it exists: name another",
        dumpFile);
    if (evidenceFolder != null) {
      Path parent = evidenceFolder.toAbsolutePath().normalize().getParent();
      SettingException.throwIf(
          Files.exists(evidenceFolder) || !Files.isDirectory(parent),
          "--evidence",
          "be a new folder in an existing one",
          evidenceFolder);
      WritableFiles.requireWritableFolder("--evidence", evidenceFolder);
    }
    SettingException.throwIf(pid == null && watch, "PID", "be given with --watch", "none");
    if (pid == null) {
      return listJvms();
    }
    Jcmd jvm = Jcmd.of(Values.wholeNumber("PID", pid, 1, Integer.MAX_VALUE), "attach");
    SettingException.throwIf(
        !jvm.hasLoaded(SESSION_CLASS),
        "PID",
        "be a JVM that has loaded Jetty's HTTP/2; './streambench attach' lists them",
        pid);
    SettingException.throwIf(
        jvm.hasOwnFileSystem() && (watch ? evidenceFolder : dumpFile) == null,
        watch ? "--evidence" : "--keep",
        "be given: a path that both processes see (that JVM has its own file system, as with"
            + " systemd's PrivateTmp)",
        "none");
    HeapInspection inspection = new HeapInspection(jvm, silenceDuration, isConfirmed, format);
    return watch ? watchAndRecord(inspection) : diagnoseDump(inspection);
  }

  private Integer diagnoseDump(HeapInspection inspection) throws Exception {
    if (inspection.needsConfirmation()) {
      throw new SettingException(
          "--yes",
          "be given for a heap of more than 2 GB: the JVM stands still for 3 to 8 s per GB. A Solr"
              + " node that stands still longer than its zkClientTimeout leaves the cluster until"
              + " it is back. See docs/attach.md",
          TextFormat.of("%.1f GB", inspection.jvm().heapBytes().orElse(0L) / 1e9));
    }
    try (ScratchFolder scratch = ScratchFolder.create()) {
      // A dump to keep is written directly to the folder of --keep, which avoids a copy.
      Path folder =
          dumpFile == null
              ? scratch.createSubfolder("dump")
              : dumpFile.toAbsolutePath().getParent();
      if (dumpFile == null) {
        inspection.jvm().makeWritable(folder);
      }
      inspection.requireDiskSpace(
          dumpFile == null ? "java.io.tmpdir" : "--keep", folder, scratch.path(), dumpFile != null);
      HeapDiagnosis found =
          inspection.inspect(scratch, folder, Optional.ofNullable(dumpFile)).diagnosis();
      DiagnosisReport report = new DiagnosisReport(found, ReceiveWindow.JETTY_BUFFER_RATIO);
      try {
        return output.printReport(format, report, "process " + pid);
      } finally { // even if there is no picture
        if (evidenceFolder != null) {
          Files.createDirectory(evidenceFolder);
          writeEvidence(
              inspection, evidenceFolder, "A running JVM, diagnosed from a heap dump", report);
        }
      }
    }
  }

  private void writeEvidence(
      HeapInspection inspection, Path folder, String title, DiagnosisReport report)
      throws IOException {
    try {
      Files.writeString(folder.resolve("threads.txt"), inspection.jvm().threadAndHeapDump());
    } catch (IOException | SettingException e) {
      format.warn("no threads.txt: " + e.getMessage());
    }
    EvidenceVerb.writeEvidence(
        format,
        folder,
        title + "\n\n`threads.txt`: its threads afterwards. A heap dump is not here.",
        report,
        inspection.silence());
  }

  /** Watches the JVM until a stall, Ctrl-C or the end of the JVM, and keeps the recording. */
  private Integer watchAndRecord(HeapInspection inspection) throws Exception {
    Path parent =
        evidenceFolder == null
            ? RunSettings.ofThisJvm().withCheckedLogs().logsFolder()
            : evidenceFolder.toAbsolutePath().getParent();
    Instant begun = Instant.now();
    Interruption interruption = new Interruption();
    // This folder must be visible to both JVMs: a JVM with its own file system does not share the
    // temporary folder.
    Path sharedFolder = inspection.jvm().hasOwnFileSystem() ? parent : DataFolder.diskFolder();
    try (ScratchFolder scratch = ScratchFolder.createPersistent(sharedFolder)) {
      AttachWatch.Result result = new AttachWatch(inspection, interruption).watch(scratch);
      return reportResult(inspection, result, parent, begun);
    } catch (IOException | RuntimeException e) {
      if (interruption.isRequested()) { // this JVM is exiting, so no caller reports the exception
        format.warn(String.valueOf(e.getMessage()));
      }
      throw e;
    } finally {
      interruption.close();
    }
  }

  private Integer reportResult(
      HeapInspection inspection, AttachWatch.Result result, Path parentFolder, Instant startTime)
      throws IOException {
    DiagnosisReport report =
        result
            .report()
            .orElseThrow(
                () -> new IOException("nothing was recorded: try again while a query runs"));
    Outcome outcome = report.diagnosis().isStalled() ? Outcome.STALLED : Outcome.COMPLETED;
    Path folder =
        evidenceFolder == null || Files.exists(evidenceFolder)
            ? RunFolderName.create(parentFolder, startTime, "attach", outcome)
            : Files.createDirectory(evidenceFolder);
    if (result.recording().isPresent()) { // first, since the recording cannot be repeated
      Files.move(result.recording().get(), folder.resolve(WatchedJvm.RECORDING_FILE_NAME));
    }
    boolean isEvidenceComplete = false;
    try {
      writeEvidence(inspection, folder, "A running JVM, watched from " + startTime, report);
      isEvidenceComplete = true;
    } catch (IOException e) {
      format.warn("what was recorded is in " + folder + ", and not all else: " + e.getMessage());
    }
    int status = output.printReport(format, report, "process " + pid);
    return isEvidenceComplete || status != ExitStatus.SUCCESS.code()
        ? status
        : ExitStatus.FAILED.code();
  }

  /** Lists the JVMs that have loaded Jetty's HTTP/2. Queries the JVMs in parallel. */
  private Integer listJvms() {
    List<CompletableFuture<String>> descriptions =
        RunningJvm.list().stream()
            .map(
                jvm ->
                    CompletableFuture.supplyAsync(
                        () -> describeJvm(jvm), work -> new Thread(work).start()))
            .toList();
    List<String> lines =
        descriptions.stream().map(CompletableFuture::join).filter(line -> !line.isEmpty()).toList();
    lines.forEach(format.outputWriter()::println);
    if (lines.isEmpty()) {
      String line =
          System.getProperty("user.name").equals("root")
              ? "no JVM has loaded Jetty's HTTP/2 (in a container: run this there)"
              : "no JVM of this user has loaded Jetty's HTTP/2; for other users run this as root";
      format.printNote(line);
    }
    return ExitStatus.SUCCESS.code();
  }

  /** Describes a JVM in one line. Returns empty if the JVM has not loaded Jetty's HTTP/2. */
  private String describeJvm(RunningJvm jvm) {
    try {
      boolean loaded =
          jvm.isSolrNode() || Jcmd.of(jvm.pid(), "attach").hasLoaded(SESSION_CLASS, listTimeout);
      return loaded ? jvm.description() : "";
    } catch (IOException | SettingException e) {
      format.warn(jvm.description() + ": " + e.getMessage());
      return "";
    }
  }
}
