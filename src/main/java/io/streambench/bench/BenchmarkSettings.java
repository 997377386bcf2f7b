package io.streambench.bench;

import io.streambench.config.ClusterNeeds;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Home;
import io.streambench.config.LogReadingSettings;
import io.streambench.config.OperationSettings;
import io.streambench.config.SettingException;
import io.streambench.config.ShardFanOutSettings;
import io.streambench.config.StreamingSettings;
import io.streambench.config.UpdateSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What each benchmark of this module makes of its parameters: known by its class. */
public final class BenchmarkSettings {
  private BenchmarkSettings() {}

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
    if (is(LogReading.class, benchmark)) {
      LogReadingSettings.of(parameters, Home.folder());
      return List.of();
    }
    if (is(FanOutDelivery.class, benchmark)) {
      FanOutSettings.of(parameters);
      return List.of();
    }
    if (is(UpdateRequests.class, benchmark)) {
      UpdateSettings settings = UpdateSettings.of(parameters, properties);
      settings.check(mode);
      return settings.warnings();
    }
    if (is(Operations.class, benchmark)) {
      OperationSettings settings = OperationSettings.of(parameters, properties);
      settings.check(mode);
      return settings.warnings();
    }
    if (is(ShardFanOut.class, benchmark)) {
      return ShardFanOutSettings.of(parameters, properties).streaming().warnings();
    }
    return StreamingSettings.of(parameters, properties).warnings();
  }

  /** What the benchmark asks of a cluster; empty if it needs none. */
  public static Optional<ClusterNeeds> cluster(
      String benchmark, Map<String, String> parameters, Map<String, String> properties) {
    if (is(UpdateRequests.class, benchmark)) {
      return Optional.of(UpdateSettings.of(parameters, properties));
    }
    if (is(Operations.class, benchmark)) {
      return Optional.of(OperationSettings.of(parameters, properties));
    }
    if (is(ShardFanOut.class, benchmark)) {
      return Optional.of(ShardFanOutSettings.of(parameters, properties).streaming());
    }
    return is(StreamingSearch.class, benchmark)
        ? Optional.of(StreamingSettings.of(parameters, properties))
        : Optional.empty();
  }

  private static boolean is(Class<?> type, String benchmark) {
    String name = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    return name.equals(type.getName()) || name.equals(type.getSimpleName());
  }
}
