package io.streambench.bench;

import io.streambench.config.ClusterNeeds;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Home;
import io.streambench.config.LoadSettings;
import io.streambench.config.LogReadingSettings;
import io.streambench.config.RecoverySettings;
import io.streambench.config.ShardFanOutSettings;
import io.streambench.config.StreamingSettings;
import java.lang.reflect.Field;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.openjdk.jmh.annotations.Param;

/**
 * Checks the settings of benchmarks before any fork starts. A benchmark without a case here is
 * checked by its fork alone.
 */
public final class BenchmarkSettings {
  private static final Set<String> COLLECTION =
      Arrays.stream(StreamingSearch.Collection.class.getFields())
          .filter(field -> field.isAnnotationPresent(Param.class))
          .map(Field::getName)
          .collect(Collectors.toUnmodifiableSet());

  private BenchmarkSettings() {}

  /** Checks a benchmark's parameters, and its mode unless that is empty. */
  private static Optional<ClusterNeeds> checked(
      String benchmark, String mode, Map<String, String> given, Map<String, String> properties) {
    String type = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    switch (type.substring(type.lastIndexOf('.') + 1)) {
      case "ShardFanOut":
        return Optional.of(ShardFanOutSettings.of(given, properties).streaming());
      case "UpdateRequests":
        return checked(LoadSettings.ofUpdates(given, properties), mode);
      case "Operations":
        return checked(LoadSettings.ofOperations(given, properties), mode);
      case "IndexRecovery":
        return Optional.of(RecoverySettings.of(given, properties));
      case "FanOutDelivery":
        FanOutSettings.of(given);
        return Optional.empty();
      case "LogReading":
        LogReadingSettings.of(given, Home.folder());
        return Optional.empty();
      default: // one that reads StreamingSearch's collection has its parameters
        return given.keySet().equals(COLLECTION)
            ? Optional.of(StreamingSettings.of(given, properties))
            : Optional.empty();
    }
  }

  private static Optional<ClusterNeeds> checked(LoadSettings load, String mode) {
    if (!mode.isEmpty()) {
      load.check(mode);
    }
    return Optional.of(load);
  }

  /**
   * Checks a combination of parameters.
   *
   * @param mode JMH's short word for what is measured
   * @return what is odd and yet allowed, a line each
   */
  public static List<String> check(
      String benchmark,
      String mode,
      Map<String, String> parameters,
      Map<String, String> properties) {
    return checked(benchmark, mode, parameters, properties)
        .map(ClusterNeeds::warnings)
        .orElse(List.of());
  }

  public static Optional<ClusterNeeds> cluster(
      String benchmark, Map<String, String> parameters, Map<String, String> properties) {
    return checked(benchmark, "", parameters, properties);
  }
}
