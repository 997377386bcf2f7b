package io.streambench.bench;

import io.streambench.config.ClusterNeeds;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Home;
import io.streambench.config.LogReadingSettings;
import io.streambench.config.OperationSettings;
import io.streambench.config.RecoverySettings;
import io.streambench.config.ShardFanOutSettings;
import io.streambench.config.StreamingSettings;
import io.streambench.config.UpdateSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the settings of benchmarks before any fork starts. A benchmark without a case here is
 * checked by its fork alone.
 */
public final class BenchmarkSettings {
  private BenchmarkSettings() {}

  /** Checks a benchmark's parameters, and its mode unless that is empty. */
  private static Optional<ClusterNeeds> checked(
      String benchmark, String mode, Map<String, String> given, Map<String, String> properties) {
    String type = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    switch (type.substring(type.lastIndexOf('.') + 1)) {
      case "StreamingSearch":
        return Optional.of(StreamingSettings.of(given, properties));
      case "ShardFanOut":
        return Optional.of(ShardFanOutSettings.of(given, properties).streaming());
      case "UpdateRequests":
        UpdateSettings updates = UpdateSettings.of(given, properties);
        if (!mode.isEmpty()) {
          updates.check(mode);
        }
        return Optional.of(updates);
      case "Operations":
        OperationSettings operations = OperationSettings.of(given, properties);
        if (!mode.isEmpty()) {
          operations.check(mode);
        }
        return Optional.of(operations);
      case "IndexRecovery":
        return Optional.of(RecoverySettings.of(given, properties));
      case "FanOutDelivery":
        FanOutSettings.of(given);
        return Optional.empty();
      case "LogReading":
        LogReadingSettings.of(given, Home.folder());
        return Optional.empty();
      default:
        return Optional.empty();
    }
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
