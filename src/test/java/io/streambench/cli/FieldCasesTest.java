package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipInputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks inputs from the field against the assessment of an expert on Jetty and Solr. The inputs
 * are rebuilt from public reports, or come from real runs with fictitious names.
 */
class FieldCasesTest {
  @TempDir static Path folder;

  private final Verb verb = new Verb("analyze");

  @BeforeAll
  static void unpack() throws IOException {
    unpack(folder);
  }

  /** Unpacks all cases, one folder each. */
  static void unpack(Path folder) throws IOException {
    unpack("field-cases.zip", folder);
    unpack("field-cases-threads.zip", folder);
  }

  private static void unpack(String name, Path folder) throws IOException {
    try (ZipInputStream zip = new ZipInputStream(FieldCasesTest.class.getResourceAsStream(name))) {
      for (ZipEntry entry; (entry = zip.getNextEntry()) != null; ) {
        Path file = folder.resolve(entry.getName());
        Files.createDirectories(file.getParent());
        Files.copy(zip, file);
      }
    }
  }

  /** Returns a case with its verdict, its cause, and facts in the report. */
  private static Arguments caseOf(String name, String verdict, String cause, String... facts) {
    return Arguments.of(name, verdict, cause, List.of(facts));
  }

  private static final String HANG = "waits for the next document";
  private static final String BLOCKED = "10 of 10 threads sending answers had been blocked";

  static Stream<Arguments> cases() {
    return Stream.of(
        caseOf("01-jetty7192", "POSSIBLE", null, "another thing waits", "part of a dump", "search"),
        caseOf("07-jetty3605", "POSSIBLE", null, "another thing", "Jetty 9.4"),
        caseOf("13-solr4236", "POSSIBLE", "REQUEST_PERMITS", "another hang", "estart"),
        caseOf("18-symptoms-client", "POSSIBLE", null, "cancel_stream_error"),
        caseOf("19-cancel-info", "POSSIBLE", null, "cancel_stream_error"),
        caseOf("20-solrlog-formats", "POSSIBLE", "SESSION_WINDOW", "120,000 ms"),
        caseOf(
            "21-jetty5605",
            "POSSIBLE",
            null,
            "another thing waits",
            "1 of 1 thread sending answers",
            "read from this one"),
        caseOf("26-open", "POSSIBLE", null, "waits for the headers"),
        caseOf("30-mixed", "NO_STALL", null, "ran between the dumps", "before the dump"),
        caseOf("34-jetty11595", "POSSIBLE", null, "another thing", "RST_STREAM"),
        caseOf("35-jdk8", "POSSIBLE", null, HANG, "no processor times"),
        caseOf("36-two-nodes", "POSSIBLE", null, "of the 2 JVMs together"),
        caseOf("43-5s-apart", "POSSIBLE", null, HANG, "5.0 s apart"),
        caseOf("45-jetty2380", "POSSIBLE", null, "how many are blocked is unknown"),
        caseOf("F0-base", "POSSIBLE", null, HANG, BLOCKED, "each node that sends"),
        caseOf("F13-arthas", "POSSIBLE", null, HANG, "unknown"),
        caseOf("S1-solr-threads-json", "POSSIBLE", null, HANG, "another dump"),
        caseOf("S2-dump-to-file", "POSSIBLE", null, HANG),
        caseOf("S3-virtual-real", "POSSIBLE", null, "virtual", "Thread.dump_to_file"),
        caseOf("S4-990-real", "POSSIBLE", null, HANG, "30,000 ms"),
        caseOf("jetty2548-deadlock", "POSSIBLE", null, "deadlock"),
        caseOf("jetty11447-deadlock", "POSSIBLE", null, "deadlock", "qtp1272883899-10431"),
        caseOf("cycle-without-report", "POSSIBLE", null, "deadlock", "HTTP2ClientSession"),
        caseOf("jstack-forced-deadlock", "POSSIBLE", null, "deadlock", "Thread-0", "Thread-1"),
        caseOf("openj9-deadlock", "POSSIBLE", null, "deadlock", "Default Executor-thread-9"),
        caseOf("openj9-reader", "POSSIBLE", null, HANG, "did nothing for 20.0 s"),
        caseOf(
            "jetty12408-memory", "POSSIBLE", "DIRECT_MEMORY", "2 threads", "MaxDirectMemorySize"),
        caseOf(
            "blocking-get",
            "POSSIBLE",
            null,
            "waits for the data of an answer",
            "4 of 4 threads sending"),
        caseOf("jetty8584-future", "POSSIBLE", null, "12 threads wait", "did nothing for 20.0 s"),
        caseOf("async-listener", "POSSIBLE", null, "cannot be seen", "attach PID"),
        caseOf(
            "reactive590-lock",
            "POSSIBLE",
            null,
            "20 threads waiting for the lock",
            "@365a6a43-90"),
        caseOf("jetty15226-pool", "POSSIBLE", null, "all 41 threads of pool qtp1", "qtp1-7"),
        caseOf("jetty3231-java8", "POSSIBLE", null, "no processor times", "all 9 threads"),
        caseOf("solr-lock", "NO_STALL", null, "coreLoadExecutor-6-thread-1", "SolrCores"),
        caseOf("solr-idle", "NO_STALL", null, "none sends an answer"),
        caseOf("recovery-fetch", "POSSIBLE", null, "copies an index", "copies from"),
        caseOf("replication-sender", "POSSIBLE", null, "sends an index", "fetches this index"),
        caseOf(
            "solr10-client-log", "POSSIBLE", null, "cancel_stream_error", "works again by itself"),
        caseOf("50-jetty3907", "POSSIBLE", "SESSION_WINDOW", "Over HTTP/2", "30,000 ms"),
        caseOf("51-oqa11", "POSSIBLE", null, "A request got no answer"),
        caseOf("52-limbo25", "POSSIBLE", null, "another thing", "replication", "IndexFetcher"),
        caseOf(
            "53-jetty13815", "POSSIBLE", "DIRECT_MEMORY", "1,073,729,536 of 1,073,741,824 bytes"),
        caseOf("54-vlo110", "POSSIBLE", null, "another thing", "HTTP/1.1 connection was silent"),
        caseOf("55-solr17711", "POSSIBLE", null, "another thing", "SOLR-17711"),
        caseOf("56-slow-client", "POSSIBLE", null, "client of a /stream request did not read"),
        caseOf(
            "57-tcp-congested",
            "POSSIBLE",
            null,
            "TCP is full",
            "/10.0.0.9:41234",
            "3 tasks in its queue"),
        caseOf("58-full-stream", "POSSIBLE", null, "1 of 2 streams", "does not read these streams"),
        caseOf("59-pool-used-up", "POSSIBLE", null, "qtp1433867275", "250 of at most 250 threads"),
        caseOf("61-uploads-unread", "POSSIBLE", "SESSION_WINDOW", "Uploads wait"),
        caseOf(
            "62-uploads-leak",
            "NO_STALL",
            null,
            "receive window of session 1c5fd95a leaks",
            "uploads"),
        caseOf(
            "60-direct-memory-later", "POSSIBLE", "DIRECT_MEMORY", "536,860,000 of 536,870,912"));
  }

  /** Advises HTTP/1.1 for Solr merges, but not for an index fetch or plain Jetty. */
  @ParameterizedTest
  @ValueSource(strings = {"50-jetty3907", "52-limbo25", "53-jetty13815", "57-tcp-congested"})
  void advisesHttp1ForMergesOnly(String name) throws IOException {
    JsonNode answer = analyze(caseFiles(name));
    assertThat(answer.get("next").toString() + answer.get("advice"))
        .doesNotContain("solr.http1", "merge");
  }

  @Test
  void doesNotCountUsedLinesAsSkipped() throws IOException {
    assertThat(analyze(caseFiles("50-jetty3907")).get("skippedLines").asInt()).isZero();
    assertThat(analyze(caseFiles("52-limbo25")).get("skippedLines").asInt()).isOne();
    assertThat(analyze(caseFiles("59-pool-used-up")).get("skippedLines").asInt()).isOne();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void findsVerdictCauseAndFacts(String name, String verdict, String cause, List<String> facts)
      throws IOException {
    JsonNode answer = analyze(caseFiles(name));
    assertThat(answer.get("verdict").asText()).isEqualTo(verdict);
    assertThat(answer.get("cause").asText(null)).isEqualTo(cause);
    assertThat(answer.toString()).contains(facts);
    assertThat(answer.get("next").size()).isLessThanOrEqualTo(5);
    if (answer.get("jvms") != null && answer.get("jvms").size() > 0) {
      boolean two = answer.get("jvms").get(0).get("dumps").asInt() > 1;
      boolean certain = verdict.equals("NO_STALL") || facts.contains("deadlock"); // one suffices
      assertThat(answer.get("next").toString().contains("one more dump"))
          .isEqualTo(!two && !certain);
    }
  }

  @Test
  void reasonBeginsWithDeadlock() throws IOException {
    assertThat(analyze(caseFiles("jetty2548-deadlock")).get("reason").asText())
        .startsWith("another hang, a deadlock: thread \"thread-15\" waits for ")
        .containsPattern("HTTP2ClientSession\\S*, which thread \"thread-11\" holds")
        .containsPattern("HttpExchange\\S*, which thread \"thread-15\" holds");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "jetty2548-deadlock",
        "jetty12408-memory",
        "blocking-get",
        "jetty8584-future",
        "async-listener",
        "jetty3231-java8"
      })
  void adviceForOtherProgramsDoesNotMentionSolr(String name) throws IOException {
    JsonNode answer = analyze(caseFiles(name));
    assertThat(answer.get("advice")).isNotEmpty();
    assertThat(answer.get("advice").toString() + answer.get("next"))
        .doesNotContainIgnoringCase("solr")
        .doesNotContain("dump_to_file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reactive590-lock", "jetty15226-pool"})
  void reasonBeginsWithMostContendedLock(String name) throws IOException {
    assertThat(analyze(caseFiles(name)).get("reason").asText())
        .matches("\\d+ threads waiting for the lock \\S+ \\(a .*\\), which thread \".*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"recovery-fetch", "replication-sender"})
  void adviceForReplicationDoesNotMentionStallRemedies(String name) throws IOException {
    assertThat(analyze(caseFiles(name)).get("next").toString())
        .doesNotContain("attach", "http1", "merge");
  }

  @Test
  void findsSameVerdictInEachLogFormat() throws IOException {
    for (Path file : caseFiles("20-solrlog-formats")) {
      JsonNode answer = analyze(List.of(file));
      assertThat(answer.get("verdict").asText()).as(file.toString()).isEqualTo("POSSIBLE");
      assertThat(answer.get("cause").asText()).isEqualTo("SESSION_WINDOW");
      assertThat(answer.get("warnings").toString()).contains("2026-11-26T04:25:09");
    }
  }

  private static List<Path> caseFiles(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.sorted().toList();
    }
  }

  private JsonNode analyze(List<Path> files) throws IOException {
    return verb.json(0, files.stream().map(Path::toString).toArray(String[]::new));
  }
}
