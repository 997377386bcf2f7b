package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Program;
import java.nio.file.Path;
import java.util.List;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.cloud.ZkTestServer;
import org.apache.solr.embedded.JettyConfig;
import org.apache.solr.embedded.JettySolrRunner;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Runs against a cluster whose ZooKeeper goes while the second combination is measured. */
@Tag("faults")
class ZooKeeperFaultsIT extends FaultsAtHome {
  private static final long GONE_SECONDS = 5;

  @TempDir Path place;

  ZooKeeperFaultsIT() {
    super("zookeeper");
  }

  private MiniSolrCloudCluster cluster() throws Exception {
    return new MiniSolrCloudCluster(
        2, place, JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build());
  }

  private List<String> job(MiniSolrCloudCluster cluster) {
    return Jobs.twoCombinations(
        results, List.of("-p", "zkHost=" + cluster.getZkServer().getZkAddress(), "-r", "15"));
  }

  @Test
  void aZooKeeperThatIsGoneForFiveSecondsDisturbsNoReading() throws Exception {
    MiniSolrCloudCluster cluster = cluster();
    ZkTestServer zooKeeper = cluster.getZkServer();
    try (Program program = home.start("jmh.sh", job(cluster))) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
      zooKeeper.shutdown();
      program.goesOn(GONE_SECONDS);
      zooKeeper = new ZkTestServer(zooKeeper.getZkDir(), zooKeeper.getPort());
      zooKeeper.run(false);
      Ended ended = Ended.of(program, home).withStatus(0);
      keeps(ended, BOTH, "ZooKeeper gone for 5 s", "measurement");
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
    MiniSolrCloudCluster cluster = cluster();
    try (Program program = home.start("jmh.sh", job(cluster))) {
      Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
      cluster.getZkServer().shutdown();
      Ended ended = Ended.of(program, home).withStatus(1);
      assertThat(ended.output()).contains("ZooKeeper at ", "does not answer any more");
      keeps(ended, FIRST, "ZooKeeper gone for good", "measurement");
    } finally {
      cluster.shutdown();
    }
  }
}
