package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Runs for which there is not enough room, too few files, or no right to write. */
@Tag("faults")
class ScarcityFaultsIT extends FaultsAtHome {
  private static final String FULL = "No space left on device";
  private static final String NO_RIGHT = "no right to write";
  private static final String RUN = "a run";

  ScarcityFaultsIT() {
    super("scarcity");
  }

  private static List<String> jmh(List<String> arguments) {
    return SpareHome.command("jmh.sh", arguments);
  }

  /**
   * Runs a command with a small disk in place of a folder, and adds a row.
   *
   * @param kept a value of a parameter that must be in the results; empty for none
   * @param line part of the line that the user reads; empty for the result
   */
  private void fullDisk(
      String of,
      List<String> command,
      int status,
      String parameter,
      String kept,
      String line,
      String keeps,
      String said)
      throws Exception {
    try (Program program = home.start(command)) {
      Ended ended = Ended.of(program, home).withStatus(status);
      assertThat(ended.output()).contains(said);
      if (!kept.isEmpty()) {
        ended.keeps(results, parameter, kept);
      }
      row(ended, "full disk", of, line.isEmpty() ? ended.result() : ended.line(line), keeps);
    }
  }

  /** The first combination fits on it, the second does not. */
  @Test
  void aFullDiskForDataFailsTheCombinationThatFilledIt() throws Exception {
    List<String> job = Jobs.small(results, List.of("-p", "numShards=1", "-p", "docCount=100,8000"));
    List<String> command = Scarce.disk(home.data(), "40m", jmh(job));
    fullDisk("data", command, 1, "docCount", "100", "", FIRST, FULL);
  }

  @Test
  void aFullDiskForLogsCostsTheEvidenceAndNotTheVerdict() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    List<String> command = Scarce.disk(home.logs(), "64k", job);
    fullDisk("logs", command, 3, Jobs.VARIED, "1", FULL, "results, verdict", "STALLED: ");
  }

  @Test
  void aFullDiskForResultsIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    List<String> job = jmh(Jobs.twoCombinations(disk.resolve("results.json"), List.of()));
    String line = "ERROR: the results could not be written";
    List<String> command = Scarce.disk(disk, "4k", job);
    fullDisk("results", command, 1, "", "", line, "the table on the terminal", "COMPLETED");
    assertThat(Scarce.copyOf(disk)).isEmptyDirectory();
  }

  @Test
  void aFullDiskForTemporaryFilesDisturbsNothing() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    List<String> command = Scarce.disk(home.temporary(), "4k", job);
    fullDisk("temporary files", command, 0, Jobs.VARIED, "4", "", BOTH, "");
  }

  /** Leaves 4 KiB for the folder in which the zip of a stall is put together. */
  @Test
  void aFullDiskForTemporaryFilesCostsTheZipOfAStallAndNotTheVerdict() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, Jobs.STALLING));
    List<String> command = Scarce.disk(home.temporary(), "4k", job);
    String of = "temporary files, a stall";
    fullDisk(of, command, 3, Jobs.VARIED, "1", FULL, "results, verdict", "STALLED: ");
  }

  @Test
  void aFullDiskForTheOutputIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    List<String> job = new ArrayList<>(List.of("-o", disk.resolve("out.txt").toString()));
    job.addAll(Jobs.twoCombinations(results, List.of()));
    List<String> command = Scarce.disk(disk, "4k", jmh(job));
    fullDisk("-o", command, 1, Jobs.VARIED, "4", "ERROR: -o", BOTH, "");
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
    List<String> command = Scarce.disk(disk, "4k", SpareHome.command("streambench", analyze));
    fullDisk("a picture", command, 1, "", "", FULL, "the answer", "NO_STALL");
  }

  @Test
  void aFullDiskForAStudyEndsItWithALine() throws Exception {
    Path disk = folder.resolve("out");
    List<String> study = new ArrayList<>(Jobs.QUICK_STUDY);
    study.addAll(List.of("--results", disk.toString()));
    List<String> command = Scarce.disk(disk, "40k", SpareHome.command("streambench", study));
    fullDisk("a study", command, 1, "", "", FULL, "what fits", "");
  }

  @Test
  void noRightToWriteTemporaryFilesIsALine() throws Exception {
    List<String> job = jmh(Jobs.twoCombinations(results, List.of()));
    refused(NO_RIGHT, "temporary files", Scarce.notWritable(home.temporary(), job), 1, "ERROR");
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
    List<String> study = new ArrayList<>(Jobs.QUICK_STUDY);
    study.addAll(List.of("--results", locked.toString()));
    List<String> command = SpareHome.command("streambench", study);
    refused(NO_RIGHT, "a study", Scarce.notWritable(locked, command), 2, "--results must");
    assertThat(locked).isEmptyDirectory();
  }

  /** Fails unless a command begins nothing and says why. */
  private void refused(String fault, String when, List<String> command, int status, String with)
      throws Exception {
    try (Program program = home.start(command)) {
      Ended ended = Ended.of(program, home).withStatus(status);
      row(ended, fault, when, ended.line(with), "nothing was begun");
    }
  }
}
