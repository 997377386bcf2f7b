package io.streambench.compare.study;

import io.streambench.base.files.DataFolder;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.evidence.Evidence;
import io.streambench.bench.fork.JmhRun;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.fork.OutputRedirect;
import io.streambench.bench.fork.ResultFile;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.runfolder.RunOutcome;
import io.streambench.bench.settings.ClusterNeeds;
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

/** Runs one fork at a time with JMH and keeps its result and outcome. */
record ForkRun(
    StudyFolder folder,
    Study study,
    Map<String, String> properties,
    ClusterPool pool,
    Consumer<String> lines)
    implements StudyRunner.Machine {
  @Override
  public long cluster(ClusterNeeds needs) throws IOException, InterruptedException {
    return pool.ensure(needs, line -> lines.accept(line.strip())).pid();
  }

  @Override
  public void keepOnly(List<ClusterNeeds> needed) throws IOException {
    pool.keepOnly(needed);
  }

  @Override
  public CellOutcome fork(StudyStep step) throws IOException, InterruptedException {
    MeasuringLock.awaitOtherJmhRuns(lines);
    try (JmhRun run =
        JmhRun.open(step.cell().command(step.timing(), study.jvmArgs()), SolrJars.RELEASED)) {
      List<String> arguments = new ArrayList<>();
      properties.forEach((name, value) -> arguments.add("-D" + name + "=" + value));
      arguments.addAll(study.jvmArgs());
      arguments.add(run.forkArgument());
      String missingResultDetail =
          "the fork ended without a result, see log/" + step.name() + ".txt";
      Collection<RunResult> results = List.of();
      Options options = options(step, arguments);
      try (OutputRedirect printed = OutputRedirect.to(folder.log(step))) {
        results =
            run.run(
                options,
                OutputFormatFactory.createFormatInstance(printed.file(), VerboseMode.NORMAL));
      } catch (RunnerException e) {
        missingResultDetail = String.valueOf(e.getMessage());
      }
      Path result = folder.fork(step, ".json");
      if (!results.isEmpty()) {
        ResultFile.write(results, ResultFormatType.JSON, result);
        keepLoad(run.folder(), step);
      }
      RunOutcome outcome =
          RunOutcome.combine(
              OutcomeFile.readAll(run.folder()), !results.isEmpty(), missingResultDetail);
      return step.outcome(
          outcome.outcome(),
          outcome.detail(),
          outcome.operations(),
          evidence(step.cell(), outcome).map(folder::relative).orElse(null),
          outcome.outcome() == Outcome.COMPLETED ? folder.relative(result) : null);
    }
  }

  private Options options(StudyStep step, List<String> jvmArguments) {
    StudyCell cell = step.cell();
    Timing timing = step.timing();
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .include("\\." + Pattern.quote(cell.benchmark()) + "$")
            .forks(1)
            .threads(cell.threads())
            .warmupIterations(timing.warmups())
            .measurementIterations(timing.iterations())
            .addProfiler(study.profiler())
            // set even if empty, so that forks do not inherit this JVM's arguments
            .jvmArgs()
            .jvmArgsAppend(jvmArguments.toArray(String[]::new));
    if (timing.singleShots()) {
      options.mode(Mode.SingleShotTime);
    } else {
      options.warmupTime(TimeValue.seconds(timing.warmupSeconds()));
      options.measurementTime(TimeValue.seconds(timing.seconds()));
    }
    cell.parameters().forEach(options::param);
    return options.build();
  }

  /** Completes the evidence and returns its folder. Deletes evidence that is not to be kept. */
  private Optional<Path> evidence(StudyCell cell, RunOutcome outcome) throws IOException {
    Optional<OutcomeFile> outcomeFile = outcome.outcomeFile().filter(file -> file.folder() != null);
    if (outcomeFile.isEmpty()) {
      return Optional.empty();
    }
    Path evidence = Path.of(outcomeFile.get().folder());
    if (!study.keepsEvidence(cell, outcome.outcome())) {
      DataFolder.remove(evidence);
      return Optional.empty();
    }
    try {
      Evidence.ofSettings(RunSettings.of(properties)).complete(evidence);
    } catch (IOException | RuntimeException e) {
      System.err.println("warning: " + e.getMessage());
    }
    return Optional.of(evidence);
  }

  private void keepLoad(Path runFolder, StudyStep step) throws IOException {
    try (DirectoryStream<Path> loads =
        Files.newDirectoryStream(runFolder, "*" + LoadFile.EXTENSION)) {
      for (Path load : loads) {
        LoadFile.read(load).writeTo(folder.fork(step, LoadFile.EXTENSION));
      }
    }
  }
}
