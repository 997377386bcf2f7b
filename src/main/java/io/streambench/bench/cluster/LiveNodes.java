package io.streambench.bench.cluster;

import io.streambench.bench.settings.ZkHost;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.ZkStateReader;

/** Reads the live nodes of a cluster from ZooKeeper. */
public final class LiveNodes {
  private static final String ZK_OPTION = "--zk";
  private static final int CONNECT_TIMEOUT_SECONDS = 10;

  private LiveNodes() {}

  /** Returns the URLs of the live nodes; throws {@code ClusterException} if none can be found. */
  public static List<String> of(ZkHost zkHost) throws Exception {
    int millis = Math.toIntExact(TimeUnit.SECONDS.toMillis(CONNECT_TIMEOUT_SECONDS));
    try (ZkStateReader state = new ZkStateReader(zkHost.text(), millis, millis)) {
      state.createClusterStateWatchersAndUpdate();
      List<String> urls =
          state.getClusterState().getLiveNodes().stream()
              .map(state::getBaseUrlForNodeName)
              .sorted()
              .toList();
      if (urls.isEmpty()) {
        throw ClusterException.of(ZK_OPTION, "have a node that is up", zkHost);
      }
      return urls;
    } catch (SolrException e) {
      throw ClusterException.connectionFailure(ZK_OPTION, CONNECT_TIMEOUT_SECONDS, zkHost, e);
    }
  }
}
