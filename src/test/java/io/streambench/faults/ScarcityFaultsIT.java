package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs for which there is not enough room, too few files, or no right to write. */
@Tag("faults")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class ScarcityFaultsIT {
  private static final FaultTable TABLE = new FaultTable("scarcity");
  private static final String FULL = "No space left on device";
  private static final String RUN = "a run";

  @TempDir Path folder;
  private SpareHome home;
  private Path results;

  @BeforeEach
  void makeAHome() throws IOException {
    home = new SpareHome(folder);
    results = folder.resolve("results.json");
  }

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  private static List<String> jmh(List<String> arguments) {
    return SpareHome.command("jmh.sh", arguments);
  }

  /** The first combination fits on it, the second does not. */
  @Test
  void aFullDiskForDataFailsTheCombinationThatFilledIt() throws Exception {
    List<String> job = Jobs.small(results, List.of("-p", "numShards=1", "-p", "docCount=100,8000"));
    try (Program program = home.start(Scarce.disk(home.data(), "40m", jmh(job)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      ended
          .keeps(results, "docCount", "100")
          .recordIn(
              TABLE, "full disk", "data", ended.line(FULL), "the first combination", Ended.NOTHING);
    }
  }

  @Test
  void aFullDiskForLogsCostsTheEvidenceAndNotTheVerdict() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    try (Program program = home.start(Scarce.disk(home.logs(), "64k", job))) {
      Ended ended = Ended.of(program, home).withStatus(3);
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE, "full disk", "logs", ended.line(FULL), "results, verdict", Ended.NOTHING);
      assertThat(ended.output()).contains("STALLED: ");
    }
  }

  @Test
  void aFullDiskForResultsIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    Path there = disk.resolve("results.json");
    List<String> job = jmh(Jobs.twoCombinations(there, List.of()));
    try (Program program = home.start(Scarce.disk(disk, "4k", job))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      assertThat(ended.output()).contains("COMPLETED");
      assertThat(Scarce.copyOf(disk)).isEmptyDirectory();
      ended.recordIn(
          TABLE,
          "full disk",
          "results",
          ended.line("ERROR: the results could not be written"),
          "the table on the terminal",
          Ended.NOTHING);
    }
  }

  @Test
  void aFullDiskForTemporaryFilesDisturbsNothing() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    try (Program program = home.start(Scarce.disk(home.temporary(), "4k", job))) {
      Ended ended = Ended.of(program, home).withStatus(0);
      ended
          .keeps(results, Jobs.VARIED, "4")
          .recordIn(
              TABLE,
              "full disk",
              "temporary files",
              ended.line(Jobs.ROW),
              "both combinations",
              Ended.NOTHING);
    }
  }

  @Test
  void aFullDiskForAStudyEndsItWithALine() throws Exception {
    Path disk = folder.resolve("out");
    List<String> study = new ArrayList<>(Studies.QUICK);
    study.addAll(List.of("--results", disk.toString()));
    try (Program program =
        home.start(Scarce.disk(disk, "40k", SpareHome.command("streambench", study)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      ended.recordIn(TABLE, "full disk", "a study", ended.line(FULL), "what fits", Ended.NOTHING);
    }
  }

  @Test
  void tooFewFilesToStartWithAreRefused() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    try (Program program = home.start(Scarce.descriptors(160, job))) {
      Ended ended = Ended.of(program, home).withStatus(2);
      ended.recordIn(
          TABLE,
          "160 files may be open",
          RUN,
          ended.line("ulimit -n"),
          "nothing was begun",
          Ended.NOTHING);
    }
  }

  @Test
  void filesThatRunOutWhileItIndexesFailThatCombination() throws Exception {
    List<String> job = Jobs.small(results, List.of("-p", "numShards=1,120", "-p", "docCount=1200"));
    try (Program program = home.start(Scarce.descriptors(1024, jmh(job)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE,
              "1,024 files may be open",
              "120 shards",
              ended.line(Jobs.ROW),
              "the first combination",
              Ended.NOTHING);
    }
  }

  @Test
  void foldersThatCannotBeWrittenAreToldBeforeAnythingStarts() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> job = jmh(Jobs.twoCombinations(locked.resolve("results.json"), List.of()));
    try (Program program = home.start(Scarce.notWritable(locked, job))) {
      Ended ended = Ended.of(program, home).withStatus(2);
      ended.recordIn(
          TABLE,
          "no right to write",
          "results",
          ended.line("-rff must"),
          "nothing was begun",
          Ended.NOTHING);
    }
  }

  @Test
  void noRightToWriteDataIsALine() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    try (Program program = home.start(Scarce.notWritable(home.data(), job))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      ended.recordIn(
          TABLE,
          "no right to write",
          "data",
          ended.line("no permission to write into"),
          "nothing was begun",
          Ended.NOTHING);
    }
  }

  @Test
  void noRightToWriteLogsIsToldBeforeAnythingStarts() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    try (Program program = home.start(Scarce.notWritable(home.logs(), job))) {
      Ended ended = Ended.of(program, home).withStatus(2);
      ended.recordIn(
          TABLE,
          "no right to write",
          "logs",
          ended.line("must be writable"),
          "nothing was begun",
          Ended.NOTHING);
    }
  }

  @Test
  void noRightToWriteAStudysFolderIsToldBeforeAnythingStarts() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> study = new ArrayList<>(Studies.QUICK);
    study.addAll(List.of("--results", locked.toString()));
    try (Program program =
        home.start(Scarce.notWritable(locked, SpareHome.command("streambench", study)))) {
      Ended ended = Ended.of(program, home).withStatus(2);
      ended.recordIn(
          TABLE,
          "no right to write",
          "a study",
          ended.line("--results must"),
          "nothing was begun",
          Ended.NOTHING);
    }
    assertThat(Files.exists(locked)).isTrue();
  }
}
