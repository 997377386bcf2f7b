package io.streambench.study;

import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;

/**
 * The commands that run a study again, or a cell of it. All cells that are run alike share a
 * command, with the names of what varies in capital letters. A table has the values that take their
 * places. Parameters that have their benchmark's only default, in this build, are left out.
 */
final class CellCommands {
  private static final int LINE = 100;

  private final StudyOrder order;
  private final Map<StudyCell, Map<String, String>> values = new LinkedHashMap<>();
  private final Map<String, List<StudyCell>> alike = new LinkedHashMap<>();
  private final Set<String> varying = new LinkedHashSet<>();

  CellCommands(StudyOrder order) {
    this.order = order;
    for (StudyCell cell : order.cells()) {
      values.put(cell, new TreeMap<>(cell.identity()));
      alike.computeIfAbsent(kind(cell), missing -> new ArrayList<>()).add(cell);
    }
    alike.values().forEach(cells -> varying.addAll(varying(cells)));
  }

  /** The study's command, and one for each kind of cell. */
  List<String> commands() {
    List<String> commands = new ArrayList<>();
    commands.add(order.command());
    for (List<StudyCell> cells : alike.values()) {
      if (alike.size() > 1) {
        commands.add("# " + number(cells.get(0)));
      }
      commands.add(template(cells));
    }
    return commands;
  }

  /** The values that the capital letters stand for, in each cell; empty if nothing varies. */
  Optional<ResultTable> table() {
    if (varying.isEmpty()) {
      return Optional.empty();
    }
    ResultTable.Of<StudyCell> table =
        ResultTable.of(
                "What varies, by cell (for the commands below)", List.copyOf(values.keySet()))
            .text("cell", StudyCell::label);
    if (alike.size() > 1) {
      table.text("command", this::number);
    }
    for (String name : varying) {
      table.text(placeholder(name), cell -> values.get(cell).get(name));
    }
    return Optional.of(table);
  }

  private String number(StudyCell cell) {
    return "command " + (List.copyOf(alike.keySet()).indexOf(kind(cell)) + 1);
  }

  /** Cells of one kind have the same command but for the values of their parameters. */
  private String kind(StudyCell cell) {
    return ForkRun.start(order.timing(cell))
        + cell.benchmark()
        + values.get(cell).keySet()
        + cell.jvmArgs();
  }

  private List<String> varying(List<StudyCell> cells) {
    return values.get(cells.get(0)).keySet().stream()
        .filter(
            name -> cells.stream().map(cell -> values.get(cell).get(name)).distinct().count() > 1)
        .toList();
  }

  private String template(List<StudyCell> cells) {
    StudyCell first = cells.get(0);
    List<String> placeholders = varying(cells);
    List<String> parts = new ArrayList<>();
    values
        .get(first)
        .forEach(
            (name, value) -> {
              if (placeholders.contains(name)) {
                parts.add(option(name) + placeholder(name));
              } else if (!Benchmarks.isDefault(first.benchmark(), name, value)) {
                parts.add(option(name) + value);
              }
            });
    first.jvmArgs().forEach(argument -> parts.add("-jvmArgs " + argument));
    parts.add(first.benchmark());
    return folded(ForkRun.start(order.timing(first)), parts);
  }

  /** Folds a command into lines that a shell takes for one. */
  private static String folded(String start, List<String> parts) {
    StringBuilder lines = new StringBuilder();
    String line = start;
    for (String part : parts) {
      if (line.length() + part.length() > LINE) {
        lines.append(line).append(" \\\n");
        line = "  " + part;
      } else {
        line += " " + part;
      }
    }
    return lines.append(line).toString();
  }

  private static String option(String name) {
    return name.equals("threads") ? "-t " : "-p " + name + "=";
  }

  /** {@code NUM_SHARDS}. */
  private static String placeholder(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }
}
