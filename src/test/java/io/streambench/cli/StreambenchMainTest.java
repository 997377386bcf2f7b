package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.NoSuchFileException;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

@Timeout(30)
class StreambenchMainTest {
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private int run(String... arguments) {
    return StreambenchMain.run(arguments, new PrintStream(out), new PrintStream(err));
  }

  private static final String STALL =
      "src/test/resources/io/streambench/eventlog/golden/jetty12-stall.log.gz";

  private static final String VERBS =
      "verb must be one of diagnose, attach, analyze, predict, compare, evidence, study, report, doctor, join";

  private String answer() {
    return out.toString(StandardCharsets.UTF_8);
  }

  private String complaint() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpListsTheVerbs(String help) {
    assertThat(run(help)).isZero();
    assertThat(answer())
        .contains("Usage: streambench", "Exit status")
        .containsPattern("analyze +Diagnoses")
        .containsPattern("doctor +Says what");
    assertThat(complaint()).isEmpty();
  }

  @Test
  void withoutAVerbTheHelpAnswersAndTheStatusIsThatOfWrongUse() {
    assertThat(run()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(answer()).contains("Usage: streambench").containsPattern("analyze +Diagnoses");
    assertThat(complaint()).isEqualTo(VERBS + ", got nothing" + System.lineSeparator());
  }

  @Test
  void versionNamesWhatIsMeasured() {
    assertThat(run("--version")).isZero();
    assertThat(answer()).contains("streambench ", "Solr 9.", "Jetty 10.", "JDK ");
  }

  @Test
  void anAnswerThatCannotBeWrittenIsNoSuccess() {
    OutputStream full =
        new OutputStream() {
          @Override
          public void write(int b) throws IOException {
            throw new IOException("No space left on device");
          }
        };
    String[] arguments = {"study", "--list"};
    int status = StreambenchMain.run(arguments, new PrintStream(full), new PrintStream(err));
    assertThat(status).isEqualTo(ExitStatus.FAILED.code());
    assertThat(complaint())
        .isEqualTo("ERROR: the answer could not be written to standard output\n");
  }

  static Stream<Arguments> mistakes() {
    return Stream.of(
        Arguments.of(List.of("docter"), VERBS + ", got 'docter'"),
        Arguments.of(List.of("a\u001b[31m\nb"), VERBS + ", got 'a?[31m?b'"),
        Arguments.of(List.of("a\u009b31m\u202eb"), VERBS + ", got 'a?31m?b'"),
        Arguments.of(List.of("@file"), VERBS + ", got '@file'"),
        Arguments.of(
            List.of("study", "--results", "", "fan-out"),
            "--results must have a value, got nothing"),
        Arguments.of(List.of("study", ""), "NAME must have a value, got nothing"),
        Arguments.of(List.of("analyze", "a", ""), "FILE must have a value, got nothing"),
        Arguments.of(
            List.of("predict", "--trials", "5", "--shards", "x"),
            "--trials must come without settings of a query: its merges are drawn at random, got '5'"),
        Arguments.of(
            List.of("--strict"),
            "option must be one that 'streambench --help' lists, got '--strict'"),
        Arguments.of(
            List.of("doctor", "--weak"),
            "option must be one that 'streambench doctor --help' lists, got '--weak'"),
        Arguments.of(
            List.of("doctor", "who"),
            "argument must be one that 'streambench doctor --help' lists, got 'who'"),
        Arguments.of(
            List.of("doctor", "--format", "xml"), "--format must be text|json|md, got 'xml'"),
        Arguments.of(List.of("doctor", "--format"), "--format must have a value, got nothing"),
        Arguments.of(List.of("report"), "FOLDER must have a value, got nothing"),
        Arguments.of(
            List.of("study", "--forks", "x", "fan-out"), "--forks must be a whole number, got 'x'"),
        Arguments.of(
            List.of("study", "--quick=maybe", "fan-out"),
            "--quick must be true or false, got 'maybe'"),
        Arguments.of(
            List.of("study", "--set", "x", "fan-out"), "--set must be PARAM=VALUE, got 'x'"));
  }

  @ParameterizedTest
  @MethodSource("mistakes")
  void wrongUseIsOneLineAndStatus2(List<String> arguments, String line) {
    assertThat(run(arguments.toArray(String[]::new))).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(complaint()).isEqualTo(line + System.lineSeparator());
    assertThat(answer()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          analyze --buffer-ratio 0 STALL | --buffer-ratio must be a number between 0 and 1, got '0'
          analyze --silence never STALL | --silence must be 0s or a time like 10s
          analyze --stall-timeout 0 STALL | --stall-timeout must be a positive time like 10s
          analyze --html /nowhere/page.html STALL | --html must be a file that can be written
          analyze none.log STALL | FILE must be a file or folder that can be read, got 'none.log'
          analyze / STALL | FILE must
          compare --threshold 5 FORKS FORKS | --threshold must be a percentage like 5%
          compare --row shards FORKS FORKS | --row must be one of contender
          compare --name one FORKS FORKS | --name must have 2 names, one for each file, got 'one'
          compare --name one,one FORKS FORKS | --name must be different for each contender
          compare --html /nowhere/page.html FORKS FORKS | --html must be a file that can be written
          compare --html same --comment same FORKS FORKS | --comment must be another file
          analyze --html same --png ./same STALL | --png must be another file
          compare --html FORKS FORKS FORKS | --html must be a file that is no part of what is read
          predict | --shards must
          predict --shards 0 | --shards must
          predict --shards 2 --streams-per-session 3 | --shards must
          predict --shards many | --shards must
          predict --shards 4 --nodes 1 --replicas 2 | --replicas must
          predict --streams-per-session 4 --nodes 2 | --nodes must
          predict --streams-per-session 4 --streams-per-connection 2 | --streams-per-connection must
          predict --shards 4 --streams-per-connection 0 | --streams-per-connection must
          predict --shards 4 --concurrent-queries 0 | --concurrent-queries must
          predict --shards 10000 --concurrent-queries 101 | --concurrent-queries must
          predict --shards 4 --stream-window 0 | --stream-window must
          predict --shards 4 --session-window 65534 | --session-window must
          predict --shards 4 --buffer-ratio 1.1 | --buffer-ratio must
          predict --shards 4 --response-bytes 0 | --response-bytes must
          predict --shards 4 --docs 10 | --doc-bytes must
          predict --shards 4 --docs 1.5 --doc-bytes 9 | --docs must
          predict --shards 4 --doc-bytes 10 | --docs must
          predict --streams-per-session 4 --docs 10 --doc-bytes 10 | --docs must
          predict --from nowhere.log | --from must
          predict --zk localhost:2181 | --collection must
          predict --collection books | --collection must
          predict --shards 2 --fields id | --fields must
          predict --zk localhost --collection books | --zk must
          predict --zk localhost:2181 --collection a/b | --collection must
          predict --zk localhost:2181 --collection books --fields * | --fields must
          predict --zk localhost:2181 --collection books --shards 2 | --shards must
          predict --zk localhost:2181 --collection books --nodes 2 | --nodes must
          predict --zk localhost:2181 --collection books --replicas 2 | --replicas must
          predict --zk localhost:2181 --collection books --streams-per-session 2 | --streams-per-session must
          predict --zk localhost:2181 --collection books --response-bytes 9 --docs 9 | --response-bytes must
          predict --zk localhost:2181 --collection books --from nowhere.log | --from must
          predict --trials 0 | --trials must
          """)
  void wrongUseOfAVerbIsOneLineAndNothingIsAnswered(String typed, String line) {
    String[] arguments =
        typed
            .replace("STALL", STALL)
            .replace("FORKS", "docs/results/2026-11-21-aa.json")
            .split(" ");
    assertThat(run(arguments)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(complaint()).startsWith(line).hasLineCount(1);
    assertThat(answer()).isEmpty();
  }

  @Command(name = "broken")
  private static final class Broken implements Callable<Integer> {
    @Mixin private FormatOption format;

    @Override
    public Integer call() throws Exception {
      format.remark("looking");
      throw new NoSuchFileException("a\nfile");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void anErrorIsOneLineAndStatus1AndJsonStaysAlone(String format) {
    int status =
        StreambenchMain.run(
            StreambenchMain.commandLine().addSubcommand(new Broken()),
            new String[] {"broken", "--format", format},
            new PrintStream(out),
            new PrintStream(err));
    assertThat(status).isEqualTo(ExitStatus.FAILED.code());
    assertThat(complaint()).endsWith("ERROR: NoSuchFileException: a file\n");
    assertThat(format.equals("json") ? complaint() : answer()).startsWith("looking\n");
  }

  @Test
  void theJsonOfDoctorIsAloneOnStandardOutput() throws Exception {
    int status = run("doctor", "--strict", "--format", "json");
    assertThat(complaint()).isEmpty();
    JsonNode report = new ObjectMapper().readTree(answer());
    assertThat(report.fieldNames()).toIterable().containsExactly("checks", "environment");
    assertThat(report.get("checks"))
        .isNotEmpty()
        .allSatisfy(
            check ->
                assertThat(check.fieldNames())
                    .toIterable()
                    .containsExactly("name", "status", "found", "advice"));
    assertThat(report.get("environment").has("solr")).isTrue();
    boolean warned =
        StreamSupport.stream(report.get("checks").spliterator(), false)
            .anyMatch(check -> check.get("status").asText().equals("WARN"));
    assertThat(status).isEqualTo((warned ? ExitStatus.FAILED : ExitStatus.SUCCESS).code());
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void doctorTellsNobodyWhoAndWhere(String format) throws Exception {
    assertThat(run("doctor", "--format", format)).isZero();
    assertThat(answer())
        .doesNotContain(System.getProperty("user.home") + "/")
        .doesNotContainPattern("(?<![\\w.-])" + System.getProperty("user.name") + "(?![\\w.-])")
        .doesNotContain("\u001b");
    String host = InetAddress.getLocalHost().getHostName();
    if (!host.equals("localhost")) {
      assertThat(answer()).doesNotContainPattern("\\b" + host + "\\b");
    }
  }

  @Test
  void figuresAreTheSameUnderALocaleWithACommaAndOtherDigits() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      run("doctor");
    } finally {
      Locale.setDefault(before);
    }
    assertThat(answer())
        .containsPattern("disk for data +\\d+\\.\\d GB free at target/streambench/");
  }
}
