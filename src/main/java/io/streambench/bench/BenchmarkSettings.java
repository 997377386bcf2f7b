package io.streambench.bench;

import io.streambench.base.SettingException;
import io.streambench.bench.fork.CheckedState;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.ClusterRequirements;
import java.beans.PropertyEditor;
import java.beans.PropertyEditorManager;
import java.lang.reflect.Field;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.State;

/** Checks the settings of benchmarks before any fork starts; each fork checks them again. */
public final class BenchmarkSettings {
  private BenchmarkSettings() {}

  /**
   * Checks a benchmark's parameters; throws {@code SettingException} if a value is invalid.
   *
   * @param mode JMH's short label of the benchmark mode; empty if the caller only needs to know the
   *     required cluster
   * @return the cluster that the benchmark needs; empty if it needs no cluster
   */
  public static Optional<ClusterRequirements> check(
      String benchmark,
      String mode,
      Map<String, String> parameters,
      Map<String, String> properties) {
    int threads = Integer.parseInt(parameters.getOrDefault("threads", "1"));
    Job job = new Job(benchmark, mode, threads, parameters, properties);
    Optional<ClusterRequirements> needs = Optional.empty();
    for (Class<?> type :
        findMethod(benchmark).map(BenchmarkSettings::stateTypes).orElse(List.of())) {
      if (newState(type, parameters) instanceof CheckedState state) {
        needs = state.settings(job).map(ClusterRequirements.class::cast);
      }
    }
    return needs;
  }

  /**
   * Returns the Java method of a benchmark; empty if the method is not on this JVM's class path.
   */
  public static Optional<Method> findMethod(String benchmark) {
    int dot = Math.max(0, benchmark.lastIndexOf('.'));
    String type = benchmark.substring(0, dot);
    String qualified = BenchmarkSettings.class.getPackageName() + "." + type;
    String nested = type.replaceFirst("\\.(?=[^.]*$)", "\\$");
    return Stream.of(type, qualified, nested)
        .flatMap(name -> findClass(name).stream())
        .flatMap(found -> Arrays.stream(found.getMethods()))
        .filter(method -> method.getName().equals(benchmark.substring(dot + 1)))
        .findFirst();
  }

  private static Optional<Class<?>> findClass(String type) {
    try {
      return Optional.of(Class.forName(type));
    } catch (ClassNotFoundException | NoClassDefFoundError e) {
      // NoClassDefFoundError: the name differs from a class file's name only in case
      return Optional.empty();
    }
  }

  private static List<Class<?>> stateTypes(Method benchmark) {
    return Stream.concat(
            Stream.of(benchmark.getDeclaringClass()), Stream.of(benchmark.getParameterTypes()))
        .filter(type -> type.isAnnotationPresent(State.class))
        .toList();
  }

  /** Creates a benchmark's state and sets its parameters, as JMH does. */
  private static Object newState(Class<?> type, Map<String, String> parameters) {
    try {
      Object state = type.getConstructor().newInstance();
      for (Field field : type.getFields()) {
        String text = parameters.get(field.getName());
        if (field.isAnnotationPresent(Param.class) && text != null) {
          field.set(state, parseParameter(field, text));
        }
      }
      return state;
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException("no state as JMH wants it: " + type, e);
    }
  }

  private static Object parseParameter(Field parameter, String text) {
    Class<?> type = parameter.getType();
    try {
      PropertyEditor editor = PropertyEditorManager.findEditor(type);
      editor.setAsText(text);
      return editor.getValue();
    } catch (IllegalArgumentException e) {
      throw new SettingException(
          parameter.getName(),
          type.isEnum() ? "be one of " + List.of(type.getEnumConstants()) : "be of type " + type,
          text);
    }
  }
}
