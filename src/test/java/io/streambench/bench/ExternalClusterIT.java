package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.documents.SyntheticDocuments;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.StreamingRun;
import io.streambench.cli.Verb;
import java.io.InputStream;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.params.ShardParams;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests reads and predictions with a cluster of two nodes in another process. */
class ExternalClusterIT {
  private static final int DOCUMENTS = 200;
  private static final String EXISTING = "streambench";
  private static final StreamingSettings SETTINGS =
      StreamingSettings.of(
          Parameters.with(
              "cluster", "process",
              "nodeCount", "2",
              "numShards", "2",
              "numReplicas", "2",
              "placement", "runs",
              "docCount", Integer.toString(DOCUMENTS),
              "docSizeBytes", "8192"),
          Map.of("streambench.clusterHeap", "512m"));

  @TempDir static Path clustersFolder;
  private static ClusterPool pool;
  private static ReadyCluster existingCluster;

  @TempDir Path logs;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void startCluster() throws Exception {
    pool = ClusterPool.open(clustersFolder);
    existingCluster = pool.getOrStart(SETTINGS, line -> {});
  }

  /**
   * Stops the cluster, and checks that its files are removed. Otherwise, forks might find it by a
   * process ID that the system has reused.
   */
  @AfterAll
  static void stopCluster() throws Exception {
    Path ready = clustersFolder.resolve("cluster-1/ready.json");
    assertThat(ready).exists();
    pool.stopAllExcept(List.of());
    assertThat(ready).doesNotExist();
    pool.close();
  }

  private StreamingRun openRun(String... changes) {
    return openRun(line -> lines.add(line.replace("\n#  ", "")), existingCluster.zkHost(), changes);
  }

  private StreamingRun openRun(Consumer<String> out, String zkHost, String... changes) {
    Map<String, String> parameters =
        Parameters.with(
            "zkHost", zkHost, "numShards", "2", "numReplicas", "2", "docSizeBytes", "8192");
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return StreamingRun.open(
        new Job(
            "StreamingSearch.stream",
            "thrpt",
            1,
            parameters,
            Map.of("streambench.logs", logs.toString(), "user.name", "alice")),
        out);
  }

  private CloudHttp2SolrClient createSolrClient() {
    return new CloudHttp2SolrClient.Builder(List.of(existingCluster.zkHost()), Optional.empty())
        .build();
  }

  private List<String> collectionsAndConfigSets() throws Exception {
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      List<String> all = new ArrayList<>(CollectionAdminRequest.listCollections(solr));
      all.addAll(new ConfigSetAdminRequest.List().process(solr).getConfigSets());
      Collections.sort(all);
      return all;
    }
  }

  private long countDocuments() throws Exception {
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      return solr.query(EXISTING, new SolrQuery("*:*")).getResults().getNumFound();
    }
  }

  @Test
  void createsReadsAndRemovesOwnCollection() throws Exception {
    List<String> before = collectionsAndConfigSets();
    try (StreamingRun run = openRun("docCount", "300")) {
      assertThat(run.read(tuple -> {})).isEqualTo(300);
      List<String> ours = collectionsAndConfigSets();
      ours.removeAll(before);
      assertThat(ours).hasSize(2).allMatch(name -> name.matches("streambench-alice-[0-9a-f]{8}"));
    }
    assertThat(collectionsAndConfigSets()).isEqualTo(before);
    assertThat(lines)
        .anyMatch(line -> line.contains("indexing 300 documents"))
        .anyMatch(line -> line.matches("# cluster: external, Solr 9\\..*, 2 nodes up .*"))
        .anyMatch(line -> line.endsWith("servers of the nodes: unknown: an external cluster"));
  }

  @Test
  void removesOwnCollectionIfIndexingFails() throws Exception {
    List<String> before = collectionsAndConfigSets();
    Consumer<String> makesNewCollectionsReadOnly =
        line -> {
          lines.add(line);
          if (line.contains("indexing")) {
            makeReadOnlyExcept(before);
          }
        };
    assertThatThrownBy(() -> openRun(makesNewCollectionsReadOnly, existingCluster.zkHost()))
        .hasMessageContaining("must let us index into collection streambench-alice-")
        .hasMessageContaining("is read-only");
    assertThat(collectionsAndConfigSets()).isEqualTo(before);
  }

  private void makeReadOnlyExcept(List<String> collections) {
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      for (String name : CollectionAdminRequest.listCollections(solr)) {
        if (!collections.contains(name)) {
          CollectionAdminRequest.modifyCollection(name, Map.of("readOnly", "true")).process(solr);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void readsExistingCollectionWithoutChangingIt() throws Exception {
    List<String> before = collectionsAndConfigSets();
    try (StreamingRun run = openRun("collection", EXISTING)) {
      assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
    }
    assertThat(collectionsAndConfigSets()).isEqualTo(before);
    assertThat(countDocuments()).isEqualTo(DOCUMENTS);
    assertThat(lines).noneMatch(line -> line.contains("indexing"));
  }

  @Test
  void readsRequestedFieldsInRequestedOrder() {
    List<String> ids = Collections.synchronizedList(new ArrayList<>());
    try (StreamingRun run =
        openRun("collection", EXISTING, "fields", "id+text2_ts", "sort", "id desc")) {
      run.read(
          tuple -> {
            ids.add(tuple.getString("id"));
            assertThat(tuple.getFields()).containsOnlyKeys("id", "text2_ts");
          });
    }
    assertThat(ids).hasSize(DOCUMENTS).isSortedAccordingTo(Collections.reverseOrder());
  }

  @Test
  void shardsHoldConsecutiveDocuments() throws Exception {
    assertThat(firstAndLastId("shard1"))
        .containsExactly(SyntheticDocuments.id(0), SyntheticDocuments.id(DOCUMENTS / 2 - 1));
    assertThat(firstAndLastId("shard2"))
        .containsExactly(
            SyntheticDocuments.id(DOCUMENTS / 2), SyntheticDocuments.id(DOCUMENTS - 1));
  }

  /** Returns the lowest and the highest identifier of a shard, as reported by Solr. */
  private List<Object> firstAndLastId(String shard) throws Exception {
    List<Object> ids = new ArrayList<>();
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      for (SolrQuery.ORDER order : List.of(SolrQuery.ORDER.asc, SolrQuery.ORDER.desc)) {
        SolrQuery query = new SolrQuery("*:*").setRows(1).setFields("id");
        query.setSort("id", order).set(ShardParams.SHARDS, shard);
        ids.add(solr.query(EXISTING, query).getResults().get(0).getFieldValue("id"));
      }
    }
    return ids;
  }

  private JsonNode predict(String collection, String... arguments) throws Exception {
    Verb predict =
        new Verb("predict", "--zk", existingCluster.zkHost(), "--collection", collection);
    assertThat(predict.run(arguments)).as(predict.errorOutput()).isZero();
    return new ObjectMapper().readTree(predict.output());
  }

  @Test
  void predictsFromClusterWithoutChangingIt() throws Exception {
    List<String> before = collectionsAndConfigSets();
    JsonNode answer = predict(EXISTING, "--format=json");
    JsonNode found = answer.path("collection");
    assertThat(found.path("shards").asInt()).isEqualTo(2);
    assertThat(found.path("nodes").asInt()).isEqualTo(2);
    assertThat(found.path("replicas").asInt()).isEqualTo(4);
    assertThat(found.path("replicasNotActive").asInt(-1)).isZero();
    assertThat(found.path("documents").asInt()).isEqualTo(DOCUMENTS);
    assertThat(found.path("documentsOfLargestShard").asInt()).isEqualTo(DOCUMENTS / 2);
    assertThat(found.path("documentBytes").asDouble()).isCloseTo(8_192, withinPercentage(10));
    assertThat(found.path("sampledDocuments").asInt()).isBetween(48, 64);
    assertThat(found.path("responseBytes").asLong())
        .isCloseTo(responseBytes("shard1"), withinPercentage(5));
    assertThat(answer.path("streamsPerSession").asInt()).isEqualTo(2);
    assertThat(answer.path("unreadAtWorst").asLong())
        .isEqualTo(found.path("responseBytes").asLong());
    assertThat(answer.path("zone").asText()).isEqualTo("SAFE");
    JsonNode given = predict(EXISTING, "--docs=5000", "--doc-bytes=1000", "--format=json");
    assertThat(given.at("/collection/responseBytes").asLong()).isEqualTo(2_500 * 1_000);
    given = predict(EXISTING, "--response-bytes=9000000", "--format=json");
    assertThat(given.path("unreadAtWorst").asLong()).isEqualTo(8_388_608);
    assertThat(collectionsAndConfigSets()).isEqualTo(before);
  }

  /** Returns the exact size in bytes of a shard's response with all its documents. */
  private long responseBytes(String shard) throws Exception {
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      solr.connect();
      String core =
          solr.getClusterState().getCollection(EXISTING).getSlice(shard).getLeader().getCoreUrl();
      String query = "select?q=*:*&distrib=false&sort=id+asc&wt=json&fl=*&rows=" + DOCUMENTS;
      try (InputStream answer = URI.create(core + query).toURL().openStream()) {
        return answer.readAllBytes().length;
      }
    }
  }

  @ParameterizedTest
  @CsvSource({
    "nosuch,'','--collection must be one that the cluster at ',got 'nosuch'",
    "streambench,titel,'--fields must be stored, or have doc values',titel (not in the schema)",
  })
  void predictNamesMissingCollectionOrField(
      String collection, String fields, String expectedRule, String expectedValue) {
    Verb predict =
        new Verb("predict", "--zk", existingCluster.zkHost(), "--collection", collection);
    assertThat(fields.isEmpty() ? predict.run() : predict.run("--fields", fields)).isEqualTo(2);
    assertThat(predict.output()).isEmpty();
    assertThat(predict.errorOutput())
        .startsWith(expectedRule)
        .contains(expectedValue)
        .hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({
    "collection,nosuch,'collection must be one that the cluster at ',got 'nosuch'",
    "fields,id+nosuch,'fields must be stored, or have doc values, in',nosuch (not in the schema)",
    "sort,text1_ts asc,'sort must be by fields of one value with doc values',got 'text1_ts'",
  })
  void runNamesMissingCollectionOrField(
      String setting, String value, String expectedRule, String expectedValue) {
    assertThatThrownBy(() -> openRun("collection", EXISTING, setting, value))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith(expectedRule.replace("''", "'"))
        .hasMessageContaining(expectedValue)
        .hasMessageNotContaining("\n");
    assertThat(lines).anyMatch(line -> line.startsWith("\n# FAILED: " + setting + " must "));
  }

  @Test
  void rejectsEmptyCollection() throws Exception {
    try (CloudHttp2SolrClient solr = createSolrClient()) {
      CollectionAdminRequest.createCollection("empty", EXISTING, 1, 1).process(solr);
      assertThatThrownBy(() -> openRun("collection", "empty"))
          .hasMessage("collection must hold documents, got 'empty'");
      CollectionAdminRequest.deleteCollection("empty").process(solr);
    }
  }

  @Test
  void rejectsMoreReplicasThanNodes() throws Exception {
    List<String> before = collectionsAndConfigSets();
    assertThatThrownBy(() -> openRun("numReplicas", "3"))
        .hasMessage("numReplicas must be at most the nodes that the cluster has up (2), got '3'");
    assertThat(collectionsAndConfigSets()).isEqualTo(before);
  }

  @Tag("slow")
  @Test
  void reportsUnreachableZooKeeperWithinTimeout() {
    assertThatThrownBy(() -> openRun(lines::add, "127.0.0.1:1/solr"))
        .isInstanceOf(ClusterException.class)
        .hasMessage("zkHost must answer within 15 s, got '127.0.0.1:1/solr'");
  }

  @Test
  void reportsZooKeeperWithoutSolrCloud() {
    assertThatThrownBy(() -> openRun(lines::add, existingCluster.zkHost() + "/nosuch"))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith("zkHost must be the ZooKeeper of a SolrCloud (")
        .hasMessageNotContaining("\n");
  }
}
