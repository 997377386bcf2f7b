package io.streambench.bench;

import io.streambench.config.ClusterNeeds;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Home;
import io.streambench.config.LoadSettings;
import io.streambench.config.LogReadingSettings;
import io.streambench.config.RecoverySettings;
import io.streambench.config.SettingException;
import io.streambench.config.ShardFanOutSettings;
import io.streambench.config.StreamingSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Checks the settings of benchmarks before any fork starts. A benchmark without a case here is
 * checked by its fork alone.
 */
public final class BenchmarkSettings {
  private static final Checked UNKNOWN = new Checked(List.of(), Optional.empty());

  private BenchmarkSettings() {}

  private record Checked(List<String> warnings, Optional<ClusterNeeds> cluster) {}

  /** Checks a benchmark's parameters, and its mode unless that is empty. */
  private static Checked checked(
      String benchmark, String mode, Map<String, String> given, Map<String, String> properties) {
    String type = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    switch (type.substring(type.lastIndexOf('.') + 1)) {
      case "StreamingSearch":
        StreamingSettings streaming = StreamingSettings.of(given, properties);
        return new Checked(streaming.warnings(), Optional.of(streaming));
      case "ShardFanOut":
        StreamingSettings shards = ShardFanOutSettings.of(given, properties).streaming();
        return new Checked(shards.warnings(), Optional.of(shards));
      case "UpdateRequests":
        return checked(LoadSettings.ofUpdates(given, properties), mode);
      case "Operations":
        return checked(LoadSettings.ofOperations(given, properties), mode);
      case "IndexRecovery":
        RecoverySettings recovery = RecoverySettings.of(given, properties);
        return new Checked(recovery.warnings(), Optional.of(recovery));
      case "FanOutDelivery":
        FanOutSettings.of(given);
        return UNKNOWN;
      case "LogReading":
        LogReadingSettings.of(given, Home.folder());
        return UNKNOWN;
      default:
        return UNKNOWN;
    }
  }

  private static Checked checked(LoadSettings load, String mode) {
    if (!mode.isEmpty()) {
      load.check(mode);
    }
    return new Checked(load.warnings(), Optional.of(load));
  }

  /**
   * Checks a combination of parameters.
   *
   * @param benchmark class and method, with or without the package
   * @param mode JMH's short word for what is measured
   * @param parameters a value for each that the benchmark has
   * @param properties system properties that the fork will have
   * @return what is odd and yet allowed, a line each
   * @throws SettingException for the first that breaks its rule
   */
  public static List<String> check(
      String benchmark,
      String mode,
      Map<String, String> parameters,
      Map<String, String> properties) {
    return checked(benchmark, mode, parameters, properties).warnings();
  }

  /** The benchmark's needs of a cluster; empty if it needs none. */
  public static Optional<ClusterNeeds> cluster(
      String benchmark, Map<String, String> parameters, Map<String, String> properties) {
    return checked(benchmark, "", parameters, properties).cluster();
  }
}
