package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.InetAddress;
import java.nio.file.NoSuchFileException;
import java.util.Locale;
import java.util.ResourceBundle;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

class StreambenchMainTest {
  private final Verb verb = new Verb();

  private static final String STALL =
      "src/test/resources/io/streambench/eventlog/golden/jetty12-stall.log.gz";

  private static final String VERBS =
      "verb must be one of diagnose, attach, release, analyze, predict, compare, evidence, study,"
          + " report, doctor, join, versions";

  @ParameterizedTest
  @ValueSource(strings = {"--help", "-h"})
  void helpListsVerbs(String help) {
    assertThat(verb.run(help)).isZero();
    assertThat(verb.output())
        .contains("Usage: streambench", "Exit status")
        .containsPattern("analyze +Diagnoses")
        .containsPattern("doctor +Shows what");
    assertThat(verb.errorOutput()).isEmpty();
  }

  /**
   * Picocli formats each sentence; with an unescaped percent sign it prints a warning and the raw
   * text.
   */
  @Test
  void helpSentencesAreValidFormats() {
    ResourceBundle help = ResourceBundle.getBundle("io.streambench.cli.help");
    assertThat(help.keySet())
        .isNotEmpty()
        .allSatisfy(
            key ->
                assertThatCode(() -> help.getString(key).formatted())
                    .as(key)
                    .doesNotThrowAnyException());
  }

  @Test
  void printsHelpWithoutVerbAndReturnsWrongUse() {
    assertThat(verb.run()).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.output()).contains("Usage: streambench").containsPattern("analyze +Diagnoses");
    assertThat(verb.errorOutput()).isEqualTo(VERBS + ", got nothing" + System.lineSeparator());
  }

  @Test
  void versionNamesMeasuredSoftware() {
    assertThat(verb.run("--version")).isZero();
    assertThat(verb.output()).contains("streambench ", "Solr 9.", "Jetty 10.", "JDK ");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          docter | VERB, got 'docter' (did you mean doctor?)
          a\u001b[31m~b | VERB, got 'a?[31m?b'
          a\u009b31m\u202eb | VERB, got 'a?31m?b'
          @file | VERB, got '@file'
          study --results NOTHING fan-out | --results must have a value, got nothing
          study NOTHING | NAME must have a value, got nothing
          analyze a NOTHING | FILE must have a value, got nothing
          --strict | option must be one that 'streambench --help' lists, got '--strict'
          doctor --weak | option must be one that 'streambench doctor --help' lists, got '--weak'
          doctor who | argument must be one that 'streambench doctor --help' lists, got 'who'
          doctor --format xml | '--format must be text|json|md, got ''xml'''
          doctor --format | --format must have a value, got nothing
          report | FOLDER must have a value, got nothing
          report --fromat md | option must be one that 'streambench report --help' lists, got '--fromat' (did you mean --format?)
          study --forks x fan-out | --forks must be a whole number from 1 to 100, got 'x'
          study --quick=maybe fan-out | --quick must be true or false, got 'maybe'
          study --set x fan-out | --set must be PARAM=VALUE, got 'x'
          """)
  void reportsWrongUseInOneLine(String commandLine, String expectedLine) {
    String[] arguments =
        Stream.of(commandLine.replace('~', '\n').split(" "))
            .map(word -> word.equals("NOTHING") ? "" : word)
            .toArray(String[]::new);
    assertThat(verb.run(arguments)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput())
        .isEqualTo(expectedLine.replace("VERB", VERBS) + System.lineSeparator());
    assertThat(verb.output()).isEmpty();
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
          compare --name ,two FORKS FORKS | --name must be different for each contender, and not empty
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
          versions --solrj 8.11.4 | --solrj must be a version like 9.8.0
          """)
  void reportsWrongUseOfVerbInOneLine(String commandLine, String expectedLine) {
    String[] arguments =
        commandLine
            .replace("STALL", STALL)
            .replace("FORKS", "docs/results/2026-11-21-aa.json")
            .split(" ");
    assertThat(verb.run(arguments)).isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.errorOutput()).startsWith(expectedLine).hasLineCount(1);
    assertThat(verb.output()).isEmpty();
  }

  @Command(name = "broken")
  private static final class Broken implements Callable<Integer> {
    @Mixin private FormatOption format;

    @Override
    public Integer call() throws Exception {
      format.printNote("looking");
      throw new NoSuchFileException("a\nfile");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json"})
  void reportsErrorInOneLineAndKeepsJsonClean(String format) {
    Verb broken = new Verb(() -> StreambenchMain.commandLine().addSubcommand(new Broken()));
    assertThat(broken.run("broken", "--format", format)).isEqualTo(ExitStatus.FAILED.code());
    assertThat(broken.errorOutput()).endsWith("ERROR: NoSuchFileException: a file\n");
    assertThat(format.equals("json") ? broken.errorOutput() : broken.output())
        .startsWith("looking\n");
  }

  @Test
  void doctorPrintsOnlyJsonToStandardOutput() throws Exception {
    int status = verb.run("doctor", "--strict", "--format", "json");
    assertThat(verb.errorOutput()).isEmpty();
    JsonNode report = new ObjectMapper().readTree(verb.output());
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
  void doctorRevealsNoUserOrHost(String format) throws Exception {
    assertThat(verb.run("doctor", "--format", format)).isZero();
    assertThat(verb.output())
        .doesNotContain(System.getProperty("user.home") + "/")
        .doesNotContainPattern("(?<![\\w.-])" + System.getProperty("user.name") + "(?![\\w.-])")
        .doesNotContain("\u001b");
    String host = InetAddress.getLocalHost().getHostName();
    if (!host.equals("localhost")) {
      assertThat(verb.output()).doesNotContainPattern("\\b" + host + "\\b");
    }
  }

  @Test
  void figuresDoNotDependOnLocale() {
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("ar-EG-u-nu-arab"));
      verb.run("doctor");
    } finally {
      Locale.setDefault(before);
    }
    assertThat(verb.output())
        .containsPattern("disk for data +\\d+\\.\\d GB free at target/streambench/");
  }
}
