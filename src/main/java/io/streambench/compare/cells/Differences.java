package io.streambench.compare.cells;

import io.streambench.base.TextFormat;
import io.streambench.base.files.JsonFiles;
import io.streambench.compare.cells.ComparedResults.Difference;
import io.streambench.compare.cells.JmhResult.Conditions;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Stream;

/** The differences between contenders, other than parameters, that may affect the scores. */
record Differences(List<Contender> contenders) {
  private static final String JVM_ARGUMENTS_LABEL = "JVM arguments";

  private static final Map<String, String> LABEL_BY_FACT =
      Map.of(
          "os", "machine (operating system)",
          "architecture", "machine (architecture)",
          "cpus", "machine (cpus)",
          "memoryBytes", "machine (memory)",
          "jdk", "JDK",
          "solr", "Solr",
          "jetty", "Jetty",
          "gitCommit", "commit");

  /** Returns the differences that make a comparison doubtful: machine, JDK and run options. */
  List<String> warnings(Collection<List<MeasuredCell>> cells) {
    Set<String> warnings = new LinkedHashSet<>();
    parameterDifferences(cells).forEach(difference -> warnings.add(describe(difference)));
    cells.forEach(cell -> addMixedFactWarnings(cell, warnings));
    boolean jdk = warnings.stream().anyMatch(warning -> warning.startsWith("JDK "));
    Stream.of("os", "architecture", "cpus", "memoryBytes", "jdk")
        .filter(fact -> !(jdk && fact.equals("jdk")))
        .flatMap(fact -> environmentDifference(fact).stream())
        .forEach(warnings::add);
    return List.copyOf(warnings);
  }

  /** Returns the differences that are often the subject of a comparison: Solr, Jetty, commit. */
  List<String> notes() {
    return Stream.of("solr", "jetty", "gitCommit")
        .flatMap(fact -> environmentDifference(fact).stream())
        .toList();
  }

  /** Returns the batch sizes if they differ. JMH does not list the batch size as a parameter. */
  List<Difference> workloadDifferences(Collection<List<MeasuredCell>> cells) {
    return parameterDifferences(cells).stream()
        .filter(difference -> difference.parameter().equals(Conditions.BATCH_SIZE_FACT))
        .toList();
  }

  private Set<Difference> parameterDifferences(Collection<List<MeasuredCell>> cells) {
    Set<Difference> found = new LinkedHashSet<>();
    for (List<MeasuredCell> cell : cells) {
      for (int i = 1; i < contenders.size(); i++) {
        addDifferences(cell.get(0), cell.get(i), contenders.get(i).name(), found);
      }
    }
    return found;
  }

  /** Adds a warning for each fact, such as the JDK, that differs between forks of one contender. */
  private void addMixedFactWarnings(List<MeasuredCell> cell, Set<String> warnings) {
    for (int i = 0; i < contenders.size(); i++) {
      String name = contenders.get(i).name();
      factValues(cell.get(i)).entrySet().stream()
          .filter(fact -> fact.getValue().size() > 1 && !fact.getKey().equals(JVM_ARGUMENTS_LABEL))
          .map(
              fact ->
                  TextFormat.of(
                      "%s differs within %s: %s",
                      fact.getKey(), name, String.join(" and ", fact.getValue())))
          .forEach(warnings::add);
    }
  }

  private static String describe(Difference difference) {
    boolean plural = difference.parameter().equals(JVM_ARGUMENTS_LABEL);
    return difference.parameter() + (plural ? " differ: " : " differs: ") + difference.valuesText();
  }

  private void addDifferences(
      MeasuredCell baseline, MeasuredCell other, String name, Set<Difference> differences) {
    List<String> names = List.of(contenders.get(0).name(), name);
    Map<String, Set<String>> facts = factValues(baseline);
    Map<String, Set<String>> others = factValues(other);
    facts.keySet().retainAll(others.keySet());
    facts.remove(Conditions.THREADS_FACT); // already compared as a parameter
    facts.forEach(
        (fact, values) ->
            find(fact, names, List.of(values, others.get(fact))).ifPresent(differences::add));
  }

  private static Map<String, Set<String>> factValues(MeasuredCell side) {
    Map<String, Set<String>> facts = new LinkedHashMap<>();
    for (Conditions circumstances : side.conditions()) {
      circumstances
          .facts()
          .forEach((fact, value) -> facts.computeIfAbsent(fact, k -> new TreeSet<>()).add(value));
      facts
          .computeIfAbsent(JVM_ARGUMENTS_LABEL, k -> new TreeSet<>())
          .addAll(circumstances.jvmArgs());
    }
    return facts;
  }

  private Optional<String> environmentDifference(String fact) {
    List<Set<String>> values = new ArrayList<>();
    for (Contender contender : contenders) {
      Set<String> own = new TreeSet<>();
      contender.environments().stream()
          .filter(environment -> environment.get(fact) != null)
          .forEach(environment -> own.add(formatFact(fact, environment.get(fact))));
      values.add(own);
    }
    List<String> names = contenders.stream().map(Contender::name).toList();
    return find(LABEL_BY_FACT.get(fact), names, values).map(Differences::describe);
  }

  /**
   * Returns each contender's values, or empty if they are equal. Ignores unknown values. JVM
   * arguments that all contenders share are left out.
   */
  static Optional<Difference> find(String label, List<String> names, List<Set<String>> values) {
    boolean arguments = label.equals(JVM_ARGUMENTS_LABEL);
    long different = values.stream().filter(set -> arguments || !set.isEmpty()).distinct().count();
    if (different < 2) {
      return Optional.empty();
    }
    List<String> sides = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      Set<String> own = new TreeSet<>(values.get(i));
      own.removeIf(value -> arguments && values.stream().allMatch(set -> set.contains(value)));
      if (!own.isEmpty()) {
        sides.add(String.join(arguments ? " " : " and ", own) + " in " + names.get(i));
      }
    }
    return Optional.of(new Difference(label, String.join(", ", sides)));
  }

  private static String formatFact(String name, Object value) {
    return name.equals("memoryBytes") && value instanceof Number bytes
        ? TextFormat.of("%.1f GiB", bytes.doubleValue() / (1 << 30))
        : JsonFiles.toPlainLine(String.valueOf(value));
  }
}
