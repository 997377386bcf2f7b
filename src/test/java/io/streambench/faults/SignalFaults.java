package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The main job, whose processes are ended by force or by order while its second combination is at
 * something: the first is kept, the user is told, and nothing goes on or is left.
 */
abstract class SignalFaults extends FaultsAtHome {
  private static final String FIRST_ONLY = "FAILED: interrupted before it had a result";
  private static final int OF_A_SIGNAL = 128;

  SignalFaults(String part) {
    super(part);
  }

  enum Blow {
    KILL_PARENT("kill -9 of the parent", "KILL", JobProcess.PARENT, OF_A_SIGNAL + 9),
    KILL_FORK("kill -9 of the fork", "KILL", JobProcess.FORK, 1),
    KILL_CLUSTER("kill -9 of the cluster's process", "KILL", JobProcess.CLUSTER, 1),
    TERM("SIGTERM to the parent", "TERM", JobProcess.PARENT, OF_A_SIGNAL + 15),
    CTRL_C("Ctrl-C", "INT", JobProcess.PARENT, OF_A_SIGNAL + 2);

    final String text;
    final int status;
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

    /** A combination that has its verdict by then has stalled, whoever is killed afterwards. */
    Integer[] statuses(Phase phase) {
      return phase == Phase.EVIDENCE && process != JobProcess.PARENT
          ? new Integer[] {1, 3}
          : new Integer[] {status};
    }

    /** The line that tells, or none where nobody is left to say anything. */
    String line(Phase phase) {
      return switch (this) {
        case KILL_PARENT -> "";
        case KILL_FORK -> phase == Phase.EVIDENCE ? "STALLED" : "the fork ended without a result";
        case KILL_CLUSTER -> phase == Phase.EVIDENCE ? "STALLED" : "FAILED";
        case TERM, CTRL_C -> phase == Phase.EVIDENCE ? "STALLED" : FIRST_ONLY;
      };
    }
  }

  @ParameterizedTest(name = "{0} {1}")
  @MethodSource("cells")
  void whatWasFinishedIsKeptAndNothingIsLeft(Blow blow, Phase phase) throws Exception {
    try (Program program =
        home.start("jmh.sh", Jobs.twoCombinations(results, arguments(blow, phase)))) {
      phase.await(program, home, blow.process);
      blow.strike(program);
      Ended ended = Ended.of(program, home).withStatus(blow.statuses(phase));
      if (blow != Blow.KILL_PARENT) {
        assertThat(ended.output()).contains(blow.line(phase));
      }
      ended.keeps(results, Jobs.VARIED, "1");
      table.add(
          ended.row(
              blow.text,
              phase.text(),
              blow == Blow.KILL_PARENT ? "(the shell's word)" : ended.result(),
              FIRST,
              blow == Blow.KILL_PARENT ? Ended.UNTIL_THE_NEXT_RUN : Ended.NOTHING));
    }
  }

  private static List<String> arguments(Blow blow, Phase phase) {
    List<String> all =
        new ArrayList<>(List.of("-p", "batchSize=1", "-p", "cluster=" + blow.process.cluster()));
    all.addAll(phase.arguments());
    return all;
  }
}
