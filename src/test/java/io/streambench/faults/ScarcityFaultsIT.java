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

/** Tests runs with too little disk space, too few open files, or no permission to write. */
@Tag("faults")
class ScarcityFaultsIT extends Faults {
  private static final String FULL_DISK = "full disk";
  private static final String DISK_FULL_MESSAGE = "No space left on device";
  private static final String NO_PERMISSION = "no right to write";

  ScarcityFaultsIT() {
    super("scarcity");
  }

  private static List<String> append(List<String> command, String... arguments) {
    List<String> all = new ArrayList<>(command);
    all.addAll(List.of(arguments));
    return all;
  }

  private List<String> smallJobCommand(String... options) {
    return SpareHome.jobCommand(Jobs.smallJobArguments(results, List.of(options)));
  }

  /** The disk has room for the first combination, but not for the second. */
  @Test
  void fullDataDiskFailsItsCombination() throws Exception {
    List<String> job = smallJobCommand("-p", "numShards=1", "-p", "docCount=100,8000");
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(home.data(), "40m", job), 1)
            .assertPrints(DISK_FULL_MESSAGE)
            .assertKeeps("docCount", "100");
    ended.addRow(FULL_DISK, "data", ended.result(), FIRST);
  }

  @Test
  void fullLogDiskLosesEvidenceButNotVerdict() throws Exception {
    assertKeepsVerdict(home.logs(), "64k", "logs");
  }

  /** Leaves 4 KiB for the folder in which the zip of a stall is built. */
  @Test
  void fullTemporaryDiskLosesZipButNotVerdict() throws Exception {
    assertKeepsVerdict(home.temporary(), "4k", "temporary files, a stall");
  }

  private void assertKeepsVerdict(Path disk, String size, String when) throws Exception {
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(disk, size, mainJobCommand(Jobs.STALLING_WINDOWS)), 3)
            .assertPrints("STALLED: ");
    ended
        .assertKeeps(FIRST)
        .addRow(FULL_DISK, when, ended.lastLine(DISK_FULL_MESSAGE), "results, verdict");
  }

  @Test
  void fullResultDiskIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    results = disk.resolve("results.json");
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(disk, "4k", mainJobCommand(List.of())), 1)
            .assertPrints("COMPLETED");
    assertThat(ScarceResources.copiedFolder(disk)).isEmptyDirectory();
    String line = ended.lastLine("ERROR: the results could not be written");
    try (Stream<Path> logs = Files.list(home.logs())) {
      results = logs.filter(file -> file.toString().endsWith("-results.json")).findFirst().get();
    }
    ended.assertKeeps(BOTH).addRow(FULL_DISK, "results", line, "results, in another folder");
  }

  @Test
  void printsResultsIfAllDisksAreFull() throws Exception {
    Path disk = folder.resolve("out");
    results = disk.resolve("results.json");
    String everywhere = "-Dstreambench.logs=%s -Duser.home=%s -Djava.io.tmpdir=%s";
    List<String> job = append(List.of("env", "JAVA_OPTS=" + everywhere.replace("%s", disk + "")));
    job.addAll(mainJobCommand(List.of()));
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(disk, "8k", job), 1)
            .assertPrints("COMPLETED", "\"rawData\" : [");
    String line = ended.lastLine("ERROR: the results could not be written");
    ended.addRow(FULL_DISK, "results, everywhere", line, "results, on standard output");
  }

  @Test
  void fullTemporaryDiskDoesNotDisturbRun() throws Exception {
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(home.temporary(), "4k", mainJobCommand(List.of())), 0)
            .assertKeeps(BOTH);
    ended.addRow(FULL_DISK, "temporary files", ended.result(), BOTH);
  }

  @Test
  void fullOutputDiskIsNeverSuccess() throws Exception {
    Path disk = folder.resolve("out");
    List<String> job = append(mainJobCommand(List.of()), "-o", disk.resolve("out.txt").toString());
    EndedProgram ended = run(ScarceResources.withSmallDisk(disk, "4k", job), 1).assertKeeps(BOTH);
    ended.addRow(FULL_DISK, "-o", ended.lastLine("ERROR: -o"), BOTH);
  }

  @Test
  void fullPictureDiskIsNeverSuccess() throws Exception {
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
    EndedProgram ended =
        run(ScarceResources.withSmallDisk(disk, "4k", analyze), 1).assertPrints("NO_STALL");
    ended.addRow(FULL_DISK, "a picture", ended.lastLine(DISK_FULL_MESSAGE), "the answer");
  }

  @Test
  void fullStudyDiskEndsStudyWithOneLine() throws Exception {
    Path disk = folder.resolve("out");
    List<String> study = append(Jobs.QUICK_STUDY, "--results", disk.toString());
    EndedProgram ended = run(ScarceResources.withSmallDisk(disk, "40k", study), 1);
    ended.addRow(FULL_DISK, "a study", ended.lastLine(DISK_FULL_MESSAGE), "what fits");
  }

  @Test
  void exhaustedFileDescriptorsFailTheirCombination() throws Exception {
    List<String> job = smallJobCommand("-p", "numShards=1,240", "-p", "docCount=2400");
    EndedProgram ended = run(ScarceResources.withFileLimit(1024, job), 1).assertKeeps(FIRST);
    ended.addRow("1,024 files may be open", "240 shards", ended.result(), FIRST);
  }

  @Test
  void rejectsRunWithTooFewFileDescriptors() throws Exception {
    List<String> command = ScarceResources.withFileLimit(160, mainJobCommand(List.of()));
    assertRefused("160 files may be open", "a run", command, 2, "ulimit -n");
  }

  @ParameterizedTest
  @CsvSource({
    "temporary files, tmp, 1, ERROR",
    "results, locked, 2, -rff must",
    "logs, flow-control-logs, 2, must be writable"
  })
  void rejectsUnwritableFolderBeforeStart(String when, String locked, int status, String line)
      throws Exception {
    Path place = folder.resolve(locked);
    if (when.equals("results")) {
      results = place.resolve("results.json");
    }
    List<String> job = mainJobCommand(when.equals("logs") ? Jobs.STALLING_WINDOWS : List.of());
    assertRefused(
        NO_PERMISSION, when, ScarceResources.withUnwritableFolder(place, job), status, line);
  }

  @Test
  void usesOtherFolderIfCheckoutIsNotWritable() throws Exception {
    Path logs = folder.resolve("logs of mine");
    List<String> job =
        append(mainJobCommand(List.of()), "-jvmArgsAppend", "\"-Dstreambench.logs=" + logs + "\"");
    EndedProgram ended =
        run(ScarceResources.withUnwritableFolder(folder.resolve("target"), job), 0)
            .assertKeeps(BOTH);
    assertThat(home.data()).doesNotExist();
    ended.addRow(NO_PERMISSION, "data", ended.result(), BOTH);
  }

  @Test
  void rejectsUnwritableStudyFolderBeforeStart() throws Exception {
    Path locked = folder.resolve("locked");
    List<String> study = append(Jobs.QUICK_STUDY, "--results", locked.toString());
    assertRefused(
        NO_PERMISSION,
        "a study",
        ScarceResources.withUnwritableFolder(locked, study),
        2,
        "--results must");
    assertThat(locked).isEmptyDirectory();
  }

  /** Asserts that a command starts nothing and prints the reason on a line with a text. */
  private void assertRefused(
      String fault, String when, List<String> command, int status, String text) throws Exception {
    EndedProgram ended = run(command, status);
    ended.addRow(fault, when, ended.lastLine(text), "nothing was begun");
  }
}
