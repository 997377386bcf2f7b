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
 * Inputs from the field, rebuilt from public reports or taken from real runs with made-up names,
 * get the answer of somebody who knows Jetty and Solr.
 */
class FieldCasesTest {
  @TempDir static Path folder;

  private final Verb verb = new Verb("analyze");

  @BeforeAll
  static void unpack() throws IOException {
    unpack(folder);
  }

  /** Unpacks all cases, a folder for each. */
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

  /** The case, the right verdict and cause, and facts that the answer tells. */
  private static Arguments of(String name, String verdict, String cause, String... facts) {
    return Arguments.of(name, verdict, cause, List.of(facts));
  }

  private static final String HANG = "waits for the next document";
  private static final String BLOCKED = "10 of 10 threads sending answers had been blocked";

  static Stream<Arguments> cases() {
    return Stream.of(
        of("01-jetty7192", "POSSIBLE", null, "another thing waits", "part of a dump", "search"),
        of("07-jetty3605", "POSSIBLE", null, "another thing", "Jetty 9.4"),
        of("13-solr4236", "POSSIBLE", "REQUEST_PERMITS", "another hang", "estart"),
        of("18-symptoms-client", "POSSIBLE", null, "cancel_stream_error"),
        of("19-cancel-info", "POSSIBLE", null, "cancel_stream_error"),
        of("20-solrlog-formats", "POSSIBLE", "SESSION_WINDOW", "120,000 ms"),
        of(
            "21-jetty5605",
            "POSSIBLE",
            null,
            "another thing waits",
            "1 of 1 thread sending answers",
            "read from this one"),
        of("26-open", "POSSIBLE", null, "waits for the headers"),
        of("30-mixed", "NO_STALL", null, "ran between the dumps", "before the dump"),
        of("34-jetty11595", "POSSIBLE", null, "another thing", "RST_STREAM"),
        of("35-jdk8", "POSSIBLE", null, HANG, "no processor times"),
        of("36-two-nodes", "POSSIBLE", null, "of the 2 JVMs together"),
        of("43-5s-apart", "POSSIBLE", null, HANG, "5.0 s apart"),
        of("45-jetty2380", "POSSIBLE", null, "how many are blocked is unknown"),
        of("F0-base", "POSSIBLE", null, HANG, BLOCKED, "each node that sends"),
        of("F13-arthas", "POSSIBLE", null, HANG, "unknown"),
        of("S1-solr-threads-json", "POSSIBLE", null, HANG, "another dump"),
        of("S2-dump-to-file", "POSSIBLE", null, HANG),
        of("S3-virtual-real", "POSSIBLE", null, "virtual", "Thread.dump_to_file"),
        of("S4-990-real", "POSSIBLE", null, HANG, "30,000 ms"),
        of("jetty2548-deadlock", "POSSIBLE", null, "deadlock"),
        of("jetty11447-deadlock", "POSSIBLE", null, "deadlock", "qtp1272883899-10431"),
        of("cycle-without-report", "POSSIBLE", null, "deadlock", "HTTP2ClientSession"),
        of("jstack-forced-deadlock", "POSSIBLE", null, "deadlock", "Thread-0", "Thread-1"),
        of("openj9-deadlock", "POSSIBLE", null, "deadlock", "Default Executor-thread-9"),
        of("openj9-reader", "POSSIBLE", null, HANG, "did nothing for 20.0 s"),
        of("jetty12408-memory", "POSSIBLE", "DIRECT_MEMORY", "2 threads", "MaxDirectMemorySize"),
        of(
            "blocking-get",
            "POSSIBLE",
            null,
            "waits for the data of an answer",
            "4 of 4 threads sending"),
        of("jetty8584-future", "POSSIBLE", null, "12 threads wait", "did nothing for 20.0 s"),
        of("async-listener", "POSSIBLE", null, "cannot be seen", "attach PID"),
        of("reactive590-lock", "POSSIBLE", null, "20 threads waiting for the lock", "@365a6a43-90"),
        of("jetty15226-pool", "POSSIBLE", null, "all 41 threads of pool qtp1", "qtp1-7"),
        of("jetty3231-java8", "POSSIBLE", null, "no processor times", "all 9 threads"),
        of("solr-lock", "NO_STALL", null, "coreLoadExecutor-6-thread-1", "SolrCores"),
        of("solr-idle", "NO_STALL", null, "none sends an answer"),
        of("recovery-fetch", "POSSIBLE", null, "copies an index", "copies from"),
        of("replication-sender", "POSSIBLE", null, "sends an index", "fetches this index"),
        of("solr10-client-log", "POSSIBLE", null, "cancel_stream_error", "works again by itself"),
        of("50-jetty3907", "POSSIBLE", "SESSION_WINDOW", "Over HTTP/2", "30,000 ms"),
        of("51-oqa11", "POSSIBLE", null, "A request got no answer"),
        of("52-limbo25", "POSSIBLE", null, "another thing", "replication", "IndexFetcher"),
        of("53-jetty13815", "POSSIBLE", "DIRECT_MEMORY", "1,073,729,536 of 1,073,741,824 bytes"),
        of("54-vlo110", "POSSIBLE", null, "another thing", "HTTP/1.1 connection was silent"),
        of("55-solr17711", "POSSIBLE", null, "another thing", "SOLR-17711"),
        of("56-slow-client", "POSSIBLE", null, "client of a /stream request did not read"),
        of(
            "57-tcp-congested",
            "POSSIBLE",
            null,
            "TCP is full",
            "/10.0.0.9:41234",
            "3 tasks in its queue"),
        of("58-full-stream", "POSSIBLE", null, "1 of 2 streams", "does not read these streams"),
        of("59-pool-used-up", "POSSIBLE", null, "qtp1433867275", "250 of at most 250 threads"),
        of("61-uploads-unread", "POSSIBLE", "SESSION_WINDOW", "Uploads wait"),
        of(
            "62-uploads-leak",
            "NO_STALL",
            null,
            "receive window of session 1c5fd95a leaks",
            "uploads"),
        of("60-direct-memory-later", "POSSIBLE", "DIRECT_MEMORY", "536,860,000 of 536,870,912"));
  }

  /** An index fetch and plain Jetty are no merge of Solr, to which this advice belongs. */
  @ParameterizedTest
  @ValueSource(strings = {"50-jetty3907", "52-limbo25", "53-jetty13815", "57-tcp-congested"})
  void nothingButAMergeIsToldToUseHttp1(String name) throws IOException {
    JsonNode answer = answer(files(name));
    assertThat(answer.get("next").toString() + answer.get("advice"))
        .doesNotContain("solr.http1", "merge");
  }

  @Test
  void linesThatWereUsedAreNotSkipped() throws IOException {
    assertThat(answer(files("50-jetty3907")).get("skippedLines").asInt()).isZero();
    assertThat(answer(files("52-limbo25")).get("skippedLines").asInt()).isOne();
    assertThat(answer(files("59-pool-used-up")).get("skippedLines").asInt()).isOne();
  }

  @ParameterizedTest
  @MethodSource("cases")
  void theAnswerIsRight(String name, String verdict, String cause, List<String> facts)
      throws IOException {
    JsonNode answer = answer(files(name));
    assertThat(answer.get("verdict").asText()).isEqualTo(verdict);
    assertThat(answer.get("cause").asText(null)).isEqualTo(cause);
    assertThat(answer.toString()).contains(facts);
    assertThat(answer.get("next").size()).isLessThanOrEqualTo(5);
    if (answer.get("jvms") != null && answer.get("jvms").size() > 0) {
      boolean two = answer.get("jvms").get(0).get("dumps").asInt() > 1;
      boolean certain = verdict.equals("NO_STALL") || facts.contains("deadlock"); // one is enough
      assertThat(answer.get("next").toString().contains("one more dump"))
          .isEqualTo(!two && !certain);
    }
  }

  @Test
  void aDeadlockComesFirstWithBothLocksAndTheirHolders() throws IOException {
    assertThat(answer(files("jetty2548-deadlock")).get("reason").asText())
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
  void adviceForAProgramWithoutSolrNamesNothingOfSolr(String name) throws IOException {
    JsonNode answer = answer(files(name));
    assertThat(answer.get("advice")).isNotEmpty();
    assertThat(answer.get("advice").toString() + answer.get("next"))
        .doesNotContainIgnoringCase("solr")
        .doesNotContain("dump_to_file");
  }

  @ParameterizedTest
  @ValueSource(strings = {"reactive590-lock", "jetty15226-pool"})
  void theLockForWhichMostThreadsWaitComesFirst(String name) throws IOException {
    assertThat(answer(files(name)).get("reason").asText())
        .matches("\\d+ threads waiting for the lock \\S+ \\(a .*\\), which thread \".*");
  }

  @ParameterizedTest
  @ValueSource(strings = {"recovery-fetch", "replication-sender"})
  void replicationIsNotAnsweredWithWaysOutOfAStall(String name) throws IOException {
    assertThat(answer(files(name)).get("next").toString())
        .doesNotContain("attach", "http1", "merge");
  }

  @Test
  void eachFileOfFormatsTellsTheSame() throws IOException {
    for (Path file : files("20-solrlog-formats")) {
      JsonNode answer = answer(List.of(file));
      assertThat(answer.get("verdict").asText()).as(file.toString()).isEqualTo("POSSIBLE");
      assertThat(answer.get("cause").asText()).isEqualTo("SESSION_WINDOW");
      assertThat(answer.get("warnings").toString()).contains("2026-11-26T04:25:09");
    }
  }

  private static List<Path> files(String name) throws IOException {
    try (Stream<Path> files = Files.list(folder.resolve(name))) {
      return files.sorted().toList();
    }
  }

  private JsonNode answer(List<Path> files) throws IOException {
    return verb.json(0, files.stream().map(Path::toString).toArray(String[]::new));
  }
}
