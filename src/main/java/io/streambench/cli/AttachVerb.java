package io.streambench.cli;

import io.streambench.analysis.Finding;
import io.streambench.cluster.DataFolder;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import io.streambench.config.Values;
import io.streambench.evidence.Evidence;
import io.streambench.heap.HeapDiagnosis;
import io.streambench.report.diagnosis.DiagnosisReport;
import io.streambench.report.diagnosis.HeapFacts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code streambench attach}: does a JVM that runs hang, and why? */
@Command(
    name = "attach",
    description = {
      "Diagnoses a running JVM: takes a heap dump of it (jcmd GC.heap_dump), reads the HTTP/2 sessions in"
          + " it, watches for some seconds whether a reader that waits goes on, says whether it hangs,"
          + " and removes the dump. The JVM stands still while it is dumped, 3 to 5 s for each GB,"
          + " and is left as it was.",
      "Without PID it lists the JVMs in which Jetty's HTTP/2 was found."
    },
    footer = {
      "",
      "Examples:",
      "  streambench attach",
      "  streambench attach 4711",
      "  streambench attach --keep heap.hprof --html stall.html 4711"
    })
final class AttachVerb implements Callable<Integer> {
  /** A larger heap is asked about first: its JVM would stand still for long. */
  private static final long MOST_UNASKED_BYTES = 4L << 30;

  /** A JVM that stood still for longer is not dumped twice. */
  private static final long MOST_STOP_NANOS = 2_000_000_000L;

  /** In less, nobody could be seen to move. */
  private static final Duration LEAST_SILENCE = Duration.ofSeconds(1);

  /** References take twice the room that they have on a heap of less than 32 GB. */
  private static final double DUMP_OF_HEAP = 1.5;

  private static final Duration MAX_SILENCE = Duration.ofMinutes(10);
  private static final String SESSION = "org.eclipse.jetty.http2.HTTP2Session";

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;

  @Parameters(arity = "0..1", paramLabel = "PID", description = "The process; none to list them.")
  private String pid;

  @Option(
      names = "--yes",
      description = "Dump a heap of more than 4 GB, too: its JVM stands still for 20 s and more.")
  private boolean yes;

  @Option(
      names = "--keep",
      paramLabel = "FILE",
      description = "Keep the dump there. It holds all data of that JVM: do not pass it on.")
  private Path keep;

  @Option(
      names = "--evidence",
      paramLabel = "FOLDER",
      description =
          "Write the findings into this new folder, and next to it one zip to attach to a public"
              + " issue, with names and addresses replaced. The dump is in neither.")
  private Path evidence;

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "How long a reader that waits in the dump is watched afterwards, at least 1s (default:"
              + " ${DEFAULT-VALUE}).")
  private String silence;

  @Option(
      names = "--buffer-ratio",
      paramLabel = "RATIO",
      defaultValue = "0.5",
      description = "bufferRatio of Jetty's strategy, for the advice (default: ${DEFAULT-VALUE}).")
  private String bufferRatio;

  @Override
  public Integer call() throws IOException {
    double ratio = Values.ratio("--buffer-ratio", bufferRatio);
    Duration watched = Values.duration("--silence", silence, MAX_SILENCE);
    if (watched.compareTo(LEAST_SILENCE) < 0) {
      throw new SettingException("--silence", "be 1s or more", silence);
    }
    output.require(List.of());
    Writable.require("--keep", keep, List.of());
    output.requireOther("--keep", keep);
    if (keep != null && Files.exists(keep)) {
      throw new SettingException("--keep", "be a file that is not there yet", keep);
    }
    if (evidence != null && (Files.exists(evidence) || !hasParent(evidence))) {
      throw new SettingException(
          "--evidence", "be a folder that is not there yet, in one that is", evidence);
    }
    if (pid == null) {
      return listed();
    }
    Jcmd jvm = Jcmd.of(Values.wholeNumber("PID", pid, 1, Integer.MAX_VALUE));
    if (!jvm.hasLoaded(SESSION)) {
      throw new SettingException("PID", "be a JVM in which Jetty's HTTP/2 was loaded", pid);
    }
    if (keep == null && jvm.hasOwnFiles()) {
      throw new SettingException(
          "--keep",
          "be given: that process has another file system (PrivateTmp of systemd does that), and the"
              + " dump must go to a folder that both see",
          "none");
    }
    Optional<Long> heapBytes = jvm.heapBytes();
    heapBytes.ifPresent(this::mayStop);
    return diagnosed(jvm, heapBytes, ratio, watched);
  }

  /** A JVM is not stopped for long unless that is wanted. */
  private void mayStop(long heapBytes) {
    if (!yes && heapBytes > MOST_UNASKED_BYTES) {
      throw new SettingException(
          "--yes",
          "be given for a heap of more than 4 GB: the JVM stands still while it is dumped, 3 to 5 s for"
              + " each GB, and a Solr node that does so for longer than its zkClientTimeout leaves the"
              + " cluster until it is back",
          Text.of("%.1f GB", heapBytes / 1e9));
    }
  }

  private Integer diagnosed(Jcmd jvm, Optional<Long> heapBytes, double ratio, Duration silence)
      throws IOException {
    try (ScratchFolder scratch = ScratchFolder.create()) {
      // A dump that is to stay is made in its folder, so that it need not be copied.
      Path folder = keep == null ? scratch.within("dump") : keep.toAbsolutePath().getParent();
      if (keep == null) {
        jvm.mayWrite(folder);
      }
      if (heapBytes.isPresent()) {
        long dumped = (long) (DUMP_OF_HEAP * heapBytes.get());
        ScratchFolder.requireRoom(keep == null ? "java.io.tmpdir" : "--keep", folder, dumped);
        ScratchFolder.requireRoom(
            "java.io.tmpdir", scratch.path(), (keep == null ? 5 : 3) * dumped / 2);
      }
      HeapDiagnosis told = watched(jvm, scratch, folder, ratio, silence);
      DiagnosisReport report =
          new DiagnosisReport(told.diagnosis(), ratio, Optional.of(new HeapFacts(told)));
      int status = output.answer(format, told.diagnosis(), report, "process " + pid);
      if (evidence != null) {
        keepEvidence(jvm, report, silence);
      }
      return status;
    }
  }

  private static boolean hasParent(Path file) {
    return Files.isDirectory(file.toAbsolutePath().normalize().getParent());
  }

  private void keepEvidence(Jcmd jvm, DiagnosisReport report, Duration silence) throws IOException {
    Files.createDirectory(evidence);
    Files.writeString(
        evidence.resolve("README.md"),
        "# A running JVM, diagnosed from a heap dump\n\n"
            + "`report.md` for people, `analysis.json` for programs, `threads.txt` its threads"
            + " afterwards. The dump itself is not here.\n");
    Files.writeString(evidence.resolve("report.md"), report.markdown());
    Files.writeString(evidence.resolve("analysis.json"), report.json());
    try {
      Files.writeString(evidence.resolve("threads.txt"), jvm.threads());
    } catch (IOException | SettingException e) {
      warn("no threads.txt: " + e.getMessage());
    }
    Path zip = new Evidence(true, false, silence).complete(evidence).zip();
    format.remarks().println(EvidenceLine.of(zip.toString(), Files.size(zip), true));
  }

  private HeapDiagnosis watched(
      Jcmd jvm, ScratchFolder scratch, Path folder, double ratio, Duration silence)
      throws IOException {
    String name = "streambench-" + pid + "-" + scratch.path().getFileName();
    Path first = folder.resolve(name + ".hprof");
    first.toFile().deleteOnExit(); // where somebody ends this before it is done
    Map<Long, String> before = ThreadWatch.times(jvm.threads());
    long stoppedNanos = dump(jvm, first);
    HeapDiagnosis found;
    Optional<ThreadWatch> threads = afterwards(jvm, before);
    try {
      found = read(first, scratch.within("first"), ratio);
    } finally {
      keepOrRemove(first);
    }
    if (found.threads().isEmpty() || threads.isEmpty()) {
      return found;
    }
    Path second = folder.resolve(name + "-second.hprof");
    second.toFile().deleteOnExit();
    HeapDiagnosis later = found;
    try {
      later = found.after(threads.get().watch(jvm, found.threads(), silence));
      if (later.diagnosis().finding() != Finding.POSSIBLE || stoppedNanos > MOST_STOP_NANOS) {
        return later;
      }
      // A thread that runs may read on or not: the bytes tell.
      dump(jvm, second);
      return read(second, scratch.within("second"), ratio).since(found, silence);
    } catch (IOException | SettingException e) { // it has ended, or has no room
      warn("nothing more is known of after the dump: " + e.getMessage());
      return later;
    } finally {
      Files.deleteIfExists(second);
    }
  }

  private Optional<ThreadWatch> afterwards(Jcmd jvm, Map<Long, String> before) {
    try {
      return Optional.of(
          new ThreadWatch(before, ThreadWatch.times(jvm.threads()), System.nanoTime()));
    } catch (IOException | SettingException e) {
      warn("nothing is known of after the dump: " + e.getMessage());
      return Optional.empty();
    }
  }

  private void keepOrRemove(Path dump) throws IOException {
    if (keep == null) {
      Files.deleteIfExists(dump);
    } else {
      Files.move(dump, keep); // which fails if there is something by now
      format.remarks().println("kept: " + keep);
    }
  }

  /** Returns for how long the JVM stood still, at most. */
  private long dump(Jcmd jvm, Path file) throws IOException {
    long begun = System.nanoTime();
    jvm.dump(file);
    long nanos = System.nanoTime() - begun;
    format
        .remarks()
        .println(
            Text.of(
                "dumped %,d MB in %.1f s, during which the JVM stood still",
                Files.size(file) >> 20, nanos / 1e9));
    return nanos;
  }

  private static HeapDiagnosis read(Path dump, Path index, double ratio) throws IOException {
    HeapDiagnosis found = HeapDiagnosis.read("PID", dump, index, ratio);
    DataFolder.remove(index);
    return found;
  }

  private void warn(String what) {
    format.remarks().println(OneLine.of("warning: " + what));
  }

  private Integer listed() throws IOException {
    int found = 0;
    for (Jcmd.Listed jvm : Jcmd.list()) {
      try {
        if (Jcmd.of(jvm.pid()).hasLoaded(SESSION)) {
          format.answer().println(jvm.pid() + "  " + jvm.name());
          found++;
        }
      } catch (SettingException | IOException e) {
        warn(jvm.pid() + ": " + e.getMessage());
      }
    }
    if (found == 0) {
      format.remarks().println("no JVM of this user in which Jetty's HTTP/2 was loaded");
    }
    return ExitStatus.SUCCESS.code();
  }
}
