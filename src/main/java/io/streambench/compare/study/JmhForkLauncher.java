package io.streambench.compare.study;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.evidence.EvidenceWriter;
import io.streambench.bench.fork.JmhRun;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.fork.OutputRedirect;
import io.streambench.bench.fork.ResultFile;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.runfolder.RunOutcome;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.settings.SolrJars;
import io.streambench.compare.cells.CellOutcome;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.results.RunResult;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.runner.options.VerboseMode;

/** A launcher that runs one fork at a time with JMH and keeps its result and outcome. */
record JmhForkLauncher(
    StudyFolder folder,
    Study study,
    Map<String, String> properties,
    ClusterPool clusterPool,
    Consumer<String> lineConsumer)
    implements StudyRunner.ForkLauncher {
  @Override
  public long ensureCluster(ClusterRequirements requirements)
      throws IOException, InterruptedException {
    return clusterPool.getOrStart(requirements, line -> lineConsumer.accept(line.strip())).pid();
  }

  @Override
  public void keepOnlyClusters(List<ClusterRequirements> needed) throws IOException {
    clusterPool.stopAllExcept(needed);
  }

  @Override
  public CellOutcome runFork(PlannedFork step) throws IOException, InterruptedException {
    MeasuringLock.awaitOtherJmhRuns(lineConsumer);
    try (JmhRun run =
        JmhRun.open(step.cell().command(step.timing(), study.jvmArgs()), SolrJars.NONE)) {
      List<String> arguments = new ArrayList<>();
      properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
      arguments.addAll(study.jvmArgs());
      arguments.add(run.outcomeFolderArgument());
      String missingResultDetail =
          "the fork ended without a result, see log/" + step.name() + ".txt";
      Collection<RunResult> results = List.of();
      Options options = options(step, arguments);
      try (OutputRedirect printed = OutputRedirect.toLogFile(folder.log(step))) {
        results =
            run.run(
                options,
                OutputFormatFactory.createFormatInstance(printed.logStream(), VerboseMode.NORMAL));
      } catch (RunnerException e) {
        missingResultDetail = String.valueOf(e.getMessage());
      }
      Path result = folder.forkFile(step, ".json");
      if (!results.isEmpty()) {
        ResultFile.write(results, ResultFormatType.JSON, result);
        copyLoadFiles(run.folder(), step);
      }
      RunOutcome outcome =
          RunOutcome.combine(
              OutcomeFile.readAll(run.folder()), !results.isEmpty(), missingResultDetail);
      return step.createOutcome(
          outcome.outcome(),
          outcome.detail(),
          outcome.operations(),
          completeEvidence(step.cell(), outcome).map(folder::relativize).orElse(null),
          outcome.outcome() == Outcome.COMPLETED ? folder.relativize(result) : null);
    }
  }

  private Options options(PlannedFork step, List<String> jvmArguments) {
    StudyCell cell = step.cell();
    Timing timing = step.timing();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + Pattern.quote(cell.benchmark()) + "$")
            .forks(1)
            .threads(cell.threads())
            .warmupIterations(timing.warmupIterations())
            .measurementIterations(timing.iterations())
            .addProfiler(study.profiler())
            // set even if empty, so that forks do not inherit this JVM's arguments
            .jvmArgs()
            .jvmArgsAppend(jvmArguments.toArray(String[]::new));
    if (timing.hasSingleShots()) {
      options.mode(Mode.SingleShotTime);
    } else {
      options.warmupTime(TimeValue.seconds(timing.warmupSeconds()));
      options.measurementTime(TimeValue.seconds(timing.seconds()));
    }
    cell.parameters().forEach(options::param);
    return options.build();
  }

  /**
   * Completes the evidence and returns its folder. Deletes evidence that the study does not keep.
   */
  private Optional<Path> completeEvidence(StudyCell cell, RunOutcome outcome) throws IOException {
    Optional<OutcomeFile> outcomeFile = outcome.outcomeFile().filter(file -> file.folder() != null);
    if (outcomeFile.isEmpty()) {
      return Optional.empty();
    }
    Path evidence = Path.of(outcomeFile.get().folder());
    if (!study.isEvidenceKept(cell, outcome.outcome())) {
      DataFolder.remove(evidence);
      return Optional.empty();
    }
    try {
      EvidenceWriter.ofSettings(RunSettings.of(properties)).complete(evidence);
    } catch (IOException | RuntimeException e) {
      System.err.println("warning: " + e.getMessage());
    }
    return Optional.of(evidence);
  }

  private void copyLoadFiles(Path runFolder, PlannedFork step) throws IOException {
    try (DirectoryStream<Path> loads =
        Files.newDirectoryStream(runFolder, "*" + LoadFile.EXTENSION)) {
      for (Path load : loads) {
        LoadFile.read(load).writeTo(folder.forkFile(step, LoadFile.EXTENSION));
      }
    }
  }
}
