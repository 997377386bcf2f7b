package io.streambench.cli;

import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.files.ExitHook;
import io.streambench.bench.BenchmarkSettings;
import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.evidence.EvidenceWriter;
import io.streambench.bench.fork.ForkArguments;
import io.streambench.bench.fork.JmhRun;
import io.streambench.bench.fork.Job;
import io.streambench.bench.fork.JvmProperties;
import io.streambench.bench.fork.RunProfiler;
import io.streambench.bench.runfolder.OutcomeFile;
import io.streambench.bench.settings.ClusterKind;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.settings.RunSettings.SummaryFormat;
import io.streambench.bench.settings.SecretArguments;
import io.streambench.bench.settings.SolrJars;
import io.streambench.compare.outcome.OutcomeCollector;
import io.streambench.compare.outcome.ResultFiles;
import io.streambench.compare.outcome.RunSummary;
import io.streambench.compare.outcome.ShownParameters;
import io.streambench.flow.rule.Outcome;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CancellationException;
import java.util.function.BiConsumer;
import java.util.stream.Collectors;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** A run of JMH that yields an outcome for every combination of parameters. */
record MeasuredRun(
    List<String> arguments,
    Options options,
    JvmProperties properties,
    SolrJars jars,
    ShownParameters shownParameters,
    Optional<ResultFiles> resultFiles) {
  private static final String CLUSTERS_FOLDER = "clusters";

  /**
   * Runs every combination of benchmark and parameters.
   *
   * @param onEnded called after each combination with the folder of its forks' files, which is
   *     removed at the end of the run
   */
  ExitStatus run(BiConsumer<BenchmarkParams, Path> onEnded) throws RunnerException, IOException {
    RunSettings settings = RunSettings.of(properties.allProperties());
    List<Path> fallbacks =
        List.of(
            settings.logsFolder(),
            Path.of(System.getProperty("java.io.tmpdir")),
            Path.of(System.getProperty("user.home")));
    PrintStream terminal = System.out;
    try (JmhRun run = JmhRun.open(commandLine(), jars);
        PrintStream out = openOutput();
        ClusterPool pool = new ClusterPool(run.folder().resolve(CLUSTERS_FOLDER), run.jars())) {
      OutcomeCollector collector =
          new OutcomeCollector(
              OutputFormatFactory.createFormatInstance(
                  out, options.verbosity().orElse(Defaults.VERBOSITY)),
              shownParameters,
              combination -> ensureCluster(combination, pool, out),
              (collected, combination) -> {
                writeResults(collected, run.folder(), false, List.of());
                onEnded.accept(combination, run.folder());
              });
      ExitHook onInterrupt =
          ExitHook.register(
              () -> {
                reportInterruption(collector, run.folder());
                writeResults(collector, run.folder(), false, fallbacks);
                printSummary(collector, run.folder(), settings.summaryFormat(), out);
                pool.close();
                run.close();
              });
      if (onInterrupt.isJvmExiting()) {
        return ExitStatus.FAILED;
      }
      if (!jars.jars().isEmpty()) {
        out.println(TextFormat.wrap("Classes first from " + run.jars(), "# ", "#   "));
      }
      if (options.getOutput().hasValue()) {
        System.setOut(out); // JMH forwards the forks' output to System.out
      }
      RunnerException failure = null;
      try {
        run.run(forkOptions(run), collector.outputFormat());
      } catch (RunnerException e) {
        failure = e;
      } catch (CancellationException e) {
        onInterrupt.cancelOrAwait();
        return ExitStatus.FAILED;
      }
      collector.endCombination();
      collector.printResults();
      List<RunSummary.Row> rows = collector.outcomeRows(run.folder());
      if (rows.isEmpty()) {
        onInterrupt.cancelOrAwait(); // nothing was started, so keep the files of an earlier run
        throw failure == null ? new RunnerException("JMH ran nothing") : failure;
      }
      boolean saved = writeResults(collector, run.folder(), true, fallbacks);
      resultFiles
          .filter(asked -> saved)
          .ifPresent(asked -> out.println("# results: " + asked.resultFile()));
      printSummary(collector, run.folder(), settings.summaryFormat(), out);
      printNextSteps(OutcomeFile.readAll(run.folder()), settings, out);
      onInterrupt.cancelOrAwait();
      if (failure != null && status(rows) == ExitStatus.SUCCESS) {
        throw failure;
      }
      ExitStatus status = saved && isOutputComplete(out) ? status(rows) : ExitStatus.FAILED;
      if (options.getOutput().hasValue() && status(rows) != ExitStatus.SUCCESS) {
        System.err.println(
            new RunSummary(rows, List.of()).conclusion() + ", see " + options.getOutput().get());
      }
      return status;
    } finally {
      System.setOut(terminal);
    }
  }

  private static void reportInterruption(OutcomeCollector collector, Path outcomes) {
    try {
      collector.onInterrupt(outcomes);
    } catch (IOException e) {
      System.err.println("warning: the outcomes could not be read: " + e);
    }
  }

  /**
   * Starts the cluster if a combination has {@code cluster=process}. On failure, only prints a
   * warning, because the forks report the failure as their outcome.
   */
  private void ensureCluster(BenchmarkParams combination, ClusterPool pool, PrintStream out) {
    Optional<ClusterRequirements> needs =
        BenchmarkSettings.check(
                combination.getBenchmark(),
                "",
                Job.parameters(combination),
                properties.allProperties())
            .filter(asked -> asked.cluster().kind() == ClusterKind.PROCESS);
    if (needs.isEmpty()) {
      return;
    }
    try {
      pool.getOrStart(needs.get(), out::println);
    } catch (ClusterException e) {
      out.println("# warning: " + e.getMessage());
      e.details().forEach(line -> out.println("#   " + line));
    } catch (IOException e) {
      out.println("# warning: no cluster in a process of its own: " + e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }

  /** Completes the evidence of each outcome. Prints the evidence folder and the next step. */
  private static void printNextSteps(
      List<OutcomeFile> outcomes, RunSettings settings, PrintStream out) {
    for (OutcomeFile outcome : outcomes) {
      List<String> lines = new ArrayList<>();
      if (outcome.outcome() == Outcome.STALLED) {
        lines.add("STALLED: " + outcome.detail());
      }
      Optional.ofNullable(outcome.next()).ifPresent(lines::add);
      try {
        if (outcome.folder() != null) {
          Path folder = Path.of(outcome.folder());
          EvidenceWriter.CompletedEvidence completed =
              EvidenceWriter.ofSettings(settings).complete(folder);
          completed.warning().ifPresent(line -> lines.add("warning: " + line));
          lines.add("folder: " + folder);
          Path picture = folder.resolve("timeline.png");
          if (Files.exists(picture)) {
            lines.add("picture: " + picture);
          }
          lines.add(EvidenceVerb.describeZip(completed.zip(), settings.isRedacted()));
        }
      } catch (IOException | RuntimeException e) {
        lines.add("warning: " + SingleLine.of(String.valueOf(e.getMessage())));
      }
      if (!lines.isEmpty()) {
        out.println();
        lines.forEach(line -> out.println(TextFormat.wrap(line, "", "  ")));
      }
    }
  }

  private static ExitStatus status(List<RunSummary.Row> rows) {
    return ExitStatus.ofOutcomes(rows.stream().map(RunSummary.Row::outcome).toList());
  }

  private Options forkOptions(JmhRun run) throws IOException {
    List<String> append = new ArrayList<>(options.getJvmArgsAppend().orElse(List.of()));
    append.addAll(properties.forwardedArguments());
    append.add(run.outcomeFolderArgument());
    append.add("-D" + ClusterPool.FOLDER_PROPERTY + "=" + run.folder().resolve(CLUSTERS_FOLDER));
    if (options.getForkCount().orElse(1) < 1) { // this JVM takes the place of the fork
      System.setProperty(OutcomeFile.FOLDER_PROPERTY, run.folder().toString());
      System.setProperty(
          ClusterPool.FOLDER_PROPERTY, run.folder().resolve(CLUSTERS_FOLDER).toString());
    }
    ChainedOptionsBuilder forks =
        new OptionsBuilder().parent(options).addProfiler(RunProfiler.class);
    if (resultFiles.isPresent()) {
      // JMH's own result file is discarded with the run's folder, because JMH hides that a disk is
      // full, and writes the file only at the end.
      forks.result(run.folder().resolve("jmh-result").toString());
    }
    return ForkArguments.addForkArguments(forks, options, append, run.folder()).build();
  }

  private String commandLine() {
    String javaOptions =
        properties.ownArguments().stream()
            .map(SecretArguments::mask)
            .collect(Collectors.joining(" "));
    return (javaOptions.isEmpty() ? "" : "JAVA_OPTS=" + quote(javaOptions) + " ")
        + arguments.stream()
            .map(argument -> " " + quote(SecretArguments.maskSecretsIn(argument)))
            .collect(Collectors.joining("", "./jmh.sh", ""));
  }

  private static String quote(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  private PrintStream openOutput() throws IOException {
    return options.getOutput().hasValue()
        ? new PrintStream(new FileOutputStream(options.getOutput().get()), true)
        : new StandardOutput();
  }

  private synchronized void printSummary(
      OutcomeCollector collector, Path outcomes, SummaryFormat format, PrintStream out) {
    if (collector.testAndSetSummarized()) {
      return;
    }
    try {
      List<RunSummary.Row> rows = collector.outcomeRows(outcomes);
      if (!rows.isEmpty()) {
        out.println();
        RunSummary summary = new RunSummary(rows, shownParameters.columns());
        shownParameters
            .describeParametersWithoutColumn(summary.describeConstantColumns())
            .ifPresent(line -> out.println(TextFormat.wrap(line, "", "  ") + "\n"));
        out.print(format == SummaryFormat.MD ? summary.markdown() : summary.plainText());
        out.flush();
      }
    } catch (IOException e) {
      System.err.println("warning: the outcomes could not be read: " + e);
    }
  }

  /**
   * Writes the results so far to the requested files. Returns whether all files were written.
   *
   * @param isFinal whether the run is complete
   * @param fallbacks the folders to use if writing fails; empty while the run continues
   */
  private boolean writeResults(
      OutcomeCollector collector, Path outcomes, boolean isFinal, List<Path> fallbacks) {
    if (resultFiles.isEmpty()) {
      return true;
    }
    try {
      resultFiles.get().write(collector, outcomes, jars, isFinal);
      return true;
    } catch (IOException e) {
      String what =
          (fallbacks.isEmpty() ? "warning" : "ERROR")
              + ": the results could not be written: "
              + SingleLine.of(e.getMessage());
      if (fallbacks.isEmpty() || collector.finishedResults().isEmpty()) {
        System.err.println(what);
        return false;
      }
      Optional<Path> rescued =
          resultFiles.get().writeToFallback(collector, outcomes, jars, fallbacks);
      System.err.println(
          what
              + rescued
                  .map(file -> "; they are in " + file + " instead")
                  .orElse("; nor in " + fallbacks + ", so they follow on standard output"));
      if (rescued.isEmpty()) {
        resultFiles.get().print(collector, System.out);
      }
      return false;
    }
  }

  /** Returns whether the file of {@code -o} was written completely; true without that option. */
  private boolean isOutputComplete(PrintStream out) {
    boolean whole = !options.getOutput().hasValue() || !out.checkError();
    if (!whole) {
      System.err.println("ERROR: -o " + options.getOutput().get() + " could not be written whole");
    }
    return whole;
  }
}
