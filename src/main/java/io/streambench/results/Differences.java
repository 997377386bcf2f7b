package io.streambench.results;

import io.streambench.config.Text;
import io.streambench.results.CellResult.Circumstances;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The other differences between the contenders, which may be the reason for another score. */
final class Differences {
  private static final List<String> MACHINE = List.of("os", "architecture", "cpus", "memoryBytes");
  private static final Map<String, String> LABELS =
      Map.of(
          "os", "machine (operating system)",
          "architecture", "machine (architecture)",
          "cpus", "machine (cpus)",
          "memoryBytes", "machine (memory)",
          "jdk", "JDK",
          "solr", "Solr",
          "jetty", "Jetty",
          "gitCommit", "commit");

  private final List<Contender> contenders;

  Differences(List<Contender> contenders) {
    this.contenders = contenders;
  }

  /** The differences that make a comparison doubtful: machine, JDK, how it was run. */
  List<String> warnings(Collection<List<Optional<SideCell>>> cells) {
    Set<String> warnings = new LinkedHashSet<>();
    for (List<Optional<SideCell>> cell : cells) {
      for (int i = 1; i < contenders.size(); i++) {
        compare(cell, i, warnings);
      }
    }
    boolean jdkTold = warnings.stream().anyMatch(warning -> warning.startsWith("JDK "));
    for (String name : MACHINE) {
      environment(name).ifPresent(warnings::add);
    }
    if (!jdkTold) {
      environment("jdk").ifPresent(warnings::add);
    }
    return List.copyOf(warnings);
  }

  /** The differences that are often the very thing that is compared. */
  List<String> notes() {
    return Stream.of("solr", "jetty", "gitCommit")
        .flatMap(name -> environment(name).stream())
        .toList();
  }

  private void compare(List<Optional<SideCell>> cell, int index, Set<String> warnings) {
    if (cell.get(0).isEmpty() || cell.get(index).isEmpty()) {
      return;
    }
    List<Circumstances> one = cell.get(0).get().circumstances();
    List<Circumstances> other = cell.get(index).get().circumstances();
    Map<String, Set<String>> facts = facts(one);
    Map<String, Set<String>> others = facts(other);
    facts.forEach(
        (name, values) -> {
          Set<String> otherValues = others.getOrDefault(name, values);
          if (!otherValues.equals(values)) {
            warnings.add(
                Text.of(
                    "%s differs: %s in %s, %s in %s",
                    name,
                    String.join(" and ", values),
                    contenders.get(0).name(),
                    String.join(" and ", otherValues),
                    contenders.get(index).name()));
          }
        });
    List<String> sides = new ArrayList<>();
    only(jvmArgs(one), jvmArgs(other), contenders.get(0), sides);
    only(jvmArgs(other), jvmArgs(one), contenders.get(index), sides);
    if (!one.isEmpty() && !other.isEmpty() && !sides.isEmpty()) {
      warnings.add("JVM arguments differ: " + String.join(", ", sides));
    }
  }

  private static void only(
      Set<String> ours, Set<String> others, Contender contender, List<String> sides) {
    Set<String> only = new LinkedHashSet<>(ours);
    only.removeAll(others);
    if (!only.isEmpty()) {
      sides.add(String.join(" ", only) + " in " + contender.name() + " only");
    }
  }

  private static Set<String> jvmArgs(List<Circumstances> circumstances) {
    return circumstances.stream()
        .flatMap(one -> one.jvmArgs().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  private static Map<String, Set<String>> facts(List<Circumstances> circumstances) {
    Map<String, Set<String>> facts = new LinkedHashMap<>();
    circumstances.forEach(
        one ->
            one.facts()
                .forEach(
                    (name, value) -> facts.computeIfAbsent(name, n -> new TreeSet<>()).add(value)));
    return facts;
  }

  /** Only where every contender tells of it: what is not known does not differ. */
  private Optional<String> environment(String name) {
    List<Set<String>> values =
        contenders.stream()
            .<Set<String>>map(
                contender ->
                    contender.environments().stream()
                        .filter(environment -> environment.get(name) != null)
                        .map(environment -> shown(name, environment.get(name)))
                        .collect(Collectors.toCollection(TreeSet::new)))
            .toList();
    long different = values.stream().filter(set -> !set.isEmpty()).distinct().count();
    if (different < 2) {
      return Optional.empty();
    }
    List<String> sides = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty()) {
        sides.add(String.join(" and ", values.get(i)) + " in " + contenders.get(i).name());
      }
    }
    return Optional.of(LABELS.get(name) + " differs: " + String.join(", ", sides));
  }

  private static String shown(String name, Object value) {
    return name.equals("memoryBytes") && value instanceof Number bytes
        ? Text.of("%.1f GiB", bytes.doubleValue() / (1 << 30))
        : Wire.clean(String.valueOf(value));
  }
}
