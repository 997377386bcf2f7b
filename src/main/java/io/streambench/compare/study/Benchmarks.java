package io.streambench.compare.study;

import io.streambench.base.SettingException;
import io.streambench.compare.statistics.BetterDirection;
import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** Looks up this module's benchmarks in JMH's benchmark list, by class and method. */
public final class Benchmarks {
  private static final Map<String, Optional<BenchmarkListEntry>> ENTRY_BY_NAME =
      new ConcurrentHashMap<>();

  private Benchmarks() {}

  /** Returns a benchmark's parameters by name, each with its first default value. */
  public static Map<String, String> defaultParameters(String benchmark) {
    Map<String, String> first = new TreeMap<>();
    requireEntry(benchmark)
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> first.put(name, values[0]));
    return Collections.unmodifiableMap(first);
  }

  /** Returns whether this value is the parameter's only default; false for an unknown benchmark. */
  public static boolean isDefault(String benchmark, String name, String value) {
    return findEntry(benchmark)
        .map(entry -> entry.getParams().orElse(Map.of()).get(name))
        .filter(defaults -> Arrays.equals(new String[] {value}, defaults))
        .isPresent();
  }

  /** Returns JMH's short label for a benchmark's mode: {@code thrpt}, {@code avgt}. */
  static String mode(String benchmark) {
    return requireEntry(benchmark).getMode().shortLabel();
  }

  /** Returns the direction in which a score improves: higher for throughput, lower for times. */
  static BetterDirection betterDirection(String benchmark) {
    return requireEntry(benchmark).getMode() == Mode.Throughput
        ? BetterDirection.HIGHER
        : BetterDirection.LOWER;
  }

  private static BenchmarkListEntry requireEntry(String benchmark) {
    return findEntry(benchmark)
        .orElseThrow(() -> new IllegalArgumentException("no benchmark " + benchmark));
  }

  /** Finds a benchmark by its full name, or by class and method. A given package must match. */
  private static Optional<BenchmarkListEntry> findEntry(String benchmark) {
    String pattern = "(^|\\.)" + Pattern.quote(benchmark) + "$";
    return ENTRY_BY_NAME.computeIfAbsent(
        benchmark, key -> find(List.of(pattern), List.of()).stream().findFirst());
  }

  /** Throws a {@link SettingException} if JMH's list of benchmarks is not on the class path. */
  public static void checkBenchmarkList() {
    SettingException.throwIf(
        Benchmarks.class.getResource(BenchmarkList.BENCHMARK_LIST) == null,
        BenchmarkList.BENCHMARK_LIST,
        "be on the class path (./mvnw -q package -DskipTests makes it; an IDE has to process"
            + " annotations: CONTRIBUTING.md, In an IDE)",
        "");
  }

  /** Returns the benchmarks that match these JMH patterns. */
  public static SortedSet<BenchmarkListEntry> find(List<String> includes, List<String> excludes) {
    checkBenchmarkList();
    PrintStream noOutput = new PrintStream(OutputStream.nullOutputStream());
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(noOutput, VerboseMode.SILENT),
            includes,
            excludes);
  }
}
