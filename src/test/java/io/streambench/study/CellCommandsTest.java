package io.streambench.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cli.Studies;
import io.streambench.report.table.ResultTable.Column;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CellCommandsTest {
  static List<String> studies() {
    return List.of("http1-vs-http2", "strategies", "saturation", "shard-fan-out", "single-request");
  }

  /** Every cell's own parameters come back from the command and the table together. */
  @ParameterizedTest
  @MethodSource("studies")
  void aCommandWithTheValuesOfARowRunsThatCell(String study) {
    StudyOrder order = new StudyOrder(Studies.named(study), 5, Scale.FULL, Map.of());
    CellCommands repeat = new CellCommands(order);
    List<String> commands = repeat.commands();
    assertThat(commands.get(0)).startsWith("./streambench study " + study);
    List<Column> columns = repeat.table().columns();
    for (int row = 0; row < order.cells().size(); row++) {
      StudyCell cell = order.cells().get(row);
      int number = 1;
      Map<String, String> places = new LinkedHashMap<>();
      for (Column column : columns) {
        String text = column.entries().get(row).text();
        if (column.head().equals("command")) {
          number = Integer.parseInt(text.replace("command ", ""));
        } else {
          places.put(column.head(), text);
        }
      }
      assertThat(places).containsEntry("cell", cell.label());
      assertThat(parameters(template(commands, number), places, cell.benchmark()))
          .as(cell.label())
          .containsAllEntriesOf(cell.parameters());
    }
  }

  private static String template(List<String> commands, int number) {
    return commands.stream()
        .filter(command -> command.startsWith("./jmh.sh"))
        .skip(number - 1)
        .findFirst()
        .orElseThrow();
  }

  /** The parameters that a shell and JMH would read, with defaults for those left out. */
  private static Map<String, String> parameters(
      String command, Map<String, String> places, String benchmark) {
    Map<String, String> parameters = new LinkedHashMap<>(Benchmarks.defaults(benchmark));
    String[] words = command.split(" ");
    assertThat(words[words.length - 1]).isEqualTo(benchmark);
    for (int i = 0; i + 1 < words.length; i++) {
      if (words[i].equals("-p")) {
        String[] pair = words[i + 1].split("=", 2);
        parameters.put(pair[0], places.getOrDefault(pair[1], pair[1]));
      }
    }
    return parameters;
  }
}
