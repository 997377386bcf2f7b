package io.streambench.report.comparison;

import io.streambench.config.Text;
import io.streambench.results.CellNames;
import io.streambench.results.ComparedCell;
import io.streambench.results.ComparedResults;
import io.streambench.results.Contender;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Results over time, as Apache Otava reads them to find change points: a CSV file with a line for
 * each contender, which has the median of the forks of every cell, and the test that describes its
 * columns (the keys of {@code type: csv} in Otava 0.8). Otava refuses a line that lacks a value, so
 * a cell that any contender did not complete is left out.
 */
public final class OtavaSeries {
  private final ComparedResults results;
  private final List<ComparedCell> whole;
  private final CellNames names;

  public OtavaSeries(ComparedResults results) {
    this.results = results;
    this.whole =
        results.cells().stream()
            .filter(cell -> cell.sides().stream().noneMatch(side -> side.scores().isEmpty()))
            .toList();
    this.names = new CellNames(results.cells().stream().map(ComparedCell::cell).toList());
  }

  /** Returns whether there is nothing to write: Otava refuses a test without a metric. */
  public boolean isEmpty() {
    return whole.isEmpty();
  }

  /** The cells that are in no line, by name. */
  public List<String> leftOut() {
    return results.cells().stream()
        .filter(cell -> !whole.contains(cell))
        .map(cell -> names.of(cell.cell()))
        .toList();
  }

  /** A line of heads, then one for each contender in the order of their times. */
  public String csv() {
    List<String> heads = new ArrayList<>(List.of("time", "contender", "commit"));
    whole.forEach(cell -> heads.add(metric(cell)));
    StringBuilder text = new StringBuilder(line(heads));
    IntStream.range(0, results.contenders().size())
        .boxed()
        .sorted(Comparator.comparing(i -> results.contenders().get(i).begun()))
        .forEach(i -> text.append(line(values(i))));
    return text.toString();
  }

  private List<String> values(int contender) {
    Contender side = results.contenders().get(contender);
    String begun = side.begun().truncatedTo(ChronoUnit.SECONDS).toString();
    List<String> values = new ArrayList<>(List.of(begun, side.name(), commit(side)));
    whole.forEach(cell -> values.add(Double.toString(cell.sides().get(contender).median())));
    return values;
  }

  private static String commit(Contender contender) {
    return contender.environments().stream()
        .map(environment -> environment.get("gitCommit"))
        .filter(Objects::nonNull)
        .map(String::valueOf)
        .findFirst()
        .orElse("");
  }

  /** The test of that name for a CSV file, in YAML. */
  public String configuration(String test, String file) {
    String head =
        """
        tests:
          %s:
            type: csv
            file: %s
            time_column: time
            attributes: [contender, commit]
            metrics:
        """;
    StringBuilder text = new StringBuilder(Text.of(head, quoted(test), quoted(file)));
    for (ComparedCell cell : whole) {
      int direction =
          switch (cell.better()) {
            case HIGHER -> 1;
            case LOWER -> -1;
            case UNKNOWN -> 0;
          };
      text.append(Text.of("      %1$s:\n        column: %1$s\n", quoted(metric(cell))));
      text.append(Text.of("        direction: %d\n", direction));
    }
    return text.toString();
  }

  private String metric(ComparedCell cell) {
    String name = names.whole(cell.cell());
    String benchmark = cell.cell().shortName();
    String whole = name.startsWith(benchmark) ? name : benchmark + ", " + name;
    return whole.replace(",", ""); // which separates the metrics that Otava is to look at
  }

  /** A scalar of YAML. */
  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }

  private static String line(List<String> values) {
    return values.stream()
        .map(value -> '"' + value.replace("\"", "\"\"") + '"')
        .collect(Collectors.joining(",", "", "\n"));
  }
}
