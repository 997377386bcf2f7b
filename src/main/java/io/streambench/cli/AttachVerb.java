package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.Text;
import io.streambench.base.Values;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ScratchFolder;
import io.streambench.base.files.Writable;
import io.streambench.bench.runfolder.RunFolder;
import io.streambench.bench.settings.RunSettings;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.jvm.Jcmd;
import io.streambench.diagnose.jvm.RunningJvm;
import io.streambench.diagnose.jvm.WatchedJvm;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.flow.rule.Outcome;
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

/** {@code streambench attach}: does a running JVM hang, and why? */
@Command(name = "attach")
final class AttachVerb implements Callable<Integer> {
  /** Minimum of {@code --silence}: in less time, a reader's progress could not be seen. */
  private static final Duration MIN_SILENCE = Duration.ofSeconds(1);

  private static final Duration MAX_SILENCE = Duration.ofMinutes(10);

  /** The time within which a JVM must answer to be listed. */
  private static final Duration LIST_PATIENCE = Duration.ofMillis(1_500);

  private static final String SESSION = "org.eclipse.jetty.http2.HTTP2Session";

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;

  @Parameters(arity = "0..1", paramLabel = "PID", descriptionKey = "process")
  private String pid;

  @Option(names = "--watch")
  private boolean watch;

  @Option(names = "--yes")
  private boolean yes;

  @Option(names = "--keep", paramLabel = "FILE")
  private Path keep;

  @Option(names = "--evidence", paramLabel = "FOLDER")
  private Path evidence;

  @Option(names = "--silence", paramLabel = "TIME", defaultValue = "10s")
  private String silence;

  @Option(names = "--buffer-ratio", paramLabel = "RATIO", defaultValue = "0.5")
  private String bufferRatio;

  private final Duration listPatience;

  AttachVerb() {
    this(LIST_PATIENCE);
  }

  AttachVerb(Duration listPatience) {
    this.listPatience = listPatience;
  }

  @Override
  public Integer call() throws Exception {
    double ratio = Values.ratio("--buffer-ratio", bufferRatio);
    Duration watched = Values.duration("--silence", silence, MAX_SILENCE);
    SettingException.throwIf(
        watched.compareTo(MIN_SILENCE) < 0, "--silence", "be 1s or more", silence);
    output.require(List.of());
    SettingException.throwIf(watch && keep != null, "--keep", "be left out with --watch", keep);
    Writable.require("--keep", keep, List.of(), output.html, output.png);
    SettingException.throwIf(
        keep != null && Files.exists(keep),
        "--keep",
        "be a new file, but it exists: name another",
        keep);
    if (evidence != null) {
      Path parent = evidence.toAbsolutePath().normalize().getParent();
      SettingException.throwIf(
          Files.exists(evidence) || !Files.isDirectory(parent),
          "--evidence",
          "be a new folder in an existing one",
          evidence);
      Writable.requireFolder("--evidence", evidence);
    }
    SettingException.throwIf(pid == null && watch, "PID", "be given with --watch", "none");
    if (pid == null) {
      return listed();
    }
    Jcmd jvm = Jcmd.of(Values.wholeNumber("PID", pid, 1, Integer.MAX_VALUE));
    SettingException.throwIf(
        !jvm.hasLoaded(SESSION),
        "PID",
        "be a JVM that has loaded Jetty's HTTP/2; './streambench attach' lists them",
        pid);
    SettingException.throwIf(
        jvm.hasOwnFiles() && (watch ? evidence : keep) == null,
        watch ? "--evidence" : "--keep",
        "be given: a path that both processes see (that JVM has its own file system, as with"
            + " systemd's PrivateTmp)",
        "none");
    HeapLook look = new HeapLook(jvm, ratio, watched, yes, format);
    return watch ? recorded(look) : dumped(look);
  }

  private Integer dumped(HeapLook look) throws Exception {
    if (look.stopsForTooLong()) {
      throw new SettingException(
          "--yes",
          "be given for a heap of more than 2 GB: the JVM stands still for 3 to 8 s per GB. A Solr"
              + " node that stands still longer than its zkClientTimeout leaves the cluster until"
              + " it is back. See docs/attach.md",
          Text.of("%.1f GB", look.jvm().heapBytes().orElse(0L) / 1e9));
    }
    try (ScratchFolder scratch = ScratchFolder.create()) {
      // A dump to keep is written to its own folder, which saves a copy.
      Path folder = keep == null ? scratch.within("dump") : keep.toAbsolutePath().getParent();
      if (keep == null) {
        look.jvm().mayWrite(folder);
      }
      look.requireRoom(
          keep == null ? "java.io.tmpdir" : "--keep", folder, scratch.path(), keep != null);
      HeapDiagnosis found = look.look(scratch, folder, Optional.ofNullable(keep)).found();
      DiagnosisReport report = new DiagnosisReport(found, look.bufferRatio());
      try {
        return output.answer(format, report, "process " + pid);
      } finally { // even if there is no picture
        if (evidence != null) {
          Files.createDirectory(evidence);
          keepEvidence(look, evidence, "A running JVM, diagnosed from a heap dump", report);
        }
      }
    }
  }

  private void keepEvidence(HeapLook look, Path folder, String title, DiagnosisReport report)
      throws IOException {
    try {
      Files.writeString(folder.resolve("threads.txt"), look.jvm().threads());
    } catch (IOException | SettingException e) {
      format.warn("no threads.txt: " + e.getMessage());
    }
    EvidenceVerb.keep(
        format,
        folder,
        title + "\n\n`threads.txt`: its threads afterwards. A heap dump is not here.",
        report,
        look.silence());
  }

  /** Watches the JVM; keeps the recording after a stall, Ctrl-C or the end of that JVM. */
  private Integer recorded(HeapLook look) throws Exception {
    Path parent =
        evidence == null
            ? RunSettings.ofThisJvm().checkedLogs().logs()
            : evidence.toAbsolutePath().getParent();
    Instant begun = Instant.now();
    Interruption interruption = new Interruption();
    // A folder that both JVMs see: not the temporary folder if that JVM has its own.
    Path seen = look.jvm().hasOwnFiles() ? parent : DataFolder.disk();
    try (ScratchFolder scratch = ScratchFolder.createKept(seen)) {
      Path shared = scratch.within("watch");
      look.jvm().mayWrite(shared);
      AttachWatch.Ended ended = new AttachWatch(look, interruption).watch(scratch, shared);
      return answered(look, ended, parent, begun);
    } catch (IOException | RuntimeException e) {
      if (interruption.asked()) { // no one else reports it, as this JVM is exiting
        format.warn(String.valueOf(e.getMessage()));
      }
      throw e;
    } finally {
      interruption.close();
    }
  }

  private Integer answered(HeapLook look, AttachWatch.Ended ended, Path parent, Instant begun)
      throws IOException {
    DiagnosisReport report =
        ended
            .stall()
            .map(stall -> new DiagnosisReport(stall, look.bufferRatio()))
            .or(() -> ended.recorded().map(one -> new DiagnosisReport(one, look.bufferRatio())))
            .orElseThrow(
                () -> new IOException("nothing was recorded: try again while a query runs"));
    Outcome outcome = report.diagnosis().stalled() ? Outcome.STALLED : Outcome.COMPLETED;
    Path folder =
        evidence == null || Files.exists(evidence)
            ? RunFolder.create(parent, begun, "attach", outcome)
            : Files.createDirectory(evidence);
    if (ended.recording().isPresent()) { // first, since it cannot be recorded again
      Files.move(ended.recording().get(), folder.resolve(WatchedJvm.RECORDING));
    }
    boolean kept = false;
    try {
      keepEvidence(look, folder, "A running JVM, watched from " + begun, report);
      kept = true;
    } catch (IOException e) {
      format.warn("what was recorded is in " + folder + ", and not all else: " + e.getMessage());
    }
    int status = output.answer(format, report, "process " + pid);
    return kept || status != ExitStatus.SUCCESS.code() ? status : ExitStatus.FAILED.code();
  }

  /** Lists JVMs; asks all in parallel, so that one without an answer does not block the others. */
  private Integer listed() {
    Jcmd.command(); // throws on a JRE, which cannot list JVMs either
    List<CompletableFuture<String>> asked =
        RunningJvm.list().stream()
            .map(jvm -> CompletableFuture.supplyAsync(() -> line(jvm), w -> new Thread(w).start()))
            .toList();
    List<String> lines =
        asked.stream().map(CompletableFuture::join).filter(line -> !line.isEmpty()).toList();
    lines.forEach(format.answer()::println);
    if (lines.isEmpty()) {
      String line =
          System.getProperty("user.name").equals("root")
              ? "no JVM has loaded Jetty's HTTP/2 (in a container: run this there)"
              : "no JVM of this user has loaded Jetty's HTTP/2; for other users run this as root";
      format.remark(line);
    }
    return ExitStatus.SUCCESS.code();
  }

  /** The line for a JVM that has loaded Jetty's HTTP/2; empty for others. */
  private String line(RunningJvm jvm) {
    try {
      boolean loaded = jvm.isSolrNode() || Jcmd.of(jvm.pid()).hasLoaded(SESSION, listPatience);
      return loaded ? jvm.line() : "";
    } catch (IOException | SettingException e) {
      format.warn(jvm.line() + ": " + e.getMessage());
      return "";
    }
  }
}
