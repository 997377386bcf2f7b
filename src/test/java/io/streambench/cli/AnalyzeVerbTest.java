package io.streambench.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.events.Golden;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import jdk.jfr.Recording;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzeVerbTest {
  private static final int SUCCESS = 0;
  private static final int WRONG_USE = 2;
  private static final int STALLED = 3;
  private static final String IDLE =
      " ERROR [x] a.b.C java.io.IOException: Idle timeout 120000 ms elapsed\n";

  /** A complete dump without a reader. A timestamp may be put before its first line. */
  private static final String THREAD_DUMP =
      """

      Full thread dump OpenJDK 64-Bit Server VM (17.0.15+6 mixed mode, sharing):

      "main" #1 prio=5 os_prio=0 cpu=9.00ms elapsed=9.00s tid=0x7f1 nid=0x1 runnable
         java.lang.Thread.State: RUNNABLE
      \tat a.B.c(B.java:1)

      "VM Thread" os_prio=0 cpu=1.00ms elapsed=9.00s tid=0x7f98 nid=0x98 runnable

      """;

  private final Verb verb = new Verb("analyze");
  @TempDir Path folder;
  private String stall;
  private String noStall;

  @BeforeEach
  void createFiles() throws IOException {
    stall = copyGoldenLog("jetty12-stall.log.gz");
    noStall = copyGoldenLog("jetty10-no-stall.log.gz");
  }

  private String copyGoldenLog(String name) throws IOException {
    return Files.write(folder.resolve(name), Golden.bytes(name)).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void statusFollowsVerdictInEveryFormat(String format) {
    assertThat(verb.run("--format", format, stall)).isEqualTo(STALLED);
    assertThat(verb.run("--format", format, noStall)).isEqualTo(SUCCESS);
    assertThat(verb.errorOutput()).isEmpty();
  }

  @Test
  void writesPageAndPictureInAdditionToReport() throws IOException {
    Path html = folder.resolve("page.html");
    Path png = folder.resolve("page.png");
    verb.json(STALLED, "--html", html.toString(), "--png", png.toString(), stall);
    assertThat(verb.errorOutput()).contains("page: " + html, "picture: " + png);
    assertThat(html).isNotEmptyFile();
    assertThat(png).isNotEmptyFile();
  }

  @Test
  void silenceOptionChangesVerdict() {
    assertThat(verb.run("--silence", "10s", stall)).isEqualTo(SUCCESS);
    assertThat(verb.run("--silence", "0", stall)).isEqualTo(STALLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--html", "--png"})
  void doesNotOverwriteInput(String option) throws IOException {
    byte[] before = Files.readAllBytes(Path.of(stall));
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.write(run.resolve("flow.log"), Golden.unpackedBytes("jetty12-stall.log.gz"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), Path.of(stall));
    Path hardLink = Files.createLink(elsewhere.resolve("hard"), Path.of(stall));
    Path linked = Files.createSymbolicLink(elsewhere.resolve("run"), run);
    for (Path target : List.of(Path.of(stall), link, hardLink)) {
      assertRejected("be a file that is no part of what is read", option, target, stall);
    }
    for (Path target : List.of(run.resolve("page"), linked.resolve("page"))) {
      assertRejected("be a file that is no part of what is read", option, target, run.toString());
    }
    assertThat(Path.of(stall)).hasBinaryContent(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--html", "--png"})
  void overwritesOnlyRegularFiles(String option) throws Exception {
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("none"));
    for (Path target : List.of(Path.of("/dev/null"), folder, dangling)) {
      assertRejected("be a file that can be written", option, target, stall);
    }
  }

  private void assertRejected(String expectedRule, String option, Path target, String input) {
    assertThat(verb.run(option, target.toString(), input)).isEqualTo(WRONG_USE);
    assertThat(verb.errorOutput()).startsWith(option + " must " + expectedRule).hasLineCount(1);
    assertThat(verb.output()).isEmpty();
  }

  /** Log services drop lines above a certain rate. */
  @Test
  void missingLinesPreventNoStallVerdict() throws IOException {
    for (String log : List.of("jetty10-no-stall", "jetty10-stall", "jetty12-stall")) {
      for (int seed = 0; seed < 5; seed++) {
        Random random = new Random(seed);
        List<String> kept = new ArrayList<>(Golden.lines(log + ".log.gz"));
        kept.removeIf(line -> random.nextInt(5) == 0);
        verb.run(Files.write(folder.resolve("kept.log"), kept).toString());
        assertThat(verb.output()).as(log + seed).doesNotStartWith("NO_STALL");
        if (log.contains("no-stall")) {
          assertThat(verb.output()).as(log + seed).startsWith("POSSIBLE: no stall in the lines");
        }
      }
    }
  }

  /** Yields no NO_STALL, because the unread part of the file may contain a stall. */
  @Test
  void truncatedOrUnreadableFilePreventsNoStallVerdict() throws IOException {
    byte[] packed = Golden.bytes("jetty10-no-stall.log.gz");
    Path cut = Files.write(folder.resolve("cut"), Arrays.copyOf(packed, packed.length / 2));
    Path other = Files.writeString(folder.resolve("other"), "BZh91AY&SY");
    for (String[] files : new String[][] {{cut.toString()}, {noStall, other.toString()}}) {
      assertThat(verb.run(files)).isEqualTo(SUCCESS);
      assertThat(verb.output()).startsWith("POSSIBLE: no stall in the lines");
    }
  }

  /**
   * The reader paused, and grep kept only the received frames. Therefore the log does not show that
   * the window was opened.
   */
  @Test
  void silenceWithoutLoggedReadYieldsPossible() throws IOException {
    String line =
        "2026-11-26 06:%1$s DEBUG [x] Data received, 10 bytes, updated session recv window %2$d ->"
            + " %3$d for HTTP2ClientSession@1{local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1,"
            + "recvWindow=%3$d,state=[streams=3]}\n";
    String log =
        line.formatted("57:00.000", 20, 10)
            + line.formatted("57:00.001", 10, 0)
            + line.formatted("57:20.000", 90, 80)
            + line.formatted("57:20.001", 80, 70);
    verb.run(Files.writeString(folder.resolve("received.log"), log).toString());
    assertThat(verb.output()).startsWith("POSSIBLE: no stall in the lines");
  }

  @ParameterizedTest
  @ValueSource(strings = {"Data consumed", "HTTP2Stream"})
  void filteredLogPreventsNoStallVerdict(String part) throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-no-stall.log.gz"));
    lines.removeIf(line -> !line.contains(part));
    verb.run(Files.write(folder.resolve("kept.log"), lines).toString());
    assertThat(verb.output()).startsWith("POSSIBLE: no stall in the lines");
  }

  /** Analyzes a log without the client's lines about received frames. */
  @Test
  void reportsBlockedServerIfClientLinesShowOnlySending() throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-stall.log.gz"));
    lines.removeIf(line -> !line.contains("send window"));
    verb.run(Files.write(folder.resolve("sent.log"), lines).toString());
    assertThat(verb.output()).startsWith("POSSIBLE: session");
  }

  /** Without timestamps, an exhausted window may have lasted for minutes. */
  @Test
  void exhaustedWindowWithoutTimesPreventsNoStallVerdict() throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-ended-by-reset.log.gz"));
    lines.replaceAll(line -> line.substring(line.indexOf("] ") + 2));
    lines.add(
        "Data consumed, 9 bytes, updated session recv window by 9000000/8388608 for"
            + " HTTP2ClientSession@244b22a{local:/127.0.0.1:51512,remote:/127.0.0.1:45991,"
            + "sendWindow=1,recvWindow=9000000,state=[streams=0]}");
    verb.run(Files.write(folder.resolve("untimed.log"), lines).toString());
    assertThat(verb.output()).startsWith("POSSIBLE: ");
  }

  /** Jetty logs one frame in two lines: for its session and for its stream. */
  @Test
  void singleFramePreventsNoStallVerdict() throws IOException {
    String session =
        "Data received, 5 bytes, updated session recv window 9 -> 4 for HTTP2ClientSession@1{"
            + "local:/127.0.0.1:1,remote:/127.0.0.1:2,sendWindow=1,recvWindow=4,state=[streams=1]}";
    String stream =
        "Data received, 5 bytes, updated stream recv window 9 -> 4 for HTTP2Stream@2#1@1{"
            + "sendWindow=9,recvWindow=4,queue=0,demand=true,reset=false/false,NOT_CLOSED}";
    for (String time : List.of("", "2026-11-26 06:57:00.000 DEBUG [x] ")) {
      for (List<String> lines : List.of(List.of(session), List.of(session, stream))) {
        List<String> timed = lines.stream().map(line -> time + line).toList();
        verb.run(Files.write(folder.resolve("one-frame.log"), timed).toString());
        assertThat(verb.output()).startsWith("POSSIBLE: only " + lines.size());
      }
    }
  }

  @Test
  void omittedLogPreventsOnlyNoStallVerdict() throws IOException {
    for (boolean isDatedStalled : new boolean[] {true, false}) {
      String dated = isDatedStalled ? "jetty12-stall.log.gz" : "jetty10-no-stall.log.gz";
      String undated = isDatedStalled ? "jetty10-no-stall.log.gz" : "jetty12-stall.log.gz";
      Path archive = folder.resolve("nodes" + isDatedStalled + ".zip");
      try (ZipOutputStream zip = new ZipOutputStream(Files.newOutputStream(archive))) {
        zip.putNextEntry(new ZipEntry("node1/solr.log"));
        zip.write(Golden.unpackedBytes(dated));
        zip.putNextEntry(new ZipEntry("node2/solr.log"));
        for (String line : Golden.lines(undated)) {
          zip.write((line.substring("2026-11-21T".length()) + "\n").getBytes(UTF_8));
        }
      }
      assertThat(verb.run(archive.toString())).isEqualTo(isDatedStalled ? STALLED : SUCCESS);
      assertThat(verb.output().replaceAll("\\s+", " "))
          .startsWith(isDatedStalled ? "STALLED: " : "POSSIBLE: no stall in the lines")
          .contains("these times have no year: " + archive.getFileName() + ": node2/solr.log.");
    }
  }

  @Test
  void warnsAboutGarbledOrReversedLog() throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-no-stall.log.gz"));
    for (int i = 0; i < lines.size(); i++) {
      lines.set(i, i % 5 == 0 ? lines.get(i) : lines.get(i).replace(" -> ", " ").replace('/', ' '));
    }
    Path garbled = Files.write(folder.resolve("garbled.log"), lines);
    assertThat(verb.run(garbled.toString())).isEqualTo(SUCCESS);
    assertThat(verb.output())
        .startsWith("POSSIBLE: no stall in the lines that could be read")
        .containsOnlyOnce("most flow-control lines are garbled");
    List<String> reversed = new ArrayList<>(Golden.lines("jetty12-stall.log.gz"));
    Collections.reverse(reversed);
    verb.run(Files.write(folder.resolve("newest-first.log"), reversed).toString());
    assertThat(verb.output()).containsOnlyOnce("most of this log runs backwards in time");
    verb.run(noStall);
    assertThat(verb.output()).doesNotContain("most flow-control lines", "backwards", "doubtful");
  }

  /** It is unknown whether the dump or the hint is newer if only one of them has a year. */
  @ParameterizedTest
  @CsvSource({
    "2026-11-22 07:27:41, 2026-11-25 07:27:41, true",
    "2026-11-22 07:27:41, 2026-11-21 07:27:41, false",
    "2026-11-22 07:27:41, 09:27:41, true",
    "Nov 22 07:27:41, 2026-11-21 07:27:41, true",
    "Nov 22 07:27:41, Nov 21 07:27:41, false"
  })
  void hintOfUnknownOrderTakesPrecedenceOverDump(
      String dump, String hint, boolean hintTakesPrecedence) throws IOException {
    Path dumped = Files.writeString(folder.resolve("dump.txt"), dump + THREAD_DUMP);
    Path logged = Files.writeString(folder.resolve("hint.log"), hint + IDLE);
    verb.run(dumped.toString(), logged.toString());
    assertThat(verb.output()).startsWith(hintTakesPrecedence ? "POSSIBLE: " : "NO_STALL: ");
    boolean isOrderUnknown = dump.startsWith("2026") != hint.startsWith("2026");
    String unknownOrder = "cannot be compared: only one has a year";
    assertThat(verb.output().contains(unknownOrder)).isEqualTo(isOrderUnknown);
    assertThat(verb.output().contains(" before the dump"))
        .isEqualTo(!isOrderUnknown && !hintTakesPrecedence);
  }

  @ParameterizedTest
  @CsvSource({
    "1, Take two thread dumps of this JVM, Look at the thread dumps",
    "2, Look at the thread dumps of this JVM, Take two"
  })
  void advisesTwoDumpsOnlyIfFewerAreGiven(
      int dumpCount, String expectedAdvice, String unexpectedAdvice) throws IOException {
    List<String> files = new ArrayList<>();
    for (int number = 1; number <= dumpCount; number++) {
      String dump = THREAD_DUMP.replace("elapsed=9.00s", "elapsed=" + 15 * number + ".00s");
      files.add(Files.writeString(folder.resolve(number + ".txt"), dump).toString());
    }
    String message = "TimeoutException: Timeout waiting for connection from pool\n";
    String log = "2026-11-22 07:27:41.000 ERROR [main] c.e.App - java.util.concurrent." + message;
    files.add(Files.writeString(folder.resolve("app.log"), log).toString());
    verb.run(files.toArray(String[]::new));
    assertThat(verb.output().replaceAll("\\s+", " "))
        .contains(expectedAdvice)
        .doesNotContain(unexpectedAdvice);
  }

  @Test
  void doesNotAdviseAttachAfterLongPause() throws IOException {
    String hint = "2026-11-22 07:27:41" + IDLE;
    String pause = "[2026-11-22T07:29:41.801+0000] GC(1) Pause Full (x) 8M->8M(8M) 20000.1ms\n";
    verb.run(Files.writeString(folder.resolve("hint.log"), hint).toString());
    assertThat(verb.output()).contains("attach PID");
    verb.run(Files.writeString(folder.resolve("paused.log"), hint + pause).toString());
    assertThat(verb.output()).contains("Take two thread dumps").doesNotContain("attach PID");
  }

  /** Rejects other folders, because a zip of an unknown folder may be unsafe to share. */
  @Test
  void evidenceRejectsOtherFolders() throws IOException {
    Files.writeString(folder.resolve("diary.txt"), "dear diary");
    Files.writeString(folder.resolve("settings.json"), "{\"editor.fontSize\": 12}");
    Verb evidence = new Verb("evidence");
    assertThat(evidence.run(folder.toString())).isEqualTo(WRONG_USE);
    assertThat(evidence.errorOutput()).startsWith("FOLDER must be a folder that a run has left");
  }

  /** By default, Flight Recorder takes one thread dump per chunk. */
  @Test
  void readsThreadDumpsFromRecording() throws IOException {
    Path file = folder.resolve("other.jfr");
    try (Recording recording = new Recording()) {
      recording.enable("jdk.ThreadDump").with("period", "everyChunk");
      recording.start();
      recording.stop();
      recording.dump(file);
    }
    assertThat(verb.json(SUCCESS, file.toString()).get("jvms")).hasSize(1);
  }

  @Test
  void rejectsFileWithoutUsableLine() throws IOException {
    Path other = Files.writeString(folder.resolve("other.log"), "one\ntwo\nthree\n");
    assertThat(verb.run(other.toString())).isEqualTo(WRONG_USE);
    assertThat(verb.errorOutput())
        .isEqualTo(
            "FILE must hold a thread dump, Solr's message of a timeout, events of a recording or"
                + " flow-control lines of Jetty's debug log (other.log is not read: it begins with 'one'), got"
                + " 'other.log'\n");
    assertThat(verb.run(Files.createFile(folder.resolve("empty")).toString())).isEqualTo(WRONG_USE);
  }
}
