package io.streambench.faults;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * The phase of a run's second combination, as far as it can be told from outside: the first is
 * finished by then, and must not be lost.
 */
enum Phase {
  START(List.of()),
  INDEXING(List.of()),
  WARM_UP(List.of()),
  MEASUREMENT(List.of()),
  STALL(Jobs.STALLING),
  EVIDENCE(Jobs.STALLING);

  private static final String SECOND = "numShards = 4";
  private static final String UPDATES = "tlog.[0-9]*";

  /** Less than the timeout of the job, so that no verdict is there yet. */
  private static final long STALLED_SECONDS = 3;

  private final List<String> arguments;

  Phase(List<String> arguments) {
    this.arguments = arguments;
  }

  /** Arguments of a run that comes to this. */
  List<String> arguments() {
    return arguments;
  }

  /** The phase's name in the table, in lower case with hyphens. */
  String text() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** Waits until the second combination is at it. */
  void await(Program program, SpareHome home, JobProcess process) throws Exception {
    int second = program.output().await(SECOND, 0);
    switch (this) {
      case START -> process.awaitStart(program, second);
      case INDEXING -> {
        Set<String> before = new HashSet<>(home.dataFiles(UPDATES));
        process.awaitStart(program, second);
        program.awaitThat("it indexes", () -> !before.containsAll(home.dataFiles(UPDATES)));
      }
      case WARM_UP -> awaitReady(program, second);
      case MEASUREMENT -> program.output().await("\nIteration   1:", second);
      case STALL -> {
        awaitReady(program, second);
        program.goesOn(STALLED_SECONDS);
      }
      case EVIDENCE -> process.awaitEvidence(program, home, second);
      default -> throw new IllegalStateException(name());
    }
  }

  /** JMH tells of the first iteration before it is set up; this is the last line of the set-up. */
  private static void awaitReady(Program program, int from) throws InterruptedException {
    int warmUp = program.output().await("# Warmup Iteration   1:", from);
    program.output().await("# capture: ", warmUp);
  }
}
