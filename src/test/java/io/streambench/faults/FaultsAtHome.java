package io.streambench.faults;

import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Faults of runs in a home of their own, with a row for each in a table. */
@Timeout(300)
@EnabledOnOs(OS.LINUX)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FaultsAtHome {
  static final String BOTH = "both combinations";
  static final String FIRST = "the first combination";

  final FaultTable table;

  @TempDir Path folder;
  SpareHome home;

  /** The file into which JMH writes the run's results. */
  Path results;

  FaultsAtHome(String part) {
    this.table = new FaultTable(part);
  }

  @BeforeEach
  void makeAHome() throws IOException {
    home = new SpareHome(folder);
    results = folder.resolve("results.json");
  }

  @AfterAll
  void write() throws IOException {
    table.write();
  }

  /** Fails unless the results of a combination are there, and adds a row with its outcome. */
  void keeps(Ended ended, String kept, String fault, String when) throws IOException {
    ended.keeps(results, Jobs.VARIED, kept.equals(BOTH) ? "4" : "1");
    row(ended, fault, when, ended.result(), kept);
  }

  /** Adds a row of a run that has left nothing. */
  void row(Ended ended, String fault, String when, String line, String kept) throws IOException {
    table.add(ended.row(fault, when, line, kept, Ended.NOTHING));
  }
}
