package io.streambench.faults;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A phase of a run's second combination, as far as it is visible from outside. The first
 * combination has finished by then, and its result must not be lost.
 */
enum Phase {
  START(List.of()),
  INDEXING(List.of()),
  WARM_UP(List.of()),
  MEASUREMENT(List.of()),
  STALL(Jobs.STALLING_WINDOWS),
  EVIDENCE(Jobs.STALLING_WINDOWS);

  private static final String SECOND_COMBINATION = "numShards = 4";
  private static final String UPDATE_LOGS = "tlog.[0-9]*";

  /**
   * The seconds that a stall must have lasted. They are fewer than the job's timeout, so that there
   * is no verdict yet.
   */
  private static final long STALLED_SECONDS = 3;

  private final List<String> arguments;

  Phase(List<String> arguments) {
    this.arguments = arguments;
  }

  /** Returns the arguments of a run that reaches this phase. */
  List<String> arguments() {
    return arguments;
  }

  /** Returns the phase's name in the table, in lower case with hyphens. */
  String tableName() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Waits until the second combination is in this phase. */
  void await(Program program, SpareHome home, JobProcess process) throws Exception {
    int second = program.output().await(SECOND_COMBINATION, 0);
    switch (this) {
      case START -> process.awaitStart(program, second);
      case INDEXING -> {
        Set<String> before = new HashSet<>(home.dataFiles(UPDATE_LOGS));
        process.awaitStart(program, second);
        program.awaitCondition(
            "it indexes", () -> !before.containsAll(home.dataFiles(UPDATE_LOGS)));
      }
      case WARM_UP -> awaitReady(program, second);
      case MEASUREMENT -> program.output().await("\nIteration   1:", second);
      case STALL -> {
        awaitReady(program, second);
        program.assertStillRunning(STALLED_SECONDS);
      }
      case EVIDENCE -> process.awaitEvidence(program, home, second);
      default -> throw new IllegalStateException(name());
    }
  }

  /**
   * Waits for the last line of the set-up. JMH prints the first iteration's line before the set-up.
   */
  private static void awaitReady(Program program, int from) throws InterruptedException {
    int warmUp = program.output().await("# Warmup Iteration   1:", from);
    program.output().await("# capture: ", warmUp);
  }
}
