package io.streambench.study;

import io.streambench.analysis.compare.Comparison;
import io.streambench.analysis.compare.Trend;
import io.streambench.config.Text;
import io.streambench.report.table.Amounts;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The notes, settings and environment that the document of every study has. */
final class StudyFacts {
  private final StudyResults results;

  StudyFacts(StudyResults results) {
    this.results = results;
  }

  /** The sentences to be known next to the findings. */
  List<String> notes() {
    List<String> notes = new ArrayList<>();
    notes.addAll(results.order().leftOut());
    if (!results.retiredStrategies().isEmpty()) {
      notes.add(
          Text.of(
              "Retired since: %s. The commit that measured them (gitCommit, below) can run them"
                  + " again.",
              String.join(", ", results.retiredStrategies())));
    }
    if (!results.complete()) {
      notes.add("The study is not complete: missing forks are not counted.");
    }
    if (singleShots()) {
      notes.add("The result is the number of operations, not their duration.");
    } else if (results.cells().stream().anyMatch(cell -> !cell.loads().isEmpty())) {
      notes.add(
          "Throughput and latencies are of the requests that succeeded, of all forks of a cell"
              + " together. How differences are judged: docs/comparison.md.");
    } else if (results.order().forks() < Comparison.MIN_FORKS) {
      notes.add(
          Text.of(
              "With %d fork(s) per cell, scores are means of iterations and intervals are"
                  + " Student's over the iterations. They do not show how much the next fork will"
                  + " differ. For a verdict, use --forks %d or more.",
              results.order().forks(), Comparison.MIN_FORKS + 1));
    } else {
      notes.add(
          "Scores are medians of forks; intervals are 95 % bootstrap intervals of the median. How"
              + " they are judged: docs/comparison.md.");
    }
    results.cells().stream()
        .filter(cell -> !results.order().timing(cell.cell()).singleShots())
        .flatMap(
            cell ->
                Trend.of(cell.completed()).filter(Trend::notable).stream()
                    .map(
                        trend ->
                            Text.of("%s by %+.0f %%", cell.cell().label(), trend.change() * 100)))
        .reduce((one, other) -> one + ", " + other)
        .ifPresent(
            cells ->
                notes.add(
                    "Not warm: the score still changes between the first and last iteration in "
                        + cells
                        + "."));
    if (results.order().scale() == Scale.QUICK) {
      notes.add("Quick form, only to test whether the study works here: not for a verdict.");
    }
    return notes;
  }

  /** Settings that all cells have, and the environment, by name. */
  Map<String, String> facts() {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put("a fork", forks());
    Object begun = results.file().settings().get(StudyRunner.BEGUN);
    if (begun != null) {
      facts.put("begun", String.valueOf(begun));
    }
    if (results.file().settings().get(StudyRunner.RESUMED) instanceof List<?> lines) {
      facts.put(
          StudyRunner.RESUMED,
          lines.stream().map(String::valueOf).collect(Collectors.joining(" · ")));
    }
    facts.put("settings", settings(results.cells()));
    Map<String, Object> environment = results.file().environment();
    joined(environment, "os", "architecture", "cpus", "memoryBytes")
        .ifPresent(machine -> facts.put("machine", machine));
    joined(environment, "jdk", "solr", "jetty", "gitCommit")
        .ifPresent(versions -> facts.put("versions", versions));
    return facts;
  }

  private String forks() {
    return results.cells().stream()
        .map(cell -> fork(results.order().timing(cell.cell())))
        .distinct()
        .collect(Collectors.joining("; "));
  }

  private boolean singleShots() {
    return results.cells().stream()
        .allMatch(cell -> results.order().timing(cell.cell()).singleShots());
  }

  /** A load is a number of requests, and not a time. */
  private String fork(Timing timing) {
    return results.cells().stream()
        .map(cell -> cell.cell().parameters().get(Parameters.REQUESTS))
        .filter(requests -> requests != null && !requests.equals("none"))
        .findFirst()
        .map(
            requests ->
                Text.of(
                    "%d x %s requests to warm up, %d x %s counted",
                    timing.warmups(), requests, timing.iterations(), requests))
        .orElseGet(
            () ->
                timing.singleShots()
                    ? Text.of("up to %d operations", timing.iterations())
                    : Text.of(
                        "%d x %d s warm-up, %d x %d s measured",
                        timing.warmups(),
                        timing.warmupSeconds(),
                        timing.iterations(),
                        timing.seconds()));
  }

  /** The parameters that are the same in all cells. */
  private static Map<String, String> common(List<CellFigures> cells) {
    Map<String, String> common = new LinkedHashMap<>(cells.get(0).cell().parameters());
    cells.forEach(cell -> common.entrySet().retainAll(cell.cell().parameters().entrySet()));
    return common;
  }

  /** Those that all cells have and that are not their benchmark's defaults. */
  private static String settings(List<CellFigures> cells) {
    String benchmark = cells.get(0).cell().benchmark();
    String set =
        common(cells).entrySet().stream()
            .filter(one -> !Benchmarks.isDefault(benchmark, one.getKey(), one.getValue()))
            .map(one -> one.getKey() + "=" + one.getValue())
            .collect(Collectors.joining(", "));
    return set.isEmpty()
        ? "parameters that do not vary have their defaults"
        : set + "; all other parameters that do not vary have their defaults";
  }

  private static String fact(String name, Object value) {
    return name.equals("memoryBytes") && value instanceof Number bytes
        ? "memory " + Amounts.rounded(bytes.longValue())
        : name + " " + value;
  }

  private static Optional<String> joined(Map<String, Object> environment, String... names) {
    String text =
        Stream.of(names)
            .filter(environment::containsKey)
            .map(name -> fact(name, environment.get(name)))
            .collect(Collectors.joining(", "));
    return text.isEmpty() ? Optional.empty() : Optional.of(text);
  }
}
