package io.streambench.faults;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.time.Instant;
import java.util.Comparator;

/** The processes of a run that a fault can hit. */
enum JobProcess {
  PARENT("benchmarks.jar", "process"),
  FORK("org.openjdk.jmh.runner.ForkedMain", "embedded"),
  CLUSTER("io.streambench.bench.cluster.ClusterMain", "process");

  private final String mainClass;
  private final String cluster;

  JobProcess(String mainClass, String cluster) {
    this.mainClass = mainClass;
    this.cluster = cluster;
  }

  /** Returns the kind of cluster whose runs have such a process from the beginning. */
  String cluster() {
    return cluster;
  }

  /** Returns the newest process of this kind, because the first combination may still have one. */
  ProcessHandle findIn(Program program) throws IOException {
    if (this == PARENT) {
      return program.leader();
    }
    return program.runningProcesses(mainClass).stream()
        .max(Comparator.comparing(JobProcess::startTime))
        .orElseThrow(() -> new AssertionError("no " + mainClass + ": " + program.output().text()));
  }

  private static Instant startTime(ProcessHandle handle) {
    return handle.info().startInstant().orElse(Instant.EPOCH);
  }

  void awaitStart(Program program, int from) throws Exception {
    String line = this == FORK ? "# Fork: 1 of 1" : "# starting a cluster in a process";
    program.output().await(line, from);
    if (this != PARENT) {
      // The first combination's cluster may still be running.
      String mark = this == CLUSTER ? "clusters/cluster-2" : mainClass;
      program.awaitCondition("it is started", () -> !program.runningProcesses(mark).isEmpty());
    }
  }

  /**
   * Waits until evidence is being written. The parent completes the folder that a fork has begun.
   */
  void awaitEvidence(Program program, SpareHome home, int from) throws Exception {
    if (this == PARENT) {
      program.output().await("# Run complete.", from);
    } else {
      program.awaitCondition(
          "it keeps evidence",
          () -> home.runFolders().stream().anyMatch(path -> path.toString().endsWith("STALLED")));
    }
  }
}
