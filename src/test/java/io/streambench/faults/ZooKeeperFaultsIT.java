package io.streambench.faults;

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
import org.junit.jupiter.api.io.TempDirFactory;

/** Runs against a cluster whose ZooKeeper goes while the second combination is measured. */
@Tag("faults")
class ZooKeeperFaultsIT extends Faults {
  private static final long GONE_SECONDS = 5;

  @TempDir(factory = TempDirFactory.Standard.class)
  Path place;

  ZooKeeperFaultsIT() {
    super("zookeeper");
  }

  private MiniSolrCloudCluster cluster() throws Exception {
    return new MiniSolrCloudCluster(
        2, place, JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build());
  }

  private Program measuring(MiniSolrCloudCluster cluster) throws Exception {
    String zkHost = "zkHost=" + cluster.getZkServer().getZkAddress();
    Program program = home.start(job(List.of("-p", zkHost, "-r", "15")));
    Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
    return program;
  }

  @Test
  void aZooKeeperThatIsGoneForFiveSecondsDisturbsNoReading() throws Exception {
    MiniSolrCloudCluster cluster = cluster();
    ZkTestServer zooKeeper = cluster.getZkServer();
    try (Program program = measuring(cluster)) {
      zooKeeper.shutdown();
      program.goesOn(GONE_SECONDS);
      zooKeeper = new ZkTestServer(zooKeeper.getZkDir(), zooKeeper.getPort());
      zooKeeper.run(false);
      Ended ended = ended(program, 0).keeps(BOTH);
      ended.row("ZooKeeper gone for 5 s", "measurement", ended.result(), BOTH);
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
    try (Program program = measuring(cluster)) {
      cluster.getZkServer().shutdown();
      Ended ended = ended(program, 1).says("ZooKeeper at ", "does not answer any more");
      ended.keeps(FIRST).row("ZooKeeper gone for good", "measurement", ended.result(), FIRST);
    } finally {
      cluster.shutdown();
    }
  }
}
