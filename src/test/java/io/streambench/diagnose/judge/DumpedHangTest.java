package io.streambench.diagnose.judge;

import static io.streambench.flow.rule.Finding.POSSIBLE;
import static io.streambench.flow.rule.StallCause.SESSION_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.Installation;
import io.streambench.base.TextFormat;
import io.streambench.flow.events.EventFiles;
import io.streambench.flow.events.EventReader;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import io.streambench.program.LinearTime;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests verdicts on dumps of a real run and on dumps that the test creates. */
class DumpedHangTest {
  private static final Path GOLDEN =
      Installation.moduleFolder().resolve("src/test/resources/io/streambench/threads/golden");
  private static final Duration SILENCE = Duration.ofSeconds(10);
  private static final String THREADS = readGolden("reader-waits.txt");
  private static final String JETTY = readGolden("reader-waits-jetty.txt");
  private static final String HEADER =
      "Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):\n\n";

  /** The thread that HotSpot prints after all Java threads. */
  private static final String END = "\"VM Thread\" os_prio=0 tid=0x1 runnable\n\n";

  private static final String OPENS =
      """

      "opens" #7 prio=5 os_prio=0 cpu=9.99ms elapsed=3.00s tid=0x1 nid=0x2 runnable
      \tat org.apache.solr.client.solrj.io.stream.SolrStream.open(SolrStream.java:1)

      """;
  private static final String CLIENT =
      "HTTP2ClientSession@1a{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1048576,"
          + "recvWindow=%d,state=[streams=%d,NOT_CLOSED,goAwayRecv=null]}\n";

  @TempDir Path folder;

  private Optional<DumpDiagnosis> diagnose(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("dump"), text);
    try (EventReader reader = EventFiles.open(List.of(file))) {
      assertThat(reader.next()).isNull();
      return DumpedHang.of(reader.counts().textFindings(), SILENCE);
    }
  }

  private static String readGolden(String name) {
    try {
      return Files.readString(GOLDEN.resolve(name));
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the dump of the same threads at a later age. */
  private static String laterDump(String age, String cpu) {
    assertThat(THREADS).contains("cpu=16.88ms elapsed=10.47s");
    return THREADS.replace("cpu=16.88ms elapsed=10.47s", "cpu=" + cpu + "ms elapsed=" + age + "s");
  }

  /** Returns a thread dump of a node that sends shards, with one thread for each processor time. */
  private static String senderThreads(double elapsed, String... cpu) {
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

  /** Since Java 21, the hanging reader may be a virtual thread, while another reader continues. */
  @ParameterizedTest
  @CsvSource({
    "21.0.4+7, ForkJoinPool-1-worker-1, POSSIBLE",
    "21.0.4+7, ForkJoinPool-2-worker-1, NO_STALL",
    "17.0.15+6, ForkJoinPool-1-worker-1, NO_STALL"
  })
  void activeReaderProvesNothingIfVirtualThreadsAreHidden(
      String version, String pool, Finding finding) throws IOException {
    String carrier =
        "\"%s\" #90 daemon prio=5 tid=0x9 nid=0x9 waiting\n\tat a.B.c(B.java:1)\n\n"
            .formatted(pool);
    String header = HEADER.replace("17.0.15+6", version) + carrier;
    String dumps = createDump("later12=20/5.00/READ") + createDump("later12=35/9.00/READ");
    DumpDiagnosis found = diagnose(dumps.replace(HEADER, header)).orElseThrow();
    assertThat(found.verdict().finding()).isEqualTo(finding);
    assertThat(found.nextSteps().contains(NextStep.VIRTUAL_THREADS)).isEqualTo(finding == POSSIBLE);
  }

  /** Considers that an unreadable stack may belong to a reader. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "\"\tat a.B.c(B.java:1)\"",
        "1:at a.B.c(B.java:1)",
        "| at a.B.c |",
        "   java.lang.Thread.State: WAITING (parking)",
        "   java.lang.Thread.State: TIMED_WAITING (sleeping)\n\t- a.B.c(B.java:1)"
      })
  void unreadableStacksProveNothing(String frame) throws IOException {
    String thread =
        "\"w-%1$d\" #%1$d prio=5 os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x7f%1$d nid=0x%1$d\n%2$s\n\n";
    String dump = HEADER + thread.formatted(31, frame) + thread.formatted(32, frame) + END;
    assertThat(diagnose(dump).orElseThrow().verdict().finding()).isEqualTo(POSSIBLE);
    assertThat(
            diagnose(dump.replace(frame, "\tat a.B.c(B.java:1)")).orElseThrow().verdict().finding())
        .isEqualTo(Finding.NO_STALL);
  }

  /** People often paste only a few threads after the header. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      nullValues = "-",
      value = {
        "- | POSSIBLE",
        "JNI global refs: 15, weak refs: 0 | POSSIBLE",
        "JNI global references: 320 | POSSIBLE",
        "\"VM Thread\" os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x00007f1c2c0b2000 nid=0x2 | NO_STALL",
        "\"GC Thread#0\" os_prio=0 cpu=1.0ms elapsed=9.0s tid=0x00007f1c2c0b2000 nid=0x2 | POSSIBLE",
        "\"GC task thread#0 (ParallelGC)\" os_prio=0 tid=0x00007f1c2c0b2000 nid=0x2 | POSSIBLE",
        "\"Signal Dispatcher\" #4 prio=9 os_prio=0 tid=0x00007f1c2c0b2000 nid=0x2 | POSSIBLE",
        "\"Signal Dispatcher\" - Thread t@4 | POSSIBLE",
        "\"my-VM Thread\" #4 prio=9 os_prio=0 tid=0x00007f1c2c0b2000 nid=0x2 | POSSIBLE",
      })
  void dumpIsCompleteOnlyWithItsEnd(String end, Finding finding) throws IOException {
    String thread = end != null && end.contains("Thread t@") ? "- Thread t@1\n" : "#1 prio=5\n";
    String dump = HEADER + "\"main\" " + thread + "\tat com.example.Main.sort(Main.java:1)\n\n";
    String text = dump + (end == null ? "" : end + "\n\n");
    assertThat(diagnose(text).orElseThrow().verdict().finding()).isEqualTo(finding);
  }

  /** Later Java versions list the JVM's own threads first, so even the start of a dump has them. */
  @ParameterizedTest
  @CsvSource({"25.212-b10, NO_STALL", "11.0.12+7, POSSIBLE", "17.0.15+6, POSSIBLE"})
  void listWithoutAddressesIsCompleteOnlyInJava8(String version, Finding finding)
      throws IOException {
    for (String thread :
        List.of("\" - Thread t@%d\n", "\" Id=%d RUNNABLE\n", "\" prio=5 Id=%d x\n")) {
      String main = "\"main" + thread.formatted(1) + "\tat a.B.main(B.java:1)\n\n";
      String end = "\"Signal Dispatcher" + thread.formatted(4) + "\n";
      assertThat(findingOf(HEADER.replace("17.0.15+6", version) + main + end)).isEqualTo(finding);
    }
  }

  @Test
  void dumpIsCompleteIfItHasAllListedThreads() throws IOException {
    String list = "_java_thread_list=0x1, length=%d, elements={\n";
    for (int threads : new int[] {1, 2}) {
      String text = HEADER + list.formatted(threads) + createDump("main");
      assertThat(diagnose(text).orElseThrow().verdict().finding())
          .isEqualTo(threads == 1 ? Finding.NO_STALL : POSSIBLE);
    }
  }

  /** The jfr tool prints each dump of a recording in quotation marks. */
  @Test
  void acceptsQuotationMarkAfterCompleteDump() throws IOException {
    assertThat(
            findingOf(
                "  result = \"2026-11-28 10:00:10\n"
                    + HEADER
                    + createDump("main")
                    + END
                    + "\"\n}\n"))
        .isEqualTo(Finding.NO_STALL);
  }

  /**
   * Windows counts processor time in steps of 15.625 ms, and a Kubernetes sandbox in steps of 10
   * ms.
   */
  @ParameterizedTest
  @ValueSource(strings = {"15.63 31.25 46.88", "10.00 450.00 30.00"})
  void coarseClockNeedsLongerTimeBetweenDumps(String times) throws IOException {
    String[] steps = times.split(" ");
    String first = HEADER + senderThreads(20, steps);
    assertThat(diagnose(first + HEADER + senderThreads(40, steps)).orElseThrow().verdict().reason())
        .contains("unknown", "at least 100 s apart");
    assertThat(
            diagnose(first + HEADER + senderThreads(140, steps)).orElseThrow().verdict().reason())
        .contains("3 of 3 threads sending answers had been blocked");
    String[] fine = {"15.63", "31.25", "47.00"};
    String other = HEADER + senderThreads(20, fine) + HEADER + senderThreads(40, fine);
    assertThat(diagnose(other).orElseThrow().verdict().reason()).contains("3 of 3 threads");
  }

  /** Jetty's threads serve one request after another. */
  @ParameterizedTest
  @CsvSource({"localhost-75, NO_STALL", "localhost-99, POSSIBLE"})
  void readingForOtherRequestProvesNothing(String request, Finding finding) throws IOException {
    String first = THREADS.replace("streambench-reader-1", "qtp1-250-localhost-75");
    String second =
        laterDump("75.47", "17.02").replace("streambench-reader-1", "qtp1-250-" + request);
    assertThat(findingOf(first + second)).isEqualTo(finding);
  }

  /** Cancelled streams can take the window from any response. */
  @ParameterizedTest
  @CsvSource({"5.00, POSSIBLE", "6.00, NO_STALL"})
  void incompleteSearchResponseMayHang(String cpu, Finding finding) throws IOException {
    String thread =
        HEADER
            + """
            "h2sc-1" #80 prio=5 cpu=%sms elapsed=%d.00s tid=0x00007f1c2c0b2000
            \tat org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(I.java:1)
            \tat org.apache.solr.client.solrj.impl.Http2SolrClient.processErrorsAndResponse(H.java:1)
            \tat org.apache.solr.handler.component.HttpShardHandler.x(H.java:1)

            """
            + END;
    assertThat(findingOf(thread.formatted("5.00", 20) + thread.formatted(cpu, 35)))
        .isEqualTo(finding);
  }

  /** HTTP/1.1 connections share no window. */
  @Test
  void advisesNoStallRemedyIfAllSendersUseHttp1() throws IOException {
    for (String connection : List.of("http2.HTTP2Connection", "server.HttpConnection")) {
      StringBuilder dumps = new StringBuilder();
      for (int seconds : new int[] {20, 35}) {
        String frame = "(H)\n\tat org.eclipse.jetty." + connection + ".onFillable(C)";
        dumps.append(laterDump("%.2f".formatted((double) seconds), "16.88"));
        dumps.append(HEADER);
        dumps.append(
            senderThreads(seconds, "5.00", "6.00").replace("(HttpOutput.java:256)", frame));
      }
      List<NextStep> steps = diagnose(dumps.toString()).orElseThrow().nextSteps();
      boolean http2 = connection.startsWith("http2");
      assertThat(steps.contains(NextStep.HTTP1)).isEqualTo(http2);
      assertThat(steps.contains(NextStep.PROVE_IT)).isEqualTo(http2);
      assertThat(steps.contains(NextStep.AWAITED_SHARD)).isEqualTo(!http2);
    }
  }

  /**
   * Treats this text format as incomplete, because it has no end marker and the last threads may be
   * missing.
   */
  @ParameterizedTest
  @ValueSource(strings = {"21.0.6+7", "25.0.3+9-LTS"})
  void textOfDumpToFileIsNeverComplete(String version) throws IOException {
    String start = "1\n2026-11-26T04:23:51Z\n" + version + "\n\n";
    String threads = "#1 \"main\"\n    at a.B.c(B.java:1)\n\n#9 \"Reference Handler\"\n\n";
    DumpDiagnosis diagnosis = diagnose(start + threads).orElseThrow();
    assertThat(diagnosis.verdict().finding()).isEqualTo(POSSIBLE);
    assertThat(diagnosis.nextSteps()).contains(NextStep.VIRTUAL_THREADS);
  }

  /** Covers documents that contain the number of threads or the JVM's own threads. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "{\"system\":{\"threadCount\":{\"current\":8},\"threadDump\":[%s{\"name\":\"main\",\"id\":1,"
            + "\"stackTrace\":[\"java.base@17/a.B.c(B.java:1)\"]}]},\"responseHeader\":{}}"
            + "|\"thread\",{\"name\":\"n\",\"id\":2,\"stackTrace\":[]},{\"name\":\"n\",\"id\":3,"
            + "\"stackTrace\":[]},{\"name\":\"n\",\"id\":4,\"stackTrace\":[]},{\"name\":\"n\",\"id\":5,"
            + "\"stackTrace\":[]},{\"name\":\"n\",\"id\":6,\"stackTrace\":[]},{\"name\":\"n\",\"id\":7,"
            + "\"stackTrace\":[]},{\"name\":\"n\",\"id\":8,\"stackTrace\":[]},",
        "{\"threadDump\":{\"runtimeVersion\":\"21\",\"threadContainers\":[{\"threads\":[%s{\"tid\":\"1\","
            + "\"name\":\"main\",\"stack\":[\"a.B.c(B.java:1)\"]}],\"threadCount\":\"2\"}]}}"
            + "|{\"tid\":\"2\",\"name\":\"n\",\"stack\":[]},",
        "[%s{\"threadName\":\"main\",\"threadId\":1,\"stackTrace\":[\"java.lang.Thread.run(Thread.java:748)\"]}]"
            + "|{\"threadName\":\"Reference Handler\",\"threadId\":2,\"stackTrace\":[]},"
      })
  void detectsOmittedThreads(String dumpAndRest) throws IOException {
    String[] parts = dumpAndRest.split("[|]");
    assertThat(findingOf(parts[0].formatted(""))).isEqualTo(POSSIBLE);
    assertThat(findingOf(parts[0].formatted(parts[1]))).isEqualTo(Finding.NO_STALL);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "...",
        "... 312 more threads",
        "[...]",
        "[... output truncated ...]",
        "[truncated]",
        "<snip>",
        "(rest omitted)",
        "[other threads removed for brevity]",
        "(and 40 more)",
        "# hidden: 37 threads",
        ". . .",
        "etc.",
        "---- 8< ----"
      })
  void detectsRemarkAboutOmittedThreads(String remark) throws IOException {
    String main = "\"main\" #1 prio=5\n\tat com.example.Main.sort(Main.java:1)\n\n";
    assertThat(findingOf(HEADER + main + END)).isEqualTo(Finding.NO_STALL);
    assertThat(findingOf(HEADER + main + remark + "\n\n" + END)).isEqualTo(POSSIBLE);
  }

  /** An excerpt may lack the oldest thread, whose age determines the order of complete dumps. */
  @Test
  void ordersExcerptsByTheirThreads() throws IOException {
    String reader =
        """
        "r" #80 prio=5 cpu=5.00ms elapsed=%d.00s tid=0x7f1c2c0b2000
        \tat org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(I.java:1)

        """;
    String first = HEADER + createDump("idle=5000") + reader.formatted(20) + END;
    for (String dumps :
        List.of(first + HEADER + reader.formatted(35), HEADER + reader.formatted(35) + first)) {
      assertThat(diagnose(dumps).orElseThrow().verdict().reason()).contains("nothing for 15.0 s");
    }
  }

  /** The report of a deadlock comes last in a dump, so it is cut off first. */
  @Test
  void keepsDeadlockOfEarlierDump() throws IOException {
    String dump =
        HEADER + "\"a\" #7 prio=5 elapsed=%d.00s tid=0x7f1c2c0b1000\n\tat a.B.c(B.java:1)\n\n";
    String report =
        """
        Found one Java-level deadlock:
        "a":
          waiting to lock monitor 0x1 (object 0xa, a A),
          which is held by "b"
        "b":
          waiting to lock monitor 0x2 (object 0xb, a B),
          which is held by "a"

        """;
    DumpDiagnosis diagnosis =
        diagnose(dump.formatted(20) + report + dump.formatted(35)).orElseThrow();
    assertThat(diagnosis.jvms()).hasSize(1);
    assertThat(diagnosis.verdict().reason()).contains("a deadlock: thread \"a\" waits for 0xa");
    assertThat(diagnosis.nextSteps()).containsExactly(NextStep.DEADLOCK);
  }

  @Test
  void readerMissingFromExcerptHasNotEnded() throws IOException {
    String other = "\"a\" #7 prio=5 elapsed=%d.00s tid=0x7f1c2c0b1000\n\tat a.B.c(B.java:1)\n\n";
    String reader =
        "\"r\" #8 prio=5 tid=0x7f1c2c0b2000\n\tat org.eclipse.jetty.client.util.InputStreamResponseListener$Input.read(I.java:1)\n\n";
    String dumps = HEADER + other.formatted(20) + reader + END + HEADER + other.formatted(35);
    assertThat(diagnose(dumps).orElseThrow().verdict().reason())
        .contains("(\"r\" did in an earlier dump)", "may be a part");
    assertThat(diagnose(dumps + END).orElseThrow().verdict().reason()).contains("it ended");
  }

  private Finding findingOf(String dump) throws IOException {
    return diagnose(dump).orElseThrow().verdict().finding();
  }

  /** jstack omits virtual threads, and dumps that include them show no processor times for them. */
  @Test
  void requestsNoTimedDumpForVirtualReader() throws IOException {
    String reader =
        """
        2026-11-26T04:23:51.062734417Z
        21.0.6+7-LTS

        #%d "" %s
              java.base/java.lang.VirtualThread.park(VirtualThread.java:582)
              org.eclipse.jetty.client.InputStreamResponseListener$Input.read(I.java:1)
              %s

        """;
    String virtual =
        reader.formatted(31, "virtual", "java.base/java.lang.VirtualThread.run(V.java:309)");
    String platform = reader.formatted(31, "", "java.base/java.lang.Thread.run(Thread.java:1583)");
    String shortened =
        virtual.replaceFirst("(?=      java.base/java.lang.VirtualThread.run)", "      ...\n");
    for (String dumps : List.of(virtual, virtual + virtual, shortened)) {
      assertThat(diagnose(dumps).orElseThrow().nextSteps())
          .contains(NextStep.PROVE_IT)
          .doesNotContain(NextStep.DUMPS_WITH_CPU);
      assertThat(diagnose(dumps).orElseThrow().verdict().reason()).contains("virtual thread");
    }
    assertThat(diagnose(platform).orElseThrow().nextSteps()).contains(NextStep.DUMPS_WITH_CPU);
  }

  /** Creates a dump. The first word is its kind, and the others are its times. */
  private static String createDump(String text) {
    String[] words = text.split("[=/]");
    return switch (words[0]) {
      case "threads" -> THREADS;
      case "threads-without-cpu" -> THREADS.replace("cpu=16.88ms ", "");
      case "threads-without-time" -> THREADS.replace("cpu=16.88ms", "cpu=0.00ms");
      case "threads-without-age" -> THREADS.replace("elapsed=10.47s ", "");
      case "threads-with-commas" ->
          THREADS.replace("16.88ms", "16,88ms").replace("10.47s", "10,47s");
      case "later" -> laterDump(words[1], words[2]);
      case "other-jvm" ->
          laterDump(words[1], words[2]).replace("tid=0x00007fdb6c2d3b50", "tid=0x7fdb6c2d3b51");
      case "part" -> partialDump();
      case "reader-ended" ->
          HEADER + partialDump().substring(0, partialDump().indexOf("   Locked ownable"));
      case "opens" -> OPENS;
      case "jetty" -> JETTY;
      case "jetty-open" -> JETTY.replaceAll("recvWindow=0", "recvWindow=8388608");
      case "jetty-one-open" -> JETTY.replaceFirst("(22035d8d[^}]*recvWindow=)0", "$1" + 8388608);
      case "jetty-9.4" ->
          "|   +> HTTP2ClientSession@1a{l:/[0:0:0:0:0:0:0:1]:1 <-> r:/[0:0:0:0:0:0:0:1]:8983,"
              + "sendWindow=65535,recvWindow=0,streams=6,NOT_CLOSED,null}";
      case "client" -> CLIENT.formatted(Long.parseLong(words[1]), Long.parseLong(words[2]));
      case "header" -> HEADER;
      case "end" -> END;
      case "main" ->
          "\"main\" #1 prio=5\n  java.lang.Thread.State: RUNNABLE\n\tat a.B.c(B.java:1)\n\n";
      case "idle" ->
          "\"main\" #1 prio=5 os_prio=0 cpu=1.00ms elapsed="
              + words[1]
              + ".00s tid=0x00007f1c2c0b1000 nid=0x1 runnable\n\n";
      case "merges" ->
          senderThreads(Double.parseDouble(words[1]), "5.00").stripTrailing()
              + "\n\tat org.apache.solr.client.solrj.io.stream.TupleStream.writeMap(TupleStream.java:84)\n\n";
      case "later12" ->
          HEADER
              + """
              "reads" #40 prio=5 os_prio=0 cpu=%sms elapsed=%s.00s tid=0x1 nid=0x2 waiting
              \tat org.eclipse.jetty.client.InputStreamResponseListener%s(InputStreamResponseListener.java:1)
              \tat com.example.Reads.main(Reads.java:1)

              """
                  .formatted(words[2], words[1], words[3].equals("GET") ? ".get" : "$Input.read");
      case "list" -> "_java_thread_list=0x1, length=3, elements={\n";
      case "cut" -> "";
      default ->
          senderThreads(Double.parseDouble(words[1]), Arrays.copyOfRange(words, 2, words.length));
    };
  }

  private static String partialDump() {
    String later = laterDump("75.47", "17.02");
    return later.substring(later.indexOf("\"streambench-reader"));
  }

  /**
   * The parameters are dumps, their verdict and cause, and facts in the reason. The reason must not
   * contain a fact after !.
   */
  @ParameterizedTest(name = "{0}")
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          a hang unless another thread reads|threads jetty later=20.47/16.88|POSSIBLE|SESSION_WINDOW|session 4c9ed22 to /node-1:port-1 has no receive window left, and 6 open & did nothing for 10.0 s & this is a hang, unless another thread
          one moment|threads jetty|POSSIBLE|SESSION_WINDOW|take another thread dump
          too soon|threads later=20.46/16.88|POSSIBLE||!did nothing
          a window that came back|threads jetty jetty-open|POSSIBLE|UNKNOWN|has window left
          every session has window|threads jetty-open|POSSIBLE|UNKNOWN|every session has window left
          another session has window|threads jetty-one-open|POSSIBLE|SESSION_WINDOW|possibly for another session
          windows alone|jetty|POSSIBLE|SESSION_WINDOW|jstack PID
          threads alone|threads|POSSIBLE||one dump does not show & a thread dump does not show windows
          it ran|threads later=75.47/17.02|NO_STALL||thread "streambench-reader-1" ran between the dumps
          it ran, and then did nothing|threads later=75.47/17.02 later=85.47/17.02|POSSIBLE||did nothing for 10.0 s
          it ran, and did nothing for too short|threads later=75.47/17.02 later=80.47/17.02|POSSIBLE||5.0 s apart
          in any order|later=75.47/16.88 threads|POSSIBLE||did nothing for 65.0 s & a thread dump does not show windows
          a suspended JVM|threads later=25.47/16.92|POSSIBLE||unknown & suspended
          another JVM with the same names|threads other-jvm=75.47/17.02|POSSIBLE||of the 2 JVMs & !did nothing
          a part of a dump|threads opens part|POSSIBLE||
          a whole dump in which the reader has ended|threads opens reader-ended end|NO_STALL||
          no processor times|threads-without-cpu later=75.47/16.88|POSSIBLE||!did nothing & !ran
          a JVM that reports no time for any thread|threads-without-time later=75.47/0.00|POSSIBLE||no processor times & !did nothing
          senders of a JVM that reports no times|header senders=20/0.00/0.00 end header senders=35/0.00/0.00 end|POSSIBLE||no processor times & !blocked for
          a sender that ran beside one of which it is unknown|header senders=20/5.00/6.00 end header senders=35/5.05/6.50 end|POSSIBLE||it is unknown
          a sender that ran beside one that did nothing for a few seconds|header senders=20/5.00/6.00 end header senders=29/5.00/6.50 end|POSSIBLE||
          no ages|threads-without-age later=75.47/16.88|POSSIBLE||!did nothing & !ran
          commas|threads-with-commas later=75,47/16,88|POSSIBLE||did nothing for 65.0 s
          lost credit|client=0/0|POSSIBLE|CANCELLED_STREAMS|
          Jetty 9.4|jetty-9.4|POSSIBLE|SESSION_WINDOW|/[0:0:0:0:0:0:0:1]:8983 has no receive window left
          healthy|client=16777216/3 header main end|NO_STALL||no thread reads a Solr stream
          two of three senders blocked|header senders=20/5.00/6.00/7.00 header senders=35/5.00/6.50/7.00|POSSIBLE||here 2 of 3 threads sending answers had been blocked for 10 s or more & the first is "qtp12-30"
          senders that send on|senders=20/5.00 senders=35/5.51|POSSIBLE||of 1 thread sending answers here, none was blocked for 10 s
          one dump of a sender|senders=20/5.00|POSSIBLE||another dump, 15 s later
          blocked once|idle=50 senders=20/5.00 idle=65 senders=35/5.00 idle=300|POSSIBLE||!blocked
          blocked again|idle=50 senders=20/5.00 idle=65 senders=35/5.00 idle=300 senders=270/5.00|POSSIBLE||here 1 of 1 thread
          a whole dump|header senders=20/5.00/6.00 end|POSSIBLE||another dump, 15 s later
          senders that all sent on|header senders=20/5.00/6.00 end header senders=35/5.50/6.50 end|NO_STALL||none was blocked for 10 s
          a dump that is cut|header senders=20/5.00/6.00 cut|POSSIBLE||
          a list of threads that is cut|header list senders=20/5.00/6.00 end|POSSIBLE||
          a reader that ran beside one that is blocked|threads senders=20/5.00 later=75.47/17.02 senders=85/5.00|NO_STALL||ran between the dumps & here 1 of 1 thread sending answers had been blocked
          a merge whose own client does not read|merges=20 merges=35|POSSIBLE||while sending its own answer
          merges and sends|threads senders=20/5.00 later=20.47/16.88 senders=30/5.00|POSSIBLE||did nothing for 10.0 s & here 1 of 1 thread sending answers had been blocked for 10 s or more
          a program that reads streams itself|later12=20/5.00/READ later12=35/5.00/READ|POSSIBLE||did nothing for 15.0 s
          requests without headers|later12=20/5.00/GET later12=35/5.00/GET|POSSIBLE|EARLY_CLOSE|response headers of 1 request did not come & did nothing for 15.0 s & slow search
          requests that got their headers|later12=20/5.00/GET later12=35/5.50/GET|NO_STALL||ran between
          opens a stream|opens|POSSIBLE||thread "opens" reads a Solr stream
          """)
  void judgesDumps(String name, String dumps, Finding finding, StallCause cause, String facts)
      throws IOException {
    String text =
        Arrays.stream(dumps.split(" "))
            .map(DumpedHangTest::createDump)
            .collect(Collectors.joining());
    Verdict verdict =
        diagnose(dumps.endsWith("cut") ? text.stripTrailing() : text).orElseThrow().verdict();
    assertThat(verdict.finding()).isEqualTo(finding);
    assertThat(verdict.cause()).isEqualTo(Optional.ofNullable(cause));
    for (String fact : facts == null ? new String[0] : facts.split(" & ")) {
      assertThat(verdict.reason().contains(fact.replaceFirst("^!", "")))
          .as("%s in: %s", fact, verdict.reason())
          .isNotEqualTo(fact.startsWith("!"));
    }
  }

  /** In the last row, a reader also waits for data. */
  @ParameterizedTest
  @CsvSource({
    "merges=20 merges=35, true",
    "merges=20, false",
    "threads merges=20 later=20.47/16.88 merges=30, false"
  })
  void advisesToCheckClientThatDoesNotReadMerge(String dumps, boolean isClient) throws IOException {
    String text =
        Arrays.stream(dumps.split(" "))
            .map(DumpedHangTest::createDump)
            .collect(Collectors.joining());
    List<NextStep> steps = diagnose(text).orElseThrow().nextSteps();
    if (isClient) {
      assertThat(steps).containsExactly(NextStep.CLIENT, NextStep.RECEIVERS);
    } else {
      assertThat(steps).isNotEmpty().doesNotContain(NextStep.CLIENT);
    }
  }

  /** The parameters are lines in the formats of Jetty's own dump in several versions. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        " |   +> HTTP2ServerSession@1a{l:/127.0.0.1:8983 <-> r:/127.0.0.1:2,sendWindow=0,"
            + "recvWindow=1048576,streams=6,NOT_CLOSED,null}",
        "|  |  +> HTTP2ServerSession@1a{local:/127.0.0.1:8983,remote:/127.0.0.1:2,sendWindow=0,"
            + "recvWindow=1048576,state=[streams=6,NOT_CLOSED,goAwayRecv=null,goAwaySent=null]}"
      })
  void namesClientOfBlockedServer(String session) throws IOException {
    String strategy =
        "|  |  |  +- BufferingFlowControlStrategy@2b[ratio=0.50,sessionLevel=0,"
            + "sessionStallTime=94211ms,streamsStallTime=0ms]\n";
    DumpDiagnosis diagnosis = diagnose(session + "\n" + strategy).orElseThrow();
    assertThat(diagnosis.verdict().finding()).isEqualTo(POSSIBLE);
    assertThat(diagnosis.verdict().cause()).contains(SESSION_WINDOW);
    assertThat(diagnosis.verdict().reason()).contains("client at /127.0.0.1:2", "94.2 s");
    assertThat(diagnosis.nextSteps()).startsWith(NextStep.RECEIVER_OF_SESSION);
  }

  /** A client that uses only listeners has pools of any name, and no thread waits. */
  @ParameterizedTest
  @CsvSource({
    "HttpClient@7a765367-20, org.eclipse.jetty.util.BlockingArrayQueue.poll, POSSIBLE",
    "my-pool-20, org.eclipse.jetty.io.ManagedSelector.select, POSSIBLE",
    "h2sc-1-thread-1, java.util.concurrent.LinkedBlockingQueue.take, POSSIBLE",
    "HttpClient-1-SelectorManager, jdk.internal.net.http.HttpClientImpl$SelectorManager.run, POSSIBLE",
    "reactor-http-epoll-1, io.netty.channel.epoll.Native.epollWait, POSSIBLE",
    "loop, sun.nio.ch.SelectorImpl.select, POSSIBLE",
    "Read-Poller, sun.nio.ch.EPoll.wait < sun.nio.ch.EPollPoller.poll, NO_STALL",
    "Poller, sun.nio.ch.SelectorImpl.select < org.apache.tomcat.util.net.NioEndpoint.x, NO_STALL",
    "main, com.example.Main.sort, NO_STALL",
    "searcherExecutor-9-thread-1, java.util.concurrent.LinkedBlockingQueue.take, NO_STALL"
  })
  void reportsNoStallOnlyIfReadersWouldBeVisible(String name, String frame, Finding finding)
      throws IOException {
    String thread =
        HEADER
            + """
            "%s" #20 prio=5 os_prio=0 cpu=5.00ms elapsed=%%s.00s tid=0x00007f1c2c0b1000 nid=0x2 waiting
            \tat %s(Unknown Source)

            """
                .formatted(name, frame.replace(" < ", "(X.java:1)\n\tat "))
            + END;
    DumpDiagnosis diagnosis = diagnose(thread.formatted(20) + thread.formatted(35)).orElseThrow();
    assertThat(diagnosis.verdict().finding()).isEqualTo(finding);
    assertThat(diagnosis.nextSteps())
        .contains(finding == POSSIBLE ? NextStep.PROVE_IT : NextStep.MERGING_JVM);
  }

  /**
   * The parameters are thread pools in the formats of several versions, with threads, limit, idle
   * threads and tasks.
   */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "+= qtp12{STARTED,8<=200<=200,i=0,q=57} - STARTED | qtp12 is used up: 200 of at most 200 threads",
        "+= QueuedThreadPool[qtp12]@5577140b{STARTED,10<=200<=200,i=0,q=57}[X{s=0/16,p=0}] | 57 tasks in its queue",
        "+= QueuedThreadPool[qtp12]@5{STARTED,10<=200<=200,i=0,r=0,q=1}[X] - STARTED | 1 task in its queue",
        "+= InstrumentedQueuedThreadPool[dw]@5{STARTED,8<=200<=200,i=0,r=-1,t=96ms,q=3}[X] | dw is used up",
        "+= ExecutorThreadPool[etp]@5{STARTED,8<=200<=200,i=0,q=3,NO_TRY} - STARTED | etp is used up",
        "+= QueuedThreadPool[qtp12]@5{STARTED,8<=18<=200,i=0,r=0,t=1ms,q=3}[X] | no thread pool is used up",
        "+= QueuedThreadPool[qtp12]@5{STARTED,8<=200<=200,i=7,r=0,t=1ms,q=0}[X] | 7 of 200 threads are idle"
      })
  void namesExhaustedPoolWithItsSize(String line, String fact) throws IOException {
    Verdict verdict = diagnose(line + "\n").orElseThrow().verdict();
    assertThat(verdict.finding()).isEqualTo(POSSIBLE);
    assertThat(verdict.cause()).isEmpty();
    assertThat(verdict.reason()).contains(fact);
  }

  /** The rows differ in what the writer waits for. */
  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "500 | 500 | EndPoint@1[{l=/h:1,r=/c:2,OPEN,fill=FI,flush=P,to=5/30000}{io=5/5}] | TCP is full",
        "500 | 500 | EndPoint@1{l=/h:1,r=/c:2,OPEN,fill=FI,flush=P,to=5/30000}{io=5/5} | TCP is full",
        "500 | 500 | EndPoint@1{/c:2<->/h:1,OPEN,fill=FI,flush=P,to=5/30000}{io=5/5} | TCP is full",
        "500 | 0 | EndPoint@1[{l=/h:1,r=/c:2,OPEN,fill=FI,flush=-,to=5/30000}{io=1/1}] | 1 of 1 stream of session 1a",
        "0 | 500 | EndPoint@1[{l=/h:1,r=/c:2,OPEN,fill=FI,flush=-,to=5/30000}{io=1/1}] | has no send window left: the client at /c:2",
        "500 | 500 | EndPoint@1[{l=/h:1,r=/x:9,OPEN,fill=FI,flush=P,to=5/30000}{io=5/5}] | every session of this dump has window left"
      })
  void distinguishesWriterWaitingForSocketOrWindow(
      long session, long stream, String endPoint, String fact) throws IOException {
    String dump =
        """
        |  +: HTTP2ServerSession@1a{local:/h:1,remote:/c:2,sendWindow=%d,recvWindow=9,state=[streams=1,NOT_CLOSED]}
        |  |  +- HTTP2Flusher@6[PENDING][window_queue=0,frame_queue=0,processed/pending=1/4]
        |  |  +> HTTP2Stream@2#9@1a{sendWindow=%d,recvWindow=5,queue=0,reset=false/false,CLOSED}
        |  +> SelectionKey@5{i=5}->SocketChannel%s->[HTTP2ServerConnection@f]
        """;
    assertThat(diagnose(dump.formatted(session, stream, endPoint)).orElseThrow().verdict().reason())
        .contains(fact);
  }

  /** Checks linear time. Comparing each thread with all others would take minutes. */
  @Tag("slow")
  @Test
  void judgesManyThreadsInLinearTime() throws Exception {
    LinearTime.check(
        "threads",
        40_000,
        threads -> {
          String[] cpu = new String[threads];
          Arrays.fill(cpu, "5.00");
          String dumps = senderThreads(20, cpu) + senderThreads(35, cpu);
          assertThat(diagnose(dumps).orElseThrow().verdict().reason())
              .contains(
                  TextFormat.of("here %1$,d of %1$,d threads sending answers had been", threads));
        });
  }

  @Test
  void givesNoVerdictWithoutThreadsOrSessions() throws IOException {
    assertThat(diagnose("\"quoted\" words, and a log\n")).isEmpty();
  }
}
