package io.streambench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.withinPercentage;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.bench.cluster.ClusterPool;
import io.streambench.bench.cluster.ReadyCluster;
import io.streambench.bench.settings.Parameters;
import io.streambench.bench.settings.StreamingSettings;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.client.solrj.request.ConfigSetAdminRequest;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.cloud.Slice;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The prediction for a cluster of two nodes in another process, which is only looked at. */
@Tag("program")
class PredictClusterIT {
  private static final int DOCUMENTS = 600;
  private static final int DOCUMENT_BYTES = 4_096;
  private static final String COLLECTION = "streambench";

  @TempDir static Path place;
  private static ClusterPool pool;
  private static ReadyCluster theirs;

  private final Verb verb = new Verb("predict");

  @BeforeAll
  static void startTheCluster() throws Exception {
    pool = ClusterPool.open(place);
    theirs =
        pool.ensure(
            StreamingSettings.of(
                Parameters.with(
                    ("cluster process nodeCount 2 numShards 3 numReplicas 2 docCount "
                            + DOCUMENTS
                            + " docSizeBytes "
                            + DOCUMENT_BYTES)
                        .split(" ")),
                Map.of("streambench.clusterHeap", "512m")),
            line -> {});
    try (CloudHttp2SolrClient solr = solr()) {
      CollectionAdminRequest.createCollection("empty", COLLECTION, 1, 1).process(solr);
      CollectionAdminRequest.createAlias("both", COLLECTION + ",empty").process(solr);
    }
  }

  @AfterAll
  static void stopTheCluster() {
    pool.close();
  }

  private static CloudHttp2SolrClient solr() {
    return new CloudHttp2SolrClient.Builder(List.of(theirs.zkHost()), Optional.empty()).build();
  }

  private static String[] arguments(String collection, String... more) {
    return Stream.concat(
            Stream.of("--zk", theirs.zkHost(), "--collection", collection), Stream.of(more))
        .toArray(String[]::new);
  }

  private JsonNode json(String collection, String... more) throws Exception {
    JsonNode answer = verb.json(0, arguments(collection, more));
    assertThat(verb.complaint()).isEmpty();
    return answer;
  }

  /**
   * The size of the largest answer of a shard to a reading of its documents, counted byte by byte.
   */
  private static long largestResponse(String fields) throws Exception {
    long largest = 0;
    HttpClient plain = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    try (CloudHttp2SolrClient solr = solr()) {
      solr.connect();
      for (Slice shard : solr.getClusterState().getCollection(COLLECTION).getActiveSlices()) {
        Replica replica = shard.getLeader();
        String form = "q=*:*&distrib=false&sort=id+asc&rows=" + DOCUMENTS + "&wt=json&fl=" + fields;
        HttpRequest request =
            HttpRequest.newBuilder(URI.create(replica.getCoreUrl() + "select"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .build();
        HttpResponse<byte[]> answer = plain.send(request, BodyHandlers.ofByteArray());
        assertThat(answer.statusCode()).as(new String(answer.body(), UTF_8)).isEqualTo(200);
        largest = Math.max(largest, answer.body().length);
      }
    }
    return largest;
  }

  /** Collections and config sets. */
  private static List<String> all() throws Exception {
    try (CloudHttp2SolrClient solr = solr()) {
      List<String> all = new ArrayList<>(CollectionAdminRequest.listCollections(solr));
      all.addAll(new ConfigSetAdminRequest.List().process(solr).getConfigSets());
      Collections.sort(all);
      return all;
    }
  }

  @Test
  void shapeAndSizesAreReadFromTheClusterAndNothingIsChangedThere() throws Exception {
    List<String> before = all();
    JsonNode answer = json(COLLECTION);
    JsonNode found = answer.path("collection");
    assertThat(found.path("shards").asInt()).isEqualTo(3);
    assertThat(found.path("nodes").asInt()).isEqualTo(2);
    assertThat(found.path("replicas").asInt()).isEqualTo(6);
    assertThat(found.path("replicasNotActive").asInt(-1)).isZero();
    assertThat(found.path("documents").asInt()).isEqualTo(DOCUMENTS);
    assertThat(found.path("documentsOfLargestShard").asInt()).isBetween(200, 300);
    assertThat(found.path("documentBytes").asDouble())
        .isCloseTo(DOCUMENT_BYTES, withinPercentage(10));
    assertThat(found.path("sampledDocuments").asInt()).isBetween(48, 64);
    assertThat(found.path("responseBytes").asLong())
        .isCloseTo(largestResponse("*"), withinPercentage(5));
    assertThat(answer.path("streamsPerSession").asInt()).isEqualTo(3);
    assertThat(answer.path("unreadAtWorst").asLong())
        .isEqualTo(2 * found.path("responseBytes").asLong());
    assertThat(answer.path("zone").asText()).isEqualTo("SAFE");
    assertThat(all()).isEqualTo(before);
  }

  @Test
  void fieldsThatAreNotStreamedAreNotCounted() throws Exception {
    JsonNode found = json(COLLECTION, "--fields", "id,int1_i_dv").path("collection");
    assertThat(found.path("responseBytes").asLong())
        .isCloseTo(largestResponse("id,int1_i_dv"), withinPercentage(5))
        .isLessThan(300 * 100);
  }

  @Test
  void whatIsGivenComesBeforeWhatIsRead() throws Exception {
    assertThat(json(COLLECTION, "--response-bytes", "9000000").path("unreadAtWorst").asLong())
        .isEqualTo(2 * 8_388_608);
    assertThat(json(COLLECTION, "--doc-bytes", "1000").at("/collection/documentBytes").asInt())
        .isEqualTo(1_000);
    JsonNode tenfold = json(COLLECTION, "--docs", Integer.toString(10 * DOCUMENTS));
    assertThat(tenfold.at("/collection/documents").asInt()).isEqualTo(10 * DOCUMENTS);
    assertThat(tenfold.at("/collection/documentsOfLargestShard").asInt()).isBetween(2_000, 3_000);
    assertThat(json("empty", "--docs", "100", "--doc-bytes", "10").path("zone").asText())
        .isEqualTo("SAFE");
  }

  @Test
  void anAliasStandsForAllItsCollections() throws Exception {
    JsonNode found = json("both").path("collection");
    assertThat(found.path("shards").asInt()).isEqualTo(4);
    assertThat(found.path("replicas").asInt()).isEqualTo(7);
    assertThat(found.path("documents").asInt()).isEqualTo(DOCUMENTS);
  }

  @ParameterizedTest
  @CsvSource({
    "nosuch,'','--collection must be one that the cluster at ',got 'nosuch'",
    "empty,'','--collection must hold documents',got 'empty'",
    "streambench,id+titel,'--fields must be stored, or have doc values',titel (not in the schema)",
  })
  void whatIsMissingIsToldInALine(String collection, String fields, String rule, String found) {
    String[] more = fields.isEmpty() ? new String[0] : new String[] {"--fields", fields};
    assertThat(verb.run(arguments(collection, more))).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.answer()).isEmpty();
    assertThat(verb.complaint().strip()).startsWith(rule).contains(found).doesNotContain("\n");
  }
}
