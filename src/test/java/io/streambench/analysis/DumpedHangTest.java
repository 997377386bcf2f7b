package io.streambench.analysis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.config.Home;
import io.streambench.eventlog.EventFiles;
import io.streambench.eventlog.EventReader;
import io.streambench.eventlog.TextFindings;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests verdicts on dumps of a real run (the committed example) and on dumps made here. */
class DumpedHangTest {
  private static final Path EXAMPLE =
      Home.folder().resolve("flow-control-logs").resolve("example-12-shards");

  @TempDir Path folder;

  private static final Duration SILENCE = Duration.ofSeconds(10);

  private DumpDiagnosis diagnosis(String text) throws IOException {
    return DumpedHang.of(findings(text), SILENCE).orElseThrow();
  }

  private Verdict verdict(String text) throws IOException {
    return diagnosis(text).verdict();
  }

  private TextFindings findings(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("dump"), text);
    try (EventReader reader = EventFiles.open(List.of(file))) {
      assertThat(reader.next()).isNull();
      return reader.counts().text();
    }
  }

  /** The dump of the same threads so many seconds later. */
  private static String later(String threads, String age, String cpu) {
    assertThat(threads).contains("cpu=16.88ms elapsed=10.47s");
    return threads.replace("cpu=16.88ms elapsed=10.47s", "cpu=" + cpu + "ms elapsed=" + age + "s");
  }

  private static String example(String name) throws IOException {
    return Files.readString(EXAMPLE.resolve(name));
  }

  @Test
  void windowsAndThreadsThatDidNothingBetweenTwoDumpsAreAHangUnlessSomebodyElseReads()
      throws IOException {
    String threads = example("threads.txt");
    Verdict verdict =
        verdict(threads + example("jetty-client.txt") + later(threads, "20.47", "16.88"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.reason())
        .startsWith("session 4c9ed22 to /node-1:port-1 has no receive window left, and 6 open")
        .contains("waits for the next document of a stream, and did nothing for 10.0 s")
        .endsWith("this is a hang, unless another thread of the same client is reading");
  }

  @Test
  void oneMomentProvesNothingSinceAReaderThatReadsOnLooksTheSame() throws IOException {
    Verdict verdict = verdict(example("threads.txt") + example("jetty-client.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.reason())
        .endsWith("take another thread dump, and analyze all files together");
  }

  @Test
  void aSecondDumpTooSoonTellsNothing() throws IOException {
    String threads = example("threads.txt");
    assertThat(verdict(threads + later(threads, "20.46", "16.88")).reason())
        .doesNotContain("did nothing");
  }

  @Test
  void aWindowThatCameBackIsNoFullWindow() throws IOException {
    String jetty = example("jetty-client.txt");
    Verdict verdict =
        verdict(
            example("threads.txt")
                + jetty
                + jetty.replaceAll("recvWindow=0", "recvWindow=8388608"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.UNKNOWN);
  }

  @Test
  void aThreadThatRanBetweenTwoThreadDumpsDidNotHang() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict = verdict(threads + later(threads, "75.47", "17.02"));
    assertThat(verdict.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(verdict.reason())
        .startsWith("thread \"streambench-reader-1\" ran between the dumps")
        .endsWith("take two more dumps");
  }

  @Test
  void aThreadThatRanAndThenDidNothingMayHang() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict =
        verdict(threads + later(threads, "75.47", "17.02") + later(threads, "85.47", "17.02"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("did nothing for 10.0 s");
  }

  @Test
  void nothingIsToldOfThreadsOfTwoJvmsThatHaveTheSameName() throws IOException {
    String threads = example("threads.txt");
    String other =
        later(threads, "75.47", "17.02")
            .replace("tid=0x00007fdb6c2d3b50", "tid=0x00007fdb6c2d3b51");
    Verdict verdict = verdict(threads + other);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("of the 2 JVMs").doesNotContain("did nothing");
  }

  @Test
  void aReaderThatAPartOfADumpDoesNotShowIsUnknown() throws IOException {
    String threads = example("threads.txt");
    String opens =
        """

        "other" #7 prio=5 os_prio=0 cpu=9.99ms elapsed=3.00s tid=0x1 nid=0x2 runnable
        \tat org.apache.solr.client.solrj.io.stream.SolrStream.open(SolrStream.java:1)

        """;
    String later = later(threads, "75.47", "17.02");
    String part = later.substring(later.indexOf("\"streambench-reader"));
    assertThat(verdict(threads + opens + part).finding()).isEqualTo(Finding.POSSIBLE);
    String stack = part.substring(0, part.indexOf("   Locked ownable"));
    assertThat(verdict(threads + opens + HEADER + stack).finding())
        .as("a whole dump without it: it has ended")
        .isEqualTo(Finding.NO_STALL);
  }

  @ParameterizedTest
  @CsvSource({"'cpu=16.88ms ', ''", "'elapsed=10.47s ', ''"})
  void aDumpWithoutTimesTellsNothingOfMotion(String time, String without) throws IOException {
    String threads = example("threads.txt");
    Verdict verdict = verdict(threads.replace(time, without) + later(threads, "75.47", "16.88"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).doesNotContain("did nothing").doesNotContain("ran");
  }

  @Test
  void aJvmThatWritesACommaIsUnderstood() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict =
        verdict(
            threads.replace("cpu=16.88ms elapsed=10.47s", "cpu=16,88ms elapsed=10,47s")
                + later(threads, "75,47", "16,88"));
    assertThat(verdict.reason()).contains("did nothing for 65.0 s");
  }

  @Test
  void aThreadThatDidNothingBetweenTwoThreadDumpsIsAPossibleHangOfUnknownCause()
      throws IOException {
    String threads = example("threads.txt");
    Verdict verdict = verdict(later(threads, "75.47", "16.88") + threads);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason())
        .contains("did nothing for 65.0 s")
        .endsWith("the reason is unknown: a thread dump does not show windows");
  }

  @Test
  void windowsAloneAreAPossibleHang() throws IOException {
    Verdict verdict = verdict(example("jetty-client.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason())
        .endsWith("take a thread dump (jstack PID): it shows whether a reader waits");
  }

  @Test
  void threadsAloneAreAPossibleHangAndNothingIsSaidOfWindowsThatTheyDoNotShow() throws IOException {
    Verdict verdict = verdict(example("threads.txt"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).isEmpty();
    assertThat(verdict.reason())
        .contains("waits for the next document of a stream; one dump does not show")
        .endsWith("the reason is unknown: a thread dump does not show windows");
  }

  @Test
  void aReaderThatWaitsWhileEverySessionHasAWindowIsOfUnknownCause() throws IOException {
    Verdict verdict =
        verdict(
            example("threads.txt")
                + example("jetty-client.txt").replaceAll("recvWindow=0", "recvWindow=8388608"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.cause()).contains(StallCause.UNKNOWN);
    assertThat(verdict.reason()).endsWith("but every session has window left");
  }

  @Test
  void whereAnotherSessionMaySendNothingIsProven() throws IOException {
    String other =
        example("jetty-client.txt").replaceFirst("(22035d8d[^}]*recvWindow=)0", "$1" + 8388608);
    assertThat(other).contains("recvWindow=8388608");
    Verdict verdict = verdict(example("threads.txt") + other);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("possibly for another session");
  }

  @Test
  void aSessionWithoutWindowAndWithoutStreamHasLostItsCredit() throws IOException {
    Verdict verdict =
        verdict(
            "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
                + "recvWindow=0,state=[streams=0,NOT_CLOSED,goAwayRecv=null,goAwaySent=null,failure=null]}");
    assertThat(verdict.cause()).contains(StallCause.CANCELLED_STREAMS);
    assertThat(verdict.reason()).contains("the next query on this session hangs");
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
    DumpDiagnosis diagnosis = diagnosis(session + "\n" + strategy);
    assertThat(diagnosis.verdict().finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(diagnosis.verdict().cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(diagnosis.verdict().reason()).contains("client at /127.0.0.1:2", "94.2 s");
    assertThat(diagnosis.next()).startsWith(NextStep.RECEIVER_OF_SESSION);
  }

  @Test
  void theClientOfJetty94IsReadToo() throws IOException {
    Verdict verdict =
        verdict(
            " |   +> HTTP2ClientSession@1a{l:/[0:0:0:0:0:0:0:1]:1 <-> r:/[0:0:0:0:0:0:0:1]:8983,"
                + "sendWindow=65535,recvWindow=0,streams=6,NOT_CLOSED,null}");
    assertThat(verdict.cause()).contains(StallCause.SESSION_WINDOW);
    assertThat(verdict.reason()).contains("/[0:0:0:0:0:0:0:1]:8983 has no receive window left");
  }

  @Test
  void aHealthyDumpIsNoHang() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("dump"),
            "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
                + "recvWindow=16777216,state=[streams=3,NOT_CLOSED,goAwayRecv=null]}\n"
                + HEADER
                + "\"main\" #1 prio=5\n  java.lang.Thread.State: RUNNABLE\n");
    TextFindings dump = findings(Files.readString(file));
    assertThat(dump.sessions()).hasSize(1);
    Verdict verdict = DumpedHang.of(dump, SILENCE).orElseThrow().verdict();
    assertThat(verdict.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(verdict.reason())
        .startsWith("no thread reads a Solr stream")
        .contains("that merges it");
  }

  private static final String HEADER =
      "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n";

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

  @Test
  void aNodeThatSendsSaysHowManyThreadsWereBlockedAllTheTime() throws IOException {
    Verdict verdict =
        verdict(
            HEADER
                + senders(20, "5.00", "6.00", "7.00")
                + HEADER
                + senders(35, "5.00", "6.50", "7.00"));
    assertThat(verdict.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(verdict.reason())
        .startsWith("no thread reads a Solr stream")
        .contains("here 2 of 3 threads sending answers had been blocked for 10 s or more")
        .contains("the first is \"qtp12-30\"");
  }

  /** Comparing each thread with all others would take minutes. */
  @Test
  @Timeout(30)
  void aHundredThousandThreadsTakeTimeInProportion() throws IOException {
    String[] cpu = new String[100_000];
    Arrays.fill(cpu, "5.00");
    assertThat(verdict(senders(20, cpu) + senders(35, cpu)).reason())
        .contains("here 100,000 of 100,000 threads sending answers had been blocked");
  }

  @Test
  void aNodeWhoseThreadsSendOnIsNotSaidToBeBlocked() throws IOException {
    assertThat(verdict(senders(20, "5.00") + senders(35, "5.51")).reason())
        .endsWith("of 1 thread sending answers here, none was blocked for 10 s");
  }

  @Test
  void oneDumpDoesNotShowThatASenderIsBlocked() throws IOException {
    assertThat(verdict(senders(20, "5.00")).reason())
        .endsWith("another dump, 15 s later, shows which are blocked");
  }

  @Test
  void whoWasBlockedAndIsNoMoreIsNotCounted() throws IOException {
    String idle =
        "\"main\" #1 prio=5 os_prio=0 cpu=1.00ms elapsed=%s.00s tid=0x00007f1c2c0b1000 nid=0x1 runnable\n\n";
    String dumps =
        idle.formatted(50)
            + senders(20, "5.00")
            + idle.formatted(65)
            + senders(35, "5.00")
            + idle.formatted(300);
    assertThat(verdict(dumps).reason()).doesNotContain("blocked");
    assertThat(verdict(dumps + senders(270, "5.00")).reason())
        .contains("here 1 of 1 thread sending answers had been");
  }

  @Test
  void whatASuspendedJvmShowsIsNotTakenForReading() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict = verdict(threads + later(threads, "25.47", "16.92"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("unknown", "suspended");
  }

  @Test
  void aDumpThatIsCutHasNoThreadsThatAreMissing() throws IOException {
    String whole = HEADER + senders(20, "5.00", "6.00");
    assertThat(verdict(whole).finding()).isEqualTo(Finding.NO_STALL);
    assertThat(verdict(whole.stripTrailing()).finding()).isEqualTo(Finding.POSSIBLE);
    String listed = whole.replaceFirst("\n\n", "\n\n_java_thread_list=0x1, length=3, elements={\n");
    assertThat(verdict(listed).finding()).isEqualTo(Finding.POSSIBLE);
  }

  @Test
  void aReaderThatRanDoesNotHideWhoIsBlocked() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict =
        verdict(
            threads + senders(20, "5.00") + later(threads, "75.47", "17.02") + senders(85, "5.00"));
    assertThat(verdict.finding()).isEqualTo(Finding.NO_STALL);
    assertThat(verdict.reason())
        .contains("ran between the dumps", "here 1 of 1 thread sending answers had been blocked");
  }

  @Test
  void aMergeWhoseOwnClientDoesNotReadIsSaidToBeThat() throws IOException {
    String merges =
        "\tat org.apache.solr.client.solrj.io.stream.TupleStream.writeMap(TupleStream.java:84)\n\n";
    String one = senders(20, "5.00").stripTrailing() + "\n" + merges;
    String two = senders(35, "5.00").stripTrailing() + "\n" + merges;
    Verdict verdict = verdict(one + two);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).contains("while sending its own answer: its client does not read");
  }

  @Test
  void aNodeThatMergesAndSendsSaysBoth() throws IOException {
    String threads = example("threads.txt");
    Verdict verdict =
        verdict(
            threads + senders(20, "5.00") + later(threads, "20.47", "16.88") + senders(30, "5.00"));
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason())
        .contains("did nothing for 10.0 s")
        .contains("here 1 of 1 thread sending answers had been blocked for 10 s or more");
  }

  @Test
  void aThreadThatStillOpensAStreamMayHang() throws IOException {
    Verdict verdict =
        verdict(
            """
            "opens" #7 prio=5 os_prio=0 cpu=9.99ms elapsed=3.00s tid=0x1 nid=0x2 waiting on condition
            \tat org.apache.solr.client.solrj.io.stream.SolrStream.open(SolrStream.java:1)
            """);
    assertThat(verdict.finding()).isEqualTo(Finding.POSSIBLE);
    assertThat(verdict.reason()).startsWith("thread \"opens\" reads a Solr stream");
  }

  @Test
  void aTextWithNeitherThreadsNorSessionsHasNoVerdict() throws IOException {
    assertThat(DumpedHang.of(findings("\"quoted\" words, and a log\n"), SILENCE)).isEmpty();
  }
}
