package io.streambench.faults;

import io.streambench.report.table.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** A table of faults of one kind, with a row for each as it was seen. */
final class FaultTable {
  private final String name;
  private final List<Row> rows = new ArrayList<>();

  /** A fault, the line that a user reads of it, what was kept, and what of the run was left. */
  record Row(String fault, String when, int status, String seen, String kept, String left) {}

  FaultTable(String name) {
    this.name = name;
  }

  synchronized void add(Row row) {
    rows.add(row);
  }

  synchronized void write() throws IOException {
    ReliabilityPage.write(
        name,
        ResultTable.grid("")
            .text("fault", column(Row::fault))
            .text("while", column(Row::when))
            .number("status", column(row -> Integer.toString(row.status())))
            .text("what the user reads", column(Row::seen))
            .text("kept", column(Row::kept))
            .text("left", column(Row::left)));
  }

  private List<String> column(Function<Row, String> cell) {
    return rows.stream().map(cell).toList();
  }
}
