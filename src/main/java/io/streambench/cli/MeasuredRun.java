package io.streambench.cli;

import io.streambench.analysis.Outcome;
import io.streambench.bench.FirstTupleProfiler;
import io.streambench.bench.FlowControlProfiler;
import io.streambench.bench.LoadProfiler;
import io.streambench.bench.ReaderMemoryProfiler;
import io.streambench.bench.RecoveryProfiler;
import io.streambench.bench.fork.JmhRun;
import io.streambench.cluster.ClusterPool;
import io.streambench.config.ClusterKind;
import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.config.RunSettings.SummaryFormat;
import io.streambench.config.SecretArguments;
import io.streambench.evidence.Evidence;
import io.streambench.report.outcome.OutcomeRow;
import io.streambench.report.outcome.OutcomeTable;
import io.streambench.results.Span;
import io.streambench.results.StudyFile;
import io.streambench.watchdog.Environment;
import io.streambench.watchdog.OutcomeFile;
import java.io.FileOutputStream;
import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.results.format.ResultFormatFactory;
import org.openjdk.jmh.results.format.ResultFormatType;
import org.openjdk.jmh.runner.Defaults;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** One call of JMH, with an outcome for every combination of parameters. */
final class MeasuredRun {
  private static final String CLUSTERS = "clusters";

  private final String[] arguments;
  private final CommandLineOptions typed;
  private final Options chosen;
  private final JvmProperties properties;
  private final Instant begun = Instant.now();
  private boolean summarized;

  /**
   * @param typed what was typed
   * @param chosen the same without what cannot be run here
   */
  MeasuredRun(
      String[] arguments, CommandLineOptions typed, Options chosen, JvmProperties properties) {
    this.arguments = arguments;
    this.typed = typed;
    this.chosen = chosen;
    this.properties = properties;
  }

  ExitStatus run() throws RunnerException, IOException {
    SummaryFormat format = RunSettings.of(properties.all(), Home.folder()).summary();
    try (JmhRun run = JmhRun.open(command());
        PrintStream out = output();
        ClusterPool pool = ClusterPool.open(run.folder().resolve(CLUSTERS))) {
      OutcomeCollector collector =
          new OutcomeCollector(
              OutputFormatFactory.createFormatInstance(
                  new UnclosablePrintStream(out), typed.verbosity().orElse(Defaults.VERBOSITY)),
              new ProcessClusters(pool, properties.all(), out::println)::prepare);
      Thread onInterrupt =
          new Thread(
              () -> {
                collector.interrupted();
                saveFinished(collector);
                saveOutcomes(collector, run.folder());
                summarize(collector, run.folder(), format, out);
                pool.close();
                run.close();
              },
              "streambench-interrupted");
      Runtime.getRuntime().addShutdownHook(onInterrupt);
      RunnerException failure = null;
      try {
        run.run(options(run), collector);
      } catch (RunnerException e) {
        failure = e;
      }
      completeEvidence(run.told(), out);
      saveOutcomes(collector, run.folder());
      summarize(collector, run.folder(), format, out);
      List<OutcomeRow> rows = collector.rows(run.folder());
      tellWhatTheClusterLacks(rows);
      removed(onInterrupt);
      if (failure != null && status(rows) == ExitStatus.SUCCESS || rows.isEmpty()) {
        throw failure == null ? new RunnerException("JMH ran nothing") : failure;
      }
      return status(rows);
    }
  }

  private void completeEvidence(List<OutcomeFile> told, PrintStream out) throws IOException {
    RunSettings settings = RunSettings.of(properties.all(), Home.folder());
    for (OutcomeFile outcome : told) {
      try {
        Optional<Evidence.Completed> completed = JmhRun.completed(outcome, settings);
        if (completed.isPresent()) {
          completed.get().warning().ifPresent(line -> out.println("# warning: " + line));
          Path zip = completed.get().zip();
          out.println("# " + EvidenceLine.of(zip.toString(), Files.size(zip), settings.redact()));
        }
      } catch (IOException e) {
        out.println("# warning: " + OneLine.of(String.valueOf(e.getMessage())));
      }
    }
  }

  /** If the JVM is on its way out already, the hook is at work and has the last word. */
  private static void removed(Thread onInterrupt) {
    try {
      Runtime.getRuntime().removeShutdownHook(onInterrupt);
    } catch (IllegalStateException e) {
      try {
        onInterrupt.join();
      } catch (InterruptedException interrupt) {
        Thread.currentThread().interrupt();
      }
    }
  }

  /** A run that failed leaves its question unanswered, so it outweighs one that stalled. */
  private static ExitStatus status(List<OutcomeRow> rows) {
    List<Outcome> outcomes = rows.stream().map(OutcomeRow::outcome).toList();
    if (outcomes.contains(Outcome.FAILED)) {
      return ExitStatus.FAILED;
    }
    return outcomes.contains(Outcome.STALLED) ? ExitStatus.STALLED : ExitStatus.SUCCESS;
  }

  /** Where the cluster is not ours to mend, what is wrong with it is told where mistakes are. */
  private static void tellWhatTheClusterLacks(List<OutcomeRow> rows) {
    rows.stream()
        .filter(row -> row.outcome() == Outcome.FAILED)
        .filter(row -> ClusterKind.of(row.parameters()) != ClusterKind.EMBEDDED)
        .map(row -> OneLine.of(row.result()))
        .distinct()
        .forEach(System.err::println);
  }

  private Options options(JmhRun run) throws IOException {
    List<String> append = new ArrayList<>(typed.getJvmArgsAppend().orElse(List.of()));
    append.addAll(properties.forwarded());
    append.add(run.forkArgument());
    append.add("-D" + ClusterPool.FOLDER_PROPERTY + "=" + run.folder().resolve(CLUSTERS));
    ChainedOptionsBuilder options =
        new OptionsBuilder()
            .parent(chosen)
            .addProfiler(FlowControlProfiler.class)
            .addProfiler(LoadProfiler.class)
            .addProfiler(FirstTupleProfiler.class)
            .addProfiler(ReaderMemoryProfiler.class)
            .addProfiler(RecoveryProfiler.class);
    return new ForkArguments(typed, append, run.folder()).addTo(options).build();
  }

  private String command() {
    String options =
        properties.own().stream().map(SecretArguments::masked).collect(Collectors.joining(" "));
    return Stream.concat(
            options.isEmpty()
                ? Stream.of("./jmh.sh")
                : Stream.of("JAVA_OPTS=" + quoted(options), "./jmh.sh"),
            Arrays.stream(arguments).map(SecretArguments::maskedIn).map(MeasuredRun::quoted))
        .collect(Collectors.joining(" "));
  }

  private static String quoted(String argument) {
    return argument.matches("[\\w@%+=:,./-]+")
        ? argument
        : "'" + argument.replace("'", "'\\''") + "'";
  }

  private PrintStream output() throws IOException {
    return typed.getOutput().hasValue()
        ? new PrintStream(new FileOutputStream(typed.getOutput().get()), true)
        : new UnclosablePrintStream(System.out);
  }

  private synchronized void summarize(
      OutcomeCollector collector, Path outcomes, SummaryFormat format, PrintStream out) {
    if (summarized) {
      return;
    }
    summarized = true;
    try {
      List<OutcomeRow> rows = collector.rows(outcomes);
      if (!rows.isEmpty()) {
        out.println();
        out.print(new OutcomeTable(rows).render(format));
        Warmth.warnings(collector.finished()).forEach(line -> out.println("# warning: " + line));
        out.flush();
      }
    } catch (IOException e) {
      System.err.println("warning: the outcomes could not be read: " + e);
    }
  }

  /** JMH writes its result file at the very end; what was finished before Ctrl-C is kept too. */
  private void saveFinished(OutcomeCollector collector) {
    boolean wanted = typed.getResult().hasValue() || typed.getResultFormat().hasValue();
    if (!wanted || collector.finished().isEmpty()) {
      return;
    }
    ResultFormatFactory.getInstance(resultFormat(), resultFile()).writeOut(collector.finished());
  }

  private ResultFormatType resultFormat() {
    return typed.getResultFormat().orElse(Defaults.RESULT_FORMAT);
  }

  private String resultFile() {
    return typed
        .getResult()
        .orElse(
            Defaults.RESULT_FILE_PREFIX + "." + resultFormat().toString().toLowerCase(Locale.ROOT));
  }

  /**
   * Beside results in JSON, which {@code streambench compare} reads: JMH leaves out what stalled or
   * failed, and does not name the machine.
   */
  private void saveOutcomes(OutcomeCollector collector, Path outcomes) {
    boolean wanted = typed.getResult().hasValue() || typed.getResultFormat().hasValue();
    if (!wanted || resultFormat() != ResultFormatType.JSON) {
      return;
    }
    Path results = Path.of(resultFile()).toAbsolutePath();
    Map<String, Object> environment = Environment.describe();
    // Of this JVM, which measures nothing.
    environment.keySet().removeAll(List.of("maxHeapBytes", "jvmArguments"));
    Map<String, Object> span = new Span(begun, Instant.now()).settings();
    try {
      String name = results.getFileName().toString();
      new StudyFile(name, environment, span, collector.cellOutcomes(outcomes, name))
          .writeTo(StudyFile.beside(results));
    } catch (IOException e) {
      System.err.println("warning: the outcomes could not be written beside the results: " + e);
    }
  }

  /** JMH closes what it prints to; what comes after it still has something to say. */
  private static final class UnclosablePrintStream extends PrintStream {
    UnclosablePrintStream(PrintStream out) {
      super(new UnclosableStream(out), true);
    }

    private static final class UnclosableStream extends FilterOutputStream {
      UnclosableStream(OutputStream out) {
        super(out);
      }

      @Override
      public void write(byte[] bytes, int offset, int length) throws IOException {
        out.write(bytes, offset, length);
      }

      @Override
      public void close() throws IOException {
        flush();
      }
    }
  }
}
