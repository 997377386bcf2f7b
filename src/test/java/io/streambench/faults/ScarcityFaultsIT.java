package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;

/** Runs for which there is not enough room, too few files, or no right to write. */
class ScarcityFaultsIT extends FaultsAtHome {
  private static final FaultTable TABLE = new FaultTable("scarcity");
  private static final String FULL = "No space left on device";
  private static final String NO_RIGHT = "no right to write";
  private static final String RUN = "a run";

  ScarcityFaultsIT() {
    super(TABLE);
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
              TABLE, "full disk", "data", ended.result(), "the first combination", Ended.NOTHING);
      assertThat(ended.output()).contains(FULL);
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
      keeps(ended, BOTH, "full disk", "temporary files");
    }
  }

  /** Leaves 4 KiB for the folder in which the zip of a stall is put together. */
  @Test
  void aFullDiskForTemporaryFilesCostsTheZipOfAStallAndNotTheVerdict() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    try (Program program = home.start(Scarce.disk(home.temporary(), "4k", job))) {
      Ended ended = Ended.of(program, home).withStatus(3);
      assertThat(ended.output()).contains("STALLED: ");
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE,
              "full disk",
              "temporary files, a stall",
              ended.line(FULL),
              "results, verdict",
              Ended.NOTHING);
    }
  }

  @Test
  void aFullDiskForTheOutputIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    List<String> job = new ArrayList<>(List.of("-o", disk.resolve("out.txt").toString()));
    job.addAll(Jobs.twoCombinations(results, List.of()));
    try (Program program = home.start(Scarce.disk(disk, "4k", jmh(job)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      ended
          .keeps(results, Jobs.VARIED, "4")
          .recordIn(
              TABLE,
              "full disk",
              "-o",
              ended.line("ERROR: -o"),
              "both combinations",
              Ended.NOTHING);
    }
  }

  @Test
  void aFullDiskForAPictureIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    Path quiet = Home.folder().resolve("src/test/resources/io/streambench/eventlog/golden");
    List<String> analyze =
        List.of(
            "analyze",
            "--png",
            disk.resolve("picture.png").toString(),
            quiet.resolve("jetty10-no-stall.log.gz").toString());
    try (Program program =
        home.start(Scarce.disk(disk, "4k", SpareHome.command("streambench", analyze)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      assertThat(ended.output()).contains("NO_STALL");
      ended.recordIn(
          TABLE, "full disk", "a picture", ended.line(FULL), "the answer", Ended.NOTHING);
    }
  }

  @Test
  void noRightToWriteTemporaryFilesIsALine() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    refused(NO_RIGHT, "temporary files", Scarce.notWritable(home.temporary(), job), 1, "ERROR");
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
    refused("160 files may be open", RUN, Scarce.descriptors(160, job), 2, "ulimit -n");
  }

  @Test
  void filesThatRunOutWhileItIndexesFailThatCombination() throws Exception {
    List<String> job = Jobs.small(results, List.of("-p", "numShards=1,240", "-p", "docCount=2400"));
    try (Program program = home.start(Scarce.descriptors(1024, jmh(job)))) {
      Ended ended = Ended.of(program, home).withStatus(1);
      keeps(ended, FIRST, "1,024 files may be open", "240 shards");
    }
  }

  @Test
  void foldersThatCannotBeWrittenAreToldBeforeAnythingStarts() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> job = jmh(Jobs.twoCombinations(locked.resolve("results.json"), List.of()));
    refused(NO_RIGHT, "results", Scarce.notWritable(locked, job), 2, "-rff must");
  }

  @Test
  void noRightToWriteDataIsALine() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    refused(
        NO_RIGHT, "data", Scarce.notWritable(home.data(), job), 1, "no permission to write into");
  }

  @Test
  void noRightToWriteLogsIsToldBeforeAnythingStarts() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    refused(NO_RIGHT, "logs", Scarce.notWritable(home.logs(), job), 2, "must be writable");
  }

  @Test
  void noRightToWriteAStudysFolderIsToldBeforeAnythingStarts() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> study = new ArrayList<>(Studies.QUICK);
    study.addAll(List.of("--results", locked.toString()));
    List<String> command = SpareHome.command("streambench", study);
    refused(NO_RIGHT, "a study", Scarce.notWritable(locked, command), 2, "--results must");
    assertThat(locked).isEmptyDirectory();
  }

  /**
   * Fails unless a command begins nothing and says why.
   *
   * @param with part of the line that says it
   */
  private void refused(String fault, String when, List<String> command, int status, String with)
      throws Exception {
    try (Program program = home.start(command)) {
      Ended ended = Ended.of(program, home).withStatus(status);
      ended.recordIn(TABLE, fault, when, ended.line(with), "nothing was begun", Ended.NOTHING);
    }
  }
}
