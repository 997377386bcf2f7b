package io.streambench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.ContractsTest;
import io.streambench.diagnose.cluster.FakeCluster;
import io.streambench.diagnose.heap.HungClient;
import io.streambench.program.JavaProcess;
import io.streambench.program.Words;
import io.streambench.strategy.RepairSettings;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine;

/** Queries fake nodes that respond like real nodes during a stall. The test controls the clock. */
class DiagnoseVerbTest {
  private static final String STALL = "9.10.1";
  private static final int STALLED = 3;
  private static final char[] SECRET = "secret".toCharArray();

  private static final String IDLE =
      """
      {"system":{"threadDump":["thread",{"id":1,"name":"main","cpuTime":"1.5000ms",
        "stackTrace":["java.lang.Thread.run(Thread.java:840)"]}]}}\
      """;

  @TempDir Path folder;
  private final AtomicLong millis = new AtomicLong(1_790_000_000_000L);
  private FakeCluster cluster;
  private Duration limit = Duration.ofHours(1);
  private final Verb verb =
      new Verb(
          () ->
              new CommandLine(
                  new DiagnoseVerb(
                      millis::get,
                      (wait, interruption) -> {
                        millis.addAndGet(wait);
                        return false;
                      },
                      limit)));

  @BeforeEach
  void startCluster() throws IOException {
    cluster = new FakeCluster(STALL);
  }

  @AfterEach
  void closeCluster() {
    cluster.close();
  }

  /** Diagnoses without sampling documents, and checks the verdict and the exit status. */
  private JsonNode diagnose(String expectedVerdict, String... urls) throws IOException {
    String[] arguments =
        Stream.concat(Stream.of("--sample", "0"), Stream.of(urls)).toArray(String[]::new);
    JsonNode found = verb.json(expectedVerdict.equals("STALLED") ? STALLED : 0, arguments);
    assertThat(found.path("verdict").asText()).isEqualTo(expectedVerdict);
    return found;
  }

  private void assertRejected(String expectedMessage, String... arguments) {
    assertThat(verb.run(arguments)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.output()).isEmpty();
    assertThat(verb.errorOutput())
        .contains(expectedMessage)
        .doesNotContain("secret")
        .hasLineCount(1);
  }

  @Test
  void findsStallWithTwoRequestsPerNodeAndSnapshot() throws IOException {
    JsonNode found = diagnose("STALLED", cluster.url(0));
    assertThat(found.path("cause").asText()).isEqualTo("SESSION_WINDOW");
    JsonNode node = found.path("nodes").path(0);
    assertThat(node.path("solr").asText()).isEqualTo("9.10.1");
    assertThat(node.path("java").asText()).isEqualTo("17.0.15");
    assertThat(node.path("protocol").asText()).isEqualTo("HTTP/2");
    assertThat(node.at("/merges/0/idleSeconds").asDouble()).isEqualTo(15);
    assertThat(found.at("/nodes/1/senders").toString()).isEqualTo("{\"blocked\":6,\"all\":6}");
    JsonNode collection = found.path("collections").path(0);
    assertThat(collection.path("zone").asText()).isEqualTo("LIKELY");
    assertThat(collection.path("streamsPerSession").asInt()).isEqualTo(6);
    assertThat(collection.path("responseBytes").isNull()).isTrue();
    assertThat(cluster.requestCount(0)).isEqualTo(6); // including two for the state of the cluster
    assertThat(cluster.requestCount(1)).isEqualTo(4);
    assertThat(found.path("advice").toString()).contains("Solr 9").doesNotContain("Solr 10");
    ContractsTest.assertMatchesContract("diagnose", ContractsTest.keys(verb.output()));
  }

  /**
   * Covers a repair whose memory budget can be exhausted. A strategy without a budget cannot stall
   * in this way.
   */
  @Test
  void repairDoesNotRuleOutStall() throws IOException {
    String jar =
        "\"solr.httpclient.builder.factory\":\"" + RepairSettings.CLIENT_FACTORY_CLASS + "\",";
    cluster.responseEditor = (path, json) -> addProperties(json, jar);
    assertThat(diagnose("STALLED", cluster.url(0)).at("/nodes/0/repair").asText())
        .isEqualTo("memory-bound");
    String unlimited = jar + "\"streambench.flowControl\":\"on-receipt\",";
    cluster.responseEditor = (path, json) -> addProperties(json, unlimited);
    assertThat(diagnose("POSSIBLE", cluster.url(0)).toString()).contains("its node has our jar");
  }

  private static String addProperties(String json, String properties) {
    return json.replace("\"system.properties\":{", "\"system.properties\":{" + properties);
  }

  @Test
  void printsDocumentedTextsAfterRepair() throws IOException {
    cluster.responseEditor =
        (path, json) ->
            path.contains("threads") ? IDLE : addProperties(json, "\"solr.http1\":\"true\",");
    assertThat(verb.run(cluster.url(0))).as(verb.errorOutput()).isZero();
    String client = "its client: HTTP/1.1";
    String nodes = "Each node uses HTTP/1.1, has our jar, or is of a version that needs neither.";
    String replicas = "All replicas are active";
    assertThat(Files.readString(Path.of("docs", "http1.md"))).contains(client, nodes, replicas);
    assertThat(Files.readString(Path.of("docs", "hang.md"))).contains(replicas);
    assertThat(verb.output()).contains(client, nodes, replicas);
  }

  @Test
  void calculatesSizesFromSample() throws IOException {
    JsonNode collection = verb.json(STALLED, cluster.url(1)).path("collections").path(0);
    assertThat(collection.path("responseBytes").asInt()).isEqualTo(834 * 13);
    assertThat(collection.path("zone").asText()).isEqualTo("SAFE");
    assertThat(collection.path("notSafeFromQueries").isInt()).isFalse();
  }

  @Test
  void savedSnapshotsAreRedactedAndGiveSameResult() throws IOException {
    for (String name : List.of("looks", "looks.gz")) {
      Path saved = folder.resolve(name);
      JsonNode here = verb.json(STALLED, "--save", saved.toString(), cluster.url(0));
      Verb analyze = new Verb("analyze");
      JsonNode there = analyze.json(STALLED, saved.toString());
      assertThat(there.path("nodes").size()).isEqualTo(2);
      assertThat(there.at("/nodes/0/merges")).isEqualTo(here.at("/nodes/0/merges"));
      assertThat(there.path("collections")).isEqualTo(here.path("collections"));
      assertThat(analyze.output()).doesNotContain(cluster.authority());
    }
    assertThat(folder.resolve("looks")).content().doesNotContain(cluster.authority());
    assertThat(folder.resolve("looks.gz")).isNotEmptyFile();
  }

  private static final String CUT_MESSAGE = " is damaged or cut";
  private static final String SINGLE_FILE_MESSAGE =
      "was saved by diagnose: analyze that file by itself";

  /**
   * Rejects such files, instead of treating them as a cluster without a hang or as dumps of one
   * JVM.
   */
  @Test
  void rejectsDamagedOrSeveralSavedSnapshots() throws IOException {
    Path whole = folder.resolve("whole");
    Path packed = folder.resolve("whole.gz");
    verb.json(STALLED, "--save", whole.toString(), cluster.url(0));
    verb.json(STALLED, "--save", packed.toString(), cluster.url(0));
    List<String> lines = Files.readAllLines(whole);
    assertAnalyzeResult(STALLED, "", writeEdited(String.join("\r\n\r\n", lines)));
    assertAnalyzeResult(1, CUT_MESSAGE, writeEdited(lines.get(0)));
    assertAnalyzeResult(
        1, CUT_MESSAGE, writeEdited(lines.get(0) + "\n" + lines.get(1).substring(0, 300)));
    assertAnalyzeResult(1, CUT_MESSAGE, writeEdited(lines.get(0) + "\n[]\n"));
    assertAnalyzeResult(1, CUT_MESSAGE, writeEdited(lines.get(0) + "\n{\"look\":1}\n"));
    assertAnalyzeResult(1, CUT_MESSAGE, writeEdited(String.join("\n", lines.subList(0, 3))));
    byte[] bytes = Files.readAllBytes(packed);
    Path part = Files.write(folder.resolve("part.gz"), Arrays.copyOf(bytes, bytes.length / 2));
    assertAnalyzeResult(1, CUT_MESSAGE, part);
    int wrong = ExitStatus.WRONG_USE.code();
    assertAnalyzeResult(wrong, SINGLE_FILE_MESSAGE, whole, packed);
    Path inFolder = Files.createDirectory(folder.resolve("run")).resolve("looks.gz");
    assertAnalyzeResult(wrong, SINGLE_FILE_MESSAGE, Files.move(packed, inFolder).getParent());
  }

  private Path writeEdited(String text) throws IOException {
    return Files.writeString(folder.resolve("edited"), text);
  }

  private static void assertAnalyzeResult(int status, String expectedMessage, Path... files) {
    Verb analyze = new Verb("analyze");
    String[] names = Stream.of(files).map(Path::toString).toArray(String[]::new);
    assertThat(analyze.run(names)).as(analyze.errorOutput()).isEqualTo(status);
    assertThat(analyze.errorOutput()).contains(expectedMessage);
  }

  /** After the first hang, threads of Solr's own pool read the streams. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "CloudSolrStream-40-thread-7-processing-%1$s_n0 c_shard1_replica_n1 %2$s c shard1",
        "CloudSolrStream-40-thread-7-processing-c_shard1_replica_n1 %2$s core_node3 %1$s_n0 c"
      })
  void savedSnapshotsShowStallOnSolrPoolThread(String name) throws IOException {
    String merge = verb.json(STALLED, cluster.url(0)).at("/nodes/0/merges/0/thread").asText();
    String request = merge.replaceFirst("qtp\\d+-\\d+-", "");
    cluster.close();
    cluster = new FakeCluster(STALL);
    String here = name.formatted(cluster.authority(), request);
    cluster.responseEditor = (path, json) -> json.replace(merge, here);
    Path saved = folder.resolve("looks.gz");
    JsonNode found = verb.json(STALLED, "--save", saved.toString(), cluster.url(0));
    assertThat(found.at("/nodes/0/merges/0/thread").asText()).isEqualTo(here);
    Verb analyze = new Verb("analyze");
    assertThat(analyze.json(STALLED, saved.toString()).path("cause").asText())
        .isEqualTo("SESSION_WINDOW");
    assertThat(analyze.output()).doesNotContain(cluster.authority());
  }

  @Test
  void includesAndRedactsProgram() throws Exception {
    Path saved = folder.resolve("looks");
    String classPath = System.getProperty("java.class.path");
    String name = "to(db7.corp.example:2181)";
    try (JavaProcess program =
        new JavaProcess(classPath, folder, List.of(), HungClient.class.getName(), name)) {
      program.awaitOutput(" hangs");
      String pid = Long.toString(program.pid());
      JsonNode found = verb.json(STALLED, "--pid", pid, "--save", saved.toString(), cluster.url(0));
      assertThat(found.at("/nodes/2/baseUrl").asText()).isEqualTo("process " + pid);
      assertThat(found.at("/nodes/2/error").isNull()).isTrue();
    }
    assertThat(saved).content().contains("#").doesNotContain("db7.corp");
    assertThat(new Verb("analyze").run(saved.toString())).isEqualTo(STALLED);
  }

  @Test
  void readsNodesOfSolr10() throws IOException {
    cluster.close();
    cluster = new FakeCluster("10.0.0");
    JsonNode found = verb.json(0, cluster.url(0));
    assertThat(found.path("verdict").asText()).isEqualTo("NO_STALL");
    assertThat(found.at("/nodes/1/solr").asText()).isEqualTo("10.0.0");
    assertThat(found.at("/collections/0/shards").asInt()).isEqualTo(12);
  }

  /** If bin/solr did not start a node of Solr 10, its jetty.port is an empty text. */
  @ParameterizedTest
  @CsvSource({"'\"jetty.port\":\"7777\",', 7777", "'\"jetty.port\":\"\",', ", "'', "})
  void releaseCommandHasPortOfNode(String property, String port) throws IOException {
    cluster.responseEditor =
        (path, json) ->
            addProperties(json.replaceAll("\"jetty.port\" *: *\"[^\"]*\",?", ""), property);
    assertThat(verb.run("--sample", "0", cluster.url(0))).isEqualTo(STALLED);
    assertThat(verb.output().replaceAll("\\s+", " "))
        .contains(
            "(.listen)?=%s ')"
                .formatted(port == null ? URI.create(cluster.url(0)).getPort() : port));
  }

  private static final String MAY_RESTART = "the next node may be restarted";

  @Test
  void advisesRestartOnlyInLiveDiagnosis() throws IOException {
    assertThat(diagnose("STALLED", cluster.url(0)).path("settings").toString())
        .contains(MAY_RESTART);
    Path saved = folder.resolve("looks");
    verb.json(STALLED, "--save", saved.toString(), cluster.url(0));
    assertThat(new Verb("analyze").json(STALLED, saved.toString()).path("settings").toString())
        .contains("Restart no node now")
        .doesNotContain(MAY_RESTART);
    Verb analyze = new Verb("analyze");
    assertThat(analyze.run(saved.toString())).isEqualTo(STALLED);
    assertThat(analyze.output()).containsOnlyOnce("Restart no node now");
  }

  /** In each case, the reported cluster state has only active replicas. */
  @ParameterizedTest
  @CsvSource({
    "n1/admin/info/threads, silent, Look at the node that does not answer, 2 s",
    "n1/admin/info/properties, silent, Look at the node that does not answer, between the looks",
    "n1/admin/info/threads, 401, ask again, 401",
    "n1/admin/info/threads, 500, ask again, 500",
    "n1/admin/collections, 500, '', ''",
  })
  void advisesNoRestartIfAnyPartIsUnknown(
      String path, String response, String expectedStep, String expectedError) throws Exception {
    limit = Duration.ofSeconds(2);
    AtomicInteger asked = new AtomicInteger();
    boolean state = path.endsWith("collections");
    cluster.statusOverride =
        exchange -> {
          boolean here = exchange.getRequestURI().getPath().contains(state ? "collections" : path);
          return !here || state && asked.getAndIncrement() == 0
              ? null
              : response.equals("silent") ? blockForever() : Integer.valueOf(response);
        };
    JsonNode found = diagnose(state ? "STALLED" : "POSSIBLE", cluster.url(0));
    assertThat(found.path("settings").toString())
        .contains("Restart no node now")
        .doesNotContain(MAY_RESTART);
    assertThat(found.at("/next/0").asText()).startsWith("Restart no node now");
    assertThat(found.path("next").toString()).contains(expectedStep).doesNotContain("then restart");
    assertThat(found.at("/nodes/1/error").asText()).contains(expectedError);
    assertThat(found.at("/nodes/1/senders/all").asInt()).isEqualTo(state ? 6 : 0);
  }

  private void makeNodesIdle(String solrProperty) {
    cluster.responseEditor =
        (path, json) -> path.contains("threads") ? IDLE : addProperties(json, solrProperty);
  }

  @Test
  void warnsThatRestartTakesShardsOffline() throws IOException {
    makeNodesIdle("");
    assertThat(diagnose("NO_STALL", cluster.url(0)).path("settings").toString())
        .contains(MAY_RESTART, "are offline until it is back");
  }

  @Test
  void advisesNoRestartWithoutActiveReplica() throws IOException {
    cluster.responseEditor =
        (path, json) ->
            path.contains("threads")
                ? IDLE
                : json.replace("\"NRT\",\"state\":\"active\"", "\"NRT\",\"state\":\"down\"");
    JsonNode found = diagnose("NO_STALL", cluster.url(0));
    assertThat(found.path("collections")).isEmpty();
    assertThat(found.path("settings").toString())
        .contains("Restart no node now (12 replicas are not active)");
  }

  /** A node with unknown version or settings may be able to stall. */
  @ParameterizedTest
  @CsvSource({
    "/n1/admin/info/system, NO_STALL",
    "/n1/admin/info/properties, NO_STALL",
    "/n1/, POSSIBLE"
  })
  void countsNodeWithUnknownSettingsAsUnsafe(String path, String verdict) throws IOException {
    cluster.statusOverride =
        exchange -> exchange.getRequestURI().getPath().startsWith(path) ? 403 : null;
    makeNodesIdle("\"solr.http1\":\"true\",");
    assertThat(diagnose(verdict, cluster.url(0)).path("settings").toString())
        .doesNotContain("Each node");
    makeNodesIdle("");
    assertThat(diagnose(verdict, cluster.url(0)).path("settings").toString())
        .contains("1 of 2 nodes can stall; 1 of them not seen");
  }

  @Test
  void readsHungQueryFromLogOfLocalNode() throws IOException {
    String merge = verb.json(STALLED, cluster.url(0)).at("/nodes/0/merges/0/thread").asText();
    String request = merge.replaceFirst("qtp\\d+-\\d+-", "");
    String line =
        "2026-11-26 04:31:16.321 INFO  (qtp5-60-%1$s) [c:b s:shard5 r:core_node48 x:b t:%1$s]"
            + " o.a.s.c.S.Request webapp=/solr path=/stream params={expr=search(%2$s,q%%3D\"*:*\")}"
            + " status=0 QTime=0\n";
    Files.writeString(
        folder.resolve("solr.log"),
        line.formatted(request, "older")
            + line.formatted(request, "books")
            + line.formatted(request + "1", "other")
            + line.formatted(request, "x").replace("path=/stream", "path=/select"));
    cluster.close();
    cluster = new FakeCluster(STALL);
    cluster.responseEditor =
        (path, json) ->
            json.replace(
                "\"system.properties\":{",
                "\"system.properties\":{\"solr.log.dir\":\"" + folder + "\",");
    assertThat(verb.json(STALLED, cluster.url(0)).at("/nodes/0/merges/0/query").asText())
        .isEqualTo("expr=search(books,q=\"*:*\")");
    Files.delete(folder.resolve("solr.log"));
    assertThat(verb.run(cluster.url(0))).isEqualTo(STALLED);
    assertThat(verb.output()).contains("grep '" + request + "' solr.log");
  }

  private static Integer blockForever() {
    try {
      new CountDownLatch(1).await(); // until the end of the test interrupts it
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
    return 500;
  }

  @ParameterizedTest
  @CsvSource({"<html>, not JSON", "{\"system\":{}}, no threads", "cut, is cut", "302, 302"})
  void reportsUnusableResponseWithReason(String response, String expectedReason)
      throws IOException {
    String path = "n1/admin/info/threads";
    cluster.responseEditor =
        (asked, json) ->
            !asked.startsWith(path)
                ? json
                : response.equals("cut") ? json.substring(0, json.lastIndexOf("},") + 1) : response;
    cluster.statusOverride =
        exchange -> {
          exchange.getResponseHeaders().set("Location", "https://me:secret@other/solr?secret");
          boolean here = exchange.getRequestURI().getPath().contains(path);
          return here && response.equals(expectedReason) ? Integer.valueOf(response) : null;
        };
    JsonNode found = diagnose("POSSIBLE", cluster.url(0));
    assertThat(found.at("/nodes/0/error").isNull()).isTrue();
    assertThat(found.at("/nodes/1/error").asText())
        .contains(expectedReason)
        .doesNotContain("secret");
  }

  @Test
  void doesNotJudgeNodeRestartedBetweenSnapshots() throws IOException {
    cluster.dumpIndex = look -> 1 - look; // processor times that decrease
    JsonNode found = diagnose("POSSIBLE", cluster.url(0));
    assertThat(found.at("/nodes/0/error").asText()).contains("restarted");
  }

  @Test
  void inactiveReplicaMayBlockMerge() throws IOException {
    cluster.responseEditor =
        (path, json) ->
            path.contains("collections")
                ? json.replaceFirst(
                    "\"node_name\":\"[^\"]*_n1\"", "\"node_name\":\"dead:8983_solr\"")
                : json;
    JsonNode found = diagnose("POSSIBLE", cluster.url(0));
    assertThat(found.path("reason").asText()).contains("dead:8983");
    assertThat(found.at("/collections/0/replicasNotActive").asInt()).isEqualTo(1);
  }

  @Test
  void urlOfLoadBalancerIsUsedOnlyToFindNodes() throws IOException {
    cluster.statusOverride =
        exchange -> exchange.getRequestURI().getPath().matches("/proxy/.*threads") ? 500 : null;
    String url = "http://" + cluster.authority() + "/proxy/n0";
    assertThat(verb.json(STALLED, url).path("nodes")).hasSize(2);
  }

  @Test
  void reportsThatOnlyOneNodeIsReachable() throws IOException {
    cluster.responseEditor =
        (path, json) -> json.replaceAll("[0-9.]+:\\d+_n", "solr.invalid:8983_n");
    JsonNode found = diagnose("POSSIBLE", cluster.url(0));
    assertThat(found.at("/nodes/0/senders/blocked").asInt()).isEqualTo(6);
    assertThat(found.at("/nodes/1/error").asText()).contains("host");
    assertThat(found.at("/next/1").asText()).contains("pod");
  }

  @Tag("slow")
  @Test
  void acceptsUnusualNodeNamesAndManyThreads() throws IOException {
    String idle =
        IntStream.range(0, 10_000)
            .mapToObj(
                at ->
                    "\"thread\",{\"id\":%d,\"name\":\"idle-%d\",\"cpuTime\":\"1.5000ms\",\"stackTrace\":[%s]},"
                        .formatted(
                            50_000 + at,
                            at,
                            "\"java.lang.Thread.run(Thread.java:840)\",".repeat(9) + "\"x\""))
            .collect(Collectors.joining());
    cluster.responseEditor =
        (path, json) ->
            path.contains("threads")
                ? json.replace("\"threadDump\":[", "\"threadDump\":[" + idle)
                : json.replace("\"live_nodes\":[", "\"live_nodes\":[\"a_b:8983_solr\",");
    JsonNode found = verb.json(0, "--sample", "0", cluster.url(0));
    assertThat(found.at("/nodes/1/senders/blocked").asInt()).isEqualTo(6);
    assertThat(found.at("/nodes/2/error").asText()).contains("underscore");
  }

  @Test
  void queriesNodesAtGivenUrlsBehindProxy() throws IOException {
    cluster.statusOverride =
        exchange -> exchange.getRequestURI().getPath().startsWith("/proxy/") ? null : 403;
    String proxy = "http://" + cluster.authority() + "/proxy";
    JsonNode found = diagnose("STALLED", proxy + "/n0/", proxy + "/n1/#/~cloud");
    assertThat(found.at("/nodes/1/senders/blocked").asInt()).isEqualTo(6);
  }

  /** The query of a merge may name servers in shards= that diagnose does not know. */
  @Test
  void standaloneNodeYieldsPossible() throws IOException {
    cluster.standalone = true;
    assertThat(diagnose("POSSIBLE", cluster.url(0)).path("reason").asText()).contains("standalone");
    JsonNode found = verb.json(0, cluster.url(1));
    assertThat(found.path("nodes").size()).isEqualTo(1);
    assertThat(found.path("collections")).isEmpty();
    assertThat(found.path("verdict").asText()).isEqualTo("POSSIBLE");
  }

  /** All names of a cluster may lead to the same forwarded port. */
  @Test
  void detectsResponseOfAnotherNode() throws IOException {
    cluster.responseEditor =
        (path, json) ->
            path.startsWith("n1/admin/info/system") ? json.replace("_n1\"", "_n0\"") : json;
    JsonNode found = diagnose("POSSIBLE", cluster.url(0));
    assertThat(found.at("/nodes/1/error").asText()).contains("another node", "/n0");
    assertThat(found.at("/nodes/1/solr").isNull()).isTrue();
    assertThat(found.at("/next/0").asText()).startsWith("Restart no node now");
  }

  /** Solr forwards a request for a collection on other nodes, with the same identifier. */
  @Test
  void ignoresNodeThatForwardsQuery() throws IOException {
    String forwards =
        """
        "thread",{"id":977,"name":"qtp515809288-977-null-38","state":"WAITING","cpuTime":"9.5000ms",
        "stackTrace":["org.apache.solr.servlet.HttpSolrProxy.doHttpProxy(HttpSolrProxy.java:130)",
        "org.apache.solr.servlet.HttpSolrCall.call(HttpSolrCall.java:560)"]},\
        """;
    cluster.responseEditor =
        (path, json) ->
            path.startsWith("n1/admin/info/threads")
                ? json.replace("\"threadDump\":[", "\"threadDump\":[" + forwards)
                : json;
    assertThat(diagnose("STALLED", cluster.url(0)).at("/nodes/0/merges/0/thread").asText())
        .endsWith("-null-38");
  }

  /** A cached response shows threads that did nothing. */
  @Test
  void requestsBypassCaches() throws IOException {
    Queue<String> asked = new ConcurrentLinkedQueue<>();
    cluster.statusOverride =
        exchange -> {
          asked.add(exchange.getRequestURI().toString());
          return null;
        };
    diagnose("STALLED", cluster.url(0));
    assertThat(asked).filteredOn(uri -> uri.contains("threads")).hasSize(4);
    assertThat(asked)
        .filteredOn(uri -> uri.contains("CLUSTERSTATUS"))
        .hasSizeGreaterThan(1)
        .allMatch(uri -> uri.contains("&_="));
    assertThat(asked).filteredOn(uri -> !uri.contains("system")).doesNotHaveDuplicates();
  }

  @Test
  void recognizesNodeThatWasDownAtStart() throws IOException {
    String other = "http://" + cluster.authority() + "/proxy/n1";
    AtomicInteger asked = new AtomicInteger();
    cluster.statusOverride =
        exchange ->
            exchange.getRequestURI().getPath().startsWith("/proxy/n1/admin/info/system")
                    && asked.getAndIncrement() == 0
                ? 500
                : null;
    JsonNode nodes = verb.json(STALLED, cluster.url(0), other).path("nodes");
    assertThat(nodes.findValuesAsText("error")).containsOnly("null");
    assertThat(asked).hasValueGreaterThan(1);
  }

  /** On Windows, the processor time of a thread that reads a little in 15 s may not change. */
  @Test
  void coarseProcessorClockYieldsPossible() throws IOException {
    cluster.responseEditor =
        (path, json) ->
            path.contains("threads")
                ? json.replaceAll("\"cpuTime\":\"[\\d.]+ms", "\"cpuTime\":\"15.6250ms")
                : json;
    diagnose("POSSIBLE", cluster.url(0));
  }

  @Tag("slow")
  @Test
  void queriesHundredNodesConcurrentlyOverIpv6() throws IOException {
    cluster.close();
    cluster = new FakeCluster(STALL, 100, InetAddress.getByName("::1"), null);
    JsonNode found = diagnose("STALLED", cluster.url(0));
    assertThat(found.path("nodes").size()).isEqualTo(100);
    assertThat(found.path("nodes")).allMatch(node -> node.path("error").isNull());
  }

  @Test
  void watchEndsWithStallAndZip() throws IOException {
    cluster.dumpIndex = look -> look == 3 ? 1 : 0;
    watchUntilHang();
    try (Stream<Path> made = Files.list(folder)) {
      List<Path> all = made.sorted().toList();
      assertThat(all).hasSize(2);
      assertThat(all.get(0).getFileName().toString()).endsWith("-diagnose-STALLED");
      assertThat(all.get(1).toString()).endsWith("-STALLED.zip");
      String looks = all.get(0).resolve("looks.gz").toString();
      assertThat(new Verb("analyze").run(looks)).isEqualTo(STALLED);
    }
  }

  @Test
  void watchFindsNodeThatJoinsLater() throws IOException {
    AtomicInteger asked = new AtomicInteger();
    cluster.dumpIndex = look -> asked.get() < 5 ? 0 : 1;
    cluster.responseEditor =
        (path, json) -> {
          if (path.startsWith("n0/admin/collections") && asked.getAndIncrement() == 0) {
            return json.replace(",\"" + cluster.authority() + "_n1\"]", "]");
          }
          return path.contains("/admin/info/threads") && asked.get() < 4 ? IDLE : json;
        };
    watchUntilHang();
  }

  private void watchUntilHang() {
    System.setProperty("streambench.logs", folder.toString());
    try {
      assertThat(verb.run("--watch", cluster.url(0))).as(verb.errorOutput()).isEqualTo(STALLED);
    } finally {
      System.clearProperty("streambench.logs");
    }
  }

  @Test
  void sendsCredentialsAndVerifiesNodeCertificate() throws Exception {
    Path store = folder.resolve("store.p12");
    String typed =
        "%s/bin/keytool -genkeypair -alias a -keyalg EC -dname CN=test -ext SAN=ip:127.0.0.1"
            + " -storetype PKCS12 -storepass secret -keystore %s";
    String[] keytool = Words.of(typed, System.getProperty("java.home"), store);
    assertThat(new ProcessBuilder(keytool).inheritIO().start().waitFor()).isZero();
    KeyStore keys = KeyStore.getInstance(store.toFile(), SECRET);
    String certificate = writePem("CERTIFICATE", keys.getCertificate("a").getEncoded());
    String key = writePem("PRIVATE KEY", keys.getKey("a", SECRET).getEncoded());
    cluster.close();
    cluster = new FakeCluster(STALL, 2, InetAddress.getByName("127.0.0.1"), createTlsContext(keys));
    String expected =
        "Basic " + Base64.getEncoder().encodeToString("admin:pass word".getBytes(UTF_8));
    cluster.statusOverride =
        exchange ->
            expected.equals(exchange.getRequestHeaders().getFirst("Authorization")) ? null : 401;
    String password = Files.writeString(folder.resolve("password"), "pass word\n").toString();
    String url = cluster.url(0).replace("http:", "https:");
    String login = "--user admin --password-file %s";
    JsonNode found =
        verb.json(STALLED, Words.of(login + " --cacert %s %s", password, certificate, url));
    assertThat(found.at("/nodes/1/baseUrl").asText()).startsWith("https://");
    assertRejected("(401)", "--cacert", certificate, url);
    assertThat(verb.errorOutput()).contains("--user");
    assertRejected("use https:", url.replace("https:", "http:"));
    assertRejected("--cacert", Words.of(login + " %s", password, url));

    cluster.statusOverride = exchange -> null;
    cluster.wantsClientCertificates = true;
    String own = "--cacert %s --cert %s";
    verb.json(STALLED, Words.of(own + " --key %s %s", certificate, certificate, key, url));
    assertRejected("--cert", "--cacert", certificate, url);
    assertRejected("PRIVATE KEY", Words.of(own + " %s", certificate, certificate, url));
  }

  private String writePem(String kind, byte[] bytes) throws IOException {
    String text = Base64.getMimeEncoder().encodeToString(bytes);
    String pem = "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(kind, text);
    return Files.writeString(folder.resolve(kind + ".pem"), pem).toString();
  }

  /** Creates a TLS context that trusts its own certificate, for servers and clients. */
  private static SSLContext createTlsContext(KeyStore keys) throws Exception {
    KeyManagerFactory own = KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    own.init(keys, SECRET);
    TrustManagerFactory trust =
        TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
    trust.init(keys);
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(own.getKeyManagers(), trust.getTrustManagers(), null);
    return tls;
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://host/solr,URL",
    "node1:8983,URL",
    "http://admin:secret@127.0.0.1/solr,URL",
    "http://127.0.0.1/solr?token=secret,URL",
    "http://127.0.0.1:CLOSED/solr,refused",
    "http://no-such-host.invalid:8983/solr,host",
    "--user admin:secret http://127.0.0.1:CLOSED/solr,--user",
    "--user admin http://127.0.0.1:CLOSED/solr,--password-file",
    "--password-file x http://127.0.0.1:CLOSED/solr,--user",
    "http://127.0.0.1:99999/solr,URL must be of a node",
    "--user admin --password-file none http://127.0.0.1:CLOSED/solr,--password-file must be a text",
    "--user admin --password-file src http://127.0.0.1:CLOSED/solr,--password-file must be a text",
    "--user admin --password-file EMPTY http://127.0.0.1:CLOSED/solr,have a password",
    "--user admin --password-file LATIN http://127.0.0.1:CLOSED/solr,in UTF-8",
    "--cacert none http://127.0.0.1:CLOSED/solr,--cacert must be a file in PEM with certificates (no",
    "--cacert pom.xml http://127.0.0.1:CLOSED/solr,--cacert",
    "--key pom.xml http://127.0.0.1:CLOSED/solr,--key",
    "--sample -1 http://127.0.0.1:CLOSED/solr,--sample",
    "--pid 999999999 http://127.0.0.1:CLOSED/solr,PID",
  })
  void reportsWrongUseInOneLine(String template, String expectedMessage) throws IOException {
    Path empty = Files.writeString(folder.resolve("empty"), "\n");
    Path latin = Files.write(folder.resolve("latin"), new byte[] {'a', (byte) 0xe4, '\n'});
    List<String> words =
        Stream.of(template.split(" "))
            .map(word -> word.equals("EMPTY") ? empty.toString() : word)
            .map(word -> word.equals("LATIN") ? latin.toString() : word)
            .toList();
    try (ServerSocket free = new ServerSocket(0)) {
      String port = Integer.toString(free.getLocalPort());
      free.close();
      assertRejected(
          expectedMessage,
          words.stream().map(word -> word.replace("CLOSED", port)).toArray(String[]::new));
    }
  }

  /** Solr reports errors with status 200 as well, and a proxy can truncate a response. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'responseHeader':{'status':500},'error':{'msg':'lost ZooKeeper'}}",
        "{'cluster':{'live_nodes':['a:1_solr']}}",
        "{'cluster':{'collections':{}}}",
        "{'cluster':{'collections':{'c':{}}",
      })
  void rejectsNodeWithoutClusterStatus(String status) {
    cluster.responseEditor =
        (path, json) -> path.contains("collections") ? status.replace('\'', '"') : json;
    assertRejected("CLUSTERSTATUS: ", cluster.url(0));
  }

  /** Operators look for a frozen or dead node. */
  @Test
  void diagnosesOtherNodesIfOneIsDown() throws IOException {
    cluster.statusOverride =
        exchange -> exchange.getRequestURI().getPath().contains("/n1/") ? 503 : null;
    for (List<Integer> order : List.of(List.of(0, 1), List.of(1, 0))) {
      JsonNode found = diagnose("POSSIBLE", cluster.url(order.get(0)), cluster.url(order.get(1)));
      assertThat(found.path("nodes")).hasSize(2);
      assertThat(found.path("nodes").findValuesAsText("error"))
          .contains("it answers with status 503");
      assertThat(found.at("/next/0").asText()).startsWith("Restart no node now");
    }
    try (ServerSocket free = new ServerSocket(0)) {
      String closed = "http://127.0.0.1:" + free.getLocalPort() + "/solr";
      free.close();
      cluster.statusOverride = exchange -> null;
      assertThat(diagnose("POSSIBLE", cluster.url(0), closed).at("/nodes/2/error").asText())
          .contains("refused");
      assertRejected("refused", closed, closed.replace("/solr", "/other"));
    }
    cluster.statusOverride =
        exchange -> exchange.getRequestURI().getPath().contains("/n1/") ? 401 : null;
    assertRejected("(401)", cluster.url(0), cluster.url(1));
  }

  /** Simulates how Jetty responds to TLS on a plain-text port. */
  @Test
  void advisesHttpForPlainTextPort() throws Exception {
    try (ServerSocket plain = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Thread answers =
          new Thread(
              () -> {
                try (Socket asked = plain.accept()) {
                  asked.getInputStream().read();
                  asked
                      .getOutputStream()
                      .write("HTTP/1.1 400 Illegal character\r\n\r\n".getBytes(UTF_8));
                  // Closing with unread data resets the connection, and the response may be lost.
                  asked.shutdownOutput();
                  asked.getInputStream().transferTo(OutputStream.nullOutputStream());
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answers.start();
      assertRejected("use http:", "https://127.0.0.1:" + plain.getLocalPort() + "/solr");
      answers.join();
    }
  }

  @ParameterizedTest
  @CsvSource({"404,no Solr", "204,204", "502,502"})
  void reportsNonSolrServerInOneLine(int status, String expectedMessage) {
    cluster.statusOverride = exchange -> status;
    assertRejected(expectedMessage, cluster.url(0));
  }
}
