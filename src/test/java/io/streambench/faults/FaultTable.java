package io.streambench.faults;

import io.streambench.report.table.ResultTable;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;

/** A table of faults of one kind, with a row for each as it was seen. */
final class FaultTable {
  private final String name;
  private final List<Row> rows = new ArrayList<>();

  /**
   * One fault, and the outcome.
   *
   * @param fault what happened
   * @param when what the run was at
   * @param status its exit status
   * @param seen the line that a user reads
   * @param kept what was there afterwards
   * @param left what of the run was left
   */
  record Row(String fault, String when, int status, String seen, String kept, String left) {}

  /**
   * @param name of the part of the page
   */
  FaultTable(String name) {
    this.name = name;
  }

  synchronized void add(Row row) {
    rows.add(row);
  }

  /** Writes the rows that there are. */
  synchronized void write() throws IOException {
    ReliabilityPage.write(
        name,
        ResultTable.grid("", rows)
            .text("fault", Row::fault)
            .text("while", Row::when)
            .number("status", Row::status)
            .text("what the user reads", Row::seen)
            .text("kept", Row::kept)
            .text("left", Row::left));
  }
}
