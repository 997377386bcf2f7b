package io.streambench.bench.redaction;

import static io.streambench.bench.redaction.RedactorTest.redactor;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.streambench.flow.threads.Activity;
import io.streambench.flow.threads.DumpedThread;
import java.util.List;
import java.util.function.UnaryOperator;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.Tag;

/** A verdict follows from which threads work on one request, which redaction must not change. */
class RedactedThreadsTest {
  private static DumpedThread thread(String name) {
    return new DumpedThread(
        name, "1", "", Activity.OTHER, true, false, false, false, 1, Double.NaN);
  }

  /** Each of 1,000 has at least ten names. */
  @Tag("slow")
  @Property(tries = 1_000)
  void threadsOfOneRequestStayThreadsOfOneRequest(@ForAll("names") List<String> names) {
    Redactor ofText = redactor();
    assertSame(names, name -> ofText.redact("\"" + name + "\" #1 daemon").split("\"")[1]);
    RedactedJson ofJson = new RedactedJson(redactor());
    assertSame(names, name -> ofJson.redact(json(name)).path("name").asText());
  }

  private static ObjectNode json(String name) {
    return JsonNodeFactory.instance.objectNode().put("name", name);
  }

  /** Everything is redacted twice, as what is kept is: names that come late are learned first. */
  private static void assertSame(List<String> names, UnaryOperator<String> redaction) {
    for (String name : names) {
      var unused = redaction.apply(name);
    }
    List<DumpedThread> before = names.stream().map(RedactedThreadsTest::thread).toList();
    List<DumpedThread> after = names.stream().map(redaction).map(name -> thread(name)).toList();
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

  /** Names as Solr 8 to 10 make them, of few hosts and requests, so that some are equal. */
  @Provide
  Arbitrary<List<String>> names() {
    return Combinators.combine(hosts().list().ofSize(2), collections().list().ofSize(2))
        .as((hosts, collections) -> name(hosts, collections).list().ofMinSize(10).ofMaxSize(12))
        .flatMap(names -> names);
  }

  private static Arbitrary<String> name(List<String> hosts, List<String> collections) {
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

  /** No two of them are names of one host, which get one placeholder. */
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
