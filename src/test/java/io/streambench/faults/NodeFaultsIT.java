package io.streambench.faults;

import io.streambench.cluster.ClusterPool;
import io.streambench.cluster.JoinedNode;
import io.streambench.cluster.ReadyCluster;
import io.streambench.config.Parameters;
import io.streambench.config.StreamingSettings;
import io.streambench.program.Program;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a cluster of two processes, one of which is killed, and joins anew. */
class NodeFaultsIT extends FaultsAtHome {
  private static final FaultTable TABLE = new FaultTable("nodes");

  @TempDir Path place;

  NodeFaultsIT() {
    super(TABLE);
  }

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  private ReadyCluster cluster(ClusterPool pool) throws Exception {
    return pool.ensure(
        StreamingSettings.of(
            Parameters.with(
                "cluster", "process", "nodeCount", "1", "numShards", "1", "docCount", "10"),
            Map.of("streambench.clusterHeap", "512m")),
        line -> {});
  }

  private JoinedNode join(ReadyCluster cluster, String name) throws Exception {
    return JoinedNode.join(cluster.zkHost(), Files.createDirectory(place.resolve(name)));
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
      JoinedNode node = join(cluster, "node");
      try (Program program = home.start("jmh.sh", job(cluster, "-r", "20"))) {
        Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
        node.kill();
        Ended ended = Ended.of(program, home).withStatus(1);
        keeps(ended, FIRST, "kill -9 of a node", "streaming");
      }
      try (JoinedNode again = join(cluster, "again");
          Program program = home.start("jmh.sh", job(cluster))) {
        Ended ended = Ended.of(program, home).withStatus(0);
        keeps(ended, BOTH, "the node joins again", "the next run");
      } finally {
        node.close();
      }
    }
  }

  @Test
  void aNodeThatIsKilledUnderIndexingFailsThatCombination() throws Exception {
    try (ClusterPool pool = ClusterPool.open(place.resolve("clusters"))) {
      ReadyCluster cluster = cluster(pool);
      try (JoinedNode node = join(cluster, "node");
          Program program =
              home.start("jmh.sh", job(cluster, "-p", "docCount=2000", "-p", "batchSize=1"))) {
        program.output().await("numShards = 4", 0);
        program.goesOn(4);
        node.kill();
        Ended ended = Ended.of(program, home).withStatus(1);
        keeps(ended, FIRST, "kill -9 of a node", "indexing");
      }
    }
  }

  @Test
  void aRecoveringNodeThatIsKilledFailsThatCombination() throws Exception {
    List<String> job =
        List.of(
            "-p",
            "numShards=1,2",
            "-p",
            "docCount=2000",
            "-p",
            "docSizeBytes=20000",
            "-p",
            "copiedBy=solr",
            "-p",
            "useHttp1=false",
            "-wi",
            "0",
            "-i",
            "1",
            "-r",
            "20",
            "-rf",
            "json",
            "-rff",
            results.toString(),
            "-jvmArgs",
            "-Dstreambench.clusterHeap=512m",
            "IndexRecovery.recover");
    try (Program program = home.start("jmh.sh", job)) {
      int second = program.output().await("numShards = 2", 0);
      program.output().await("Iteration   1:", second);
      Program.signal("KILL", JobProcess.CLUSTER.in(program));
      Ended ended = Ended.of(program, home).withStatus(1);
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE,
              "kill -9 of a node",
              "recovery",
              ended.line("IndexRecovery.recover "),
              "the first combination",
              Ended.NOTHING);
    }
  }
}
