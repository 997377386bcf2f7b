package io.streambench.results;

import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The conditions under which a cell was measured, besides its parameters.
 *
 * @param facts names and values for people: JDK, VM, threads, warm-up, measurement
 * @param jvmArgs of the forks, without those that only say where files go
 * @param forked false if it was measured in the JVM of JMH itself
 */
public record Circumstances(Map<String, String> facts, List<String> jvmArgs, boolean forked) {
  /** A folder that is another one in every run. */
  private static final String OUTCOMES = "-Dstreambench.outcomes=";

  public Circumstances {
    facts = Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    jvmArgs = jvmArgs.stream().filter(argument -> !argument.startsWith(OUTCOMES)).toList();
  }
}
