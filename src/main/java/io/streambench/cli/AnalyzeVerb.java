package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.Values;
import io.streambench.base.files.DataFolder;
import io.streambench.base.files.ScratchFolder;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.cluster.ClusterSnapshots;
import io.streambench.diagnose.heap.HeapDiagnosis;
import io.streambench.diagnose.heap.HeapDump;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.diagnose.report.ShardNames;
import io.streambench.flow.replay.FlowControlReplay;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.function.UnaryOperator;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/**
 * The command {@code streambench analyze}, which diagnoses recordings, logs, thread dumps and heap
 * dumps.
 */
@Command(name = "analyze")
final class AnalyzeVerb implements Callable<Integer> {
  private static final Duration MAX_OPTION_DURATION = Duration.ofHours(1);

  @Mixin private FormatOption format;
  @Mixin private DiagnosisOutput output;

  @Parameters(arity = "1..*", paramLabel = "FILE", descriptionKey = "file")
  private List<Path> files;

  @Option(names = "--all")
  private boolean isFullTimeline;

  @Option(names = "--stall-timeout", paramLabel = "TIME", defaultValue = "10s")
  private String stallTimeout;

  @Option(names = "--silence", paramLabel = "TIME", defaultValue = "0s")
  private String silence;

  @Option(names = "--buffer-ratio", paramLabel = "RATIO", defaultValue = "0.5")
  private String bufferRatio;

  @Override
  public Integer call() throws IOException {
    double ratio = Values.ratio("--buffer-ratio", bufferRatio);
    Duration timeout = Values.duration("--stall-timeout", stallTimeout, MAX_OPTION_DURATION);
    FlowControlReplay replay =
        new FlowControlReplay(
            timeout, Values.durationOrZero("--silence", silence, MAX_OPTION_DURATION), ratio);
    DiagnosisFiles sources = new DiagnosisFiles("FILE", files);
    output.requireWritable(files);
    Optional<ClusterSnapshots> snapshots =
        files.size() == 1 ? ClusterSnapshots.read(files.get(0)) : Optional.empty();
    if (snapshots.isPresent()) {
      ClusterDiagnosis found = ClusterDiagnosis.of(snapshots.get().withNewest(2), timeout);
      return output.printReport(format, new DiagnosisReport(found), sources.fileNames());
    }
    Optional<HeapDiagnosis> dump = diagnoseDumps(timeout);
    DiagnosisReport report =
        dump.isPresent()
            ? new DiagnosisReport(dump.get(), ratio)
            : new DiagnosisReport(
                sources.diagnose(
                    replay,
                    timeout,
                    isFullTimeline || output.htmlFile == null && output.pngFile == null),
                ratio);
    if (files.size() == 1) {
      output.shardNames = ShardNames.of(files.get(0), UnaryOperator.identity());
    }
    return output.printReport(format, report, sources.fileNames());
  }

  /** Diagnoses the files if they are heap dumps; returns empty if no file is a heap dump. */
  private Optional<HeapDiagnosis> diagnoseDumps(Duration silence) throws IOException {
    long dumps = files.stream().filter(HeapDump::isHeapDump).count();
    if (dumps == 0) {
      return Optional.empty();
    }
    SettingException.throwIf(
        dumps < files.size(),
        "FILE",
        "be only heap dumps, or only logs and recordings: analyze them separately",
        files);
    List<HeapDiagnosis> read = new ArrayList<>();
    try (ScratchFolder scratch = ScratchFolder.create()) {
      for (Path file : files) {
        Path index = scratch.createSubfolder("index-" + read.size());
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
    SettingException.throwIf(
        !last.isOfSameJvm(before),
        "FILE",
        "be dumps of one JVM; these share no connection: analyze them separately",
        files);
    return Optional.of(last.comparedWith(before, silence));
  }
}
