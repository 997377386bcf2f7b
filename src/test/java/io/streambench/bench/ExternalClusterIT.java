package io.streambench.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.cluster.ClusterException;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.fork.Job;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import io.streambench.bench.streaming.StreamingRun;
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
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A cluster of two nodes in a process that knows nothing of those who read from it. */
class ExternalClusterIT {
  private static final int DOCUMENTS = 200;
  private static final String EXISTING = "streambench";
  private static final StreamingSettings THEIRS =
      StreamingSettings.of(
          Parameters.with(
              "cluster", "process",
              "nodeCount", "2",
              "numShards", "2",
              "docCount", Integer.toString(DOCUMENTS),
              "docSizeBytes", "8192"),
          Map.of("streambench.clusterHeap", "512m"));

  @TempDir static Path place;
  private static ClusterPool pool;
  private static ReadyCluster theirs;

  @TempDir Path logs;
  private final List<String> lines = Collections.synchronizedList(new ArrayList<>());

  @BeforeAll
  static void startTheCluster() throws Exception {
    pool = ClusterPool.open(place);
    theirs = pool.ensure(THEIRS, line -> {});
  }

  @AfterAll
  static void stopTheCluster() {
    pool.close();
  }

  private StreamingRun open(String... changes) {
    return open(line -> lines.add(line.replace("\n#  ", "")), theirs.zkHost(), changes);
  }

  private StreamingRun open(Consumer<String> out, String zkHost, String... changes) {
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

  private CloudHttp2SolrClient solr() {
    return new CloudHttp2SolrClient.Builder(List.of(theirs.zkHost()), Optional.empty()).build();
  }

  private List<String> all() throws Exception {
    try (CloudHttp2SolrClient solr = solr()) {
      List<String> all = new ArrayList<>(CollectionAdminRequest.listCollections(solr));
      all.addAll(new ConfigSetAdminRequest.List().process(solr).getConfigSets());
      Collections.sort(all);
      return all;
    }
  }

  private long documents() throws Exception {
    try (CloudHttp2SolrClient solr = solr()) {
      return solr.query(EXISTING, new SolrQuery("*:*")).getResults().getNumFound();
    }
  }

  @Test
  void aCollectionOfOurOwnIsMadeReadAndRemoved() throws Exception {
    List<String> before = all();
    try (StreamingRun run = open("docCount", "300")) {
      assertThat(run.read(tuple -> {})).isEqualTo(300);
      List<String> ours = all();
      ours.removeAll(before);
      assertThat(ours).hasSize(2).allMatch(name -> name.matches("streambench-alice-[0-9a-f]{8}"));
    }
    assertThat(all()).isEqualTo(before);
    assertThat(lines)
        .anyMatch(line -> line.contains("indexing 300 documents"))
        .anyMatch(line -> line.matches("# cluster: external, Solr 9\\..*, 2 nodes up .*"))
        .anyMatch(line -> line.endsWith("servers of the nodes: unknown: an external cluster"));
  }

  @Test
  void aCollectionOfOurOwnIsRemovedWhenIndexingFails() throws Exception {
    List<String> before = all();
    Consumer<String> readOnlyOnceItIsMade =
        line -> {
          lines.add(line);
          if (line.contains("indexing")) {
            makeReadOnlyAllBut(before);
          }
        };
    assertThatThrownBy(() -> open(readOnlyOnceItIsMade, theirs.zkHost()))
        .hasMessageContaining("must let us index into collection streambench-alice-")
        .hasMessageContaining("is read-only");
    assertThat(all()).isEqualTo(before);
  }

  private void makeReadOnlyAllBut(List<String> others) {
    try (CloudHttp2SolrClient solr = solr()) {
      for (String name : CollectionAdminRequest.listCollections(solr)) {
        if (!others.contains(name)) {
          CollectionAdminRequest.modifyCollection(name, Map.of("readOnly", "true")).process(solr);
        }
      }
    } catch (Exception e) {
      throw new AssertionError(e);
    }
  }

  @Test
  void anExistingCollectionIsReadAsItIsAndLeftAlone() throws Exception {
    List<String> before = all();
    try (StreamingRun run = open("collection", EXISTING)) {
      assertThat(run.read(tuple -> {})).isEqualTo(DOCUMENTS);
    }
    assertThat(all()).isEqualTo(before);
    assertThat(documents()).isEqualTo(DOCUMENTS);
    assertThat(lines).noneMatch(line -> line.contains("indexing"));
  }

  @Test
  void anExistingCollectionIsReadByTheFieldsAndInTheOrderAskedFor() {
    List<String> ids = Collections.synchronizedList(new ArrayList<>());
    try (StreamingRun run =
        open("collection", EXISTING, "fields", "id+text2_ts", "sort", "id desc")) {
      run.read(
          tuple -> {
            ids.add(tuple.getString("id"));
            assertThat(tuple.getFields()).containsOnlyKeys("id", "text2_ts");
          });
    }
    assertThat(ids).hasSize(DOCUMENTS).isSortedAccordingTo(Collections.reverseOrder());
  }

  @ParameterizedTest
  @CsvSource({
    "collection,nosuch,'collection must be one that the cluster at ',got 'nosuch'",
    "fields,id+nosuch,'fields must be stored, or have doc values, in',nosuch (not in the schema)",
    "sort,text1_ts asc,'sort must be by fields of one value with doc values',got 'text1_ts'",
  })
  void saysInALineWhatACollectionLacks(String setting, String value, String rule, String found) {
    assertThatThrownBy(() -> open("collection", EXISTING, setting, value))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith(rule.replace("''", "'"))
        .hasMessageContaining(found)
        .hasMessageNotContaining("\n");
    assertThat(lines).anyMatch(line -> line.startsWith("\n# FAILED: " + setting + " must "));
  }

  @Test
  void anEmptyCollectionIsRefused() throws Exception {
    try (CloudHttp2SolrClient solr = solr()) {
      CollectionAdminRequest.createCollection("empty", EXISTING, 1, 1).process(solr);
      assertThatThrownBy(() -> open("collection", "empty"))
          .hasMessage("collection must hold documents, got 'empty'");
      CollectionAdminRequest.deleteCollection("empty").process(solr);
    }
  }

  @Test
  void moreReplicasThanNodesAreRefusedAndNothingIsMade() throws Exception {
    List<String> before = all();
    assertThatThrownBy(() -> open("numReplicas", "3"))
        .hasMessage("numReplicas must be at most the nodes that the cluster has up (2), got '3'");
    assertThat(all()).isEqualTo(before);
  }

  @Tag("slow")
  @Test
  void aZooKeeperThatDoesNotAnswerIsToldInALineWithinTheLimit() {
    assertThatThrownBy(() -> open(lines::add, "127.0.0.1:1/solr"))
        .isInstanceOf(ClusterException.class)
        .hasMessage("zkHost must answer within 15 s, got '127.0.0.1:1/solr'");
  }

  @Test
  void aZooKeeperWithoutACloudIsToldInALine() {
    assertThatThrownBy(() -> open(lines::add, theirs.zkHost() + "/nosuch"))
        .isInstanceOf(ClusterException.class)
        .hasMessageStartingWith("zkHost must be the ZooKeeper of a SolrCloud (")
        .hasMessageNotContaining("\n");
  }
}
