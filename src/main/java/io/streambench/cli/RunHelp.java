package io.streambench.cli;

import io.streambench.base.TextFormat;
import io.streambench.base.page.Page;
import io.streambench.bench.BenchmarkSettings;
import io.streambench.bench.Summary;
import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.bench.settings.Parameter;
import io.streambench.compare.cells.Cell;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Properties;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** The help of {@code ./jmh.sh}, which lists benchmarks and parameters, unlike JMH's help. */
record RunHelp(Collection<BenchmarkListEntry> entries) {
  private static final Properties TEXTS = Page.readProperties("/io/streambench/cli/jmh.properties");

  String benchmarkHelp() {
    String each =
        entries.stream()
            .map(benchmark -> TextFormat.of("  %-24s %s%n", name(benchmark), summary(benchmark)))
            .distinct()
            .collect(Collectors.joining());
    return TEXTS.getProperty("usage") + "\n" + each + "\n" + TEXTS.getProperty("examples");
  }

  /** Returns each benchmark's parameters and defaults, grouped by equal parameters. */
  String parameterHelp() {
    Map<String, String> names = new LinkedHashMap<>();
    for (BenchmarkListEntry benchmark : entries) {
      Map<String, String[]> defaults = new TreeMap<>(benchmark.getParams().orElse(Map.of()));
      String shown =
          defaults.entrySet().stream()
              .map(entry -> entry.getKey() + "=" + String.join(",", entry.getValue()))
              .collect(Collectors.joining(" "));
      names.merge(shown, name(benchmark), (before, name) -> before + ", " + name);
    }
    StringBuilder help = new StringBuilder(TEXTS.getProperty("parameters"));
    names.forEach(
        (shown, benchmarks) ->
            help.append(
                TextFormat.of("%n%s%n%s%n", benchmarks, TextFormat.wrap(shown, "  ", "  "))));
    help.append('\n');
    for (Parameter<?> parameter : BenchmarkParameters.all()) {
      String meaning =
          parameter.name() + ": " + parameter.plainMeaning() + "; " + parameter.type().rule();
      help.append(TextFormat.wrap(meaning, "", "    ")).append('\n');
    }
    return help.toString();
  }

  private static String name(BenchmarkListEntry benchmark) {
    return new Cell(benchmark.getUsername(), "", Map.of()).shortName();
  }

  private static String summary(BenchmarkListEntry benchmark) {
    return BenchmarkSettings.findMethod(benchmark.getUsername())
        .map(method -> method.getAnnotation(Summary.class))
        .map(Summary::value)
        .orElse("");
  }
}
