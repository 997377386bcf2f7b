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

/** Tests runs against a cluster whose ZooKeeper fails while the second combination is measured. */
@Tag("faults")
class ZooKeeperFaultsIT extends Faults {
  private static final long OUTAGE_SECONDS = 5;

  @TempDir(factory = TempDirFactory.Standard.class)
  Path place;

  ZooKeeperFaultsIT() {
    super("zookeeper");
  }

  private MiniSolrCloudCluster startCluster() throws Exception {
    return new MiniSolrCloudCluster(
        2, place, JettyConfig.builder().setContext("/solr").stopAtShutdown(false).build());
  }

  private Program startMeasuring(MiniSolrCloudCluster cluster) throws Exception {
    String zkHost = "zkHost=" + cluster.getZkServer().getZkAddress();
    Program program = home.start(mainJobCommand(List.of("-p", zkHost, "-r", "15")));
    Phase.MEASUREMENT.await(program, home, JobProcess.PARENT);
    return program;
  }

  @Test
  void shortZooKeeperOutageDisturbsNoIteration() throws Exception {
    MiniSolrCloudCluster cluster = startCluster();
    ZkTestServer zooKeeper = cluster.getZkServer();
    try (Program program = startMeasuring(cluster)) {
      zooKeeper.shutdown();
      program.assertStillRunning(OUTAGE_SECONDS);
      zooKeeper = new ZkTestServer(zooKeeper.getZkDir(), zooKeeper.getPort());
      zooKeeper.run(false);
      EndedProgram ended = awaitEnd(program, 0).assertKeeps(BOTH);
      ended.addRow("ZooKeeper gone for 5 s", "measurement", ended.result(), BOTH);
    } finally {
      // Stops only the nodes. Stopping the whole cluster would wait for its first ZooKeeper to end.
      for (JettySolrRunner node : cluster.getJettySolrRunners()) {
        node.stop();
      }
      zooKeeper.shutdown();
    }
  }

  @Test
  void lostZooKeeperKeepsFinishedResults() throws Exception {
    MiniSolrCloudCluster cluster = startCluster();
    try (Program program = startMeasuring(cluster)) {
      cluster.getZkServer().shutdown();
      EndedProgram ended =
          awaitEnd(program, 1).assertPrints("ZooKeeper at ", "does not answer any more");
      ended
          .assertKeeps(FIRST)
          .addRow("ZooKeeper gone for good", "measurement", ended.result(), FIRST);
    } finally {
      cluster.shutdown();
    }
  }
}
