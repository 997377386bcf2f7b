package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.cloud.ZkTestServer;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a cluster whose ZooKeeper goes while the second combination is measured. */
@Tag("faults")
@Timeout(300)
@EnabledOnOs(OS.LINUX)
class ZooKeeperFaultsIT {
  private static final FaultTable TABLE = new FaultTable("zookeeper");
  private static final long GONE_SECONDS = 5;

  @TempDir Path place;
  @TempDir Path folder;

  @AfterAll
  static void write() throws IOException {
    TABLE.write();
  }

  private MiniSolrCloudCluster cluster() throws Exception {
    return new MiniSolrCloudCluster(
        2, place, JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build());
  }

  private List<String> job(MiniSolrCloudCluster cluster, Path results) {
    return Jobs.twoCombinations(
        results, List.of("-p", "zkHost=" + cluster.getZkServer().getZkAddress(), "-r", "15"));
  }

  @Test
  void aZooKeeperThatIsGoneForFiveSecondsDisturbsNoReading() throws Exception {
    SpareHome home = new SpareHome(folder);
    Path results = folder.resolve("results.json");
    MiniSolrCloudCluster cluster = cluster();
    ZkTestServer zooKeeper = cluster.getZkServer();
    try (Program program = home.start("jmh.sh", job(cluster, results))) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
      zooKeeper.shutdown();
      program.goesOn(GONE_SECONDS);
      zooKeeper = new ZkTestServer(zooKeeper.getZkDir(), zooKeeper.getPort());
      zooKeeper.run(false);
      Ended ended = Ended.of(program, home).withStatus(0);
      ended
          .keeps(results, Jobs.VARIED, "4")
          .recordIn(
              TABLE,
              "ZooKeeper gone for 5 s",
              "measurement",
              ended.result(),
              "both combinations",
              Ended.NOTHING);
    } finally {
      // Not the cluster as a whole: it would wait for the end of the ZooKeeper that it was given.
      for (JettySolrRunner node : cluster.getJettySolrRunners()) {
        node.stop();
      }
      zooKeeper.shutdown();
    }
  }

  @Test
  void aZooKeeperThatIsGoneForGoodLeavesWhatWasFinished() throws Exception {
    SpareHome home = new SpareHome(folder);
    Path results = folder.resolve("results.json");
    MiniSolrCloudCluster cluster = cluster();
    try (Program program = home.start("jmh.sh", job(cluster, results))) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
      cluster.getZkServer().shutdown();
      Ended ended = Ended.of(program, home).withStatus(1);
      assertThat(ended.output()).contains("ZooKeeper at ", "does not answer any more");
      ended
          .keeps(results, Jobs.VARIED, "1")
          .recordIn(
              TABLE,
              "ZooKeeper gone for good",
              "measurement",
              ended.result(),
              "the first combination",
              Ended.NOTHING);
    } finally {
      cluster.shutdown();
    }
  }
}
