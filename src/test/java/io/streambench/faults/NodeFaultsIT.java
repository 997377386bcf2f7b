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

/** Runs against a cluster of two processes, one of which is killed, and joins anew. */
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

  private ReadyCluster cluster(ClusterPool pool) throws Exception {
    return pool.getOrStart(
        StreamingSettings.of(
            Parameters.with(
                "cluster", "process", "nodeCount", "1", "numShards", "1", "docCount", "10"),
            Map.of("streambench.clusterHeap", "512m")),
        line -> {});
  }

  private Program start(ReadyCluster cluster, List<String> more) throws Exception {
    List<String> all = new ArrayList<>(List.of("-p", "zkHost=" + cluster.zkHost()));
    all.addAll(more);
    return home.start(job(all));
  }

  private void await(List<String> phase, Program program) throws Exception {
    if (phase.equals(STREAMING)) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
    } else {
      int second = program.output().await("numShards = 4", 0);
      program.output().await("indexing 2,000 documents", second);
      program.goesOn(1);
    }
  }

  private void fails(Program program, List<String> phase, String fault) throws Exception {
    boolean indexing = phase.equals(INDEXING);
    Ended ended = ended(program, 1).keeps(FIRST);
    if (indexing) {
      assertThat(ended.result()).contains("index");
    }
    ended.row(fault, indexing ? "indexing" : "streaming", ended.result(), FIRST);
  }

  private void completesNow(ReadyCluster cluster, String fault) throws Exception {
    try (Program program = start(cluster, List.of())) {
      Ended ended = ended(program, 0).keeps(BOTH);
      ended.row(fault, "the next run", ended.result(), BOTH);
    }
  }

  static Stream<List<String>> phases() {
    return Stream.of(STREAMING, INDEXING);
  }

  @ParameterizedTest
  @MethodSource("phases")
  void aNodeThatIsKilledFailsThatCombinationAndTheNextRunCompletes(List<String> phase)
      throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (RestartableNode node = join(cluster, "node");
          Program program = start(cluster, phase)) {
        await(phase, program);
        node.kill();
        fails(program, phase, "kill -9 of a node");
      }
      if (phase.equals(STREAMING)) {
        awaitNodes(cluster, 1);
        try (RestartableNode again = join(cluster, "again")) {
          completesNow(cluster, "the node joins again");
        }
      }
    }
  }

  private RestartableNode join(ReadyCluster cluster, String name) throws Exception {
    return RestartableNode.join(cluster.zkHost(), Files.createDirectory(place.resolve(name)));
  }

  /** Restarts the node with its port and data, as the system restarts a service. */
  @ParameterizedTest
  @MethodSource("phases")
  void aNodeThatIsKilledAndRestartedIsThereForTheNextRun(List<String> phase) throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (RestartableNode node = join(cluster, "node")) {
        try (Program program = start(cluster, phase)) {
          await(phase, program);
          node.kill();
          node.restart();
          fails(program, phase, "a node is killed and restarted");
        }
        awaitNodes(cluster, 2);
        completesNow(cluster, "the node is back");
      }
    }
  }

  /**
   * Waits until so many nodes are live. A killed node counts as up, and is given replicas, until
   * its session has ended.
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
  void aRecoveringNodeThatIsKilledFailsThatCombination() throws Exception {
    List<String> job =
        new ArrayList<>(
            Jobs.words(
                "./jmh.sh -p numShards=1,2 -p docCount=2000 -p docSizeBytes=20000 -p copiedBy=solr"
                    + " -p useHttp1=false -wi 0 -i 1 -r 20 -rf json"
                    + " -jvmArgs -Dstreambench.clusterHeap=512m IndexRecovery.recover"));
    job.addAll(List.of("-rff", results.toString()));
    try (Program program = home.start(job)) {
      int second = program.output().await("numShards = 2", 0);
      program.output().await("# index: ", second); // the last line of set-up: the node has joined
      program.goesOn(2); // it recovers again and again for 20 s
      Program.signal("KILL", JobProcess.CLUSTER.in(program)); // the newest is the node that joined
      Ended ended = ended(program, 1).keeps(FIRST);
      assertThat(ended.result()).contains("the recovering node, process");
      ended.row("kill -9 of a node", "recovery", ended.result(), FIRST);
    }
  }
}
