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

/** What JMH knows about this module's benchmarks, each named by class and method. */
public final class Benchmarks {
  private static final Map<String, Optional<BenchmarkListEntry>> FOUND = new ConcurrentHashMap<>();

  private Benchmarks() {}

  /** The parameters of a benchmark, by name, each with its first default value. */
  public static Map<String, String> defaults(String benchmark) {
    Map<String, String> first = new TreeMap<>();
    requireEntry(benchmark)
        .getParams()
        .orElse(Map.of())
        .forEach((name, values) -> first.put(name, values[0]));
    return Collections.unmodifiableMap(first);
  }

  /**
   * Returns whether this value is a benchmark's only default. False for a benchmark of another
   * module, which may occur in other people's files.
   */
  public static boolean isDefault(String benchmark, String name, String value) {
    return lookUp(benchmark)
        .map(entry -> entry.getParams().orElse(Map.of()).get(name))
        .filter(defaults -> Arrays.equals(new String[] {value}, defaults))
        .isPresent();
  }

  /** JMH's short name for the mode of a benchmark: {@code thrpt}, {@code avgt}. */
  static String mode(String benchmark) {
    return requireEntry(benchmark).getMode().shortLabel();
  }

  /** The better direction of a benchmark's score: higher for throughput, lower for times. */
  static BetterDirection better(String benchmark) {
    return requireEntry(benchmark).getMode() == Mode.Throughput
        ? BetterDirection.HIGHER
        : BetterDirection.LOWER;
  }

  private static BenchmarkListEntry requireEntry(String benchmark) {
    return lookUp(benchmark)
        .orElseThrow(() -> new IllegalArgumentException("no benchmark " + benchmark));
  }

  /**
   * Finds a benchmark by its full name, or by class and method. A name with another package does
   * not match.
   */
  private static Optional<BenchmarkListEntry> lookUp(String benchmark) {
    String pattern = "(^|\\.)" + Pattern.quote(benchmark) + "$";
    return FOUND.computeIfAbsent(
        benchmark, unseen -> find(List.of(pattern), List.of()).stream().findFirst());
  }

  /** Throws if JMH's annotation processor did not run, since JMH needs its list of benchmarks. */
  public static void requireList() {
    SettingException.throwIf(
        Benchmarks.class.getResource(BenchmarkList.BENCHMARK_LIST) == null,
        BenchmarkList.BENCHMARK_LIST,
        "be on the class path (./mvnw -q package -DskipTests makes it; an IDE has to process"
            + " annotations: CONTRIBUTING.md, In an IDE)",
        "");
  }

  /** The benchmarks that match these JMH patterns. */
  public static SortedSet<BenchmarkListEntry> find(List<String> includes, List<String> excludes) {
    requireList();
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT),
            includes,
            excludes);
  }
}
