package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.settings.ZkHost;
import io.streambench.bench.transport.OwnClient;
import io.streambench.bench.transport.SolrTransport;
import java.io.IOException;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrRequest;
import org.apache.solr.client.solrj.SolrServerException;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.GenericSolrRequest;
import org.apache.solr.common.SolrException;
import org.apache.solr.common.cloud.ZkStateReader;
import org.apache.solr.common.util.NamedList;

/**
 * A connection to an external cluster: a client for the whole cluster, and a client for single
 * nodes.
 */
record CloudConnection(ZkHost zkHost, OwnClient nodeClient, CloudHttp2SolrClient cloudClient)
    implements AutoCloseable {
  private static final int CONNECT_TIMEOUT_SECONDS = 15;

  private static final String SYSTEM_INFO_PATH = "/admin/info/system";

  /** Connects to a cluster; throws if ZooKeeper does not respond or serves no SolrCloud. */
  static CloudConnection open(SolrTransport transport, ZkHost zkHost) throws Exception {
    OwnClient http = transport.newClient(SolrTransport.PREPARING_CLIENT);
    CloudHttp2SolrClient solr =
        http.newCloudClientBuilder(zkHost.text())
            .withZkConnectTimeout(CONNECT_TIMEOUT_SECONDS, TimeUnit.SECONDS)
            .build();
    CloudConnection connection = new CloudConnection(zkHost, http, solr);
    try {
      solr.connect();
      return connection;
    } catch (RuntimeException e) {
      connection.close();
      throw ClusterException.connectionFailure("zkHost", CONNECT_TIMEOUT_SECONDS, zkHost, e);
    }
  }

  /**
   * Runs requests; throws {@code ClusterException} with a one-line message if they fail.
   *
   * @param action the purpose of the requests, as in "the cluster … did not let us {@code action}"
   */
  <T> T runRequests(String action, Callable<T> requests) throws Exception {
    try {
      return requests.call();
    } catch (Exception e) {
      int status =
          ClusterException.findCause(e, SolrException.class).map(SolrException::code).orElse(0);
      if (status == SolrException.ErrorCode.UNAUTHORIZED.code) {
        throw ClusterException.of(
            "basicauth (or solr.httpclient.config)",
            "be accepted by the cluster at " + zkHost,
            "status 401",
            e);
      }
      String reason = ClusterException.rootCauseMessage(e);
      if (status == SolrException.ErrorCode.FORBIDDEN.code) {
        throw new ClusterException(
            TextFormat.of(
                "the cluster at %s must let us %s, got status 403 (%s)", zkHost, action, reason),
            e);
      }
      if (e instanceof SolrServerException
          || e instanceof IOException
          || e instanceof SolrException) {
        throw new ClusterException(
            TextFormat.of("the cluster at %s did not let us %s: %s", zkHost, action, reason), e);
      }
      throw e;
    }
  }

  /**
   * Returns the distinct Solr versions that the live nodes report. If basic authentication is used,
   * call this method before any upload: Solr's client can upload only after it has sent another
   * request to the node.
   */
  SortedSet<String> solrVersions() throws Exception {
    SortedSet<String> versions = new TreeSet<>();
    for (String node : stateReader().getClusterState().getLiveNodes()) {
      runRequests("look at its nodes", () -> readSolrVersion(node)).ifPresent(versions::add);
    }
    return versions;
  }

  private Optional<String> readSolrVersion(String node) throws SolrServerException, IOException {
    try {
      Object lucene =
          nodeClient
              .request(
                  stateReader().getBaseUrlForNodeName(node),
                  null,
                  new GenericSolrRequest(SolrRequest.METHOD.GET, SYSTEM_INFO_PATH))
              .getResponse()
              .get("lucene");
      return lucene instanceof NamedList<?> versions
          ? Optional.ofNullable(versions.get("solr-spec-version")).map(Object::toString)
          : Optional.empty();
    } catch (SolrException | SolrServerException e) {
      if (e instanceof SolrException refused
          && refused.code() == SolrException.ErrorCode.UNAUTHORIZED.code) {
        throw refused;
      }
      return Optional.empty(); // a node that does not respond may not be needed
    }
  }

  ZkStateReader stateReader() {
    return ZkStateReader.from(cloudClient);
  }

  Optional<String> zooKeeperFault() {
    return stateReader().getZkClient().isConnected()
        ? Optional.empty()
        : Optional.of("ZooKeeper at " + zkHost + " does not answer any more");
  }

  int liveNodeCount() {
    return stateReader().getClusterState().getLiveNodes().size();
  }

  @Override
  public void close() throws Exception {
    try (nodeClient) {
      cloudClient.close();
    }
  }
}
