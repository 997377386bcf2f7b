package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The main job, whose processes are ended by force or by order while its second combination is at
 * something: the first is kept, the user is told, and nothing goes on or is left.
 */
class SignalFaultsIT extends Faults {
  private static final String FIRST_ONLY = "INTERRUPTED before it had a result";
  private static final String SHELL = "(the shell's word)";
  private static final int OF_A_SIGNAL = 128;

  SignalFaultsIT() {
    super("signals");
  }

  enum Blow {
    KILL_PARENT("kill -9 of the parent", "KILL", JobProcess.PARENT, OF_A_SIGNAL + 9),
    KILL_FORK("kill -9 of the fork", "KILL", JobProcess.FORK, 1),
    KILL_CLUSTER("kill -9 of the cluster's process", "KILL", JobProcess.CLUSTER, 1),
    TERM("SIGTERM to the parent", "TERM", JobProcess.PARENT, OF_A_SIGNAL + 15),
    CTRL_C("Ctrl-C", "INT", JobProcess.PARENT, OF_A_SIGNAL + 2);

    private final String text;
    private final int status;
    private final String signal;
    private final JobProcess process;

    Blow(String text, String signal, JobProcess process, int status) {
      this.text = text;
      this.signal = signal;
      this.process = process;
      this.status = status;
    }

    void strike(Program program) throws Exception {
      switch (this) {
        case CTRL_C -> program.signalGroup(signal);
        case TERM, KILL_PARENT -> program.signal(signal);
        default -> Program.signal(signal, process.in(program));
      }
    }

    /** A combination that has its verdict by then has stalled, whichever process is killed. */
    Integer[] statuses(Phase phase) {
      return phase == Phase.EVIDENCE && process != JobProcess.PARENT
          ? new Integer[] {1, 3}
          : new Integer[] {status};
    }

    /** The line that says it; empty where no process is left to say anything. */
    String line(Phase phase) {
      if (this == KILL_PARENT) {
        return "";
      } else if (phase == Phase.EVIDENCE) {
        return "STALLED";
      }
      return switch (this) {
        case KILL_FORK -> "the fork ended without a result";
        case KILL_CLUSTER -> "FAILED";
        default -> FIRST_ONLY;
      };
    }
  }

  /**
   * Two ways to end a process, each in another phase: what every build tries. A node that dies is
   * in {@code IndexRecoveryIT}, Ctrl-C in {@code StudyIT}.
   */
  @Tag("program")
  @Tag("slow")
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"KILL_PARENT, INDEXING", "KILL_FORK, MEASUREMENT"})
  void ofAFewWhatWasFinishedIsKeptAndNothingIsLeft(Blow blow, Phase phase) throws Exception {
    whatWasFinishedIsKeptAndNothingIsLeft(blow, phase);
  }

  static Stream<Arguments> cells() {
    return Stream.of(Phase.values())
        .flatMap(phase -> Stream.of(Blow.values()).map(blow -> Arguments.of(blow, phase)));
  }

  @Tag("faults")
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cells")
  void whatWasFinishedIsKeptAndNothingIsLeft(Blow blow, Phase phase) throws Exception {
    List<String> more = new ArrayList<>(phase.arguments());
    more.addAll(List.of("-p", "batchSize=1", "-p", "cluster=" + blow.process.cluster()));
    boolean killed = blow == Blow.KILL_PARENT;
    try (Program program = home.start(job(more))) {
      phase.await(program, home, blow.process);
      blow.strike(program);
      Ended ended = ended(program, blow.statuses(phase)).says(blow.line(phase)).keeps(FIRST);
      ended.row(
          blow.text,
          phase.text(),
          killed ? SHELL : ended.result(),
          FIRST,
          killed ? UNTIL_THE_NEXT_RUN : NOTHING);
    }
  }

  /** The folder has all that the fork left; the zip is made of it later. */
  @Tag("faults")
  @Test
  void evidenceThatAKilledParentLeftIsCompletedByTheVerb() throws Exception {
    try (Program program = home.start(job(Jobs.STALLING))) {
      Phase.EVIDENCE.await(program, home, JobProcess.PARENT);
      Blow.KILL_PARENT.strike(program);
      ended(program, Blow.KILL_PARENT.status);
    }
    Path run =
        home.runFolders().stream()
            .filter(path -> path.toString().endsWith("STALLED"))
            .findFirst()
            .orElseThrow();
    Path zip = run.resolveSibling(run.getFileName() + ".zip");
    assertThat(zip).doesNotExist();
    Ended ended = run(List.of("./streambench", "evidence", run.toString()), 0);
    assertThat(zip).exists();
    ended.rowWithout(
        "`streambench evidence FOLDER`",
        "after kill -9 at evidence",
        ended.line("to attach"),
        "the zip",
        left());
  }

  /** The forks have ended, and so have their clusters. */
  @Tag("faults")
  @ParameterizedTest
  @EnumSource(names = {"KILL_PARENT", "TERM", "CTRL_C"})
  void aReportThatWasNotWrittenIsMadeAgain(Blow blow) throws Exception {
    try (Program program = home.start(Jobs.QUICK_STUDY)) {
      program.output().await("[1/1]", 0);
      blow.strike(program);
      Ended ended = ended(program, blow.status, 0);
      boolean killed = blow == Blow.KILL_PARENT && ended.status() > OF_A_SIGNAL;
      ended.row(
          blow.text,
          "report of a study",
          killed ? SHELL : ended.line("[1/1]"),
          "the study",
          killed ? UNTIL_THE_NEXT_RUN : NOTHING);
    }
    Path study;
    try (Stream<Path> studies = Files.list(home.folder().resolve("results"))) {
      study = studies.findFirst().orElseThrow();
    }
    run(List.of("./streambench", "report", study.toString()), 0);
    assertThat(study.resolve("report.md")).exists();
  }
}
