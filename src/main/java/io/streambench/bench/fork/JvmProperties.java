package io.streambench.bench.fork;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.openjdk.jmh.runner.options.Options;

/**
 * The system properties that a fork will have: this JVM's properties, overridden by {@code -D} in
 * JMH's JVM arguments.
 */
public final class JvmProperties {
  /** Prefixes of the properties that forks receive; the first one is this project's own. */
  private static final List<String> FORWARDED_PREFIXES =
      List.of("streambench.", "solr.", "basicauth", "javax.net.ssl.");

  /** The names of this project's properties, without their prefix {@code streambench.}. */
  private static final Set<String> PROPERTY_NAMES =
      Set.of(
          ("clusterHeap clusters directMemoryBudget flowControl jars java10 joint logs mergePolicy"
                  + " nextClientFactory outcomes recording redact stallTimeout summary wholeLog")
              .split(" "));

  private final Map<String, String> ownProperties;
  private final Map<String, String> forkProperties = new LinkedHashMap<>();

  private final boolean isInheritedByJmh;

  public JvmProperties(Properties systemProperties, Options options) {
    isInheritedByJmh = !options.getJvmArgs().hasValue();
    ownProperties = forwardedProperties(systemProperties);
    Stream.of(options.getJvmArgsPrepend(), options.getJvmArgs(), options.getJvmArgsAppend())
        .flatMap(arguments -> arguments.orElse(List.of()).stream())
        .filter(argument -> argument.startsWith("-D"))
        .map(argument -> argument.substring(2).split("=", 2))
        .forEach(pair -> forkProperties.put(pair[0], pair.length == 2 ? pair[1] : ""));
  }

  /** Returns the system properties of this JVM that are passed on to the forks. */
  public static Map<String, String> forwardedProperties(Properties systemProperties) {
    return systemProperties.stringPropertyNames().stream()
        .filter(name -> FORWARDED_PREFIXES.stream().anyMatch(name::startsWith))
        .collect(
            Collectors.toMap(
                name -> name, systemProperties::getProperty, (a, b) -> a, TreeMap::new));
  }

  /** Returns the JVM arguments in an environment that are passed on to forks, in sorted order. */
  public static List<String> argumentsForForks(Map<String, Object> environment) {
    return environment.get("jvmArguments") instanceof List<?> arguments
        ? arguments.stream()
            .map(String::valueOf)
            .filter(
                argument ->
                    FORWARDED_PREFIXES.stream()
                        .anyMatch(prefix -> argument.startsWith("-D" + prefix)))
            .sorted()
            .toList()
        : List.of();
  }

  public Map<String, String> allProperties() {
    Map<String, String> all = new TreeMap<>(ownProperties);
    all.putAll(forkProperties);
    return all;
  }

  /**
   * Returns the property names that start with {@code streambench.} but that this project does not
   * define.
   */
  public List<String> unknownNames() {
    return allProperties().keySet().stream()
        .filter(name -> name.startsWith(FORWARDED_PREFIXES.get(0)))
        .filter(
            name -> !PROPERTY_NAMES.contains(name.substring(FORWARDED_PREFIXES.get(0).length())))
        .toList();
  }

  public List<String> ownArguments() {
    return formatArguments(ownProperties.keySet());
  }

  /**
   * Returns the {@code -D} arguments that give forks this JVM's properties. Returns an empty list
   * if JMH itself passes the properties on.
   */
  public List<String> forwardedArguments() {
    Set<String> names = new TreeSet<>(ownProperties.keySet());
    names.removeAll(forkProperties.keySet());
    return isInheritedByJmh ? List.of() : formatArguments(names);
  }

  private List<String> formatArguments(Set<String> names) {
    return names.stream().map(name -> "-D" + name + "=" + ownProperties.get(name)).toList();
  }
}
