package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.cluster.RestartableNode;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import org.apache.solr.common.cloud.SolrZkClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.io.TempDirFactory;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Tests runs against a cluster of two processes. One of them is killed and joins again. */
@Tag("faults")
class NodeFaultsIT extends Faults {
  private static final List<String> STREAMING = List.of("-r", "20");
  private static final List<String> INDEXING =
      List.of("-p", "docCount=2000", "-p", "batchSize=1", "-p", "indexThreads=1");

  @TempDir(factory = TempDirFactory.Standard.class)
  Path place;

  NodeFaultsIT() {
    super("nodes");
  }

  private ReadyCluster startCluster(ClusterPool pool) throws Exception {
    return pool.getOrStart(
        StreamingSettings.of(
            Parameters.with(
                "cluster", "process", "nodeCount", "1", "numShards", "1", "docCount", "10"),
            Map.of("streambench.clusterHeap", "512m")),
        line -> {});
  }

  private Program start(ReadyCluster cluster, List<String> extraOptions) throws Exception {
    List<String> all = new ArrayList<>(List.of("-p", "zkHost=" + cluster.zkHost()));
    all.addAll(extraOptions);
    return home.start(mainJobCommand(all));
  }

  private void awaitPhase(List<String> phase, Program program) throws Exception {
    if (phase.equals(STREAMING)) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
    } else {
      int second = program.output().await("numShards = 4", 0);
      program.output().await("indexing 2,000 documents", second);
      program.assertStillRunning(1);
    }
  }

  private void assertFails(Program program, List<String> phase, String fault) throws Exception {
    boolean indexing = phase.equals(INDEXING);
    EndedProgram ended = awaitEnd(program, 1).assertKeeps(FIRST);
    if (indexing) {
      assertThat(ended.result()).contains("index");
    }
    ended.addRow(fault, indexing ? "indexing" : "streaming", ended.result(), FIRST);
  }

  private void assertNextRunCompletes(ReadyCluster cluster, String fault) throws Exception {
    try (Program program = start(cluster, List.of())) {
      EndedProgram ended = awaitEnd(program, 0).assertKeeps(BOTH);
      ended.addRow(fault, "the next run", ended.result(), BOTH);
    }
  }

  static Stream<List<String>> phases() {
    return Stream.of(STREAMING, INDEXING);
  }

  @ParameterizedTest
  @MethodSource("phases")
  void killedNodeFailsOnlyItsCombination(List<String> phase) throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = startCluster(pool);
      try (RestartableNode node = joinNode(cluster, "node");
          Program program = start(cluster, phase)) {
        awaitPhase(phase, program);
        node.kill();
        assertFails(program, phase, "kill -9 of a node");
      }
      if (phase.equals(STREAMING)) {
        awaitNodes(cluster, 1);
        try (RestartableNode again = joinNode(cluster, "again")) {
          assertNextRunCompletes(cluster, "the node joins again");
        }
      }
    }
  }

  private RestartableNode joinNode(ReadyCluster cluster, String name) throws Exception {
    return RestartableNode.join(cluster.zkHost(), Files.createDirectory(place.resolve(name)));
  }

  /** Restarts the node with its port and data, as the system restarts a service. */
  @ParameterizedTest
  @MethodSource("phases")
  void restartedNodeServesNextRun(List<String> phase) throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = startCluster(pool);
      try (RestartableNode node = joinNode(cluster, "node")) {
        try (Program program = start(cluster, phase)) {
          awaitPhase(phase, program);
          node.kill();
          node.restart();
          assertFails(program, phase, "a node is killed and restarted");
        }
        awaitNodes(cluster, 2);
        assertNextRunCompletes(cluster, "the node is back");
      }
    }
  }

  /**
   * Waits until a number of nodes is live. A killed node counts as live, and is given replicas,
   * until its session has ended.
   */
  private static void awaitNodes(ReadyCluster cluster, int nodes) throws Exception {
    try (SolrZkClient zk =
        new SolrZkClient.Builder()
            .withUrl(cluster.zkHost())
            .withTimeout(10, TimeUnit.SECONDS)
            .build()) {
      while (zk.getChildren("/live_nodes", null, true).size() != nodes) {
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(200));
      }
    }
  }

  @Test
  void killedRecoveringNodeFailsItsCombination() throws Exception {
    List<String> job =
        new ArrayList<>(
            Jobs.splitCommandLine(
                "./jmh.sh -p numShards=1,2 -p docCount=2000 -p docSizeBytes=20000 -p copiedBy=solr"
                    + " -p useHttp1=false -wi 0 -i 1 -r 20 -rf json"
                    + " -jvmArgs -Dstreambench.clusterHeap=512m IndexRecovery.recover"));
    job.addAll(List.of("-rff", results.toString()));
    try (Program program = home.start(job)) {
      int second = program.output().await("numShards = 2", 0);
      program.output().await("# index: ", second); // the last line of set-up: the node has joined
      program.assertStillRunning(2); // the node recovers repeatedly for 20 s
      Program.signal("KILL", JobProcess.CLUSTER.findIn(program)); // the joined node
      EndedProgram ended = awaitEnd(program, 1).assertKeeps(FIRST);
      assertThat(ended.result()).contains("the recovering node, process");
      ended.addRow("kill -9 of a node", "recovery", ended.result(), FIRST);
    }
  }
}
