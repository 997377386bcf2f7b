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

  private final String main;
  private final String cluster;

  JobProcess(String main, String cluster) {
    this.main = main;
    this.cluster = cluster;
  }

  /** The kind of cluster of a run in which there is such a process from the beginning. */
  String cluster() {
    return cluster;
  }

  /** The newest of its kind, since the first combination may still have one. */
  ProcessHandle in(Program program) throws IOException {
    if (this == PARENT) {
      return program.leader();
    }
    return program.alive(main).stream()
        .max(Comparator.comparing(JobProcess::started))
        .orElseThrow(() -> new AssertionError("no " + main + ": " + program.output().text()));
  }

  private static Instant started(ProcessHandle handle) {
    return handle.info().startInstant().orElse(Instant.EPOCH);
  }

  void awaitStart(Program program, int from) throws Exception {
    String line = this == FORK ? "# Fork: 1 of 1" : "# starting a cluster in a process";
    program.output().await(line, from);
    if (this != PARENT) {
      // The first combination's cluster may still be there.
      String mark = this == CLUSTER ? "clusters/cluster-2" : main;
      program.awaitThat("it is started", () -> !program.alive(mark).isEmpty());
    }
  }

  /** The parent completes the folder that a fork has begun. */
  void awaitEvidence(Program program, SpareHome home, int from) throws Exception {
    if (this == PARENT) {
      program.output().await("# Run complete.", from);
    } else {
      program.awaitThat(
          "it keeps evidence",
          () -> home.runFolders().stream().anyMatch(path -> path.toString().endsWith("STALLED")));
    }
  }
}
