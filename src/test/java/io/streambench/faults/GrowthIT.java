package io.streambench.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Home;
import io.streambench.config.Text;
import io.streambench.program.Program;
import io.streambench.program.SpareHome;
import io.streambench.report.table.ResultTable;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** Memory and time at ten times the work. */
@Tag("faults")
@Timeout(900)
@EnabledOnOs(OS.LINUX)
class GrowthIT {
  private static final int MORE = 10;

  /** A machine that others use, too, adds this to what grows in proportion. */
  private static final double NOISE = 1.5;

  /** A growth that is smaller cannot be told from noise. */
  private static final double LEAST_GROWTH_SECONDS = 0.3;

  /** The same of a cluster's start, which varies by more. */
  private static final double LEAST_START_SECONDS = 1;

  private static final int START = 0;

  private static final int START_MINUTES = 10;

  private static final double FLAT = 1.1;

  /** The heap that other threads may hold at the moment of a collection. */
  private static final double HEAP_NOISE_MIB = 4;

  private static final int LOOKS = 5;
  private static final int TRIES = 3;
  private static final double MIB = 1 << 20;

  private static final List<Row> ROWS = new ArrayList<>();

  /** A figure at some work, and at more of it. */
  private record Row(String what, String work, double figure, String unit) {}

  @TempDir Path folder;
  private SpareHome home;
  private final List<Row> mine = new ArrayList<>();

  @BeforeEach
  void makeAHome() throws IOException {
    home = new SpareHome(folder);
  }

  @AfterAll
  static void write() throws IOException {
    ReliabilityPage.write(
        "growth",
        ResultTable.grid("")
            .text("what", column(Row::what))
            .text("work", column(Row::work))
            .number(
                "figure",
                column(row -> String.format(Locale.ROOT, "%.1f %s", row.figure(), row.unit()))));
  }

  private static List<String> column(Function<Row, String> cell) {
    return ROWS.stream().map(cell).toList();
  }

  private double told(String what, String work, double figure, String unit) {
    mine.add(new Row(what, work, figure, unit));
    return figure;
  }

  /** The last line of a test: figures of one that failed are no rows. */
  private void tell() {
    ROWS.addAll(mine);
  }

  @Test
  void theClientsHeapIsFlatAtTenTimesTheDocuments() throws Exception {
    double few = heapWith(4_000);
    double many = heapWith(4_000 * MORE);
    assertThat(many).isLessThan(few * FLAT + HEAP_NOISE_MIB);
    tell();
  }

  /** The most that is used after a collection while documents are read. */
  private double heapWith(int documents) throws Exception {
    // SAFE: 24 MiB can lie unread, 32 MiB are free
    List<String> job =
        Jobs.words(
            "-p numShards=4 -p docSizeBytes=4096 -p nodeCount=1 -p numReplicas=1 -p useHttp1=false"
                + " -p initialSessionRecvWindow=67108864 -p recording=off -p capture=off"
                + " -p cluster=process -wi 1 -w 10 -i 1 -r 40 StreamingSearch -p docCount="
                + documents);
    try (Program program = home.start("jmh.sh", job)) {
      program.output().await("\nIteration   1:", 0);
      ProcessHandle fork = JobProcess.FORK.in(program);
      double most = 0;
      for (int look = 0; look < LOOKS; look++) {
        most = Math.max(most, heapAfterGc(fork));
        program.goesOn(1);
      }
      Ended.of(program, home).withStatus(0);
      return told(
          "heap of a client that reads, after a collection",
          String.format(Locale.ROOT, "%,d documents", documents),
          most / MIB,
          "MiB");
    }
  }

  /**
   * The bytes of live objects: collected and counted in one stop, so nothing is allocated between.
   */
  private static double heapAfterGc(ProcessHandle jvm) throws Exception {
    Matcher live =
        Pattern.compile("(?m)^Total\\s+\\d+\\s+(\\d+)").matcher(jcmd(jvm, "GC.class_histogram"));
    assertThat(live.find()).isTrue();
    return Long.parseLong(live.group(1));
  }

  private static String jcmd(ProcessHandle jvm, String command) throws Exception {
    Process jcmd =
        new ProcessBuilder("jcmd", Long.toString(jvm.pid()), command)
            .redirectErrorStream(true)
            .start();
    String answer = new String(jcmd.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    assertThat(jcmd.waitFor()).as(answer).isZero();
    return answer;
  }

  @Test
  void startAndIndexingGrowAtMostWithTheShards() throws Exception {
    double[] one = startWith(1);
    double[] twelve = startWith(12);
    double[] most = startWith(96);
    for (int figure = 0; figure < one.length; figure++) {
      double least = figure == START ? LEAST_START_SECONDS : LEAST_GROWTH_SECONDS;
      double grownTo12 = twelve[figure] - one[figure]; // what a start takes in any case left out
      double grownTo96 = most[figure] - one[figure];
      assertThat(grownTo96).isLessThan(Math.max(grownTo12, least) * (96 - 1) / (12 - 1) * NOISE);
    }
    tell();
  }

  /**
   * {@value START}: seconds until the cluster is up; then those to index as many documents for each
   * shard.
   */
  private double[] startWith(int shards) throws Exception {
    // Four batches, so that requests grow with the shards; nodes of 96 shards are cold at first.
    List<String> job =
        Jobs.words(
            "-p nodeCount=1 -p numReplicas=1 -p useHttp1=true -p connectionsPerDestination=128"
                + " -p cluster=process -wi 0 -i 1 -r 1 -jvmArgs -Dstreambench.stallTimeout=60s"
                + Text.of(
                    " -p numShards=%d -p docCount=%d -p batchSize=%d StreamingSearch",
                    shards, 100 * shards, 25 * shards));
    try (Program program = home.start("jmh.sh", job)) {
      assertThat(program.endsWithin(START_MINUTES)).as(program.output().text()).isTrue();
      Ended ended = Ended.of(program, home).withStatus(0);
      Matcher told =
          Pattern.compile("cluster is up after ([\\d.]+) s, .* indexed in ([\\d.]+) s")
              .matcher(ended.output());
      assertThat(told.find()).as(ended.output()).isTrue();
      String work = Text.of("%d shard(s), 100 documents each", shards);
      return new double[] {
        told("start of a cluster", work, Double.parseDouble(told.group(1)), "s"),
        told("indexing", work, Double.parseDouble(told.group(2)), "s")
      };
    }
  }

  @Test
  void analyzingGrowsAtMostWithTheLog() throws Exception {
    double none = analyzing(log(1), "the golden Jetty log");
    double few = analyzing(log(30), "a Jetty log of 30 times the golden one");
    double many = analyzing(log(30 * MORE), "a Jetty log of 300 times the golden one");
    grownInProportion(none, few, many);
  }

  /** The sessions of a real log again and again, each time under other names. */
  private Path log(int times) throws IOException {
    List<String> lines;
    Path golden =
        Home.folder()
            .resolve("src/test/resources/io/streambench/eventlog/golden/jetty10-stall.log.gz");
    try (BufferedReader reader =
        new BufferedReader(
            new InputStreamReader(
                new GZIPInputStream(Files.newInputStream(golden)), StandardCharsets.UTF_8))) {
      lines = reader.lines().toList();
    }
    // Of a stream, too, which is told as HTTP2Stream@…#1@89f2eff.
    Pattern session = Pattern.compile("(Session@|#\\d+@)([0-9a-f]+)");
    Path log = folder.resolve("log-" + times + ".txt");
    try (Writer out = Files.newBufferedWriter(log)) {
      for (int time = 0; time < times; time++) {
        long more = 31L * time;
        for (String line : lines) {
          out.write(
              session
                  .matcher(line)
                  .replaceAll(
                      found ->
                          found.group(1)
                              + Long.toHexString(
                                  (Long.parseLong(found.group(2), 16) + more) & 0xffffffffL)));
          out.write('\n');
        }
      }
    }
    return log;
  }

  @Test
  void readingADumpGrowsAtMostWithTheHeap() throws Exception {
    double none = analyzing(dump(0), "a heap dump without them");
    double few = analyzing(dump(1), "a heap dump with 20 MB of objects");
    double many = analyzing(dump(MORE), "a heap dump with 200 MB of objects");
    grownInProportion(none, few, many);
  }

  /** The time that any file takes, such as the start of a JVM, is left out. */
  private void grownInProportion(double none, double few, double many) {
    assertThat(many - none).isLessThan(Math.max(few - none, LEAST_GROWTH_SECONDS) * MORE * NOISE);
    tell();
  }

  /** Dumps this JVM, while it has a connection over HTTP/2 with something unread. */
  private Path dump(int times) throws Exception {
    List<byte[]> ballast = new ArrayList<>();
    for (int i = 0; i < times * 20_000; i++) {
      ballast.add(new byte[1_000]);
    }
    Path dump = folder.resolve("heap-" + times + ".hprof");
    FileFaultsIT.dumpTo(dump);
    assertThat(ballast).hasSize(times * 20_000);
    return dump;
  }

  private double analyzing(Path file, String work) throws Exception {
    double least = Double.MAX_VALUE;
    for (int i = 0; i < TRIES; i++) {
      long begin = System.nanoTime();
      try (Program program = home.start("streambench", List.of("analyze", file.toString()))) {
        Ended.of(program, home).withStatus(0, 3);
      }
      least = Math.min(least, (System.nanoTime() - begin) / 1e9);
    }
    return told(
        "`analyze`",
        String.format(Locale.ROOT, "%s (%.1f MiB)", work, Files.size(file) / MIB),
        least,
        "s");
  }
}
