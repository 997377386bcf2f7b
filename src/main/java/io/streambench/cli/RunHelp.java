package io.streambench.cli;

import io.streambench.config.Text;
import io.streambench.report.document.Page;
import io.streambench.results.Cell;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The help of {@code ./jmh.sh}: benchmarks, and parameters, which JMH's help does not list. */
record RunHelp(Collection<BenchmarkListEntry> all) {
  private static final Properties TEXTS = Page.properties("/io/streambench/cli/jmh.properties");

  String benchmarks() {
    String each =
        all.stream()
            .map(RunHelp::name)
            .distinct()
            .map(name -> Text.of("  %-24s %s%n", name, TEXTS.getProperty(name, "")))
            .collect(Collectors.joining());
    return TEXTS.getProperty("usage") + "\n" + each + "\n" + TEXTS.getProperty("examples");
  }

  /** The parameters and defaults of each benchmark; equal ones share an entry. */
  String parameters() {
    Map<String, String> names = new LinkedHashMap<>();
    for (BenchmarkListEntry one : all) {
      Map<String, String[]> defaults = new TreeMap<>(one.getParams().orElse(Map.of()));
      String shown =
          defaults.entrySet().stream()
              .map(entry -> entry.getKey() + "=" + String.join(",", entry.getValue()))
              .collect(Collectors.joining(" "));
      names.merge(shown, name(one), (before, name) -> before + ", " + name);
    }
    return TEXTS.getProperty("parameters")
        + names.entrySet().stream()
            .map(one -> "\n" + one.getValue() + "\n" + Text.folded(one.getKey(), "  ", "  ") + "\n")
            .collect(Collectors.joining());
  }

  private static String name(BenchmarkListEntry one) {
    return new Cell(one.getUsername(), "", Map.of()).shortName();
  }
}
