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
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;

/**
 * Checks the settings of benchmarks before any fork starts. A benchmark that has neither a case
 * here nor the parameters of StreamingSearch is checked only in its fork.
 */
public final class BenchmarkSettings {
  private static final Set<String> COLLECTION =
      parameters(StreamingSearch.Collection.class)
          .map(Field::getName)
          .collect(Collectors.toUnmodifiableSet());

  private BenchmarkSettings() {}

  private static Stream<Field> parameters(Class<?> state) {
    return Arrays.stream(state.getFields()).filter(field -> field.isAnnotationPresent(Param.class));
  }

  /** Checks a benchmark's parameters, and its mode unless it is empty. */
  private static Optional<ClusterNeeds> checked(
      String benchmark, String mode, Map<String, String> given, Map<String, String> properties) {
    String type = benchmark.substring(0, Math.max(0, benchmark.lastIndexOf('.')));
    return switch (type.substring(type.lastIndexOf('.') + 1)) {
      case "ShardFanOut" -> Optional.of(ShardFanOutSettings.of(given, properties).streaming());
      case "UpdateRequests" -> checked(LoadSettings.ofUpdates(given, properties), mode);
      case "Operations" -> checked(LoadSettings.ofOperations(given, properties), mode);
      case "IndexRecovery" -> {
        String threads = given.getOrDefault("threads", "1");
        SettingException.throwIf(
            !threads.equals("1"), "-t", "be 1: all shards recover at the same time", threads);
        yield Optional.of(RecoverySettings.of(given, properties));
      }
      case "FanOutDelivery" -> {
        FanOutSettings.of(given);
        yield Optional.empty();
      }
      case "LogReading" -> {
        LogReadingSettings.of(given, Home.folder());
        yield Optional.empty();
      }
      default -> { // a benchmark that reads the same collection has these parameters
        if (!given.keySet().containsAll(COLLECTION)) {
          yield Optional.empty();
        }
        StreamingSettings settings = StreamingSettings.of(given, properties);
        checkOwn(type, benchmark.substring(benchmark.lastIndexOf('.') + 1), given);
        yield Optional.of(settings);
      }
    };
  }

  /** Checks the parameters that a benchmark adds to those of StreamingSearch, as its fork will. */
  private static void checkOwn(String type, String method, Map<String, String> given) {
    String home = type.contains(".") ? "" : BenchmarkSettings.class.getPackageName() + ".";
    try {
      for (Method each : Class.forName(home + type).getMethods()) {
        for (Class<?> state : each.getParameterTypes()) {
          if (each.getName().equals(method)
              && StreamingSearch.Collection.class.isAssignableFrom(state)) {
            StreamingSearch.Collection collection =
                state.asSubclass(StreamingSearch.Collection.class).getConstructor().newInstance();
            for (Field parameter : parameters(state).toList()) {
              parameter.set(collection, given.get(parameter.getName()));
            }
            collection.check();
          }
        }
      }
    } catch (ClassNotFoundException e) {
      // A benchmark in a nested class: only its fork checks the added parameters.
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no state as JMH wants it for " + type + "." + method, e);
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
   * @param mode JMH's short label of the mode
   * @return warnings about settings that are odd but allowed, one line each
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
