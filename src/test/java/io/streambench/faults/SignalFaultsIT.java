package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;

/** Every process, ended in every way in every phase. */
@Tag("faults")
class SignalFaultsIT extends SignalFaults {

  SignalFaultsIT() {
    super("signals");
  }

  static Stream<Arguments> cells() {
    return Stream.of(Phase.values())
        .flatMap(phase -> Stream.of(Blow.values()).map(blow -> Arguments.of(blow, phase)));
  }

  /** The folder has all that the fork left; the zip is made of it later. */
  @Test
  void evidenceThatAKilledParentLeftIsCompletedByTheVerb() throws Exception {
    try (Program program = home.start("jmh.sh", Jobs.twoCombinations(results, Jobs.STALLING))) {
      Phase.EVIDENCE.await(program, home, JobProcess.PARENT);
      Blow.KILL_PARENT.strike(program);
      Ended.of(program, home).withStatus(Blow.KILL_PARENT.status);
    }
    Path run =
        home.runFolders().stream()
            .filter(path -> path.toString().endsWith("STALLED"))
            .findFirst()
            .orElseThrow();
    assertThat(run.resolveSibling(run.getFileName() + ".zip")).doesNotExist();
    try (Program verb = home.start("streambench", List.of("evidence", run.toString()))) {
      Ended ended = Ended.of(verb, home).withStatus(0);
      assertThat(run.resolveSibling(run.getFileName() + ".zip")).exists();
      table.add(
          new FaultTable.Row(
              "`streambench evidence FOLDER`",
              "after kill -9 at evidence",
              0,
              ended.line("to attach"),
              "the zip",
              ended.left()));
    }
  }

  /** The forks have ended, and so have their clusters. */
  @ParameterizedTest
  @EnumSource(names = {"KILL_PARENT", "TERM", "CTRL_C"})
  void aReportThatWasNotWrittenIsMadeAgain(Blow blow) throws Exception {
    FaultTable.Row row;
    try (Program program = home.start("streambench", Jobs.QUICK_STUDY)) {
      program.output().await("[1/1]", 0);
      blow.strike(program);
      Ended ended = Ended.of(program, home).withStatus(blow.status, 0);
      boolean killed = blow == Blow.KILL_PARENT && ended.wasKilled();
      row =
          ended.row(
              blow.text,
              "report of a study",
              killed ? "(the shell's word)" : ended.line("[1/1]"),
              "the study",
              killed ? Ended.UNTIL_THE_NEXT_RUN : Ended.NOTHING);
    }
    Path study;
    try (Stream<Path> studies = Files.list(home.folder().resolve("results"))) {
      study = studies.findFirst().orElseThrow();
    }
    try (Program report = home.start("streambench", List.of("report", study.toString()))) {
      Ended.of(report, home).withStatus(0);
    }
    assertThat(study.resolve("report.md")).exists();
    table.add(row);
  }
}
