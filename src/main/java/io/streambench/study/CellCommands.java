package io.streambench.study;

import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * The commands that run a study again, or a cell of it. All cells that are run alike share a
 * command, with the names of what varies in capital letters. A table has the values that take their
 * places. Parameters that have their benchmark's only default, in this build, are left out.
 */
final class CellCommands {
  private final StudyOrder order;
  private final Map<List<Object>, List<StudyCell>> alike;

  CellCommands(StudyOrder order) {
    this.order = order;
    this.alike =
        order.cells().stream()
            .collect(Collectors.groupingBy(this::kind, LinkedHashMap::new, Collectors.toList()));
  }

  /** The study's command, and one for each kind of cell. */
  List<String> commands() {
    List<String> commands = new ArrayList<>();
    commands.add(order.command());
    for (List<StudyCell> cells : alike.values()) {
      StudyCell first = cells.get(0);
      if (alike.size() > 1) {
        commands.add("# " + number(first));
      }
      commands.add(command(first, order.timing(first), varying(cells)));
    }
    return commands;
  }

  /** The values that the capital letters stand for, in each cell. */
  ResultTable table() {
    ResultTable.Of<StudyCell> table =
        ResultTable.of("What varies, by cell (for the commands below)", order.cells())
            .text("cell", StudyCell::label);
    if (alike.size() > 1) {
      table.text("command", this::number);
    }
    Set<String> varying = new TreeSet<>();
    alike.values().forEach(cells -> varying.addAll(varying(cells)));
    for (String name : varying) {
      table.text(placeholder(name), cell -> cell.identity().get(name));
    }
    return table;
  }

  private String number(StudyCell cell) {
    return "command " + (List.copyOf(alike.keySet()).indexOf(kind(cell)) + 1);
  }

  /** Cells of one kind have the same command but for the values of their parameters. */
  private List<Object> kind(StudyCell cell) {
    return List.of(order.timing(cell), cell.benchmark(), cell.identity().keySet(), cell.jvmArgs());
  }

  private static List<String> varying(List<StudyCell> cells) {
    return cells.get(0).identity().keySet().stream()
        .filter(
            name -> cells.stream().map(cell -> cell.identity().get(name)).distinct().count() > 1)
        .toList();
  }

  /**
   * The command of one fork.
   *
   * @param varying names of parameters that have their own name in place of a value
   */
  static String command(StudyCell cell, Timing timing, Collection<String> varying) {
    StringBuilder command =
        new StringBuilder(
            timing.singleShots()
                ? Text.of(
                    "./jmh.sh -f 1 -bm ss -wi %d -i %d", timing.warmups(), timing.iterations())
                : Text.of(
                    "./jmh.sh -f 1 -wi %d -w %d -i %d -r %d",
                    timing.warmups(),
                    timing.warmupSeconds(),
                    timing.iterations(),
                    timing.seconds()));
    new TreeMap<>(cell.identity())
        .forEach(
            (name, value) -> {
              boolean varies = varying.contains(name);
              if (varies || !Benchmarks.isDefault(cell.benchmark(), name, value)) {
                command
                    .append(name.equals("threads") ? " -t " : " -p " + name + "=")
                    .append(varies ? placeholder(name) : value);
              }
            });
    cell.jvmArgs().forEach(argument -> command.append(" -jvmArgs ").append(argument));
    return command.append(' ').append(cell.benchmark()).toString();
  }

  /** {@code NUM_SHARDS}. */
  private static String placeholder(String name) {
    return name.replaceAll("([a-z0-9])([A-Z])", "$1_$2").toUpperCase(Locale.ROOT);
  }
}
