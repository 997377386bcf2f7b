package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import io.streambench.program.SpareHome;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Runs for which there is not enough room, too few files, or no right to write. */
@Tag("faults")
class ScarcityFaultsIT extends Faults {
  private static final String DISK = "full disk";
  private static final String FULL = "No space left on device";
  private static final String NO_RIGHT = "no right to write";

  ScarcityFaultsIT() {
    super("scarcity");
  }

  private static List<String> with(List<String> command, String... more) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(more));
    return all;
  }

  private List<String> small(String... more) {
    return SpareHome.job(Jobs.small(results, List.of(more)));
  }

  /** The first combination fits on it, the second does not. */
  @Test
  void aFullDiskForDataFailsTheCombinationThatFilledIt() throws Exception {
    List<String> job = small("-p", "numShards=1", "-p", "docCount=100,8000");
    Ended ended = run(Scarce.disk(home.data(), "40m", job), 1).says(FULL).keeps("docCount", "100");
    ended.row(DISK, "data", ended.result(), FIRST);
  }

  @Test
  void aFullDiskForLogsCostsTheEvidenceAndNotTheVerdict() throws Exception {
    costsNotTheVerdict(home.logs(), "64k", "logs");
  }

  /** Leaves 4 KiB for the folder in which the zip of a stall is put together. */
  @Test
  void aFullDiskForTemporaryFilesCostsTheZipOfAStallAndNotTheVerdict() throws Exception {
    costsNotTheVerdict(home.temporary(), "4k", "temporary files, a stall");
  }

  private void costsNotTheVerdict(Path disk, String size, String when) throws Exception {
    Ended ended = run(Scarce.disk(disk, size, job(Jobs.STALLING)), 3).says("STALLED: ");
    ended.keeps(FIRST).row(DISK, when, ended.line(FULL), "results, verdict");
  }

  @Test
  void aFullDiskForResultsIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    results = disk.resolve("results.json");
    Ended ended = run(Scarce.disk(disk, "4k", job(List.of())), 1).says("COMPLETED");
    assertThat(Scarce.copyOf(disk)).isEmptyDirectory();
    String line = ended.line("ERROR: the results could not be written");
    try (Stream<Path> logs = Files.list(home.logs())) {
      results = logs.filter(file -> file.toString().endsWith("-results.json")).findFirst().get();
    }
    ended.keeps(BOTH).row(DISK, "results", line, "results, in another folder");
  }

  @Test
  void resultsThatHaveNoRoomAnywhereArePrinted() throws Exception {
    Path disk = folder.resolve("out");
    results = disk.resolve("results.json");
    String everywhere = "-Dstreambench.logs=%s -Duser.home=%s -Djava.io.tmpdir=%s";
    List<String> job = with(List.of("env", "JAVA_OPTS=" + everywhere.replace("%s", disk + "")));
    job.addAll(job(List.of()));
    Ended ended = run(Scarce.disk(disk, "8k", job), 1).says("COMPLETED", "\"rawData\" : [");
    String line = ended.line("ERROR: the results could not be written");
    ended.row(DISK, "results, everywhere", line, "results, on standard output");
  }

  @Test
  void aFullDiskForTemporaryFilesDisturbsNothing() throws Exception {
    Ended ended = run(Scarce.disk(home.temporary(), "4k", job(List.of())), 0).keeps(BOTH);
    ended.row(DISK, "temporary files", ended.result(), BOTH);
  }

  @Test
  void aFullDiskForTheOutputIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    List<String> job = with(job(List.of()), "-o", disk.resolve("out.txt").toString());
    Ended ended = run(Scarce.disk(disk, "4k", job), 1).keeps(BOTH);
    ended.row(DISK, "-o", ended.line("ERROR: -o"), BOTH);
  }

  @Test
  void aFullDiskForAPictureIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    Path quiet =
        Installation.moduleFolder().resolve("src/test/resources/io/streambench/eventlog/golden");
    List<String> analyze =
        List.of(
            "./streambench",
            "analyze",
            "--png",
            disk.resolve("picture.png").toString(),
            quiet.resolve("jetty10-no-stall.log.gz").toString());
    Ended ended = run(Scarce.disk(disk, "4k", analyze), 1).says("NO_STALL");
    ended.row(DISK, "a picture", ended.line(FULL), "the answer");
  }

  @Test
  void aFullDiskForAStudyEndsItWithALine() throws Exception {
    Path disk = folder.resolve("out");
    List<String> study = with(Jobs.QUICK_STUDY, "--results", disk.toString());
    Ended ended = run(Scarce.disk(disk, "40k", study), 1);
    ended.row(DISK, "a study", ended.line(FULL), "what fits");
  }

  @Test
  void filesThatRunOutWhileItIndexesFailThatCombination() throws Exception {
    List<String> job = small("-p", "numShards=1,240", "-p", "docCount=2400");
    Ended ended = run(Scarce.descriptors(1024, job), 1).keeps(FIRST);
    ended.row("1,024 files may be open", "240 shards", ended.result(), FIRST);
  }

  @Test
  void tooFewFilesToStartWithAreRefused() throws Exception {
    List<String> command = Scarce.descriptors(160, job(List.of()));
    refused("160 files may be open", "a run", command, 2, "ulimit -n");
  }

  @ParameterizedTest
  @CsvSource({
    "temporary files, tmp, 1, ERROR",
    "results, locked, 2, -rff must",
    "logs, flow-control-logs, 2, must be writable"
  })
  void noRightToWriteIsALineBeforeAnythingStarts(
      String when, String locked, int status, String line) throws Exception {
    Path place = folder.resolve(locked);
    if (when.equals("results")) {
      results = place.resolve("results.json");
    }
    List<String> job = job(when.equals("logs") ? Jobs.STALLING : List.of());
    refused(NO_RIGHT, when, Scarce.notWritable(place, job), status, line);
  }

  @Test
  void noRightToWriteIntoTheCheckoutTakesAnotherFolder() throws Exception {
    Path logs = folder.resolve("logs of mine");
    List<String> job =
        with(job(List.of()), "-jvmArgsAppend", "\"-Dstreambench.logs=" + logs + "\"");
    Ended ended = run(Scarce.notWritable(folder.resolve("target"), job), 0).keeps(BOTH);
    assertThat(home.data()).doesNotExist();
    ended.row(NO_RIGHT, "data", ended.result(), BOTH);
  }

  @Test
  void noRightToWriteAStudysFolderIsToldBeforeAnythingStarts() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> study = with(Jobs.QUICK_STUDY, "--results", locked.toString());
    refused(NO_RIGHT, "a study", Scarce.notWritable(locked, study), 2, "--results must");
    assertThat(locked).isEmptyDirectory();
  }

  /** Fails unless a command begins nothing and says why in a line with that text. */
  private void refused(String fault, String when, List<String> command, int status, String with)
      throws Exception {
    Ended ended = run(command, status);
    ended.row(fault, when, ended.line(with), "nothing was begun");
  }
}
