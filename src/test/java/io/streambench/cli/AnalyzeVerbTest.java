package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.eventlog.Golden;
import io.streambench.eventlog.LoggedEnd;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

class AnalyzeVerbTest {
  private static final int SUCCESS = 0;
  private static final int WRONG_USE = 2;
  private static final int STALLED = 3;

  private final Verb verb = new Verb("analyze");
  @TempDir Path folder;
  private String stall;
  private String noStall;

  @BeforeEach
  void files() throws IOException {
    stall = golden("jetty12-stall.log.gz");
    noStall = golden("jetty10-no-stall.log.gz");
  }

  private String golden(String name) throws IOException {
    return Files.write(folder.resolve(name), Golden.bytes(name)).toString();
  }

  private int analyze(String... arguments) {
    return verb.run(arguments);
  }

  private String answer() {
    return verb.answer();
  }

  private String complaint() {
    return verb.complaint();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void theStatusTellsTheVerdictWhateverTheFormat(String format) {
    assertThat(analyze("--format", format, stall)).isEqualTo(STALLED);
    assertThat(analyze("--format", format, noStall)).isEqualTo(SUCCESS);
    assertThat(complaint()).isEmpty();
  }

  @Test
  void jsonHasTheKeysOnWhichOthersRely() throws IOException {
    analyze("--format", "json", stall);
    JsonNode json = new ObjectMapper().readTree(answer());
    assertThat(json.get("verdict").asText()).isEqualTo("STALLED");
    assertThat(json.get("cause").asText()).isEqualTo("SESSION_WINDOW");
    assertThat(json.get("session").asText()).isEqualTo("673c9e55");
    assertThat(json.get("waitsForStreams").get(0).asInt()).isEqualTo(33);
    assertThat(json.get("events").asLong()).isPositive();
    assertThat(json.get("skippedLines").asLong()).isEqualTo(3);
    assertThat(json.get("from").asText()).isEqualTo("2026-11-21T09:31:24.678Z");
    assertThat(json.get("to").asText()).isEqualTo("2026-11-21T09:31:24.936Z");
    JsonNode session = json.get("sessions").get(0);
    assertThat(session.get("id").asText()).isEqualTo("673c9e55");
    assertThat(session.get("role").asText()).isEqualTo("client");
    assertThat(session.get("local").asText()).isEqualTo("127.0.0.1:57578");
    assertThat(session.get("remote").asText()).isEqualTo("127.0.0.1:41787");
    assertThat(session.get("stalled").asBoolean()).isTrue();
    assertThat(session.get("stalledSince").asText()).isEqualTo("2026-11-21T09:31:24.936Z");
    assertThat(session.get("receiveWindow").asLong()).isZero();
    assertThat(session.get("unreadBytes").asLong()).isEqualTo(1_620_324);
    assertThat(session.get("unacknowledgedBytes").asLong()).isEqualTo(476_828);
    JsonNode starved = session.get("streams").get(3);
    assertThat(starved.get("id").asInt()).isEqualTo(33);
    assertThat(starved.get("unreadBytes").asLong()).isZero();
    assertThat(starved.get("starved").asBoolean()).isTrue();
    assertThat(session.get("streams").get(0).get("starved").asBoolean()).isFalse();
  }

  @Test
  void wordsNameTheSessionTheWindowTheStreamsAndTheWayOut() {
    analyze("--explain", stall);
    assertThat(answer())
        .startsWith("STALLED: session 673c9e55 to 127.0.0.1:41787 has no receive window left")
        .contains("window: 2,097,152 bytes = 0 left + 1,620,324 unread + 476,828 consumed")
        .contains("starved: the reader waits for it")
        .contains(
            "With that jar: -Dstreambench.flowControl=buffering"
                + " -Dsolr.http2.initialStreamRecvWindow=209715.")
        .contains("the source ends where the stall begins");
  }

  @Test
  void thePageAndThePictureAreWrittenBesideTheAnswer() throws IOException {
    Path html = folder.resolve("page.html");
    Path png = folder.resolve("page.png");
    assertThat(
            analyze("--format", "json", "--html", html.toString(), "--png", png.toString(), stall))
        .isEqualTo(STALLED);
    new ObjectMapper().readTree(answer());
    assertThat(complaint()).contains("page: " + html, "picture: " + png);
    assertThat(html)
        .content()
        .contains("673c9e55", "solr.http2.initialStreamRecvWindow&#x3D;209715.");
    assertThat(png).isNotEmptyFile();
  }

  @Test
  void aPictureThatCannotBeDrawnIsAWarningAndNoVerdict() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("short.log"),
            "2026-11-21T09:50:00.090Z Session stalled HTTP2ServerSession@339b03d7{local:/1.2.3.4:5}\n");
    Path png = folder.resolve("page.png");
    analyze("--png", png.toString(), log.toString());
    assertThat(answer()).contains("warning: no picture: nothing to draw");
    assertThat(png).doesNotExist();
  }

  @Test
  void silenceCanBeAskedFor() {
    assertThat(analyze("--silence", "10s", stall)).isEqualTo(SUCCESS);
    assertThat(analyze("--silence", "0", stall)).isEqualTo(STALLED);
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(
            "--buffer-ratio 0", "--buffer-ratio must be a number between 0 and 1, got '0'"),
        Arguments.of("--silence never", "--silence must be 0s or a time like 10s"),
        Arguments.of("--stall-timeout 0", "--stall-timeout must be a positive time like 10s"),
        Arguments.of("--html /nowhere/page.html", "--html must be a file that can be written"),
        Arguments.of("--png /", "--png must be a file that can be written, got '/'"),
        Arguments.of("--html " + "x".repeat(300), "--html must be a file that can be written ("),
        Arguments.of("none.log", "FILE must be an existing file or folder, got 'none.log'"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void aMistakeIsOneLineAndNothingIsRead(String typed, String line) {
    String[] arguments =
        Stream.concat(Stream.of(typed.split(" ")), Stream.of(stall)).toArray(String[]::new);
    assertThat(analyze(arguments)).isEqualTo(WRONG_USE);
    assertThat(complaint()).startsWith(line).hasLineCount(1);
    assertThat(answer()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"--html", "--png"})
  void whatIsReadIsNeverOverwritten(String option) throws IOException {
    byte[] before = Files.readAllBytes(Path.of(stall));
    Path run = Files.createDirectory(folder.resolve("run"));
    Files.write(run.resolve("flow.log"), Golden.unpacked("jetty12-stall.log.gz"));
    Path elsewhere = Files.createDirectory(folder.resolve("elsewhere"));
    Path link = Files.createSymbolicLink(elsewhere.resolve("link"), Path.of(stall));
    Path hardLink = Files.createLink(elsewhere.resolve("hard"), Path.of(stall));
    Path linked = Files.createSymbolicLink(elsewhere.resolve("run"), run);
    for (Path target : List.of(Path.of(stall), link, hardLink)) {
      assertRefused("be a file that is no part of what is read", option, target, stall);
    }
    for (Path target : List.of(run.resolve("page"), linked.resolve("page"))) {
      assertRefused("be a file that is no part of what is read", option, target, run.toString());
    }
    assertThat(Path.of(stall)).hasBinaryContent(before);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--html", "--png"})
  void onlyPlainFilesAreOverwritten(String option) throws Exception {
    Path dangling = Files.createSymbolicLink(folder.resolve("dangling"), folder.resolve("none"));
    for (Path target : List.of(Path.of("/dev/null"), folder, dangling)) {
      assertRefused("be a file that can be written", option, target, stall);
    }
  }

  private void assertRefused(String rule, String option, Path target, String input) {
    assertThat(analyze(option, target.toString(), input)).isEqualTo(WRONG_USE);
    assertThat(complaint()).startsWith(option + " must " + rule).hasLineCount(1);
    assertThat(answer()).isEmpty();
  }

  @Test
  void thePageAndThePictureAreTwoFiles() {
    String both = folder.resolve("both").toString();
    assertThat(analyze("--html", both, "--png", folder + "/./both", stall)).isEqualTo(WRONG_USE);
    assertThat(complaint()).startsWith("--png must be another file than that of --html");
    assertThat(folder.resolve("both")).doesNotExist();
  }

  @Test
  void theLevelOfAProgramAroundDoesNotHideFlowControl() throws IOException {
    StringBuilder log = new StringBuilder();
    for (String line : Golden.lines("jetty12-stall.log.gz")) {
      log.append("2026-11-21 09:31:24.000 INFO  collector started\n");
      log.append(line.replaceFirst("^(\\S+) ", "$1 INFO collector ")).append('\n');
    }
    Path file = Files.writeString(folder.resolve("collected.log"), log);
    assertThat(analyze(file.toString())).isEqualTo(STALLED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void anAnswerFromALogThatIsMostlyGarbledIsDoubtful(String format) throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-no-stall.log.gz"));
    for (int i = 0; i < lines.size(); i++) {
      lines.set(i, i % 5 == 0 ? lines.get(i) : lines.get(i).replace(" -> ", " ").replace('/', ' '));
    }
    Path file = Files.write(folder.resolve("garbled.log"), lines);
    assertThat(analyze("--format", format, file.toString())).isEqualTo(SUCCESS);
    assertThat(answer()).containsOnlyOnce("most flow-control lines are garbled");
    analyze("--format", format, noStall);
    assertThat(answer()).doesNotContain("most flow-control lines", "doubtful");
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void anAnswerFromALogWithItsNewestLinesFirstIsDoubtful(String format) throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty12-stall.log.gz"));
    Collections.reverse(lines);
    Path file = Files.write(folder.resolve("newest-first.log"), lines);
    analyze("--format", format, file.toString());
    assertThat(answer()).containsOnlyOnce("most of this log runs backwards in time");
    analyze("--format", format, stall);
    assertThat(answer()).doesNotContain("runs backwards in time");
  }

  private static final List<String> IDLE_TIMEOUT =
      List.of(
          "2026-11-22 07:25:48.801 ERROR (qtp1-66) [s:shard12] o.a.s.s.HttpSolrCall 500 Exception",
          "java.io.IOException: java.util.concurrent.TimeoutException: Idle timeout 120000 ms"
              + " elapsed");

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void theEndThatAStallLeavesInALogIsAHintAndNoVerdict(String format) throws IOException {
    List<String> lines = new ArrayList<>(Golden.lines("jetty10-no-stall.log.gz"));
    lines.addAll(IDLE_TIMEOUT);
    Path file = Files.write(folder.resolve("solr.log"), lines);
    assertThat(analyze("--format", format, file.toString())).isEqualTo(SUCCESS);
    assertThat(answer().replaceAll("\\n +", " "))
        .containsOnlyOnce("at 2026-11-22T07:25:48.801Z. An answer did not move for 120,000 ms")
        .contains("What to do: " + LoggedEnd.Kind.IDLE_TIMEOUT.whatToDo());
    analyze("--format", format, noStall);
    assertThat(answer()).doesNotContain("An answer did not move");
  }

  @Test
  void aSolrLogWithoutFlowControlLinesIsPossiblyAStallWithTheNextStep() throws IOException {
    Path file = Files.write(folder.resolve("solr.log"), IDLE_TIMEOUT);
    assertThat(analyze(file.toString())).isEqualTo(SUCCESS);
    assertThat(answer().replaceAll("\\n +", " "))
        .startsWith("POSSIBLE: An answer did not move for 120,000 ms")
        .contains("at 2026-11-22T07:25:48.801Z", "./streambench attach PID")
        .containsOnlyOnce("An answer did not move");
  }

  /** Nobody can say that the zip of another folder is safe to attach. */
  @Test
  void evidenceIsMadeOfARunsFolderAlone() throws IOException {
    Files.writeString(folder.resolve("diary.txt"), "dear diary");
    Files.writeString(folder.resolve("settings.json"), "{\"editor.fontSize\": 12}");
    Verb evidence = new Verb("evidence");
    assertThat(evidence.run(folder.toString())).isEqualTo(WRONG_USE);
    assertThat(evidence.complaint()).startsWith("FOLDER must be a folder that a run has left");
  }

  @Test
  void theRootFolderHasAName() {
    assertThat(analyze("/")).isEqualTo(WRONG_USE);
    assertThat(complaint()).endsWith("got '/'\n");
  }

  @Test
  void aDamagedEntryOfAZipIsSaidToBeDamaged() throws IOException {
    Path zip = folder.resolve("run.zip");
    byte[] packed = Golden.bytes("jetty12-stall.log.gz");
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(zip))) {
      out.putNextEntry(new ZipEntry("flow.log"));
      out.write(packed);
    }
    byte[] bytes = Files.readAllBytes(zip);
    Arrays.fill(bytes, 50, 200, (byte) 0x55);
    Files.write(zip, bytes);
    assertThat(analyze(zip.toString())).isEqualTo(WRONG_USE);
    assertThat(complaint()).contains("cut short or damaged").hasLineCount(1);
  }

  @Test
  void aFileWithoutAUsableLineIsSaidSo() throws IOException {
    Path other = Files.writeString(folder.resolve("other.log"), "one\ntwo\nthree\n");
    assertThat(analyze(other.toString())).isEqualTo(WRONG_USE);
    assertThat(complaint())
        .isEqualTo(
            "FILE must hold a thread dump, Solr's message of a timeout, events of a recording or"
                + " flow-control lines of Jetty's debug log (3 lines read, none is one), got"
                + " 'other.log'\n");
    assertThat(analyze(Files.createFile(folder.resolve("empty")).toString())).isEqualTo(WRONG_USE);
  }

  @Test
  void textFromALogCannotActOnATerminal() throws IOException {
    Path log =
        Files.writeString(
            folder.resolve("hostile.log"),
            "Data received, 1 bytes, updated session recv window 1 -> 0 for"
                + " HTTP2ClientSession@1{local:/\u001b[31mred,remote:/b\u0007ell,x}\n"
                + "Data received, 1 bytes, updated stream recv window 1 -> 0 for HTTP2Stream#1@1{}\n");
    analyze(log.toString());
    assertThat(answer()).doesNotContain("\u001b", "\u0007");
  }
}
