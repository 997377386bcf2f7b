package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.ReadyCluster;
import io.streambench.cluster.RestartableNode;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import io.streambench.program.Program;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import org.apache.solr.common.cloud.SolrZkClient;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a cluster of two processes, one of which is killed, and joins anew. */
@Tag("faults")
class NodeFaultsIT extends FaultsAtHome {
  private static final String[] SLOW_INDEXING = {
    "-p", "docCount=2000", "-p", "batchSize=1", "-p", "indexThreads=1"
  };

  @TempDir Path place;

  NodeFaultsIT() {
    super("nodes");
  }

  private ReadyCluster cluster(ClusterPool pool) throws Exception {
    return pool.ensure(
        StreamingSettings.of(
            Parameters.with(
                "cluster", "process", "nodeCount", "1", "numShards", "1", "docCount", "10"),
            Map.of("streambench.clusterHeap", "512m")),
        line -> {});
  }

  private RestartableNode join(ReadyCluster cluster, String name) throws Exception {
    return RestartableNode.join(cluster.zkHost(), Files.createDirectory(place.resolve(name)));
  }

  private List<String> job(ReadyCluster cluster, String... more) {
    List<String> all = new ArrayList<>(List.of("-p", "zkHost=" + cluster.zkHost()));
    all.addAll(List.of(more));
    return Jobs.twoCombinations(results, all);
  }

  @Test
  void aNodeThatIsKilledUnderStreamingFailsThatCombinationAndTheNextRunCompletes()
      throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (RestartableNode node = join(cluster, "node");
          Program program = home.start("jmh.sh", job(cluster, "-r", "20"))) {
        Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
        node.kill();
        Ended ended = Ended.of(program, home).withStatus(1);
        keeps(ended, FIRST, "kill -9 of a node", "streaming");
      }
      awaitNodes(cluster, 1);
      try (RestartableNode again = join(cluster, "again");
          Program program = home.start("jmh.sh", job(cluster))) {
        Ended ended = Ended.of(program, home).withStatus(0);
        keeps(ended, BOTH, "the node joins again", "the next run");
      }
    }
  }

  /** Restarts the node with its port and data, as the system restarts a service. */
  @Test
  void aNodeThatIsKilledAndRestartedUnderStreamingIsThereForTheNextRun() throws Exception {
    isThereForTheNextRun(
        "streaming",
        "",
        program -> Phase.MEASUREMENT.await(program, home, JobProcess.PARENT),
        "-r",
        "20");
  }

  @Test
  void aNodeThatIsKilledAndRestartedUnderIndexingIsThereForTheNextRun() throws Exception {
    isThereForTheNextRun("indexing", "index", NodeFaultsIT::awaitIndexing, SLOW_INDEXING);
  }

  private interface Moment {
    void await(Program program) throws Exception;
  }

  private void isThereForTheNextRun(String when, String said, Moment moment, String... arguments)
      throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (RestartableNode node = join(cluster, "node")) {
        try (Program program = home.start("jmh.sh", job(cluster, arguments))) {
          moment.await(program);
          node.kill();
          node.restart();
          Ended ended = Ended.of(program, home).withStatus(1);
          assertThat(ended.result()).contains(said);
          keeps(ended, FIRST, "a node is killed and restarted", when);
        }
        completesNow(cluster);
      }
    }
  }

  private void completesNow(ReadyCluster cluster) throws Exception {
    awaitNodes(cluster, 2);
    try (Program program = home.start("jmh.sh", job(cluster))) {
      Ended ended = Ended.of(program, home).withStatus(0);
      keeps(ended, BOTH, "the node is back", "the next run");
    }
  }

  private static void awaitIndexing(Program program) throws Exception {
    int second = program.output().await("numShards = 4", 0);
    program.output().await("indexing 2,000 documents", second);
    program.goesOn(1);
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
  void aNodeThatIsKilledUnderIndexingFailsThatCombination() throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (RestartableNode node = join(cluster, "node");
          Program program = home.start("jmh.sh", job(cluster, SLOW_INDEXING))) {
        awaitIndexing(program);
        node.kill();
        Ended ended = Ended.of(program, home).withStatus(1);
        assertThat(ended.result()).contains("index");
        keeps(ended, FIRST, "kill -9 of a node", "indexing");
      }
    }
  }

  @Test
  void aRecoveringNodeThatIsKilledFailsThatCombination() throws Exception {
    List<String> job =
        new ArrayList<>(
            Jobs.words(
                "-p numShards=1,2 -p docCount=2000 -p docSizeBytes=20000 -p copiedBy=solr"
                    + " -p useHttp1=false -wi 0 -i 1 -r 20 -rf json"
                    + " -jvmArgs -Dstreambench.clusterHeap=512m IndexRecovery.recover"));
    job.addAll(List.of("-rff", results.toString()));
    try (Program program = home.start("jmh.sh", job)) {
      int second = program.output().await("numShards = 2", 0);
      program.output().await("# index: ", second); // the last line of set-up: the node has joined
      program.goesOn(2); // it recovers again and again for 20 s
      Program.signal("KILL", JobProcess.CLUSTER.in(program)); // the newest is the node that joined
      Ended ended = Ended.of(program, home).withStatus(1);
      assertThat(ended.result()).contains("the recovering node, process");
      keeps(ended, FIRST, "kill -9 of a node", "recovery");
    }
  }
}
