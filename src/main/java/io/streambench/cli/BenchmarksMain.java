package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.SingleLine;
import io.streambench.base.TextFormat;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.cluster.SolrRuntime;
import io.streambench.bench.fork.JvmProperties;
import io.streambench.bench.fork.MeasuringLock;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.DispatchMode;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.settings.RunSettings.SummaryFormat;
import io.streambench.bench.settings.SecretArguments;
import io.streambench.bench.settings.SolrJars;
import io.streambench.bench.settings.SolrReleaseLine;
import io.streambench.compare.cells.Cell;
import io.streambench.compare.outcome.ResultFiles;
import io.streambench.compare.outcome.ShownParameters;
import io.streambench.compare.study.Benchmarks;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.regex.PatternSyntaxException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.Main;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.RunnerException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/**
 * The main class of {@code benchmarks.jar}, which takes the arguments of JMH. Checks all settings
 * before JMH starts, and prints a table of all outcomes at the end.
 */
public final class BenchmarksMain {
  private static final String NO_FORKS_WARNING =
      "-f 0 is for a debugger: all runs in this JVM, so its scores count for nothing; options of a"
          + " JVM come from JAVA_OPTS alone (such as -Xmx2g)";

  private BenchmarksMain() {}

  public static void main(String[] arguments) {
    ExitStatus status = run(arguments, System.err);
    if (new StandardOutput().checkError()) {
      System.err.println("ERROR: the answer could not be written to standard output");
      status = status == ExitStatus.SUCCESS ? ExitStatus.FAILED : status;
    }
    System.exit(status.code());
  }

  /** Runs JMH and returns the status. An invalid setting is reported in one line on {@code err}. */
  static ExitStatus run(String[] arguments, PrintStream err) {
    return run(arguments, err, System.getProperties(), (combination, outcomes) -> {});
  }

  /**
   * Runs JMH, and passes the relevant {@code properties} on to its forks.
   *
   * @param onEnded called after each parameter combination with the folder of its forks' files
   */
  static ExitStatus run(
      String[] arguments,
      PrintStream err,
      Properties properties,
      BiConsumer<BenchmarkParams, Path> onEnded) {
    MeasuredRun run;
    MeasuringLock lock;
    try {
      if (arguments.length == 0) {
        System.out.print(new RunHelp(Benchmarks.find(List.of(), List.of())).benchmarkHelp());
        throw new SettingException("benchmark", "be one of these", "");
      }
      CommandLineOptions typed = SettingsCheck.parse(arguments);
      Benchmarks.checkBenchmarkList();
      Optional<String> help = SettingsCheck.profilerHelp(typed);
      if (help.isPresent()) {
        System.out.println(help.get());
        return ExitStatus.SUCCESS;
      }
      if (onlyPrintsInformation(typed)) {
        Main.main(arguments);
        if (typed.shouldHelp()) {
          System.out.print(new RunHelp(Benchmarks.find(List.of(), List.of())).parameterHelp());
        }
        return ExitStatus.SUCCESS;
      }
      run = createCheckedRun(arguments, typed, properties, line -> err.println("warning: " + line));
      lock = MeasuringLock.acquire("the run");
    } catch (IOException | RuntimeException e) {
      // Only the arguments can be the cause, because nothing else has happened yet.
      err.println(SingleLine.of(String.valueOf(e.getMessage())));
      return ExitStatus.WRONG_USE;
    }
    try (lock) {
      return run.run(onEnded);
    } catch (RunnerException | IOException | RuntimeException e) {
      err.println(SingleLine.of(describe(e)));
      return ExitStatus.FAILED;
    }
  }

  /** Checks a verb's JMH arguments. Returns the cells (parameter combinations) to measure. */
  static List<Cell> checkArguments(
      String setting,
      List<String> arguments,
      Consumer<CommandLineOptions> additionalCheck,
      Consumer<String> warnings) {
    String[] words = arguments.toArray(String[]::new);
    String shown = SecretArguments.maskSecretsIn(String.join(" ", arguments));
    try {
      CommandLineOptions typed = SettingsCheck.parse(words);
      boolean hasFiles =
          typed.getOutput().hasValue()
              || typed.getResult().hasValue()
              || typed.getResultFormat().hasValue();
      SettingException.throwIf(hasFiles, setting, "come without -o, -rf and -rff", shown);
      SettingException.throwIf(onlyPrintsInformation(typed), setting, "run a benchmark", shown);
      additionalCheck.accept(typed);
      createCheckedRun(words, typed, System.getProperties(), warnings);
      Options options =
          SettingsCheck.withCanonicalSpelling(typed, SettingsCheck.givenParameterNames(words));
      return new SettingsCheck(options, Map.of()).cells(selectedBenchmarks(typed));
    } catch (SettingException e) {
      throw e;
    } catch (RuntimeException e) {
      throw new SettingException(setting, "be arguments of JMH (" + e.getMessage() + ")", shown);
    }
  }

  private static MeasuredRun createCheckedRun(
      String[] arguments,
      CommandLineOptions commandLineOptions,
      Properties systemProperties,
      Consumer<String> warnings) {
    boolean forks = commandLineOptions.getForkCount().orElse(1) > 0;
    // Without forks, JVM arguments for forks are not used.
    JvmProperties properties =
        new JvmProperties(
            systemProperties, forks ? commandLineOptions : new OptionsBuilder().build());
    Path printed =
        commandLineOptions.getOutput().hasValue()
            ? Path.of(commandLineOptions.getOutput().get())
            : null;
    Optional<ResultFiles> files = ResultFiles.of(commandLineOptions, Instant.now());
    files.stream()
        .flatMap(resultFiles -> resultFiles.allFiles().stream())
        .forEach(file -> WritableFiles.requireWritable("-rff", file, List.of(), printed));
    SortedSet<BenchmarkListEntry> selected = selectedBenchmarks(commandLineOptions);
    int jdk =
        forks
            ? ForkJava.requireSupportedJdk(commandLineOptions, selected)
            : Runtime.version().feature();
    Set<String> given = SettingsCheck.givenParameterNames(arguments);
    Options spelled = SettingsCheck.withCanonicalSpelling(commandLineOptions, given);
    Options options = withAvailableModes(spelled, selected, jdk, warnings);
    SettingsCheck check = new SettingsCheck(options, properties.allProperties());
    check.checkAll(selected, given).forEach(warnings);
    for (String name : properties.unknownNames()) {
      warnings.accept("-D" + name + " has no effect: docs/settings.md lists the properties");
    }
    List<Cell> cells = check.cells(selected);
    SolrJars jars = SolrJars.of(properties.allProperties());
    if (!forks) {
      checkWithoutForks(cells, jars);
      warnings.accept(NO_FORKS_WARNING);
    }
    checkSolrVersions(cells, jars);
    if (commandLineOptions.getThreads().hasValue()
        || commandLineOptions.getThreadGroups().hasValue()) {
      given.add(Cell.THREADS_PARAMETER);
    }
    ShownParameters shown =
        RunSettings.of(properties.allProperties()).summaryFormat() == SummaryFormat.WIDE
            ? ShownParameters.all(cells)
            : ShownParameters.of(cells, given);
    return new MeasuredRun(List.of(arguments), options, properties, jars, shown, files);
  }

  /** Throws if a run without forks needs a version of Solr that this JVM has not loaded. */
  private static void checkWithoutForks(List<Cell> cells, SolrJars jars) {
    for (Cell cell : cells) {
      String solr =
          cell.params()
              .getOrDefault(
                  BenchmarkParameters.SOLR.name(), SolrReleaseLine.ofThisBuild().toString());
      SettingException.throwIf(
          !solr.equals(SolrReleaseLine.ofThisBuild().toString()),
          "-f",
          "be at least 1 with solr=" + solr,
          0);
    }
    SettingException.throwIf(
        !jars.jars().isEmpty(), "-f", "be at least 1 with -D" + SolrJars.PROPERTY, 0);
  }

  /** Checks that every Solr release has a suitable JDK and supports the selected benchmarks. */
  private static void checkSolrVersions(List<Cell> cells, SolrJars jars) {
    Set<SolrReleaseLine> lines = EnumSet.noneOf(SolrReleaseLine.class);
    cells.forEach(cell -> lines.addAll(SolrReleaseLine.releaseLinesIn(cell.params())));
    jars.checkReleaseLines(lines);
    lines.add(SolrReleaseLine.SOLR_9);
    lines.forEach(SolrRuntime::check);
    for (Cell cell : cells) {
      SettingException.throwIf(
          lines.size() > 1 && !cell.params().containsKey(BenchmarkParameters.SOLR.name()),
          BenchmarkParameters.SOLR.name(),
          "be 9 with " + cell.shortName(),
          lines.toString());
    }
  }

  /** Joins the messages of a failure, its causes and their suppressed exceptions. */
  private static String describe(Throwable failure) {
    return Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .flatMap(error -> Stream.concat(Stream.of(error), Stream.of(error.getSuppressed())))
        .map(Throwable::getMessage)
        .collect(Collectors.joining("; ", "ERROR: ", ""))
        .replace("ERROR: ERROR: ", "ERROR: ");
  }

  /** Removes the dispatch modes that the forks' JDK does not support. */
  private static Options withAvailableModes(
      Options options,
      Collection<BenchmarkListEntry> benchmarks,
      int jdkVersion,
      Consumer<String> warnings) {
    String name = BenchmarkParameters.DISPATCH_MODE.name();
    List<String> values =
        benchmarks.stream()
            .flatMap(
                benchmark -> Stream.ofNullable(benchmark.getParams().orElse(Map.of()).get(name)))
            .findFirst()
            .map(defaults -> List.copyOf(options.getParameter(name).orElse(List.of(defaults))))
            .orElse(List.of());
    List<String> kept = new ArrayList<>();
    for (String value : values) {
      DispatchMode mode = BenchmarkParameters.DISPATCH_MODE.read(value);
      if (jdkVersion >= mode.minJdkVersion()) {
        kept.add(value);
      } else {
        warnings.accept(
            TextFormat.of(
                "%s is left out: it needs JDK %d or later, this is %d",
                mode, mode.minJdkVersion(), jdkVersion));
      }
    }
    SettingException.throwIf(
        kept.isEmpty() && !values.isEmpty(),
        name,
        "be POOL or THREADS on JDK " + jdkVersion,
        String.join(",", values));
    return kept.equals(values)
        ? options
        : new OptionsBuilder().parent(options).param(name, kept.toArray(String[]::new)).build();
  }

  /**
   * Returns whether JMH would only print information, such as its help, without running a
   * benchmark.
   */
  private static boolean onlyPrintsInformation(CommandLineOptions commandLineOptions) {
    return commandLineOptions.shouldHelp()
        || commandLineOptions.shouldList()
        || commandLineOptions.shouldListWithParams()
        || commandLineOptions.shouldListProfilers()
        || commandLineOptions.shouldListResultFormats();
  }

  /** Returns the selected benchmarks; throws for a pattern that matches no benchmark. */
  private static SortedSet<BenchmarkListEntry> selectedBenchmarks(
      CommandLineOptions commandLineOptions) {
    try {
      for (String pattern : commandLineOptions.getIncludes()) {
        // an empty pattern matches every benchmark
        SettingException.throwIf(
            pattern.isEmpty() || Benchmarks.find(List.of(pattern), List.of()).isEmpty(),
            "benchmark",
            "be one that -l lists",
            pattern);
        SettingException.throwIf(
            Benchmarks.find(List.of(pattern), commandLineOptions.getExcludes()).isEmpty(),
            "-e",
            "leave a benchmark of '" + pattern + "'",
            String.join(",", commandLineOptions.getExcludes()));
      }
      for (String pattern : commandLineOptions.getWarmupIncludes()) {
        SettingException.throwIf(
            Benchmarks.find(List.of(pattern), List.of()).isEmpty(),
            "-wmb",
            "be one that -l lists",
            pattern);
      }
      return Benchmarks.find(commandLineOptions.getIncludes(), commandLineOptions.getExcludes());
    } catch (PatternSyntaxException e) {
      throw new SettingException(
          "benchmark", "be a regular expression (" + e.getDescription() + ")", e.getPattern());
    }
  }
}
