package io.streambench.bench;

import io.streambench.config.ClusterNeeds;
import io.streambench.config.FanOutSettings;
import io.streambench.config.Home;
import io.streambench.config.LogReadingSettings;
import io.streambench.config.OperationSettings;
import io.streambench.config.RecoverySettings;
import io.streambench.config.SettingException;
import io.streambench.config.ShardFanOutSettings;
import io.streambench.config.StreamingSettings;
import io.streambench.config.UpdateSettings;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;

/** Registry of the benchmarks' settings; a new benchmark gets its entry here. */
public final class BenchmarkSettings {
  private static final List<Entry> ALL =
      List.of(
          new Entry(
              StreamingSearch.class,
              given -> streaming(given).warnings(),
              given -> Optional.of(streaming(given))),
          new Entry(
              ShardFanOut.class,
              given -> shardFanOut(given).warnings(),
              given -> Optional.of(shardFanOut(given))),
          new Entry(
              UpdateRequests.class,
              given -> {
                updates(given).check(given.mode);
                return updates(given).warnings();
              },
              given -> Optional.of(updates(given))),
          new Entry(
              Operations.class,
              given -> {
                operations(given).check(given.mode);
                return operations(given).warnings();
              },
              given -> Optional.of(operations(given))),
          new Entry(
              IndexRecovery.class,
              given -> recovery(given).warnings(),
              given -> Optional.of(recovery(given))),
          new Entry(
              FanOutDelivery.class,
              given -> {
                FanOutSettings.of(given.parameters);
                return List.of();
              },
              given -> Optional.empty()),
          new Entry(
              LogReading.class,
              given -> {
                LogReadingSettings.of(given.parameters, Home.folder());
                return List.of();
              },
              given -> Optional.empty()));

  private BenchmarkSettings() {}

  /** The parameters given to a benchmark; a cluster needs no mode. */
  private record Given(
      String mode, Map<String, String> parameters, Map<String, String> properties) {}

  /**
   * A benchmark.
   *
   * @param check throws for what breaks a rule, and returns what is odd
   * @param cluster what it asks of a cluster; empty if it needs none
   */
  private record Entry(
      Class<?> benchmark,
      Function<Given, List<String>> check,
      Function<Given, Optional<ClusterNeeds>> cluster) {
    private boolean is(String name) {
      String type = name.substring(0, Math.max(0, name.lastIndexOf('.')));
      return type.equals(benchmark.getName()) || type.equals(benchmark.getSimpleName());
    }
  }

  private static StreamingSettings streaming(Given given) {
    return StreamingSettings.of(given.parameters, given.properties);
  }

  private static StreamingSettings shardFanOut(Given given) {
    return ShardFanOutSettings.of(given.parameters, given.properties).streaming();
  }

  private static UpdateSettings updates(Given given) {
    return UpdateSettings.of(given.parameters, given.properties);
  }

  private static OperationSettings operations(Given given) {
    return OperationSettings.of(given.parameters, given.properties);
  }

  private static RecoverySettings recovery(Given given) {
    return RecoverySettings.of(given.parameters, given.properties);
  }

  private static Optional<Entry> entry(String benchmark) {
    return ALL.stream().filter(entry -> entry.is(benchmark)).findFirst();
  }

  /**
   * Checks a combination of parameters; of a benchmark that is not here nothing is known.
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
    return entry(benchmark)
        .map(entry -> entry.check.apply(new Given(mode, parameters, properties)))
        .orElse(List.of());
  }

  /** The benchmark's needs of a cluster; empty if it needs none. */
  public static Optional<ClusterNeeds> cluster(
      String benchmark, Map<String, String> parameters, Map<String, String> properties) {
    return entry(benchmark)
        .flatMap(entry -> entry.cluster.apply(new Given("", parameters, properties)));
  }
}
