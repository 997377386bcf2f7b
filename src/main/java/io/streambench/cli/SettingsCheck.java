package io.streambench.cli;

import io.streambench.base.SettingException;
import io.streambench.base.SingleLine;
import io.streambench.base.files.WritableFiles;
import io.streambench.bench.BenchmarkSettings;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.RunSettings;
import io.streambench.bench.settings.SecretArguments;
import io.streambench.compare.cells.Cell;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.profile.ProfilerException;
import org.openjdk.jmh.profile.ProfilerFactory;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.ChainedOptionsBuilder;
import org.openjdk.jmh.runner.options.CommandLineOptionException;
import org.openjdk.jmh.runner.options.CommandLineOptions;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;
import org.openjdk.jmh.runner.options.ProfilerConfig;
import org.openjdk.jmh.runner.options.TimeValue;
import org.openjdk.jmh.util.Utils;

/**
 * A check of JMH's arguments and of all combinations of parameters before JMH runs the first
 * combination. It also rejects invalid arguments that JMH itself accepts.
 */
record SettingsCheck(Options options, Map<String, String> properties) {
  /** Matches the option {@code -p name=value}, given as one argument or two arguments. */
  private static final Pattern TYPED_PARAMETER =
      Pattern.compile("(?:^|\0)-p(?!rof)\0?([^=\0]*)=([^\0]*)");

  private static final Set<String> SWITCHES = Set.of("-foe", "-gc", "-si");

  /**
   * Parses JMH's arguments. The error for an invalid argument names the option and the given value.
   */
  static CommandLineOptions parse(String[] arguments) {
    try {
      CommandLineOptions typed = new CommandLineOptions(arguments);
      requireTrueOrFalse(arguments);
      return typed;
    } catch (SettingException e) {
      throw e;
    } catch (CommandLineOptionException | RuntimeException e) {
      String complaint = errorMessage(e);
      int count = 1;
      while (!complaint.equals(errorMessage(Arrays.copyOf(arguments, count)))) {
        count++; // the invalid argument is the first with which JMH reports this error
      }
      String wrong = arguments[count - 1];
      boolean unknown = complaint.endsWith("is not a recognized option");
      boolean lacksValue = complaint.endsWith("requires an argument");
      throw new SettingException(
          unknown ? "option" : lacksValue || count == 1 ? wrong : arguments[count - 2],
          "be as ./jmh.sh -h lists it ("
              + complaint
              + (unknown ? "; a parameter goes behind -p, a -D goes behind -jvmArgs" : "")
              + ")",
          lacksValue ? "" : SecretArguments.maskSecretsIn(wrong));
    }
  }

  /** Checks JMH's switches, because JMH treats every value except "true" as false. */
  private static void requireTrueOrFalse(String[] arguments) {
    for (int i = 1; i < arguments.length; i++) {
      SettingException.throwIf(
          SWITCHES.contains(arguments[i - 1]) && !arguments[i].matches("(?i)true|false"),
          arguments[i - 1],
          "be true or false",
          arguments[i]);
    }
  }

  private static String errorMessage(String[] arguments) {
    try {
      return "no complaint about " + new CommandLineOptions(arguments);
    } catch (CommandLineOptionException | RuntimeException e) {
      return errorMessage(e);
    }
  }

  private static String errorMessage(Exception failure) {
    String message = SingleLine.of(String.valueOf(failure.getMessage()));
    return message.replaceFirst("No enum constant .*\\.", "there is no ");
  }

  /**
   * Returns the names of the parameters that {@code -p} sets. Throws if a value is missing after a
   * comma, which JMH itself ignores.
   */
  static Set<String> givenParameterNames(String[] arguments) {
    Set<String> names = new TreeSet<>();
    for (MatchResult typed :
        TYPED_PARAMETER.matcher(String.join("\0", arguments)).results().toList()) {
      String values = typed.group(2);
      SettingException.throwIf(
          values.endsWith(","), typed.group(1), "have a value after each comma", values);
      names.add(typed.group(1));
    }
    return names;
  }

  /** Checks all combinations; returns a warning for each valid but unusual setting. */
  Set<String> checkAll(Collection<BenchmarkListEntry> benchmarks, Set<String> givenParameters) {
    Set<String> known = new TreeSet<>();
    benchmarks.forEach(benchmark -> known.addAll(defaultValues(benchmark).keySet()));
    for (String name : givenParameters) {
      if (!known.contains(name)) {
        String rule = "be one of " + String.join(", ", known);
        throw new SettingException("parameter -p", rule, name, known);
      }
    }
    if (options.getOutput().hasValue() && !options.getOutput().get().equals("/dev/null")) {
      WritableFiles.requireWritable("-o", Path.of(options.getOutput().get()), List.of());
    }
    // JMH's default time for single shots is 0
    if (benchmarks.stream().anyMatch(this::isTimed)) {
      requireLongerThanZero("-r", options.getMeasurementTime().orElse(null));
    }
    if (benchmarks.stream().anyMatch(one -> isTimed(one) && warmupIterations(one) > 0)) {
      requireLongerThanZero("-w", options.getWarmupTime().orElse(null));
    }
    requireLongerThanZero("-to", options.getTimeout().orElse(null));
    checkProfilers();
    RunSettings settings = RunSettings.of(properties);
    Set<String> warnings = new TreeSet<>();
    for (Cell cell : cells(benchmarks)) {
      BenchmarkSettings.check(cell.benchmark(), cell.mode(), cell.params(), properties)
          .ifPresent(needs -> warnings.addAll(needs.warnings()));
    }
    settings.withCheckedLogs();
    return warnings;
  }

  private boolean isTimed(BenchmarkListEntry benchmark) {
    return modes(benchmark).stream().anyMatch(mode -> mode != Mode.SingleShotTime);
  }

  private int warmupIterations(BenchmarkListEntry benchmark) {
    return options.getWarmupIterations().orElse(benchmark.getWarmupIterations().orElse(1));
  }

  private static void requireLongerThanZero(String option, TimeValue time) {
    SettingException.throwIf(time != null && time.getTime() == 0, option, "be longer than 0", 0);
  }

  /** Returns the cells (benchmark, mode and parameters) that JMH is going to measure. */
  List<Cell> cells(Collection<BenchmarkListEntry> benchmarks) {
    List<Cell> cells = new ArrayList<>();
    for (BenchmarkListEntry benchmark : benchmarks) {
      int requested = options.getThreads().orElse(benchmark.getThreads().orElse(1));
      int[] groups = options.getThreadGroups().orElse(benchmark.getThreadGroups());
      SettingException.throwIf(
          groups.length != benchmark.getThreadGroups().length,
          "-tg",
          "have a number for each method of a group, which is one here",
          Arrays.toString(groups));
      int threads =
          Utils.roundUp(
              requested == Threads.MAX ? Runtime.getRuntime().availableProcessors() : requested,
              Utils.sum(groups));
      Collection<Mode> modes = modes(benchmark);
      Map<String, Collection<String>> values = new LinkedHashMap<>();
      defaultValues(benchmark)
          .forEach(
              (name, defaults) ->
                  values.put(name, options.getParameter(name).orElse(List.of(defaults))));
      for (Map<String, String> combination : Cell.combinations(values)) {
        for (Mode mode : modes) {
          Map<String, String> params = Cell.withThreads(combination, threads);
          cells.add(new Cell(benchmark.getUsername(), mode.shortLabel(), params));
        }
      }
    }
    return cells;
  }

  /** Returns the modes in which JMH runs a benchmark. For {@code all}, returns every mode. */
  private Collection<Mode> modes(BenchmarkListEntry benchmark) {
    Collection<Mode> requested = options.getBenchModes();
    if (requested.contains(Mode.All)) {
      return EnumSet.complementOf(EnumSet.of(Mode.All));
    }
    return requested.isEmpty() ? List.of(benchmark.getMode()) : requested;
  }

  /** Replaces each value with its canonical spelling; throws if a value is given twice. */
  static Options withCanonicalSpelling(Options commandLineOptions, Set<String> parameters) {
    ChainedOptionsBuilder spelled = new OptionsBuilder().parent(commandLineOptions);
    for (String name : parameters) {
      List<String> values =
          commandLineOptions.getParameter(name).orElse(List.of()).stream()
              .map(text -> BenchmarkParameters.canonicalText(name, text))
              .toList();
      String all = String.join(",", values);
      SettingException.throwIf(
          Set.copyOf(values).size() < values.size(), name, "have each value once", all);
      spelled.param(name, values.toArray(String[]::new));
    }
    return spelled.build();
  }

  /** Returns the usage text of the first profiler for which help was requested. */
  static Optional<String> profilerHelp(Options options) {
    return options.getProfilers().stream()
        .filter(profiler -> profiler.getOpts().equals("help"))
        .map(SettingsCheck::errorOrHelpText)
        .filter(text -> text.startsWith("Usage"))
        .findFirst();
  }

  private void checkProfilers() {
    for (ProfilerConfig profiler : options.getProfilers()) {
      String why = errorOrHelpText(profiler);
      SettingException.throwIf(
          !why.isEmpty(),
          "-prof",
          "be a profiler that works here (" + why.split("\\R", 2)[0] + ")",
          (profiler.getKlass() + ":" + profiler.getOpts()).replaceFirst(":$", ""));
    }
  }

  /** Returns the error or help text of a profiler; empty if JMH can use the profiler. */
  private static String errorOrHelpText(ProfilerConfig profiler) {
    try {
      ProfilerFactory.getProfilerOrException(profiler);
      return "";
    } catch (ProfilerException e) {
      String why = String.valueOf(e.getMessage());
      return why.startsWith("java.lang.ClassNotFound") ? "none of -lprof" : why;
    }
  }

  private static Map<String, String[]> defaultValues(BenchmarkListEntry benchmark) {
    return benchmark.getParams().orElse(Map.of());
  }
}
