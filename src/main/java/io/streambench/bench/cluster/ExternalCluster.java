package io.streambench.bench.cluster;

import io.streambench.base.TextFormat;
import io.streambench.bench.documents.Contents;
import io.streambench.bench.settings.ClusterRequirements;
import io.streambench.bench.settings.ClusterSettings;
import io.streambench.bench.settings.DocumentSettings;
import io.streambench.bench.transport.SolrTransport;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Optional;
import java.util.SortedSet;
import java.util.function.Consumer;
import org.apache.solr.common.cloud.Replica;

/**
 * An existing SolrCloud. A run either reads an existing collection without changing it, or creates
 * its own collection and removes it at the end.
 */
final class ExternalCluster implements Cluster {
  /** The maximum number of nodes to probe, which limits how long timeouts can delay the verdict. */
  private static final int MAX_PROBED_NODES = 8;

  private final CloudConnection connection;
  private final ClusterSettings settings;
  private final DocumentSettings documents;
  private final Optional<OwnCollection> ownCollection;
  private final Consumer<String> out;
  private final SortedSet<String> solrVersions;
  private Contents contents;
  private List<String> nodeUrls = List.of();

  private ExternalCluster(
      CloudConnection connection,
      ClusterRequirements settings,
      Optional<OwnCollection> ownCollection,
      Consumer<String> out)
      throws Exception {
    this.connection = connection;
    this.settings = settings.cluster();
    this.documents = settings.documents();
    this.ownCollection = ownCollection;
    this.out = out;
    this.solrVersions = connection.solrVersions();
  }

  /** Connects to the cluster; {@code user} becomes part of the name of a created collection. */
  static ExternalCluster connect(
      ClusterRequirements settings, SolrTransport transport, String user, Consumer<String> out)
      throws Exception {
    CloudConnection connection =
        CloudConnection.open(transport, settings.cluster().zkHost().orElseThrow());
    try {
      if (connection.liveNodeCount() == 0) {
        throw ClusterException.of("zkHost", "have a node that is up", connection.zkHost());
      }
      Optional<OwnCollection> ownCollection =
          settings.cluster().collection().existingCollection().isPresent()
              ? Optional.empty()
              : Optional.of(new OwnCollection(connection, settings.cluster(), user, out));
      return new ExternalCluster(connection, settings, ownCollection, out);
    } catch (Exception e) {
      connection.close();
      throw e;
    }
  }

  @Override
  public double prepare(Runnable beforeIndexing) throws Exception {
    if (ownCollection.isEmpty()) {
      contents = connection.runRequests("read collection " + collection(), this::existingContents);
      if (contents.documentCount() != documents.docCount()) {
        out.accept(
            TextFormat.of(
                "# collection %s holds %,d documents, which every reading must return; docCount is"
                    + " not used",
                collection(), contents.documentCount()));
      }
      return 0;
    }
    connection.runRequests(
        "make a collection",
        () -> {
          ownCollection.get().create();
          return null;
        });
    beforeIndexing.run();
    contents = Contents.of(settings.collection(), documents);
    return connection.runRequests("index into collection " + collection(), this::indexDocuments);
  }

  private Contents existingContents() throws Exception {
    CollectionCheck check = new CollectionCheck(connection, collection());
    Contents found = check.checkContents(Contents.of(settings.collection(), documents));
    nodeUrls =
        check.resolveCollections().stream()
            .flatMap(name -> nodeUrlsOf(name).stream())
            .distinct()
            .toList();
    return found;
  }

  private double indexDocuments() throws Exception {
    double seconds =
        NewCollection.newIndexer(collection(), settings, documents, connection.cloudClient())
            .index();
    new DocumentCounts(connection.stateReader(), nodeUrlsOf(collection()), connection.nodeClient())
        .awaitCount(collection(), documents.docCount());
    return seconds;
  }

  private List<String> nodeUrlsOf(String collectionName) {
    return connection
        .stateReader()
        .getClusterState()
        .getCollection(collectionName)
        .getReplicas()
        .stream()
        .map(Replica::getBaseUrl)
        .distinct()
        .toList();
  }

  @Override
  public String zkHost() {
    return connection.zkHost().text();
  }

  @Override
  public String collection() {
    return ownCollection
        .map(OwnCollection::name)
        .or(settings.collection()::existingCollection)
        .orElseThrow();
  }

  @Override
  public Contents contents() {
    return contents;
  }

  @Override
  public String serverDump() {
    return "not available: the cluster is not ours, and Solr has no request that gives Jetty's"
        + " dump";
  }

  @Override
  public Optional<String> unobservedReason() {
    return Optional.of(
        "the nodes' ends of the sessions, the clients inside the nodes and their settings, and"
            + " Jetty's dump of the servers: the cluster is not ours");
  }

  @Override
  public Optional<String> fault() {
    return describeUnreachableNodes().or(connection::zooKeeperFault);
  }

  /** Describes the nodes that refuse a connection; probes at most {@value #MAX_PROBED_NODES}. */
  private Optional<String> describeUnreachableNodes() {
    List<String> probed = nodeUrls.stream().limit(MAX_PROBED_NODES).toList();
    List<String> unreachable = probed.stream().filter(url -> !acceptsConnections(url)).toList();
    return unreachable.isEmpty()
        ? Optional.empty()
        : Optional.of(
            TextFormat.of(
                "%d of %d node(s) take no connection any more: %s",
                unreachable.size(), probed.size(), String.join(", ", unreachable)));
  }

  private static boolean acceptsConnections(String url) {
    try {
      URI uri = URI.create(url);
      return ReadyCluster.acceptsConnections(new InetSocketAddress(uri.getHost(), uri.getPort()));
    } catch (IllegalArgumentException e) {
      return true; // an address that only Solr can parse proves nothing about the node
    }
  }

  @Override
  public String describe() {
    return TextFormat.of(
        "external, Solr %s, %d node(s) up (nodeCount is not used), %s, collection %s %s",
        solrVersions.isEmpty() ? "unknown" : String.join(" and ", solrVersions),
        connection.liveNodeCount(),
        connection.zkHost(),
        collection(),
        ownCollection.isPresent() ? "of our own, to be removed" : "as it is");
  }

  @Override
  public void close() throws Exception {
    try (connection) {
      ownCollection.ifPresent(OwnCollection::close);
    }
  }
}
