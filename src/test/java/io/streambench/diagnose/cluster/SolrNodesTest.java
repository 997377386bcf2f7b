package io.streambench.diagnose.cluster;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.flow.predict.Placement;
import io.streambench.flow.predict.SafeWindowRule;
import java.io.IOException;
import java.net.URLDecoder;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.ConcurrentLinkedQueue;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tests finding nodes and collections, with collections in the format of {@code CLUSTERSTATUS}. */
class SolrNodesTest {
  private FakeCluster cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new FakeCluster("9.10.1");
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private SolrNodes findNodes(String... otherUrls) throws Exception {
    List<String> urls = new ArrayList<>(List.of(otherUrls));
    urls.add(0, cluster.url(0));
    return SolrNodes.find(
        SolrHttp.open(TlsFiles.NONE, Optional.empty(), Duration.ofHours(1)), urls);
  }

  @Test
  void findsNodesOfSecondCluster() throws Exception {
    try (FakeCluster other = new FakeCluster("9.10.1")) {
      assertThat(findNodes(other.url(0)).takeSnapshots(1, () -> 0).stream().map(NodeSnapshot::node))
          .containsExactlyInAnyOrder(cluster.url(0), cluster.url(1), other.url(0), other.url(1));
    }
  }

  /** The other node may be in the same cluster, for example if it has lost ZooKeeper. */
  @Test
  void stateIsUnknownIfAnyNodeReportsNone() throws Exception {
    assertThat(findNodes().refresh()).isTrue();
    try (FakeCluster other = new FakeCluster("9.10.1")) {
      other.responseEditor = (path, json) -> path.contains("collections") ? "{\"error\":{}}" : json;
      SolrNodes nodes = findNodes(other.url(0));
      assertThat(nodes.takeSnapshots(1, () -> 0)).hasSize(3);
      assertThat(nodes.refresh()).isFalse();
    }
    cluster.responseEditor = (path, json) -> path.startsWith("n0/admin/collections") ? "{}" : json;
    SolrNodes nodes = findNodes(cluster.url(1));
    assertThat(nodes.takeSnapshots(1, () -> 0)).hasSize(2);
    assertThat(nodes.refresh()).isFalse();
  }

  private static String shardJson(String name, String state, String... nodesAndStates) {
    StringBuilder replicas = new StringBuilder();
    for (int i = 0; i < nodesAndStates.length; i += 2) {
      replicas.append(
          "%s'%s_r%d':{'core':'%s_r%d','node_name':'%s','state':'%s','type':'PULL'}"
              .formatted(
                  i == 0 ? "" : ",", name, i, name, i, nodesAndStates[i], nodesAndStates[i + 1]));
    }
    return "'%s':{'state':'%s','replicas':{%s}}".formatted(name, state, replicas);
  }

  /** Puts a collection with these shards, and two aliases, into the cluster. */
  private void setUpBooks(String... shards) {
    String a = cluster.authority() + "_n0";
    String b = cluster.authority() + "_n1";
    String status =
        ("{'cluster':{'live_nodes':['A','B'],'aliases':{'all':'books,"
                + " more','library':'all','loop':'loop'},'collections':{'books':{'shards':{"
                + String.join(",", shards)
                + "}},'more':{'shards':{"
                + shardJson("m1", "active", "A", "active")
                + "}}}}}")
            .replace("'A'", "'" + a + "'")
            .replace("'B'", "'" + b + "'")
            .replace('\'', '"');
    cluster.responseEditor = (path, json) -> path.contains("collections") ? status : json;
  }

  @Test
  void countsOnlyActiveReplicasOnLiveNodes() throws Exception {
    setUpBooks(
        shardJson("s1", "active", "B", "active", "A", "active", "B", "active"),
        shardJson("s2", "active", "B", "active", "A", "recovering", "gone:1_solr", "active"),
        shardJson("s3", "inactive", "A", "active"),
        shardJson("s3_0", "construction", "A", "active"));
    ObservedCollection books = findNodes().collection("books").orElseThrow();
    assertThat(books.placement()).isEqualTo(Placement.of(List.of(List.of(1, 0, 1), List.of(1))));
    assertThat(books.inactiveReplicaCount()).isEqualTo(2);
    assertThat(books.countShardsOnlyOn(cluster.url(1))).as("a restart takes away").isEqualTo(1);
    assertThat(books.countShardsOnlyOn(cluster.url(0))).isZero();
    assertThat(books.activeReplicasByShard().get(1))
        .extracting(one -> one.core())
        .containsExactly("s2_r0");
  }

  /** Reports an unknown state during a split, because a restart would abort the split. */
  @Test
  void stateIsUnknownDuringShardSplit() throws Exception {
    for (String state : List.of("construction", "recovery", "recovery_failed", "inactive")) {
      setUpBooks(shardJson("s1", "active", "A", "active"), shardJson("s1_0", state, "B", "active"));
      assertThat(findNodes().refresh())
          .as(state)
          .isEqualTo(state.matches("recovery_failed|inactive"));
    }
  }

  @Test
  void aliasIncludesAllItsCollections() throws Exception {
    setUpBooks(
        shardJson("s1", "active", "A", "active"),
        shardJson("s2", "active", "gone:1_solr", "active"));
    SolrNodes nodes = findNodes();
    assertThat(nodes.collection("library").orElseThrow().shards()).hasSize(3);
    assertThat(nodes.collection("library").orElseThrow().activeReplicasByShard()).hasSize(2);
    assertThat(nodes.collection("loop")).isEmpty();
    assertThat(nodes.collection("boo")).isEmpty();
  }

  @Test
  void requestsDocumentsLikeStream() throws Exception {
    setUpBooks(shardJson("s1", "active", "A", "active"));
    SolrNodes nodes = findNodes();
    ConcurrentLinkedQueue<String> requests = new ConcurrentLinkedQueue<>();
    cluster.bodyListener = form -> requests.add(URLDecoder.decode(form, UTF_8));
    ObservedCollection books = nodes.collection("books").orElseThrow();
    ObservedCollection counted = nodes.collectionSampler().withSamples(books, "*", 0);
    assertThat(requests).singleElement().asString().contains("rows=0", "distrib=false");
    assertThat(counted.documents()).isEqualTo(834);
    assertThat(counted.responseBytes()).isZero();
    requests.clear();
    ObservedCollection read = nodes.collectionSampler().withSamples(books, "id,title", 64);
    assertThat(requests)
        .contains("q=*:*&distrib=false&wt=json&sort=_docid_ desc&fl=id,title&rows=32");
    assertThat(requests).hasSize(3).noneMatch(form -> form.contains("indent"));
    assertThat(read.sampled()).isEqualTo(64);
    assertThat(read.documentBytes()).isEqualTo(13);
    cluster.statusOverride = exchange -> 403;
    assertThatThrownBy(() -> nodes.collectionSampler().withSamples(books, "*", 64))
        .isInstanceOf(IOException.class)
        .hasMessageContaining("(403)");
  }

  @Test
  void givenValuesOverrideCountedValues() throws Exception {
    setUpBooks(shardJson("s1", "active", "A", "active"), shardJson("s2", "active", "B", "active"));
    ObservedCollection books = findNodes().collection("books").orElseThrow();
    OptionalLong none = OptionalLong.empty();
    assertThat(books.withDocuments(OptionalLong.of(101), OptionalLong.of(7)).responseBytes())
        .as("a shard of 51 documents on average")
        .isEqualTo(101 * 7);
    ObservedCollection counted =
        new ObservedCollection("books", books.shards(), 600, 301, 99.5, 64);
    assertThat(counted.withDocuments(none, none).responseBytes()).isEqualTo(29_950);
    assertThat(counted.withDocuments(OptionalLong.of(6_001), none).largestShard()).isEqualTo(3_011);
    assertThat(counted.withDocuments(none, OptionalLong.of(100)).responseBytes()).isEqualTo(30_100);
  }

  /** If two of 24 shards are large, the mean of the sampled documents may be far too small. */
  @Test
  void estimatedSizeMakesNoCollectionSafe() {
    List<Replica> active = List.of(new Replica("http://a", "c", true));
    List<Replica> down = List.of(new Replica("http://a", "c", false));
    ObservedCollection skewed =
        new ObservedCollection("skewed", Collections.nCopies(24, active), 6_022, 3_000, 1_000, 64);
    assertThat(isSafe(skewed)).isFalse();
    ObservedCollection given = skewed.withDocuments(OptionalLong.empty(), OptionalLong.of(1_000));
    assertThat(isSafe(given)).as("all of them fit").isTrue();
    List<List<Replica>> withoutOne = new ArrayList<>(Collections.nCopies(23, active));
    withoutOne.add(down);
    assertThat(isSafe(given.withShards(withoutOne))).as("a shard was not counted").isFalse();
  }

  private static boolean isSafe(ObservedCollection collection) {
    return new SafeWindowRule(24, 8 << 20, 16 << 20, 0.5, collection.responseSizes(), false, 1)
        .isSafe();
  }

  @Test
  void namesFieldsThatStreamCannotRead() throws Exception {
    setUpBooks(shardJson("s1", "active", "A", "active"));
    SolrNodes nodes = findNodes();
    cluster.responseEditor =
        (path, json) ->
            """
            {"fields":[{"name":"id","stored":true},{"name":"hidden","stored":false,"docValues":true},
              {"name":"n_i","stored":false,"docValues":true,"useDocValuesAsStored":true}]}\
            """;
    ObservedCollection books = nodes.collection("books").orElseThrow();
    assertThat(
            nodes
                .collectionSampler()
                .unreadableFields(books, List.of("id", "n_i", "hidden", "titel")))
        .containsExactly("hidden (not stored)", "titel (not in the schema)");
  }
}
