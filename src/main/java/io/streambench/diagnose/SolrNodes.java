package io.streambench.diagnose;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.config.SettingException;
import io.streambench.diagnose.SeenCollection.Replica;
import io.streambench.diagnose.SolrHttp.Answer;
import io.streambench.predict.ResponseEstimate;
import java.net.URLDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import java.util.stream.IntStream;

/**
 * The nodes of a cluster, or one without a cluster, asked in parallel: two requests a node and
 * look.
 */
public final class SolrNodes {
  private static final String SYSTEM = "/admin/info/system?wt=json";
  private static final String STATUS = "/admin/collections?action=CLUSTERSTATUS&wt=json";
  private static final int SAMPLED_SHARDS = 8;
  private static final List<String> ENDS = List.of("asc", "desc");

  private final SolrHttp http;

  /** Where each node is asked, by the URL that its cluster knows it by. */
  private final Map<String, String> addresses = new LinkedHashMap<>();

  /** What each node has said of itself. */
  private final Map<String, Map<String, String>> known = new ConcurrentHashMap<>();

  private final List<SeenCollection> collections = new ArrayList<>();

  private SolrNodes(SolrHttp http) {
    this.http = http;
  }

  /**
   * Finds the nodes of the cluster that these belong to. A node is asked where it is given: behind
   * a proxy it is not where its cluster says.
   *
   * @throws SettingException if one of these does not answer as a node of Solr
   */
  public static SolrNodes find(SolrHttp http, List<String> urls) {
    SolrNodes nodes = new SolrNodes(http);
    Map<String, String> given = new LinkedHashMap<>();
    for (String url : urls) {
      JsonNode system = required(url, http.get(url + SYSTEM).join());
      if (system.path("lucene").isMissingNode()) {
        throw new SettingException("URL", "be of a Solr node, as http://HOST:8983/solr", url);
      }
      String name = system.path("node").asText();
      boolean cloud = system.path("mode").asText().equals("solrcloud");
      String scheme = url.substring(0, url.indexOf(':'));
      String node = cloud && !name.isEmpty() ? url(scheme, name) : url;
      nodes.known.put(node, facts(system));
      given.put(node, url);
      if (cloud && nodes.addresses.isEmpty()) {
        nodes.cluster(scheme, required(url, http.get(url + STATUS).join()).path("cluster"));
      }
    }
    nodes.addresses.putAll(given);
    return nodes;
  }

  private static JsonNode required(String url, Answer answer) {
    if (answer.error() != null) {
      throw new SettingException("URL", "be of a Solr node that answers: " + answer.error(), url);
    }
    return answer.tree();
  }

  private void cluster(String scheme, JsonNode cluster) {
    for (Map.Entry<String, JsonNode> collection : cluster.path("collections").properties()) {
      List<List<Replica>> shards = new ArrayList<>();
      for (JsonNode shard : collection.getValue().path("shards")) {
        if (shard.path("state").asText("active").equals("active")) {
          List<Replica> replicas = new ArrayList<>();
          shard.path("replicas").forEach(one -> replicas.add(replica(one, cluster, scheme)));
          shards.add(replicas);
        }
      }
      collections.add(new SeenCollection(collection.getKey(), shards));
    }
    Set<String> live = new TreeSet<>();
    cluster.path("live_nodes").forEach(node -> live.add(url(scheme, node.asText())));
    live.forEach(node -> addresses.put(node, node));
  }

  private static Replica replica(JsonNode replica, JsonNode cluster, String scheme) {
    String name = replica.path("node_name").asText();
    boolean live = false;
    for (JsonNode node : cluster.path("live_nodes")) {
      live |= node.asText().equals(name);
    }
    String node = url(scheme, name);
    return new Replica(
        node,
        replica.path("core").asText(),
        live && replica.path("state").asText().equals("active"));
  }

  /** Solr's name of a node is {@code host:port_path}. */
  private static String url(String scheme, String node) {
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

  /** What its cluster knows of each collection. */
  public List<SeenCollection> collections() {
    return List.copyOf(collections);
  }

  /** Looks at the threads of all nodes at once, and at what is set there: what, by turns. */
  public List<NodeLook> look(int number, LongSupplier clock) {
    return addresses.entrySet().stream()
        .map(node -> look(number, node.getKey(), node.getValue(), clock))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }

  private CompletableFuture<NodeLook> look(
      int number, String node, String address, LongSupplier clock) {
    long asked = clock.getAsLong();
    Map<String, String> before = known.getOrDefault(node, Map.of());
    CompletableFuture<Map<String, String>> facts =
        !before.containsKey(NodeLook.SOLR)
            ? http.get(address + SYSTEM).thenApply(answer -> facts(answer.tree()))
            : number == 1
                ? CompletableFuture.completedFuture(Map.of())
                : http.get(address + "/admin/info/properties?wt=json")
                    .thenApply(answer -> properties(answer.tree().path("system.properties")));
    return http.get(address + "/admin/info/threads?wt=json")
        // the time between two looks is at least the one from an answer to the next question
        .thenApply(
            answer ->
                new NodeLook(
                    number,
                    node,
                    number == 1 ? clock.getAsLong() : asked,
                    answer.error(),
                    Map.of(),
                    answer.error() == null ? answer.json() : ""))
        .thenCombine(facts, (look, more) -> look.with(known(node, more)));
  }

  private Map<String, String> known(String node, Map<String, String> more) {
    return known.merge(
        node,
        more,
        (before, now) -> {
          Map<String, String> all = new LinkedHashMap<>(before);
          all.putAll(now);
          return all;
        });
  }

  private static Map<String, String> facts(JsonNode system) {
    Map<String, String> facts = new LinkedHashMap<>();
    facts.put(NodeLook.SOLR, system.path("lucene").path(NodeLook.SOLR).asText());
    facts.put(NodeLook.JAVA, system.at("/jvm/jre/version").asText());
    facts.put(NodeLook.STARTED, system.at("/jvm/jmx/" + NodeLook.STARTED).asText());
    facts.values().removeIf(String::isEmpty);
    return facts;
  }

  private static Map<String, String> properties(JsonNode all) {
    Map<String, String> kept = new LinkedHashMap<>();
    if (all.isObject()) {
      NodeLook.PROPERTIES.forEach(name -> kept.put(name, all.path(name).asText()));
    }
    return kept;
  }

  /**
   * The collection with its number of documents, and their size by about so many. A shard that does
   * not answer leaves it as it is.
   */
  public SeenCollection sampled(SeenCollection collection, int most) {
    List<Replica> asked =
        collection.active().stream().filter(shard -> most > 0).map(shard -> shard.get(0)).toList();
    List<Answer> empty = select(asked, 0, "asc");
    if (asked.isEmpty() || empty.stream().anyMatch(one -> one.error() != null)) {
      return collection;
    }
    List<Long> documents =
        empty.stream().map(one -> one.tree().at("/response/numFound").asLong()).toList();
    List<Integer> filled =
        IntStream.range(0, asked.size()).filter(at -> documents.get(at) > 0).boxed().toList();
    int shards = Math.min(SAMPLED_SHARDS, filled.size());
    int sampled = 0;
    long bytes = 0;
    for (int i = 0; i < shards; i++) {
      int shard = filled.get(i * filled.size() / shards);
      int rows = (int) Math.min(Math.max(1, most / shards / ENDS.size()), documents.get(shard));
      for (String end : ENDS) {
        Answer some = select(List.of(asked.get(shard)), rows, end).get(0);
        if (some.error() == null) {
          bytes += size(some) - size(empty.get(shard));
          sampled += rows;
        }
      }
    }
    long all = documents.stream().mapToLong(Long::longValue).sum();
    return sampled == 0
        ? collection
        : new SeenCollection(
            collection.name(),
            collection.shards(),
            all,
            ResponseEstimate.largestShard(all, documents),
            (double) bytes / sampled,
            sampled);
  }

  private static long size(Answer answer) {
    return answer.json().getBytes(StandardCharsets.UTF_8).length;
  }

  /** Asks these replicas at once, in the words of {@code SolrStream}. */
  private List<Answer> select(List<Replica> replicas, int rows, String order) {
    String form = "q=*:*&fl=*&distrib=false&wt=json&sort=_docid_+" + order + "&rows=" + rows;
    return replicas.stream()
        .map(
            replica ->
                http.post(
                    addresses.getOrDefault(replica.node(), replica.node())
                        + "/"
                        + replica.core()
                        + "/select",
                    form))
        .toList()
        .stream()
        .map(CompletableFuture::join)
        .toList();
  }
}
