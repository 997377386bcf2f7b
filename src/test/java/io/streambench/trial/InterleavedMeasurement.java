package io.streambench.trial;

import static java.nio.file.StandardOpenOption.APPEND;
import static java.nio.file.StandardOpenOption.CREATE;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Measures several client settings, interleaved in rounds. A ratio compares two settings in the
 * same round. Its interval is Student's t-interval of the logarithms.
 */
final class InterleavedMeasurement {
  /** The name of a figure that is already a ratio. */
  static final String SPEED_RATIO = "beside / alone";

  private final List<ClientSetting> settings;
  private final ClientSetting baseline;
  private final Map<String, Map<ClientSetting, List<Double>>> figures = new LinkedHashMap<>();

  InterleavedMeasurement(List<ClientSetting> settings, ClientSetting baseline) {
    this.settings = settings;
    this.baseline = baseline;
  }

  /** A measurement of named figures. */
  @FunctionalInterface
  interface Measurement {
    Map<String, Double> of(ClientSetting setting) throws Exception;
  }

  /**
   * Measures all settings in each round, beginning with another one each time. The first round is
   * dropped.
   */
  void measure(int rounds, Measurement measurement) throws Exception {
    for (int round = 0; round <= rounds; round++) {
      for (int i = 0; i < settings.size(); i++) {
        ClientSetting setting = settings.get((i + round) % settings.size());
        Map<String, Double> measured = measurement.of(setting);
        if (round > 0) {
          measured.forEach(
              (name, value) ->
                  figures
                      .computeIfAbsent(name, n -> new EnumMap<>(ClientSetting.class))
                      .computeIfAbsent(setting, w -> new ArrayList<>())
                      .add(value));
        }
      }
    }
  }

  /**
   * Prints a line for each figure and setting, with the median and the ratio to the baseline. Adds
   * all rounds as a line of JSON to the file {@code -Dtrial.rounds}.
   */
  void print(String title) throws IOException {
    System.out.println(title);
    figures.forEach(
        (name, ofSettings) ->
            settings.forEach(
                setting ->
                    System.out.printf(
                        Locale.ROOT,
                        "  %-24s %-18s %10.2f   %s%n",
                        name,
                        setting.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                        median(ofSettings.get(setting)),
                        name.startsWith(SPEED_RATIO)
                            ? interval(ofSettings.get(setting))
                            : setting == baseline
                                ? ""
                                : ratio(ofSettings.get(setting), ofSettings.get(baseline)))));
    System.out.flush();
    String rounds = System.getProperty("trial.rounds");
    if (rounds != null) {
      Files.writeString(Path.of(rounds), toJson(title) + "\n", CREATE, APPEND);
    }
  }

  /** Returns all rounds as a line of JSON. */
  private String toJson(String title) {
    List<String> names = new ArrayList<>();
    figures.forEach(
        (name, ofSettings) ->
            names.add(
                ofSettings.entrySet().stream()
                    .map(entry -> "\"" + entry.getKey() + "\":" + entry.getValue())
                    .collect(Collectors.joining(",", "\"" + name + "\":{", "}"))));
    long heap = Runtime.getRuntime().maxMemory();
    return "{\"trial\":\"%s\",\"maxHeapBytes\":%d,%s}"
        .formatted(title, heap, String.join(",", names));
  }

  static double median(List<Double> values) {
    double[] sorted = values.stream().mapToDouble(Double::doubleValue).sorted().toArray();
    int half = sorted.length / 2;
    return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
  }

  private static String ratio(List<Double> values, List<Double> baselineValues) {
    List<Double> ratios = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      ratios.add(values.get(i) / baselineValues.get(i));
    }
    return interval(ratios);
  }

  private static String interval(List<Double> ratios) {
    int n = ratios.size();
    double[] logs = ratios.stream().mapToDouble(Math::log).toArray();
    double mean = Arrays.stream(logs).sum() / n;
    double squares = 0;
    for (double log : logs) {
      squares += (log - mean) * (log - mean);
    }
    double half =
        n < 2
            ? Double.NaN
            : TDistribution.of(n - 1.0).inverseCumulativeProbability(0.975)
                * Math.sqrt(squares / (n - 1) / n);
    return String.format(
        Locale.ROOT,
        "%.2f (%.2f-%.2f)",
        Math.exp(mean),
        Math.exp(mean - half),
        Math.exp(mean + half));
  }
}
