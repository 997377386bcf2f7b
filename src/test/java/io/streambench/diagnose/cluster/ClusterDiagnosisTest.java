package io.streambench.diagnose.cluster;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.diagnose.report.DiagnosisReport;
import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ClusterDiagnosisTest {
  private static int smallestUnsafeQueryCount(int shardsPerNode) {
    ObservedCollection small =
        new ObservedCollection(
            "small",
            Collections.nCopies(shardsPerNode, List.of(new Replica("http://a", "c", true))),
            shardsPerNode,
            1,
            100,
            1);
    return ClusterDiagnosis.of(
            new ClusterSnapshots(List.of(small), OptionalLong.empty(), List.of()),
            Duration.ofSeconds(10))
        .collections()
        .get(0)
        .smallestUnsafeQueryCount();
  }

  /**
   * Returns the snapshots of a recorded hang.
   *
   * @param process whether the first node is also given as a process
   */
  private static List<NodeSnapshot> recordedSnapshots(boolean process) throws IOException {
    return recordedSnapshots(process ? List.of("a", "b", "process 7") : List.of("a", "b"));
  }

  private static List<NodeSnapshot> recordedSnapshots(List<String> names) throws IOException {
    JsonNode recorded;
    try (InputStream in = ClusterDiagnosisTest.class.getResourceAsStream("solr-9.10.1.json.gz")) {
      recorded = new ObjectMapper().readTree(new GZIPInputStream(in)).path("threads");
    }
    List<NodeSnapshot> snapshots = new ArrayList<>();
    for (int number = 1; number <= 2; number++) {
      long millis = number * 15_000L;
      for (String node : names) {
        int of = node.equals("b") ? recorded.size() / 2 : 0;
        CompressedText threads = CompressedText.of(recorded.path(of + number - 1).toString());
        Map<String, String> facts = node.length() == 1 ? Map.of("startTime", node) : Map.of();
        snapshots.add(new NodeSnapshot(number, node, millis, null, null, facts, threads));
      }
    }
    return snapshots;
  }

  private static ClusterDiagnosis diagnose(List<NodeSnapshot> snapshots) {
    return ClusterDiagnosis.of(
        new ClusterSnapshots(List.of(), OptionalLong.empty(), snapshots), Duration.ofSeconds(10));
  }

  @Test
  void countsProcessOfNodeOnce() throws IOException {
    String alone = diagnose(recordedSnapshots(false)).diagnosis().verdict().orElseThrow().reason();
    ClusterDiagnosis both = diagnose(recordedSnapshots(true));
    assertThat(both.diagnosis().verdict().orElseThrow().reason()).isEqualTo(alone);
    assertThat(both.nodes())
        .extracting(ClusterDiagnosis.Node::nodeOfSameJvm)
        .containsExactly(null, null, "a");
  }

  private static NodeSnapshot snapshotWithReader(int number, String node, boolean showsCollector) {
    String thread = "\"%s\" #%d os_prio=0 cpu=%dms elapsed=%d.00s tid=0x7f2a0000%d nid=0x%2$d\n";
    int age = 100 + 20 * number;
    String text =
        "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n"
            + thread.formatted("qtp1-31", 31, 9, age, 31)
            + "\tat org.eclipse.jetty.client.InputStreamResponseListener$Input.read(X.java:1)\n"
            + "\tat org.apache.solr.client.solrj.io.stream.SolrStream.read(X.java:1)\n"
            + "\tat java.lang.Thread.run(Thread.java:833)\n\n"
            + (showsCollector
                ? thread.formatted("GC Thread#0", 90, 18_000 * number, age, 90).replace(" #90", "")
                : "")
            + thread.formatted("VM Thread", 91, 1, age, 91).replace(" #91", "");
    return new NodeSnapshot(
        number, node, number * 20_000L, null, null, Map.of(), CompressedText.of(text));
  }

  /** A node's response does not show the threads of the garbage collector. */
  @Test
  void findsFullHeapOfNodeInDumpsOfItsProcess() {
    List<NodeSnapshot> node =
        List.of(snapshotWithReader(1, "a", false), snapshotWithReader(2, "a", false));
    List<NodeSnapshot> both = new ArrayList<>(node);
    both.addAll(
        List.of(
            snapshotWithReader(1, "process 7", true), snapshotWithReader(2, "process 7", true)));
    String heap = "garbage collection stopped a JVM for at least 90 % of the time";
    assertThat(diagnose(node).diagnosis().verdict().orElseThrow().reason()).doesNotContain(heap);
    ClusterDiagnosis found = diagnose(both);
    assertThat(found.nodes())
        .extracting(ClusterDiagnosis.Node::nodeOfSameJvm)
        .containsExactly(null, "a");
    assertThat(found.diagnosis().verdict().orElseThrow().reason()).startsWith(heap);
  }

  /** The names of nodes in redacted snapshots have no host. */
  @ParameterizedTest
  @ValueSource(strings = {"process 7", "http://node-1:port-1/solr"})
  void commandsNameNoUnknownHost(String merging) throws IOException {
    ClusterDiagnosis found = diagnose(recordedSnapshots(List.of(merging, "b")));
    assertThat(found.diagnosis().isStalled()).isTrue();
    assertThat(new DiagnosisReport(found).text(false).replaceAll("\\s+", " "))
        .contains(
            "on the host of " + merging + ": sudo java -jar streambench.jar release --yes PID")
        .doesNotContain("host null", "pgrep");
  }

  /**
   * Covers the official image, which has Java in this folder, and a node whose logs are where a
   * service keeps them.
   */
  @ParameterizedTest
  @CsvSource({
    "http://solr-1.solr-headless.search:8983/solr, kubectl exec -n NAMESPACE solr-1 -- sh -c, docker",
    "http://solr-1:8983/solr, docker exec NAME sh -c, kubectl",
    "http://10.0.0.7:8983/solr, docker exec NAME sh -c, kubectl",
  })
  void advisesReleaseInContainerButNoServiceRestart(String merging, String command, String other)
      throws IOException {
    Map<String, String> facts =
        Map.of("java.home", "/opt/java/openjdk", "solr.log.dir", "/var/solr/logs");
    String second = merging.replace("1", "2");
    ClusterDiagnosis found =
        diagnose(withFacts(recordedSnapshots(List.of(merging, second)), facts));
    assertThat(found.diagnosis().isStalled()).isTrue();
    assertThat(new DiagnosisReport(found).text(false).replaceAll("\\s+", " "))
        .contains(command + " 'java -Xmx64m -jar /tmp/streambench.jar release --yes")
        .doesNotContain("sudo", other + " exec");
  }

  private static String reportText(List<NodeSnapshot> snapshots, OptionalLong stateMillis) {
    ClusterDiagnosis found =
        ClusterDiagnosis.of(
            new ClusterSnapshots(List.of(), stateMillis, snapshots), Duration.ofSeconds(10));
    assertThat(found.diagnosis().isStalled()).isTrue();
    return new DiagnosisReport(found).text(false).replaceAll("\\s+", " ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "solr.log.dir=/var/solr/logs | restart %s on host solr-1, once HTTP/1.1 is set:"
            + " sudo service solr restart",
        "solr.install.dir=/opt/solr jetty.port=8984 | restart %s on host solr-1, once HTTP/1.1 is"
            + " set: /opt/solr/bin/solr restart -p 8984, with",
        "solr.install.dir=/opt/solr | restart %s on host solr-1, once HTTP/1.1 is set:"
            + " /opt/solr/bin/solr restart -p 8983, with",
        "java.home=/opt/java/openjdk solr.log.dir=/var/solr/logs | set HTTP/1.1 in the environment"
            + " of the container of %s, which",
      })
  void restartCommandNamesHostIfRestartIsSafe(String facts, String command) throws IOException {
    Map<String, String> known =
        Stream.of(facts.split(" "))
            .map(fact -> fact.split("="))
            .collect(Collectors.toMap(fact -> fact[0], fact -> fact[1]));
    String merging = "http://solr-1:8983/solr";
    List<NodeSnapshot> snapshots =
        withFacts(recordedSnapshots(List.of(merging, "http://solr-2:8983/solr")), known);
    assertThat(reportText(snapshots, OptionalLong.of(1))).contains(command.formatted(merging));
    assertThat(reportText(snapshots, OptionalLong.empty()))
        .contains("Restart no node now")
        .doesNotContain("service solr restart", "bin/solr restart", "the environment");
  }

  private static List<NodeSnapshot> withFacts(
      List<NodeSnapshot> snapshots, Map<String, String> facts) {
    return snapshots.stream()
        .map(
            snapshot ->
                new NodeSnapshot(
                    snapshot.look(),
                    snapshot.node(),
                    snapshot.millis(),
                    null,
                    null,
                    facts,
                    snapshot.answer()))
        .toList();
  }

  /** Java finds no host in a URL if the host has an underscore or is redacted. */
  @ParameterizedTest
  @CsvSource({
    "http://a1:8983/solr, http://b1:8983/solr, 2",
    "http://a_1:8983/solr, http://b_1:8983/solr, 2",
    "http://node-1:port-1/solr, http://node-2:port-1/solr, 2",
    "http://[fd00::1]:8983/solr, http://[fd00::2]:8983/solr, 2",
    "http://a1:8983/solr, http://a1:7574/solr, 1",
    "http://node-1:port-1/solr, http://node-1:port-2/solr, 1",
    "http://[fd00::1]:8983/solr, http://[fd00::1]/solr, 1",
  })
  void mergesNodesWithSameStartOnlyOnSameHost(String one, String two, int jvms) throws IOException {
    List<NodeSnapshot> snapshots =
        withFacts(
            recordedSnapshots(List.of(one, two)), Map.of("startTime", "2026-11-29T10:11:12.130Z"));
    assertThat(diagnose(snapshots).nodes())
        .filteredOn(node -> node.nodeOfSameJvm() == null)
        .hasSize(jvms);
  }

  @Test
  void queriesBeyondConnectionLimitAreUnsafe() {
    assertThat(smallestUnsafeQueryCount(8)).isZero(); // 64 queries are the 512 streams that fit
    assertThat(smallestUnsafeQueryCount(24)).isEqualTo(22); // 528 streams
  }
}
