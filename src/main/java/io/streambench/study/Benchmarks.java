package io.streambench.study;

import java.io.OutputStream;
import java.io.PrintStream;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Pattern;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;

/** The facts that JMH knows of the benchmarks of this module. */
public final class Benchmarks {
  private static final Map<String, Map<String, List<String>>> DEFAULTS = new ConcurrentHashMap<>();

  private Benchmarks() {}

  /**
   * The parameters of a benchmark with the first of their default values, by name.
   *
   * @param benchmark class and method, without the package
   */
  public static Map<String, String> defaults(String benchmark) {
    Map<String, String> first = new TreeMap<>();
    all(benchmark).forEach((name, values) -> first.put(name, values.get(0)));
    return Collections.unmodifiableMap(first);
  }

  /** Returns whether a benchmark has that value, and no other, where nobody gives one. */
  public static boolean isDefault(String benchmark, String name, String value) {
    return List.of(value).equals(all(benchmark).get(name));
  }

  private static Map<String, List<String>> all(String benchmark) {
    return DEFAULTS.computeIfAbsent(benchmark, Benchmarks::read);
  }

  private static Map<String, List<String>> read(String benchmark) {
    Map<String, List<String>> defaults = new TreeMap<>();
    for (BenchmarkListEntry entry : entries(benchmark)) {
      entry
          .getParams()
          .orElse(Map.of())
          .forEach((name, values) -> defaults.put(name, List.of(values)));
    }
    return defaults;
  }

  /** JMH's short name of what the benchmark measures: {@code thrpt}, {@code avgt}. */
  static String mode(String benchmark) {
    return entries(benchmark).stream()
        .map(entry -> entry.getMode().shortLabel())
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no benchmark " + benchmark));
  }

  private static Collection<BenchmarkListEntry> entries(String benchmark) {
    PrintStream nowhere = new PrintStream(OutputStream.nullOutputStream());
    return BenchmarkList.defaultList()
        .find(
            OutputFormatFactory.createFormatInstance(nowhere, VerboseMode.SILENT),
            List.of("\\." + Pattern.quote(benchmark) + "$"),
            List.of());
  }
}
