package io.streambench.diagnose.cluster;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.streambench.base.SettingException;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.cluster.SolrHttp.Response;
import io.streambench.diagnose.judge.UnseenJvm;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Queries the nodes of a cluster in parallel, or a single node. A snapshot takes at most two
 * requests per node.
 */
public final class SolrNodes {
  private static final String SYSTEM_INFO_PATH = "/admin/info/system?wt=json";
  private static final String CLUSTER_STATUS_PATH =
      "/admin/collections?action=CLUSTERSTATUS&wt=json";

  private final SolrHttp http;
  private final String scheme;

  /** Maps each node's URL in the cluster state to the URL at which the node is queried. */
  private final Map<String, String> addressByNode = new LinkedHashMap<>();

  private final Map<String, Map<String, String>> factsByNode = new ConcurrentHashMap<>();

  /** The nodes whose URLs were passed to {@link #find}. */
  private final Set<String> requestedNodes = new HashSet<>();

  /** The URLs of nodes that were down at the start. The names of these nodes are unknown. */
  private final Set<String> unnamedUrls = new HashSet<>();

  /** The number of clusters to which the {@link #requestedNodes} nodes belong. */
  private int clusterCount;

  private boolean isShardSplitting;

  private final Map<String, UnseenJvm> unreachableNodes = new ConcurrentHashMap<>();

  /** The nodes whose URLs lead to another node, for example because of forwarded ports. */
  private final Map<String, UnseenJvm> misdirectedNodes = new ConcurrentHashMap<>();

  private final Map<String, ObservedCollection> collectionsByName = new LinkedHashMap<>();
  private JsonNode aliases = MissingNode.getInstance();

  private SolrNodes(SolrHttp http, String scheme) {
    this.http = http;
    this.scheme = scheme;
  }

  /**
   * Finds all nodes of the clusters to which the nodes at these URLs belong. Each node is queried
   * at its URL in the cluster state if it responds there. Otherwise it is queried at the given URL,
   * for example behind a proxy. If some of the given nodes are down, their threads count as unseen.
   *
   * @throws SettingException if a given node does not respond like a Solr node, or if all of them
   *     are down
   */
  public static SolrNodes find(SolrHttp http, List<String> urls) {
    SolrNodes nodes = new SolrNodes(http, urls.get(0).substring(0, urls.get(0).indexOf(':')));
    Map<String, String> given = new LinkedHashMap<>();
    Map<String, Response> down = new LinkedHashMap<>();
    Map<String, Response> stateless = new LinkedHashMap<>();
    Map<String, CompletableFuture<Response>> probes = new LinkedHashMap<>();
    for (String url : urls) {
      Response response = http.get(url + SYSTEM_INFO_PATH).join();
      if (response.isDown()) {
        down.put(url, response);
        continue;
      }
      JsonNode system = requireJson(url, response);
      SettingException.throwIf(
          system.path("lucene").isMissingNode(),
          "URL",
          "be of a Solr node, as http://HOST:8983/solr",
          url);
      String name = system.path("node").asText();
      boolean cloud = system.path("mode").asText().equals("solrcloud");
      String node = cloud && !name.isEmpty() ? nodes.nodeUrl(name) : url;
      nodes.factsByNode.put(node, NodeSnapshot.readFacts(system));
      given.put(node, url);
      if (cloud
          && !nodes.addressByNode.containsKey(
              node)) { // the first node, or a node of another cluster
        Response status = nodes.clusterStatus(url);
        if (status.error() == null) {
          nodes.readClusterState(status.tree().path("cluster"));
        } else {
          stateless.put(url, status);
          nodes.clusterCount++; // the state of one cluster is not that of all
        }
      }
      if (!node.equals(url)) {
        probes.put(node, http.get(node + SYSTEM_INFO_PATH));
      }
    }
    if (given.isEmpty()) {
      down.forEach(SolrNodes::requireJson);
    } else if (nodes.addressByNode.isEmpty()) {
      stateless.forEach(SolrNodes::requireJson);
    }
    down.keySet().forEach(url -> given.putIfAbsent(url, url));
    nodes.unnamedUrls.addAll(down.keySet());
    nodes.addressByNode.putAll(given);
    nodes.requestedNodes.addAll(given.keySet());
    probes.forEach(
        (node, response) -> {
          if (nodes.isNode(node, response.join())) {
            nodes.addressByNode.put(node, node);
          }
        });
    return nodes;
  }

  /**
   * Updates the live nodes and the locations of the replicas. Changes nothing if no node responds,
   * or if there are several clusters.
   *
   * @return whether the state was refreshed, and no shard is being split
   */
  public boolean refresh() {
    for (String address :
        clusterCount == 1 ? List.copyOf(addressByNode.values()) : List.<String>of()) {
      Response status = clusterStatus(address);
      if (status.error() == null) {
        Map<String, String> before = new LinkedHashMap<>(addressByNode);
        addressByNode.clear();
        collectionsByName.clear();
        isShardSplitting = false;
        readClusterState(status.tree().path("cluster"));
        clusterCount = 1;
        before
            .keySet()
            .removeIf(node -> !addressByNode.containsKey(node) && !requestedNodes.contains(node));
        addressByNode.putAll(before);
        return !isShardSplitting; // a split changes the state soon
      }
    }
    return false;
  }

  /** Adds a unique parameter to a URL to avoid cached responses, as Solr's Admin UI does. */
  private static String bypassCache(String url) {
    return url + "&_=" + System.nanoTime();
  }

  /** Returns the cluster state. A response without the state is an error even with status 200. */
  private Response clusterStatus(String address) {
    Response found = http.get(bypassCache(address + CLUSTER_STATUS_PATH)).join();
    JsonNode cluster = found.tree().path("cluster");
    if (found.error() == null
        && cluster.path("live_nodes").isArray()
        && cluster.path("collections").isContainerNode()) {
      return found;
    }
    String error = found.error() == null ? "its answer has no live nodes" : found.error();
    return new Response(
        found.status(), found.json(), found.failureCause(), "CLUSTERSTATUS: " + error);
  }

  private boolean isNode(String node, Response response) {
    return response.error() == null && node.equals(nodeUrl(response.tree().path("node").asText()));
  }

  private static JsonNode requireJson(String url, Response response) {
    SettingException.throwIf(
        response.error() != null,
        "URL",
        "be of a Solr node that answers: " + response.error(),
        url);
    return response.tree();
  }

  private void readClusterState(JsonNode cluster) {
    clusterCount++;
    aliases = addressByNode.isEmpty() ? cluster.path("aliases") : aliases;
    Set<String> live = new TreeSet<>();
    cluster.path("live_nodes").forEach(node -> live.add(nodeUrl(node.asText())));
    live.forEach(node -> addressByNode.put(node, node));
    for (Map.Entry<String, JsonNode> collection : cluster.path("collections").properties()) {
      List<List<Replica>> shards = new ArrayList<>();
      for (JsonNode shard : collection.getValue().path("shards")) {
        String state = shard.path("state").asText("active");
        isShardSplitting |= state.equals("construction") || state.equals("recovery");
        if (state.equals("active")) {
          List<Replica> replicas = new ArrayList<>();
          shard.path("replicas").forEach(replica -> replicas.add(toReplica(replica, live)));
          shards.add(replicas);
        }
      }
      collectionsByName.putIfAbsent(
          collection.getKey(), new ObservedCollection(collection.getKey(), shards));
    }
  }

  private Replica toReplica(JsonNode replica, Set<String> liveNodes) {
    String node = nodeUrl(replica.path("node_name").asText());
    return new Replica(
        node,
        replica.path("core").asText(),
        liveNodes.contains(node) && replica.path("state").asText().equals("active"));
  }

  private String nodeUrl(String node) {
    int path = node.lastIndexOf(':') < 0 ? -1 : node.indexOf('_', node.lastIndexOf(':'));
    return path < 0
        ? scheme + "://" + node
        : (scheme
                + "://"
                + node.substring(0, path)
                + "/"
                + URLDecoder.decode(node.substring(path + 1), StandardCharsets.UTF_8))
            .replaceFirst("/$", "");
  }

  /** Returns the collections as reported by the cluster. */
  public List<ObservedCollection> collections() {
    return List.copyOf(collectionsByName.values());
  }

  /** Returns a collection, or all collections of an alias as one; empty if the name is unknown. */
  public Optional<ObservedCollection> collection(String name) {
    List<ObservedCollection> named = resolveCollections(name, new HashSet<>());
    return named.isEmpty()
        ? Optional.empty()
        : Optional.of(
            new ObservedCollection(
                name, named.stream().flatMap(collection -> collection.shards().stream()).toList()));
  }

  private List<ObservedCollection> resolveCollections(String name, Set<String> visited) {
    if (collectionsByName.containsKey(name)) {
      return List.of(collectionsByName.get(name));
    }
    return visited.add(name) && aliases.has(name)
        ? Stream.of(aliases.path(name).asText().split(","))
            .flatMap(memberName -> resolveCollections(memberName.strip(), visited).stream())
            .toList()
        : List.of();
  }

  /** Takes a snapshot of each node, in parallel. All these snapshots get the same number. */
  public List<NodeSnapshot> takeSnapshots(int number, LongSupplier clock) {
    return requestFromAll((node, address) -> takeSnapshot(number, node, address, clock));
  }

  /**
   * Requests the settings of all nodes, between two snapshots. If a node does not respond, its next
   * snapshot reports this failure, because the threads of a paused JVM are idle without a stall.
   */
  public void readSettings() {
    unreachableNodes.clear();
    requestFromAll(
        (node, address) ->
            http.get(bypassCache(address + "/admin/info/properties?wt=json"))
                .thenApply(
                    response -> {
                      if (response.status() == 0) {
                        String words = "between the looks: " + response.error();
                        unreachableNodes.put(
                            node, new UnseenJvm(node, response.failureCause(), words));
                      }
                      return mergeFacts(
                          node,
                          NodeSnapshot.readProperties(response.tree().path("system.properties")));
                    }));
  }

  private <T> List<T> requestFromAll(BiFunction<String, String, CompletableFuture<T>> request) {
    return addressByNode.entrySet().stream()
        .map(node -> request.apply(node.getKey(), node.getValue()))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private CompletableFuture<NodeSnapshot> takeSnapshot(
      int number, String node, String address, LongSupplier clock) {
    long asked = clock.getAsLong();
    CompletableFuture<Map<String, String>> facts =
        factsByNode.getOrDefault(node, Map.of()).containsKey(NodeSnapshot.SOLR_VERSION)
            ? CompletableFuture.completedFuture(Map.of())
            : http.get(address + SYSTEM_INFO_PATH)
                .thenApply(
                    response ->
                        response.error() == null ? readFacts(node, response.tree()) : Map.of());
    return http.get(bypassCache(address + "/admin/info/threads?wt=json&indent=false"))
        // the interval between snapshots includes a response and the next request
        .thenCombine(
            facts,
            (response, more) -> {
              Optional<UnseenJvm> unseen =
                  response.error() == null
                      ? Optional.ofNullable(
                          misdirectedNodes.getOrDefault(node, unreachableNodes.get(node)))
                      : Optional.of(new UnseenJvm(node, response.failureCause(), response.error()));
              return new NodeSnapshot(
                  number,
                  node,
                  number == 1 ? clock.getAsLong() : asked,
                  unseen.map(UnseenJvm::cause).orElse(null),
                  unseen.map(UnseenJvm::message).orElse(null),
                  mergeFacts(node, more),
                  response.error() == null ? response.json() : NodeSnapshot.EMPTY_TEXT);
            });
  }

  private Map<String, String> mergeFacts(String node, Map<String, String> newFacts) {
    return factsByNode.merge(
        node,
        newFacts,
        (before, now) -> {
          Map<String, String> all = new LinkedHashMap<>(before);
          all.putAll(now);
          return all;
        });
  }

  private Map<String, String> readFacts(String node, JsonNode system) {
    String name = system.path("node").asText();
    if (name.isEmpty() || node.equals(nodeUrl(name)) || unnamedUrls.contains(node)) {
      misdirectedNodes.remove(node);
      return NodeSnapshot.readFacts(system);
    }
    String words = "its URL leads to another node, " + nodeUrl(name);
    misdirectedNodes.put(node, new UnseenJvm(node, UnseenJvm.Cause.UNREACHABLE, words));
    return Map.of();
  }

  /** Returns a sampler for the documents of this cluster's collections. */
  public CollectionSampler collectionSampler() {
    return new CollectionSampler(http, addressByNode);
  }
}
