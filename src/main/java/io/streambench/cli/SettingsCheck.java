package io.streambench.cli;

import io.streambench.config.Home;
import io.streambench.config.RunSettings;
import io.streambench.config.SettingException;
import io.streambench.config.StreamingSettings;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;

/** Checks every combination of parameters that JMH is about to run, before it runs the first. */
final class SettingsCheck {
  private final Options options;
  private final Map<String, String> properties;

  SettingsCheck(Options options, Map<String, String> properties) {
    this.options = options;
    this.properties = properties;
  }

  /**
   * Checks all of them.
   *
   * @return what is odd and yet allowed, a line each
   * @throws SettingException for the first setting that cannot be used
   */
  Set<String> warnings(Collection<BenchmarkListEntry> benchmarks, Set<String> typedParameters) {
    Set<String> known = new TreeSet<>();
    benchmarks.forEach(benchmark -> known.addAll(defaults(benchmark).keySet()));
    for (String name : typedParameters) {
      if (!known.contains(name)) {
        throw new SettingException("parameter -p", "be one of " + String.join(", ", known), name);
      }
    }
    RunSettings.of(properties, Home.folder()).checkedLogs();
    Set<String> warnings = new TreeSet<>();
    for (BenchmarkListEntry benchmark : benchmarks) {
      for (Map<String, String> combination : combinations(defaults(benchmark))) {
        warnings.addAll(StreamingSettings.of(combination, properties).warnings());
      }
    }
    return warnings;
  }

  private static Map<String, String[]> defaults(BenchmarkListEntry benchmark) {
    return benchmark.getParams().orElse(Map.of());
  }

  private List<Map<String, String>> combinations(Map<String, String[]> defaults) {
    List<Map<String, String>> combinations = new ArrayList<>(List.of(Map.of()));
    defaults.forEach(
        (name, values) -> {
          Collection<String> chosen = options.getParameter(name).orElse(List.of(values));
          List<Map<String, String>> longer = new ArrayList<>();
          for (Map<String, String> combination : combinations) {
            for (String value : chosen) {
              Map<String, String> next = new LinkedHashMap<>(combination);
              next.put(name, value);
              longer.add(next);
            }
          }
          combinations.clear();
          combinations.addAll(longer);
        });
    return combinations;
  }
}
