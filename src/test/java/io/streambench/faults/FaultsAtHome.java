package io.streambench.faults;

import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Faults of a run in a home of its own. */
@Tag("faults")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
abstract class FaultsAtHome {
  static final String BOTH = "both combinations";
  static final String FIRST = "the first combination";

  @TempDir Path folder;
  SpareHome home;

  /** The file into which JMH writes the run's results. */
  Path results;

  private final FaultTable table;

  /**
   * @param table gets a row for each fault
   */
  FaultsAtHome(FaultTable table) {
    this.table = table;
  }

  @BeforeEach
  void makeAHome() throws IOException {
    home = new SpareHome(folder);
    results = folder.resolve("results.json");
  }

  /**
   * Fails unless the results of a combination are there, and adds a row with its outcome.
   *
   * @param kept one of {@link #FIRST} and {@link #BOTH}
   */
  void keeps(Ended ended, String kept, String fault, String when) throws IOException {
    ended.keeps(results, Jobs.VARIED, kept.equals(BOTH) ? "4" : "1");
    ended.recordIn(table, fault, when, ended.result(), kept, Ended.NOTHING);
  }
}
