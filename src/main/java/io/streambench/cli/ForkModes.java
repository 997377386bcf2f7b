package io.streambench.cli;

import io.streambench.config.DispatchMode;
import io.streambench.config.FanOutSettings;
import io.streambench.config.SettingException;
import io.streambench.config.Text;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Consumer;
import org.openjdk.jmh.runner.BenchmarkListEntry;
import org.openjdk.jmh.runner.options.Options;
import org.openjdk.jmh.runner.options.OptionsBuilder;

/** Leaves out the modes of dispatch that the JDK of the forks does not have. */
final class ForkModes {
  private ForkModes() {}

  /**
   * The options without those modes.
   *
   * @param jdk feature release of the forks
   * @param left receives a line for every mode that is left out
   * @throws SettingException if no mode is left
   */
  static Options available(
      Options typed, Collection<BenchmarkListEntry> benchmarks, int jdk, Consumer<String> left) {
    List<String> values =
        benchmarks.stream()
            .map(benchmark -> benchmark.getParams().orElse(Map.of()))
            .map(params -> params.get(FanOutSettings.MODE))
            .filter(Objects::nonNull)
            .findFirst()
            .map(defaults -> typed.getParameter(FanOutSettings.MODE).orElse(List.of(defaults)))
            .map(List::copyOf)
            .orElse(List.of());
    List<String> kept = values.stream().filter(value -> mode(value).availableOn(jdk)).toList();
    if (kept.equals(values)) {
      return typed;
    }
    if (kept.isEmpty()) {
      throw new SettingException(
          FanOutSettings.MODE, "be POOL or THREADS on JDK " + jdk, String.join(",", values));
    }
    values.stream()
        .filter(value -> !kept.contains(value))
        .map(ForkModes::mode)
        .forEach(
            mode ->
                left.accept(
                    Text.of(
                        "%s is left out: it needs JDK %d or later, this is %d",
                        mode, mode.sinceJdk(), jdk)));
    return new OptionsBuilder()
        .parent(typed)
        .param(FanOutSettings.MODE, kept.toArray(String[]::new))
        .build();
  }

  private static DispatchMode mode(String value) {
    return DispatchMode.parse(FanOutSettings.MODE, value);
  }
}
