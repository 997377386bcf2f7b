package io.streambench.cli;

import io.streambench.analysis.FlowControlReplay;
import io.streambench.cluster.DataFolder;
import io.streambench.config.SettingException;
import io.streambench.config.Values;
import io.streambench.heap.HeapDiagnosis;
import io.streambench.heap.HeapDump;
import io.streambench.report.diagnosis.DiagnosisReport;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code streambench analyze}: what a recording or a log of Jetty's flow control tells. */
@Command(
    name = "analyze",
    description = {
      "Diagnoses a hang from a heap dump, from recordings of this project, or from Jetty's flow-control"
          + " debug log.",
      "A heap dump (jcmd PID GC.heap_dump FILE, plain or gzip) needs no preparation: it holds the"
          + " windows, what lies unread on each stream, and who waits. Two of one JVM prove that nothing"
          + " moved between them.",
      "Two thread dumps of a JVM, 15 seconds apart, show whether a reader works or may hang: jstack,"
          + " jcmd Thread.print or Thread.dump_to_file, kill -3, Solr's /admin/info/threads, and the"
          + " forms of other tools. Dumps of several JVMs are told apart.",
      "Reads Solr's own log for the messages that a hang leaves, and logs of Jetty 10, 11 and 12.",
      "All may have the prefixes of docker, Kubernetes, journald or JSON logs, and be packed by gzip, xz,"
          + " zip or tar, or lie in a folder. Several files are read as one, sorted by time."
    },
    footer = {
      "",
      "Examples:",
      "  streambench analyze flow-control-logs/20261121-094502-StreamingSearch.stream-STALLED",
      "  streambench analyze heap.hprof",
      "  streambench analyze node1-one.txt node1-two.txt node2-one.txt node2-two.txt",
      "  streambench analyze --html stall.html solr.log.1 solr.log",
      "  streambench analyze --format json client.log server.log"
    })
final class AnalyzeVerb implements Callable<Integer> {
  private static final Duration MAX_TIME = Duration.ofHours(1);

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;

  @Parameters(
      arity = "1..*",
      paramLabel = "FILE",
      description = "Recordings, logs, folders or zips of one run.")
  private List<Path> files;

  @Option(
      names = "--stall-timeout",
      paramLabel = "TIME",
      defaultValue = "10s",
      description =
          "Shortest silence that is a stall: on a session without window, even if it ended; or"
              + " between two dumps of a JVM (default: ${DEFAULT-VALUE}).")
  private String stallTimeout;

  @Option(
      names = "--silence",
      paramLabel = "TIME",
      defaultValue = "0s",
      description =
          "Shortest silence at the end of the source that is a stall (default: ${DEFAULT-VALUE}, as the"
              + " log of a hang often ends with its last event).")
  private String silence;

  @Option(
      names = "--buffer-ratio",
      paramLabel = "RATIO",
      defaultValue = "0.5",
      description =
          "bufferRatio of Jetty's strategy, which a log does not show (default:"
              + " ${DEFAULT-VALUE}, Jetty's own).")
  private String bufferRatio;

  @Override
  public Integer call() throws IOException {
    double ratio = Values.ratio("--buffer-ratio", bufferRatio);
    Duration timeout = Values.duration("--stall-timeout", stallTimeout, MAX_TIME);
    FlowControlReplay replay =
        new FlowControlReplay(
            timeout, Values.durationOrZero("--silence", silence, MAX_TIME), ratio);
    DiagnosisFiles sources = new DiagnosisFiles("FILE", files);
    sources.require();
    output.require(files);
    Optional<HeapDiagnosis> dump = dump(timeout);
    DiagnosisFiles.Answer answer =
        dump.isPresent()
            ? new DiagnosisFiles.Answer(dump.get().diagnosis(), Optional.empty())
            : sources.diagnosed(replay, timeout);
    DiagnosisReport report = new DiagnosisReport(answer.diagnosis(), ratio, dump, answer.dumps());
    return output.answer(format, answer.diagnosis(), report, sources.title());
  }

  /** A file is told by its first bytes: a dump read as text would give fragments of log lines. */
  private Optional<HeapDiagnosis> dump(Duration silence) throws IOException {
    long dumps = files.stream().filter(HeapDump::is).count();
    if (dumps == 0) {
      return Optional.empty();
    }
    if (dumps < files.size()) {
      throw new SettingException(
          "FILE",
          "be only heap dumps, or only logs and recordings: analyze them separately",
          files);
    }
    List<HeapDiagnosis> read = new ArrayList<>();
    try (ScratchFolder scratch = ScratchFolder.create()) {
      for (Path file : files) {
        Path index = scratch.within("index-" + read.size());
        read.add(HeapDiagnosis.read("FILE", file, index));
        DataFolder.remove(index);
      }
    }
    read.sort(Comparator.comparingLong(HeapDiagnosis::timeMillis));
    HeapDiagnosis last = read.get(read.size() - 1);
    if (read.size() == 1) {
      return Optional.of(last);
    }
    HeapDiagnosis before = read.get(read.size() - 2);
    if (!last.isOfSameJvm(before)) {
      throw new SettingException(
          "FILE", "be dumps of one JVM; these share no connection: analyze them separately", files);
    }
    return Optional.of(last.since(before, silence));
  }
}
