package io.streambench.bench.redaction;

import static io.streambench.bench.redaction.RedactorTest.redactor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.diagnose.cluster.ClusterDiagnosis;
import io.streambench.diagnose.cluster.ClusterSnapshots;
import io.streambench.diagnose.cluster.CompressedText;
import io.streambench.diagnose.cluster.NodeSnapshot;
import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.judge.ClusterHang.Merge;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;
import net.jqwik.api.statistics.Statistics;

/**
 * Tests that redaction does not change which threads work on one request, because the verdict
 * depends on it.
 */
class RedactedThreadsTest {
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final String HANDLES = "org.apache.solr.servlet.HttpSolrCall.call";

  private static DumpedThread createThread(String name) {
    return new DumpedThread(
        name, "1", "", Activity.OTHER, true, false, false, false, 1, Double.NaN);
  }

  /** Checks 1,000 random lists of at least ten thread names. */
  @Tag("slow")
  @Property(tries = 1_000)
  void redactionKeepsThreadsOfSameRequest(@ForAll("names") List<String> names) {
    Redactor ofText = redactor();
    assertSameRequests(names, name -> ofText.redact("\"" + name + "\" #1 daemon").split("\"")[1]);
    RedactedJson ofJson = new RedactedJson(redactor());
    assertSameRequests(names, name -> ofJson.redact(threadJson(name)).path("name").asText());
  }

  private static ObjectNode threadJson(String name) {
    return NODES.objectNode().put("name", name);
  }

  /**
   * Redacts the names twice, like stored evidence, and compares the requests. The first pass learns
   * names that appear late.
   */
  private static void assertSameRequests(List<String> names, UnaryOperator<String> redact) {
    for (String name : names) {
      var unused = redact.apply(name);
    }
    List<DumpedThread> before = names.stream().map(RedactedThreadsTest::createThread).toList();
    List<DumpedThread> after = names.stream().map(redact).map(name -> createThread(name)).toList();
    for (int i = 0; i < names.size(); i++) {
      DumpedThread one = after.get(i);
      assertThat(one.requestId().isEmpty())
          .as("%s%n%s", names.get(i), one.name())
          .isEqualTo(before.get(i).requestId().isEmpty());
      for (int j = 0; j < i; j++) {
        String both =
            names.get(i) + "\n" + names.get(j) + "\n" + one.name() + "\n" + after.get(j).name();
        assertThat(one.requestId().equals(after.get(j).requestId()))
            .as(both)
            .isEqualTo(before.get(i).requestId().equals(before.get(j).requestId()));
        assertThat(one.key().equals(after.get(j).key()))
            .as(both)
            .isEqualTo(before.get(i).key().equals(before.get(j).key()));
      }
    }
  }

  /** Activities of the threads in a snapshot. Threads whose processor time grows are not idle. */
  private enum ActivityKind {
    READS(
        "org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read",
        "org.apache.solr.client.solrj.io.stream.CloudSolrStream$TupleWrapper.next",
        "org.apache.solr.client.solrj.io.stream.CloudSolrStream.read"),
    SENDS("org.eclipse.jetty.server.HttpOutput.channelWrite", HANDLES),
    WORKS("org.apache.solr.handler.export.ExportWriter.writeDocs", HANDLES);

    final List<String> frames;

    ActivityKind(String... frames) {
      this.frames =
          Stream.concat(
                  Stream.of(frames).map(frame -> "app//" + frame + "(X.java:1)"),
                  Stream.of("java.base@17.0.15/java.lang.Thread.run(Thread.java:840)"))
              .toList();
    }
  }

  /** Checks 1,000 random pairs of snapshots of two nodes, each with at least ten thread names. */
  @Tag("slow")
  @Property(tries = 1_000)
  void redactionKeepsVerdict(@ForAll("snapshots") ClusterSnapshots snapshots) throws IOException {
    Path file = Files.createTempFile("looks", ".json");
    try {
      snapshots.write(file, new RedactedJson(redactor())::redact);
      List<Object> before = judge(snapshots);
      assertThat(judge(ClusterSnapshots.read(file).orElseThrow()))
          .as("%s%n%s", snapshots, Files.readString(file))
          .isEqualTo(before);
      Statistics.collect(before.get(0));
      Statistics.coverage(
          seen -> {
            for (Finding finding : Finding.values()) {
              seen.check(finding).percentage(share -> share > 5);
            }
          });
    } finally {
      Files.delete(file);
    }
  }

  /** Returns the verdict and each node's counts, which are the parts of a result without names. */
  private static List<Object> judge(ClusterSnapshots snapshots) {
    ClusterDiagnosis found = ClusterDiagnosis.of(snapshots, Duration.ofSeconds(10));
    Verdict verdict = found.diagnosis().verdict().orElseThrow();
    return List.of(
        verdict.finding(),
        verdict.cause(),
        verdict.reasons().stream().map(Reason::kind).toList(),
        found.nodes().stream()
            .map(
                node ->
                    Arrays.asList(
                        node.threads().merges().stream().map(Merge::idleSeconds).toList(),
                        node.threads().blockedSenderCount(),
                        node.threads().senderCount(),
                        node.nodeOfSameJvm() == null,
                        node.error()))
            .toList());
  }

  /** Creates two snapshots of a cluster. The thread names contain its nodes, cores and requests. */
  @Provide
  Arbitrary<ClusterSnapshots> snapshots() {
    return Combinators.combine(
            hosts().list().ofSize(2), collections().list().ofSize(2), Arbitraries.longs())
        .flatAs(
            (hosts, collections, seed) ->
                threadName(hosts, collections)
                    .list()
                    .ofMinSize(10)
                    .ofMaxSize(12)
                    .map(names -> snapshots(hosts, collections.get(0), names, seed)));
  }

  private static ClusterSnapshots snapshots(
      List<String> hosts, String collection, List<String> names, long seed) {
    List<String> urls =
        List.of("http://" + hosts.get(0) + ":8983/solr", "http://" + hosts.get(1) + ":7574/solr");
    List<NodeSnapshot> looks = new ArrayList<>();
    for (int look = 1; look <= 2; look++) {
      SplittableRandom random = new SplittableRandom(seed); // equal in both snapshots
      List<ArrayNode> threads = List.of(NODES.arrayNode(), NODES.arrayNode());
      double moving = random.nextInt(3) / 2.0;
      for (int number = 0; number < names.size(); number++) {
        int node = random.nextInt(2);
        ActivityKind doing =
            number == 0
                ? ActivityKind.READS
                : random.nextInt(3) > 0
                    ? ActivityKind.SENDS
                    : ActivityKind.values()[random.nextInt(3)];
        boolean moves = doing == ActivityKind.WORKS || random.nextDouble() < moving;
        ObjectNode thread = threadJson(names.get(number));
        thread.put("id", 30 + number).put("state", "WAITING");
        thread.put("cpuTime", (100 + number + (moves ? look * 500 : 0)) + ".1234ms");
        doing.frames.forEach(thread.putArray("stackTrace")::add);
        threads.get(node).add(thread);
      }
      for (int node = 0; node < 2; node++) {
        ObjectNode answer = NODES.objectNode();
        answer.putObject("responseHeader").put("status", 0);
        answer.putObject("system").set("threadDump", threads.get(node));
        Map<String, String> facts =
            Map.of(
                "startTime",
                "2026-11-29T10:11:12.13" + node + "Z",
                "mode",
                "solrcloud",
                "solr.http1",
                "false",
                "solr.log.dir",
                "/home/annabel/" + hosts.get(node) + "/logs");
        looks.add(
            new NodeSnapshot(
                look,
                urls.get(node),
                1_764_000_000_000L + look * 15_000L,
                null,
                null,
                facts,
                CompressedText.of(answer.toString())));
      }
    }
    List<List<Replica>> shards =
        urls.stream().map(url -> List.of(new Replica(url, collection + "_n1", true))).toList();
    return new ClusterSnapshots(
        List.of(new ObservedCollection(collection, shards, 0, 0, 0, 0)),
        OptionalLong.empty(),
        looks);
  }

  /** Creates names like Solr 8 to 10, with few hosts and requests, so that some are equal. */
  @Provide
  Arbitrary<List<String>> names() {
    return Combinators.combine(hosts().list().ofSize(2), collections().list().ofSize(2))
        .as(
            (hosts, collections) ->
                threadName(hosts, collections).list().ofMinSize(10).ofMaxSize(12))
        .flatMap(names -> names);
  }

  private static Arbitrary<String> threadName(List<String> hosts, List<String> collections) {
    Arbitrary<String> host = Arbitraries.of(hosts);
    Arbitrary<String> node =
        Combinators.combine(
                host,
                Arbitraries.oneOf(
                    Arbitraries.of(8983, 7574, 80), Arbitraries.integers().between(1, 65_535)),
                Arbitraries.of("_solr", "_", "_a%2Fb"))
            .as((name, port, path) -> name + ":" + port + path);
    Arbitrary<String> request =
        Arbitraries.oneOf(
            Combinators.combine(
                    Arbitraries.oneOf(host, Arbitraries.of("null")),
                    Arbitraries.integers().between(1, 3))
                .as((name, number) -> name + "-" + number),
            Arbitraries.of("4bf92f3577b34da6a3ce929d0e0e4736", "00f067aa0ba902b7"));
    Arbitrary<String> core =
        Combinators.combine(Arbitraries.of(collections), Arbitraries.integers().between(1, 12))
            .as((collection, n) -> collection + "_shard" + n + "_replica_n" + n);
    Arbitrary<String> pool =
        Arbitraries.of("CloudSolrStream-40-thread-7", "ExportBuffers-82-thread-1", "x-1-thread-2");
    return Arbitraries.oneOf(
        Combinators.combine(Arbitraries.integers().between(1, 9), request)
            .as((number, id) -> "qtp17-" + number + "-" + id),
        Arbitraries.integers().between(1, 9).map(number -> "qtp17-" + number),
        Combinators.combine(pool, node, core, request)
            .as(
                (name, at, of, id) ->
                    name + "-processing-" + at + " " + of + " " + id + " c shard1 core_node3"),
        Combinators.combine(pool, node, core, request)
            .as(
                (name, at, of, id) ->
                    name
                        + "-processing-"
                        + of
                        + " "
                        + id
                        + " core_node3 "
                        + at
                        + " c shard1 "
                        + id),
        Combinators.combine(pool, core, request)
            .as((name, of, id) -> name + "-processing-" + of + " " + id),
        Combinators.combine(pool, node, core, request)
            .as(
                (name, at, of, id) ->
                    name + "-processing-n:" + at + " x:" + of + " t:" + id + " c:c s:shard1"));
  }

  /**
   * Creates host names. No two of them name the same host, because such names get one placeholder.
   */
  private static Arbitrary<String> hosts() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            ("localhost~127.0.0.1~10.1.2.3~node1~node2~solr~solr1~db~x~data~lab-pc-42"
                    + "~db7.corp.example~solr-0.solr-headless.acme-prod~solr-prod-7~ip-10-0-3-7.ec2.internal~WS7"
                    + "~shard1~core~annabel~zeus~null")
                .split("~")),
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("0123456789-")
            .ofMinLength(1)
            .ofMaxLength(16)
            .map(text -> ("h" + text + "1").replaceAll("[.-]{2,}|-\\.|\\.-", "-")));
  }

  private static Arbitrary<String> collections() {
    return Arbitraries.oneOf(
        Arbitraries.of(
            "c", "stall", "logs-2024", "node1", "solr", "localhost", "db7", "books.de", "x-1"),
        Arbitraries.strings()
            .withCharRange('a', 'z')
            .withChars("0123456789-._")
            .ofMinLength(1)
            .ofMaxLength(10));
  }
}
