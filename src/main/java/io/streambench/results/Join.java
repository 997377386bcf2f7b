package io.streambench.results;

import io.streambench.config.SettingException;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Puts the cells of all contenders side by side. Cells belong together if benchmark, mode and
 * parameters are equal. A parameter that has one value in all of a contender's cells of a
 * benchmark, and another one in another contender's, is what the contenders differ in: it keeps no
 * cells apart, and a warning tells of it.
 */
final class Join {
  private final List<Contender> contenders;
  private final List<String> warnings = new ArrayList<>();

  /**
   * A cell with what each contender has of it.
   *
   * @param cell without the parameters that are another for each contender
   * @param sides in the order of the contenders
   */
  record JoinedCell(Cell cell, List<Optional<SideCell>> sides) {
    JoinedCell {
      sides = List.copyOf(sides);
    }
  }

  Join(List<Contender> contenders) {
    Set<String> names =
        contenders.stream()
            .flatMap(contender -> contender.cells().stream())
            .map(side -> side.cell().benchmark())
            .collect(Collectors.toSet());
    this.contenders = contenders.stream().map(contender -> named(contender, names)).toList();
  }

  private static Contender named(Contender contender, Set<String> names) {
    return new Contender(
        contender.name(),
        contender.files(),
        contender.cells().stream()
            .map(side -> side.withCell(side.cell().named(longest(side.cell().benchmark(), names))))
            .toList(),
        contender.environments(),
        contender.metrics(),
        contender.warnings(),
        contender.begun());
  }

  /**
   * The benchmark with its package, as JMH's files name it: the known name that ends with this one,
   * if there is just one; otherwise the name itself. JMH has none that is in no package.
   */
  static String longest(String name, Set<String> known) {
    List<String> longer = known.stream().filter(other -> other.endsWith("." + name)).toList();
    return longer.size() == 1 ? longer.get(0) : name;
  }

  /** The warnings about what was found while joining, a line each. */
  List<String> warnings() {
    return List.copyOf(warnings);
  }

  /**
   * The cells of any contender, those of the first in its order and before all others.
   *
   * @throws SettingException if a contender has no cell in common with the first
   */
  List<JoinedCell> cells() {
    Map<String, Set<String>> differing = differingParameters();
    Map<Cell, List<Optional<SideCell>>> joined = new LinkedHashMap<>();
    for (int i = 0; i < contenders.size(); i++) {
      for (SideCell side : contenders.get(i).cells()) {
        Cell key = side.cell().without(differing.get(series(side.cell())));
        joined
            .computeIfAbsent(
                key, k -> new ArrayList<>(Collections.nCopies(contenders.size(), Optional.empty())))
            .set(i, Optional.of(side.withCell(key)));
      }
    }
    for (int i = 1; i < contenders.size(); i++) {
      requireCommon(i, joined);
    }
    return joined.entrySet().stream()
        .map(entry -> new JoinedCell(entry.getKey(), entry.getValue()))
        .toList();
  }

  private void requireCommon(int index, Map<Cell, List<Optional<SideCell>>> joined) {
    boolean common =
        joined.values().stream()
            .anyMatch(sides -> sides.get(0).isPresent() && sides.get(index).isPresent());
    if (!common) {
      Contender baseline = contenders.get(0);
      Contender contender = contenders.get(index);
      throw new SettingException(
          "FILE",
          Text.of(
              "have a cell in common with %s, which has %d cell(s) of %s; this one has %d cell(s)"
                  + " of %s",
              baseline.name(),
              baseline.cells().size(),
              baseline.benchmarks(),
              contender.cells().size(),
              contender.benchmarks()),
          contender.name());
    }
  }

  /**
   * The parameters that are constant in each contender but differ between them, by benchmark and
   * mode. Adds a warning for each.
   */
  private Map<String, Set<String>> differingParameters() {
    Map<String, Set<String>> differing = new LinkedHashMap<>();
    Map<String, Set<String>> told = new LinkedHashMap<>();
    Set<String> series = new LinkedHashSet<>();
    contenders.forEach(c -> c.cells().forEach(side -> series.add(series(side.cell()))));
    for (String one : series) {
      differing.put(one, new HashSet<>());
      for (String name : parameters(one)) {
        List<Set<String>> values =
            contenders.stream().map(contender -> values(contender, one, name)).toList();
        boolean constant = values.stream().allMatch(set -> set.size() <= 1);
        long different = values.stream().filter(set -> !set.isEmpty()).distinct().count();
        if (constant && different > 1) {
          differing.get(one).add(name);
          told.computeIfAbsent(warning(name, values), k -> new TreeSet<>()).add(one);
        }
      }
    }
    warnings.addAll(told.keySet());
    return differing;
  }

  private String warning(String name, List<Set<String>> values) {
    List<String> sides = new ArrayList<>();
    for (int i = 0; i < values.size(); i++) {
      if (!values.get(i).isEmpty()) {
        sides.add(values.get(i).iterator().next() + " in " + contenders.get(i).name());
      }
    }
    String what = name.equals("capture") ? "capture mode" : "parameter " + name;
    return what + " differs: " + String.join(", ", sides);
  }

  private Set<String> parameters(String series) {
    return contenders.stream()
        .flatMap(contender -> contender.cells().stream())
        .filter(side -> series(side.cell()).equals(series))
        .flatMap(side -> side.cell().params().keySet().stream())
        .collect(Collectors.toCollection(LinkedHashSet::new));
  }

  /** The values of a parameter; empty if the contender has none of these cells at all. */
  private static Set<String> values(Contender contender, String series, String name) {
    return contender.cells().stream()
        .filter(side -> series(side.cell()).equals(series))
        .map(side -> side.cell().params().getOrDefault(name, "(none)"))
        .collect(Collectors.toSet());
  }

  private static String series(Cell cell) {
    return cell.benchmark() + " " + cell.mode();
  }
}
