package io.streambench.analysis;

import static io.streambench.analysis.DumpedJvm.NO_WINDOWS;
import static io.streambench.analysis.Finding.NO_STALL;
import static io.streambench.analysis.Finding.POSSIBLE;
import static io.streambench.analysis.StallCause.CANCELLED_STREAMS;
import static io.streambench.analysis.StallCause.SESSION_WINDOW;
import static io.streambench.analysis.StallCause.UNKNOWN;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.config.Home;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.EventReader;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests verdicts on dumps of a real run (the committed example) and on dumps made here. */
class DumpedHangTest {
  private static final Path EXAMPLE =
      Home.folder().resolve("flow-control-logs").resolve("example-12-shards");
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final String THREADS = example("threads.txt");
  private static final String JETTY = example("jetty-client.txt");
  private static final String OPEN_JETTY = JETTY.replaceAll("recvWindow=0", "recvWindow=8388608");
  private static final String HEADER =
      "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n";
  private static final String OPENS =
      """

      "opens" #7 prio=5 os_prio=0 cpu=9.99ms elapsed=3.00s tid=0x1 nid=0x2 runnable
      \tat org.apache.solr.client.solrj.io.stream.SolrStream.open(SolrStream.java:1)

      """;
  private static final String CLIENT =
      "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
          + "recvWindow=%d,state=[streams=%d,NOT_CLOSED,goAwayRecv=null]}\n";

  @TempDir Path folder;

  private Optional<DumpDiagnosis> diagnosis(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("dump"), text);
    try (EventReader reader = EventFiles.open(List.of(file))) {
      assertThat(reader.next()).isNull();
      return DumpedHang.of(reader.counts().text(), SILENCE);
    }
  }

  private static String example(String name) {
    try {
      return Files.readString(EXAMPLE.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The dump of the same threads so many seconds later. */
  private static String later(String age, String cpu) {
    assertThat(THREADS).contains("cpu=16.88ms elapsed=10.47s");
    return THREADS.replace("cpu=16.88ms elapsed=10.47s", "cpu=" + cpu + "ms elapsed=" + age + "s");
  }

  /** Thread dump of a node that sends shards, with one thread for each processor time. */
  private static String senders(double elapsed, String... cpu) {
    StringBuilder dump = new StringBuilder();
    for (int i = 0; i < cpu.length; i++) {
      dump.append(
          """
          "qtp12-%1$d" #%1$d prio=5 os_prio=0 cpu=%2$sms elapsed=%3$.2fs tid=0x%1$d nid=0x2 waiting
             java.lang.Thread.State: WAITING (parking)
          \tat org.eclipse.jetty.util.SharedBlockingCallback$Blocker.block(SharedBlockingCallback.java:214)
          \tat org.eclipse.jetty.server.HttpOutput.channelWrite(HttpOutput.java:256)

          """
              .formatted(30 + i, cpu[i], elapsed));
    }
    return dump.toString();
  }

  private static String merges(double elapsed) {
    return senders(elapsed, "5.00").stripTrailing()
        + "\n\tat org.apache.solr.client.solrj.io.stream.TupleStream.writeMap(TupleStream.java:84)\n\n";
  }

  private static String idle(int elapsed) {
    return "\"main\" #1 prio=5 os_prio=0 cpu=1.00ms elapsed="
        + elapsed
        + ".00s tid=0x00007f1c2c0b1000 nid=0x1 runnable\n\n";
  }

  /**
   * @param facts in the reason; those that begin with ! are not
   */
  private static Arguments of(
      String name, String dumps, Finding finding, StallCause cause, String... facts) {
    return Arguments.of(name, dumps, finding, cause, List.of(facts));
  }

  static Stream<Arguments> dumps() {
    String part = later("75.47", "17.02");
    part = part.substring(part.indexOf("\"streambench-reader"));
    String whole = HEADER + senders(20, "5.00", "6.00");
    String blockedOnce =
        idle(50) + senders(20, "5.00") + idle(65) + senders(35, "5.00") + idle(300);
    return Stream.of(
        of(
            "a hang unless another thread reads",
            THREADS + JETTY + later("20.47", "16.88"),
            POSSIBLE,
            SESSION_WINDOW,
            "session 4c9ed22 to /node-1:port-1 has no receive window left, and 6 open",
            "did nothing for 10.0 s",
            "this is a hang, unless another thread"),
        of("one moment", THREADS + JETTY, POSSIBLE, SESSION_WINDOW, "another thread dump"),
        of("too soon", THREADS + later("20.46", "16.88"), POSSIBLE, null, "!did nothing"),
        of("a window that came back", THREADS + JETTY + OPEN_JETTY, POSSIBLE, UNKNOWN),
        of("every session has window", THREADS + OPEN_JETTY, POSSIBLE, UNKNOWN, "has window left"),
        of(
            "another session has window",
            THREADS + JETTY.replaceFirst("(22035d8d[^}]*recvWindow=)0", "$1" + 8388608),
            POSSIBLE,
            SESSION_WINDOW,
            "possibly for another session"),
        of("windows alone", JETTY, POSSIBLE, SESSION_WINDOW, "jstack PID"),
        of("threads alone", THREADS, POSSIBLE, null, "one dump does not show", NO_WINDOWS),
        of("it ran", THREADS + later("75.47", "17.02"), NO_STALL, null, "ran between the dumps"),
        of(
            "it ran, and then did nothing",
            THREADS + later("75.47", "17.02") + later("85.47", "17.02"),
            POSSIBLE,
            null,
            "did nothing for 10.0 s"),
        of(
            "in any order",
            later("75.47", "16.88") + THREADS,
            POSSIBLE,
            null,
            "did nothing for 65.0 s",
            NO_WINDOWS),
        of(
            "a suspended JVM",
            THREADS + later("25.47", "16.92"),
            POSSIBLE,
            null,
            "unknown",
            "suspended"),
        of(
            "another JVM with the same names",
            THREADS + later("75.47", "17.02").replace("tid=0x00007fdb6c2d3b50", "tid=0x7fdb6c2d3b51"),
            POSSIBLE,
            null,
            "of the 2 JVMs",
            "!did nothing"),
        of("a part of a dump", THREADS + OPENS + part, POSSIBLE, null),
        of(
            "a whole dump without the reader: it has ended",
            THREADS + OPENS + HEADER + part.substring(0, part.indexOf("   Locked ownable")),
            NO_STALL,
            null),
        of(
            "no processor times",
            THREADS.replace("cpu=16.88ms ", "") + later("75.47", "16.88"),
            POSSIBLE,
            null,
            "!did nothing",
            "!ran"),
        of(
            "no ages",
            THREADS.replace("elapsed=10.47s ", "") + later("75.47", "16.88"),
            POSSIBLE,
            null,
            "!did nothing",
            "!ran"),
        of(
            "commas",
            THREADS.replace("cpu=16.88ms elapsed=10.47s", "cpu=16,88ms elapsed=10,47s")
                + later("75,47", "16,88"),
            POSSIBLE,
            null,
            "did nothing for 65.0 s"),
        of("lost credit", CLIENT.formatted(0, 0), POSSIBLE, CANCELLED_STREAMS),
        of(
            "Jetty 9.4",
            "|   +> HTTP2ClientSession@1a{l:/[0:0:0:0:0:0:0:1]:1 <-> r:/[0:0:0:0:0:0:0:1]:8983,"
                + "sendWindow=65535,recvWindow=0,streams=6,NOT_CLOSED,null}",
            POSSIBLE,
            SESSION_WINDOW,
            "/[0:0:0:0:0:0:0:1]:8983 has no receive window left"),
        of(
            "healthy",
            CLIENT.formatted(16_777_216, 3)
                + HEADER
                + "\"main\" #1 prio=5\n  java.lang.Thread.State: RUNNABLE\n",
            NO_STALL,
            null,
            "no thread reads a Solr stream"),
        of(
            "two of three senders blocked",
            HEADER
                + senders(20, "5.00", "6.00", "7.00")
                + HEADER
                + senders(35, "5.00", "6.50", "7.00"),
            NO_STALL,
            null,
            "here 2 of 3 threads sending answers had been blocked for 10 s or more",
            "the first is \"qtp12-30\""),
        of(
            "senders that send on",
            senders(20, "5.00") + senders(35, "5.51"),
            POSSIBLE,
            null,
            "of 1 thread sending answers here, none was blocked for 10 s"),
        of("one dump of a sender", senders(20, "5.00"), POSSIBLE, null, "another dump, 15 s later"),
        of("blocked once", blockedOnce, POSSIBLE, null, "!blocked"),
        of("blocked again", blockedOnce + senders(270, "5.00"), POSSIBLE, null, "here 1 of 1 thread"),
        of("a whole dump", whole, NO_STALL, null),
        of("a dump that is cut", whole.stripTrailing(), POSSIBLE, null),
        of(
            "a list of threads that is cut",
            whole.replaceFirst("\n\n", "\n\n_java_thread_list=0x1, length=3, elements={\n"),
            POSSIBLE,
            null),
        of(
            "a reader that ran beside one that is blocked",
            THREADS + senders(20, "5.00") + later("75.47", "17.02") + senders(85, "5.00"),
            NO_STALL,
            null,
            "ran between the dumps",
            "here 1 of 1 thread sending answers had been blocked"),
        of(
            "a merge whose own client does not read",
            merges(20) + merges(35),
            POSSIBLE,
            null,
            "while sending its own answer"),
        of(
            "merges and sends",
            THREADS + senders(20, "5.00") + later("20.47", "16.88") + senders(30, "5.00"),
            POSSIBLE,
            null,
            "did nothing for 10.0 s",
            "here 1 of 1 thread sending answers had been blocked for 10 s or more"),
        of("opens a stream", OPENS, POSSIBLE, null, "thread \"opens\" reads a Solr stream"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("dumps")
  void theVerdictIsRight(
      String name, String dumps, Finding finding, StallCause cause, List<String> facts)
      throws IOException {
    Verdict verdict = diagnosis(dumps).orElseThrow().verdict();
    assertThat(verdict.finding()).isEqualTo(finding);
    assertThat(verdict.cause()).isEqualTo(Optional.ofNullable(cause));
    for (String fact : facts) {
      assertThat(verdict.reason().contains(fact.replaceFirst("^!", "")))
          .as("%s in: %s", fact, verdict.reason())
          .isNotEqualTo(fact.startsWith("!"));
    }
  }

  /** Lines of Jetty's own dump, as its sources of these versions write them. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " |   +> HTTP2ServerSession@1a{l:/127.0.0.1:8983 <-> r:/127.0.0.1:2,sendWindow=0,"
            + "recvWindow=1048576,streams=6,NOT_CLOSED,null}",
        "|  |  +> HTTP2ServerSession@1a{local:/127.0.0.1:8983,remote:/127.0.0.1:2,sendWindow=0,"
            + "recvWindow=1048576,state=[streams=6,NOT_CLOSED,goAwayRecv=null,goAwaySent=null]}"
      })
  void aServerThatCannotSendNamesTheClientToLookAt(String session) throws IOException {
    String strategy =
        "|  |  |  +- BufferingFlowControlStrategy@2b[ratio=0.50,sessionLevel=0,"
            + "sessionStallTime=94211ms,streamsStallTime=0ms]\n";
    DumpDiagnosis diagnosis = diagnosis(session + "\n" + strategy).orElseThrow();
    assertThat(diagnosis.verdict().finding()).isEqualTo(POSSIBLE);
    assertThat(diagnosis.verdict().cause()).contains(SESSION_WINDOW);
    assertThat(diagnosis.verdict().reason()).contains("client at /127.0.0.1:2", "94.2 s");
    assertThat(diagnosis.next()).startsWith(NextStep.RECEIVER_OF_SESSION);
  }

  /** Comparing each thread with all others would take minutes. */
  @Test
  @Timeout(30)
  void aHundredThousandThreadsTakeTimeInProportion() throws IOException {
    String[] cpu = new String[100_000];
    Arrays.fill(cpu, "5.00");
    assertThat(diagnosis(senders(20, cpu) + senders(35, cpu)).orElseThrow().verdict().reason())
        .contains("here 100,000 of 100,000 threads sending answers had been blocked");
  }

  @Test
  void aTextWithNeitherThreadsNorSessionsHasNoVerdict() throws IOException {
    assertThat(diagnosis("\"quoted\" words, and a log\n")).isEmpty();
  }
}
