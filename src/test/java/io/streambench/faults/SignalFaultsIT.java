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
 * Tests the main job when one of its processes is ended during a phase of the second combination.
 * The first combination's result is kept, the user sees the reason, and no process or file is left.
 */
class SignalFaultsIT extends Faults {
  private static final String INTERRUPTED_LINE = "INTERRUPTED before it had a result";
  private static final String SHELL_MESSAGE = "(the shell's word)";
  private static final int SIGNAL_STATUS_BASE = 128;

  SignalFaultsIT() {
    super("signals");
  }

  enum Termination {
    KILL_PARENT("kill -9 of the parent", "KILL", JobProcess.PARENT, SIGNAL_STATUS_BASE + 9),
    KILL_FORK("kill -9 of the fork", "KILL", JobProcess.FORK, 1),
    KILL_CLUSTER("kill -9 of the cluster's process", "KILL", JobProcess.CLUSTER, 1),
    TERM("SIGTERM to the parent", "TERM", JobProcess.PARENT, SIGNAL_STATUS_BASE + 15),
    CTRL_C("Ctrl-C", "INT", JobProcess.PARENT, SIGNAL_STATUS_BASE + 2);

    private final String text;
    private final int status;
    private final String signal;
    private final JobProcess process;

    Termination(String text, String signal, JobProcess process, int status) {
      this.text = text;
      this.signal = signal;
      this.process = process;
      this.status = status;
    }

    void terminate(Program program) throws Exception {
      switch (this) {
        case CTRL_C -> program.signalGroup(signal);
        case TERM, KILL_PARENT -> program.signal(signal);
        default -> Program.signal(signal, process.findIn(program));
      }
    }

    /**
     * Returns the expected exit statuses. A combination that has its verdict by then has stalled,
     * whichever process is killed.
     */
    Integer[] expectedStatuses(Phase phase) {
      return phase == Phase.EVIDENCE && process != JobProcess.PARENT
          ? new Integer[] {1, 3}
          : new Integer[] {status};
    }

    /** Returns the expected line; empty if no process is left to print one. */
    String expectedLine(Phase phase) {
      if (this == KILL_PARENT) {
        return "";
      } else if (phase == Phase.EVIDENCE) {
        return "STALLED";
      }
      return switch (this) {
        case KILL_FORK -> "the fork ended without a result";
        case KILL_CLUSTER -> "FAILED";
        default -> INTERRUPTED_LINE;
      };
    }
  }

  /**
   * Ends a process in two ways, each in another phase, in every build. {@code IndexRecoveryIT}
   * covers a node that dies, and {@code StudyIT} covers Ctrl-C.
   */
  @Tag("program")
  @Tag("slow")
  @ParameterizedTest(name = "{0} {1}")
  @CsvSource({"KILL_PARENT, INDEXING", "KILL_FORK, MEASUREMENT"})
  void twoTerminationsKeepFinishedResults(Termination termination, Phase phase) throws Exception {
    keepsFinishedResultsAndLeavesNothing(termination, phase);
  }

  static Stream<Arguments> combinations() {
    return Stream.of(Phase.values())
        .flatMap(
            phase ->
                Stream.of(Termination.values())
                    .map(termination -> Arguments.of(termination, phase)));
  }

  @Tag("faults")
  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("combinations")
  void keepsFinishedResultsAndLeavesNothing(Termination termination, Phase phase) throws Exception {
    List<String> arguments = new ArrayList<>(phase.arguments());
    arguments.addAll(
        List.of("-p", "batchSize=1", "-p", "cluster=" + termination.process.cluster()));
    boolean killed = termination == Termination.KILL_PARENT;
    try (Program program = home.start(mainJobCommand(arguments))) {
      phase.await(program, home, termination.process);
      termination.terminate(program);
      EndedProgram ended =
          awaitEnd(program, termination.expectedStatuses(phase))
              .assertPrints(termination.expectedLine(phase))
              .assertKeeps(FIRST);
      ended.addRow(
          termination.text,
          phase.tableName(),
          killed ? SHELL_MESSAGE : ended.result(),
          FIRST,
          killed ? UNTIL_THE_NEXT_RUN : NOTHING);
    }
  }

  /**
   * Kills the parent after the fork has written the whole folder, so that only the zip is missing.
   */
  @Tag("faults")
  @Test
  void completesEvidenceOfKilledParent() throws Exception {
    try (Program program = home.start(mainJobCommand(Jobs.STALLING_WINDOWS))) {
      Phase.EVIDENCE.await(program, home, JobProcess.PARENT);
      Termination.KILL_PARENT.terminate(program);
      awaitEnd(program, Termination.KILL_PARENT.status);
    }
    Path run =
        home.runFolders().stream()
            .filter(path -> path.toString().endsWith("STALLED"))
            .findFirst()
            .orElseThrow();
    Path zip = run.resolveSibling(run.getFileName() + ".zip");
    assertThat(zip).doesNotExist();
    EndedProgram ended = run(List.of("./streambench", "evidence", run.toString()), 0);
    assertThat(zip).exists();
    ended.addUncheckedRow(
        "`streambench evidence FOLDER`",
        "after kill -9 at evidence",
        ended.lastLine("to attach"),
        "the zip",
        remainingFiles());
  }

  /** Ends the program after its forks and their clusters have ended. */
  @Tag("faults")
  @ParameterizedTest
  @EnumSource(names = {"KILL_PARENT", "TERM", "CTRL_C"})
  void recreatesMissingReport(Termination termination) throws Exception {
    try (Program program = home.start(Jobs.QUICK_STUDY)) {
      program.output().await("[1/1]", 0);
      termination.terminate(program);
      EndedProgram ended = awaitEnd(program, termination.status, 0);
      boolean killed =
          termination == Termination.KILL_PARENT && ended.status() > SIGNAL_STATUS_BASE;
      ended.addRow(
          termination.text,
          "report of a study",
          killed ? SHELL_MESSAGE : ended.lastLine("[1/1]"),
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
