package io.streambench.bench.transport;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.streambench.bench.cluster.StockCluster;
import io.streambench.bench.settings.DocumentPlacement;
import io.streambench.flow.window.FlowControlKind;
import io.streambench.strategy.FactoryLog;
import io.streambench.strategy.SolrHttpClientAccess;
import io.streambench.strategy.StallFreeClientFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.apache.solr.client.solrj.SolrQuery;
import org.apache.solr.client.solrj.impl.CloudHttp2SolrClient;
import org.apache.solr.client.solrj.impl.Http2SolrClient;
import org.apache.solr.client.solrj.impl.PreemptiveBasicAuthClientBuilderFactory;
import org.apache.solr.client.solrj.io.SolrClientCache;
import org.apache.solr.client.solrj.io.Tuple;
import org.apache.solr.client.solrj.io.stream.SolrStream;
import org.apache.solr.client.solrj.io.stream.StreamContext;
import org.apache.solr.client.solrj.request.CollectionAdminRequest;
import org.apache.solr.cloud.MiniSolrCloudCluster;
import org.apache.solr.common.SolrInputDocument;
import org.apache.solr.common.cloud.Replica;
import org.apache.solr.common.params.MapSolrParams;
import org.apache.solr.common.params.ModifiableSolrParams;
import org.apache.solr.common.util.Utils;
import org.apache.solr.embedded.JettySolrRunner;
import org.apache.solr.security.Sha256AuthenticationProvider;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Tests two nodes that use the repair and nothing else of this project. */
class RepairedNodesIT {
  private static final String FACTORY = "solr.httpclient.builder.factory";
  private static final String HTTP1 = "solr.http1";
  private static final String NEXT = "streambench.nextClientFactory";
  private static final String KIND = "streambench.flowControl";
  private static final String COLLECTION = "nodes";
  private static final Path CONFIG_SET =
      Path.of("src", "main", "resources", "io", "streambench", "bench", "cluster", "configset");
  private static final String PASSWORD = "SolrRocks";

  /**
   * The idle timeout of the nodes. It ends a query that hangs, and is too long for other queries.
   */
  private static final Duration IDLE_TIMEOUT = Duration.ofMinutes(5);

  /** A command that a page tells operators to paste, run for another address. */
  private enum PastedCommand {
    STATUS("repair.md", "curl -s -m 10 -o /dev/null"),
    LIVE_NODES("repair.md", "curl -sf -m 10 "),
    STATES("hang.md", "curl $C \"$S://${N##* }");

    private final String page;
    private final String start;

    PastedCommand(String page, String start) {
      this.page = page;
      this.start = start;
    }

    /** Runs the command, and returns the output with single spaces. */
    String output(String solrUrl) throws IOException, InterruptedException {
      List<String> lines =
          Files.readString(Path.of("docs", page))
              .lines()
              .map(String::strip)
              .filter(line -> line.startsWith(start))
              .toList();
      assertThat(lines).as(page).hasSize(1);
      String command =
          lines
              .get(0)
              .replaceFirst("(http://(localhost|OTHER):8983|\\$S://\\$\\{N##\\* })/solr", solrUrl);
      Process process =
          new ProcessBuilder("bash", "-c", "C=-sSf; " + command).redirectErrorStream(true).start();
      String output = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      process.waitFor();
      return output.strip().replaceAll("\\s+", " ");
    }
  }

  @TempDir Path folder;

  private final FactoryLog log = new FactoryLog();
  private MiniSolrCloudCluster cluster;

  @BeforeEach
  void setFactoryProperty() {
    System.setProperty(FACTORY, StallFreeClientFactory.class.getName());
  }

  @AfterEach
  void restoreSystemProperties() throws Exception {
    if (cluster != null) {
      cluster.shutdown();
    }
    log.close();
    List.of(FACTORY, HTTP1, NEXT, KIND, "basicauth").forEach(System::clearProperty);
    PreemptiveBasicAuthClientBuilderFactory.setDefaultSolrParams(null);
  }

  private void startCluster(MiniSolrCloudCluster.Builder builder) throws Exception {
    cluster = builder.addConfig(COLLECTION, CONFIG_SET.toAbsolutePath()).configure();
  }

  private MiniSolrCloudCluster.Builder twoNodesBuilder() {
    return new MiniSolrCloudCluster.Builder(2, folder);
  }

  private CloudHttp2SolrClient createClient() {
    return new CloudHttp2SolrClient.Builder(
            List.of(cluster.getZkServer().getZkAddress()), Optional.empty())
        .withDefaultCollection(COLLECTION)
        .build();
  }

  private void createCollection(CloudHttp2SolrClient client, int shards) throws Exception {
    CollectionAdminRequest.createCollection(COLLECTION, COLLECTION, shards, 1).process(client);
    awaitActive(shards, shards);
  }

  private void awaitActive(int shards, int replicas) {
    cluster.waitForActiveCollection(COLLECTION, 10, TimeUnit.MINUTES, shards, replicas);
  }

  private static void indexDocuments(CloudHttp2SolrClient client, int from, int to)
      throws Exception {
    List<SolrInputDocument> documents = new ArrayList<>();
    for (int id = from; id < to; id++) {
      documents.add(
          new SolrInputDocument("id", "" + id, "text_ts", ("text " + id + " ").repeat(500)));
    }
    client.add(documents);
    client.commit();
  }

  private static Optional<FlowControlKind> strategyOf(Http2SolrClient client) {
    HTTP2Client http2 = SolrHttpClientAccess.http2Of(SolrHttpClientAccess.of(client)).orElseThrow();
    return ClientStrategies.kindOf(
        http2.getFlowControlStrategyFactory().newFlowControlStrategy(), 0);
  }

  private static Http2SolrClient recoveryClient(JettySolrRunner node) {
    return node.getCoreContainer().getUpdateShardHandler().getRecoveryOnlyHttpClient();
  }

  /** SOLR-17515: with a client factory, replicas of Solr 9.7 did not recover. */
  @Tag("slow")
  @Test
  void newAndOutdatedReplicasRecoverFromLeader() throws Exception {
    startCluster(twoNodesBuilder());
    try (CloudHttp2SolrClient client = createClient()) {
      createCollection(client, 1);
      indexDocuments(client, 0, 500);
      JettySolrRunner other = nodeWithoutReplica();
      CollectionAdminRequest.addReplicaToShard(COLLECTION, "shard1")
          .setNode(other.getNodeName())
          .process(client);
      awaitActive(1, 2);
      assertThat(strategyOf(recoveryClient(other))).hasValue(FlowControlKind.MEMORY_BOUND);
      assertThat(OwnClient.openConnections(SolrHttpClientAccess.of(recoveryClient(other))))
          .isPositive();
      assertReplicasHold(500);

      cluster.stopJettySolrRunner(other);
      cluster.waitForJettyToStop(other);
      indexDocuments(client, 500, 1_000); // more than a replica can fetch from a peer's log
      other.start(); // on the same port; the test cluster of Solr 9.8 would choose another port
      try {
        awaitActive(1, 2);
        assertThat(OwnClient.openConnections(SolrHttpClientAccess.of(recoveryClient(other))))
            .isPositive();
        assertReplicasHold(1_000);
      } finally {
        other.stop();
      }
    }
    assertThat(log.warnings()).isEmpty();
  }

  @Test
  void documentedChecksDetectNodeDownAndUp() throws Exception {
    startCluster(twoNodesBuilder());
    try (CloudHttp2SolrClient client = createClient()) {
      createCollection(client, 2);
      JettySolrRunner checked = cluster.getJettySolrRunner(0);
      JettySolrRunner other = cluster.getJettySolrRunner(1);
      String url = checked.getBaseUrl().toString();
      String otherUrl = other.getBaseUrl().toString();
      String name = checked.getNodeName();
      assertThat(PastedCommand.STATUS.output(url)).isEqualTo("200");
      assertThat(PastedCommand.LIVE_NODES.output(otherUrl)).contains(name, other.getNodeName());
      assertThat(PastedCommand.STATES.output(otherUrl)).matches("4 \"state\": ?\"active\"");

      cluster.stopJettySolrRunner(checked);
      cluster.waitForJettyToStop(checked);
      assertThat(PastedCommand.STATUS.output(url)).isEqualTo("000");
      assertThat(PastedCommand.LIVE_NODES.output(otherUrl))
          .contains(other.getNodeName())
          .doesNotContain(name);
      assertThat(PastedCommand.STATES.output(otherUrl)).contains("\"down\"");

      checked.start();
      try {
        awaitActive(2, 2);
        assertThat(PastedCommand.LIVE_NODES.output(otherUrl)).contains(name);
        assertThat(PastedCommand.STATES.output(otherUrl)).matches("4 \"state\": ?\"active\"");
      } finally {
        checked.stop();
      }
    }
  }

  /** Runs ten queries of a kind that hangs on stock nodes over HTTP/2 (StallEndingIT). */
  @Tag("slow")
  @Test
  void repairedNodeMergesShardsWithoutStall() throws Exception {
    assertMergesComplete();
    assertThat(log.warnings()).isEmpty();
  }

  /** Uses HTTP/1.1, which needs no jar of this project. */
  @Tag("slow")
  @Test
  void stockNodeOverHttp1MergesWithoutStall() throws Exception {
    System.clearProperty(FACTORY);
    System.setProperty(HTTP1, "true");
    assertMergesComplete();
  }

  private static void assertMergesComplete() throws Exception {
    int documents = 4_000;
    try (StockCluster merging =
            StockCluster.start(1, documents, DocumentPlacement.RUNS, IDLE_TIMEOUT);
        Http2SolrClient client = new Http2SolrClient.Builder().build()) {
      StallEnding queries = new StallEnding(merging, documents, StallEnding.Merge.NODE, client);
      for (int query = 0; query < 10; query++) {
        StallEnding.Ending ending = queries.query(IDLE_TIMEOUT.multipliedBy(2));
        assertThat(ending.failure()).isEmpty();
        assertThat(ending.tuples()).isEqualTo(documents);
      }
    }
  }

  private JettySolrRunner nodeWithoutReplica() {
    return cluster.getJettySolrRunners().stream()
        .filter(
            node ->
                replicas().stream().noneMatch(on -> on.getNodeName().equals(node.getNodeName())))
        .findFirst()
        .orElseThrow();
  }

  private List<Replica> replicas() {
    return cluster.getZkStateReader().getCollection(COLLECTION).getReplicas();
  }

  private void assertReplicasHold(int documents) throws Exception {
    List<List<String>> held = new ArrayList<>();
    for (Replica replica : replicas()) {
      try (Http2SolrClient core = new Http2SolrClient.Builder(replica.getCoreUrl()).build()) {
        SolrQuery query = new SolrQuery("*:*").setRows(documents + 1).setFields("id", "text_ts");
        query.setSort("id", SolrQuery.ORDER.asc);
        query.set("distrib", false);
        held.add(core.query(query).getResults().stream().map(Object::toString).toList());
      }
    }
    assertThat(held).hasSize(2);
    assertThat(held.get(0)).hasSize(documents).isEqualTo(held.get(1));
  }

  @Test
  void warnsIfBasicAuthenticationFactoryIsNotChained() throws Exception {
    System.setProperty("basicauth", "solr:" + PASSWORD);
    System.setProperty(NEXT, PreemptiveBasicAuthClientBuilderFactory.class.getName());
    PreemptiveBasicAuthClientBuilderFactory.setDefaultSolrParams(
        new MapSolrParams(Map.of("httpBasicAuthUser", "solr", "httpBasicAuthPassword", PASSWORD)));
    startCluster(
        twoNodesBuilder()
            .withSecurityJson(
                """
                {"authentication": {"class": "solr.BasicAuthPlugin", "blockUnknown": true,
                  "credentials": {"solr": "%s"}}}
                """
                    .formatted(Sha256AuthenticationProvider.getSaltedHashedValue(PASSWORD))));
    try (CloudHttp2SolrClient client = createClient()) {
      createCollection(client, 2);
      assertThat(replicas().stream().map(Replica::getNodeName).distinct()).hasSize(2);
      indexDocumentsWithPassword(300);
      for (int query = 0; query < 5; query++) {
        assertThat(client.query(new SolrQuery("*:*")).getResults().getNumFound()).isEqualTo(300);
        for (JettySolrRunner node : cluster.getJettySolrRunners()) {
          assertThat(countTuplesMergedBy(node)).isEqualTo(300);
        }
      }
    }
    assertThat(log.warnings()).isEmpty();

    System.clearProperty(NEXT);
    try (CloudHttp2SolrClient client = createClient()) {
      assertThatThrownBy(() -> client.query(new SolrQuery("*:*"))).hasMessageContaining("401");
    }
    assertThat(log.warnings())
        .singleElement()
        .asString()
        .startsWith("basicauth is set, but Solr's HTTP clients in this JVM send no basic");
  }

  /** Sends the password with each request, because a request cannot be repeated after a 401. */
  private void indexDocumentsWithPassword(int documents) throws Exception {
    try (Http2SolrClient http =
            new Http2SolrClient.Builder().withBasicAuthCredentials("solr", PASSWORD).build();
        CloudHttp2SolrClient client =
            new CloudHttp2SolrClient.Builder(
                    List.of(cluster.getZkServer().getZkAddress()), Optional.empty())
                .withHttpClient(http)
                .withDefaultCollection(COLLECTION)
                .build()) {
      indexDocuments(client, 0, documents);
    }
  }

  /**
   * Runs a streaming expression on a node, which reads the shards of both nodes. Returns the number
   * of tuples.
   */
  private static long countTuplesMergedBy(JettySolrRunner node) throws IOException {
    ModifiableSolrParams request = new ModifiableSolrParams();
    request.set(
        "expr",
        "search("
            + COLLECTION
            + ",q=\"*:*\",fl=\"id,text_ts\",sort=\"id asc\",qt=\"/select\",rows=1000)");
    request.set("qt", "/stream");
    SolrClientCache cache = new SolrClientCache();
    StreamContext context = new StreamContext();
    context.setSolrClientCache(cache);
    SolrStream stream =
        new SolrStream(
            Utils.getBaseUrlForNodeName(node.getNodeName(), "http") + "/" + COLLECTION, request);
    stream.setStreamContext(context);
    try {
      stream.open();
      long tuples = 0;
      for (Tuple tuple = stream.read(); !tuple.EOF; tuple = stream.read()) {
        tuples++;
      }
      return tuples;
    } finally {
      stream.close();
      cache.close();
    }
  }
}
