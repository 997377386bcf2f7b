package io.streambench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.ContractsTest;
import io.streambench.diagnose.FakeCluster;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import javax.net.ssl.KeyManagerFactory;
import javax.net.ssl.SSLContext;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import picocli.CommandLine;

/** Asks nodes that answer what real nodes answered during a stall; the clock is the test's. */
@Timeout(60)
class DiagnoseVerbTest {
  private static final String STALL = "9.10.1";

  @TempDir Path folder;
  private final AtomicLong millis = new AtomicLong(1_790_000_000_000L);
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();
  private FakeCluster cluster;

  @BeforeEach
  void start() throws IOException {
    cluster = new FakeCluster(STALL);
  }

  @AfterEach
  void stop() {
    cluster.close();
  }

  private int run(String... arguments) {
    out.reset();
    err.reset();
    DiagnoseVerb verb =
        new DiagnoseVerb(
            millis::get,
            (wait, interruption) -> {
              millis.addAndGet(wait);
              return false;
            },
            Duration.ofSeconds(2));
    return StreambenchMain.run(
        new CommandLine(verb), arguments, new PrintStream(out, true), new PrintStream(err, true));
  }

  private JsonNode json(int status, String... arguments) throws IOException {
    List<String> all = new ArrayList<>(List.of("--format", "json"));
    all.addAll(List.of(arguments));
    assertThat(run(all.toArray(String[]::new))).as(err.toString(UTF_8)).isEqualTo(status);
    return new ObjectMapper().readTree(out.toString(UTF_8));
  }

  @Test
  void aStallIsFoundInTwoRequestsANodeAndLook() throws IOException {
    JsonNode found = json(3, "--sample", "0", cluster.url(0));
    assertThat(found.path("verdict").asText()).isEqualTo("STALLED");
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
    assertThat(cluster.requests(0)).isEqualTo(5); // and one for the cluster's state
    assertThat(cluster.requests(1)).isEqualTo(4);
    ContractsTest.assertKept("diagnose", ContractsTest.keys(out.toString(UTF_8)));
  }

  @Test
  void sizesComeFromASample() throws IOException {
    JsonNode collection = json(3, cluster.url(1)).path("collections").path(0);
    assertThat(collection.path("responseBytes").asInt()).isEqualTo(834 * 13);
    assertThat(collection.path("zone").asText()).isEqualTo("SAFE");
    assertThat(collection.path("notSafeFromQueries").isInt()).isFalse();
  }

  @Test
  void whatIsSavedIsRedactedAndAnalyzedWithTheSameAnswer() throws IOException {
    for (String name : List.of("looks", "looks.gz")) {
      Path saved = folder.resolve(name);
      JsonNode here = json(3, "--save", saved.toString(), cluster.url(0));
      Verb analyze = new Verb("analyze");
      assertThat(analyze.run("--format", "json", saved.toString())).isEqualTo(3);
      JsonNode there = new ObjectMapper().readTree(analyze.answer());
      assertThat(there.path("nodes").size()).isEqualTo(2);
      assertThat(there.at("/nodes/0/merges")).isEqualTo(here.at("/nodes/0/merges"));
      assertThat(there.path("collections")).isEqualTo(here.path("collections"));
      assertThat(analyze.answer()).doesNotContain(cluster.authority());
    }
    assertThat(folder.resolve("looks")).content().doesNotContain(cluster.authority());
    assertThat(folder.resolve("looks.gz")).isNotEmptyFile();
  }

  @Test
  void aProgramIsLookedAtAndRedactedToo() throws Exception {
    Path saved = folder.resolve("looks");
    String pid = Long.toString(ProcessHandle.current().pid());
    Thread named = new Thread(() -> LockSupport.park(), "to(db7.corp.example:2181)");
    named.setDaemon(true);
    named.start();
    JsonNode found = json(3, "--pid", pid, "--save", saved.toString(), cluster.url(0));
    LockSupport.unpark(named);
    assertThat(found.at("/nodes/2/baseUrl").asText()).isEqualTo("process " + pid);
    assertThat(found.at("/nodes/2/error").isNull()).isTrue();
    assertThat(saved).content().contains("#").doesNotContain("db7.corp");
    assertThat(new Verb("analyze").run(saved.toString())).isEqualTo(3);
  }

  @Test
  void aNodeOfSolr10IsReadInTheSameWay() throws IOException {
    cluster.close();
    cluster = new FakeCluster("10.0.0");
    JsonNode found = json(0, cluster.url(0));
    assertThat(found.path("verdict").asText()).isEqualTo("NO_STALL");
    assertThat(found.at("/nodes/1/solr").asText()).isEqualTo("10.0.0");
    assertThat(found.at("/collections/0/shards").asInt()).isEqualTo(12);
  }

  @Test
  void aNodeThatGivesNoAnswerHasItsReason() throws Exception {
    for (int status : List.of(401, 500, -1)) {
      cluster.instead =
          exchange -> {
            if (!exchange.getRequestURI().getPath().startsWith("/n1/")) {
              return null;
            }
            if (status < 0) {
              try {
                new CountDownLatch(1).await(); // until the end of the test interrupts it
              } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
              }
            }
            return Math.abs(status);
          };
      JsonNode found = json(0, "--sample", "0", cluster.url(0));
      assertThat(found.path("verdict").asText()).isEqualTo("POSSIBLE");
      assertThat(found.at("/nodes/0/error").isNull()).isTrue();
      assertThat(found.at("/nodes/1/error").asText())
          .contains(status < 0 ? "2 s" : Integer.toString(status));
    }
  }

  @Test
  void behindAProxyNodesAreAskedWhereTheyAreGiven() throws IOException {
    cluster.instead =
        exchange -> exchange.getRequestURI().getPath().startsWith("/proxy/") ? null : 403;
    String proxy = "http://" + cluster.authority() + "/proxy";
    JsonNode found = json(3, "--sample", "0", proxy + "/n0/", proxy + "/n1/#/~cloud");
    assertThat(found.at("/nodes/1/senders/blocked").asInt()).isEqualTo(6);
  }

  @Test
  void aNodeWithoutZooKeeperIsAskedAlone() throws IOException {
    cluster.standalone = true;
    JsonNode found = json(0, cluster.url(1));
    assertThat(found.path("nodes").size()).isEqualTo(1);
    assertThat(found.path("collections")).isEmpty();
    assertThat(found.path("verdict").asText()).isEqualTo("POSSIBLE");
  }

  @Test
  void aHundredNodesAreAskedAtOnceAndByIpv6() throws IOException {
    cluster.close();
    cluster = new FakeCluster(STALL, 100, InetAddress.getByName("::1"), null);
    JsonNode found = json(3, "--sample", "0", cluster.url(0));
    assertThat(found.path("nodes").size()).isEqualTo(100);
    assertThat(found.path("nodes")).allMatch(node -> node.path("error").isNull());
  }

  @Test
  void aWatchEndsWithTheStallAndAZip() throws IOException {
    cluster.dump = look -> look == 3 ? 1 : 0;
    System.setProperty("streambench.logs", folder.toString());
    try {
      assertThat(run("--watch", cluster.url(0))).as(err.toString(UTF_8)).isEqualTo(3);
    } finally {
      System.clearProperty("streambench.logs");
    }
    try (Stream<Path> made = Files.list(folder)) {
      List<Path> all = made.sorted().toList();
      assertThat(all).hasSize(2);
      assertThat(all.get(0).getFileName().toString()).endsWith("-diagnose-STALLED");
      assertThat(all.get(1).toString()).endsWith("-STALLED.zip");
      assertThat(new Verb("analyze").run(all.get(0).resolve("looks.gz").toString())).isEqualTo(3);
    }
  }

  @Test
  void passwordsAreSentAndCertificatesVerified() throws Exception {
    Path store = folder.resolve("store.p12");
    keytool(
        "-genkeypair -alias a -keyalg RSA -dname CN=test -ext SAN=ip:127.0.0.1 -storetype PKCS12"
            + " -storepass secret -keystore "
            + store);
    Path pem = folder.resolve("ca.pem");
    keytool("-exportcert -rfc -alias a -storepass secret -keystore " + store + " -file " + pem);
    KeyStore keys = KeyStore.getInstance("PKCS12");
    try (InputStream in = Files.newInputStream(store)) {
      keys.load(in, "secret".toCharArray());
    }
    KeyManagerFactory factory =
        KeyManagerFactory.getInstance(KeyManagerFactory.getDefaultAlgorithm());
    factory.init(keys, "secret".toCharArray());
    SSLContext tls = SSLContext.getInstance("TLS");
    tls.init(factory.getKeyManagers(), null, null);
    cluster.close();
    cluster = new FakeCluster(STALL, 2, InetAddress.getByName("127.0.0.1"), tls);
    String expected =
        "Basic " + Base64.getEncoder().encodeToString("admin:pass word".getBytes(UTF_8));
    cluster.instead =
        exchange ->
            expected.equals(exchange.getRequestHeaders().getFirst("Authorization")) ? null : 401;
    Path password = Files.writeString(folder.resolve("password"), "pass word\n");
    String url = cluster.url(0).replace("http:", "https:");
    String[] login = {"--user", "admin", "--password-file", password.toString()};
    JsonNode found =
        json(3, login[0], login[1], login[2], login[3], "--cacert", pem.toString(), url);
    assertThat(found.at("/nodes/1/baseUrl").asText()).startsWith("https://");
    assertThat(run("--cacert", pem.toString(), url)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("(401)").contains("--user").hasLineCount(1);
    assertThat(run(login[0], login[1], login[2], login[3], url)).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains("--cacert").hasLineCount(1);
  }

  private static void keytool(String arguments) throws Exception {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "keytool").toString());
    command.addAll(List.of(arguments.split(" ")));
    Process process = new ProcessBuilder(command).redirectErrorStream(true).start();
    String said = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).as(said).isZero();
  }

  @ParameterizedTest
  @CsvSource({
    "ftp://host/solr,URL",
    "node1:8983,URL",
    "http://admin:secret@127.0.0.1/solr,URL",
    "http://127.0.0.1:CLOSED/solr,refused",
    "http://no-such-host.invalid:8983/solr,host",
    "--user admin:secret http://127.0.0.1:CLOSED/solr,--user",
    "--user admin http://127.0.0.1:CLOSED/solr,--password-file",
    "--password-file x http://127.0.0.1:CLOSED/solr,--user",
    "--cacert pom.xml http://127.0.0.1:CLOSED/solr,--cacert",
    "--sample -1 http://127.0.0.1:CLOSED/solr,--sample",
    "--pid 999999999 http://127.0.0.1:CLOSED/solr,PID",
  })
  void wrongUseIsOneLine(String arguments, String said) throws IOException {
    try (ServerSocket free = new ServerSocket(0)) {
      String port = Integer.toString(free.getLocalPort());
      free.close();
      assertThat(run(arguments.replace("CLOSED", port).split(" "))).isEqualTo(2);
    }
    assertThat(out.toString(UTF_8)).isEmpty();
    assertThat(err.toString(UTF_8)).contains(said).doesNotContain("secret").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"404,no Solr", "200,not JSON", "502,502"})
  void whatIsNoNodeOfSolrIsOneLine(int status, String said) {
    cluster.instead = exchange -> status == 200 ? 204 : status;
    assertThat(run(cluster.url(0))).isEqualTo(2);
    assertThat(err.toString(UTF_8)).contains(status == 200 ? "204" : said).hasLineCount(1);
  }
}
