package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.compare.cells.Cell;
import io.streambench.compare.study.Benchmarks;
import io.streambench.program.Words;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/**
 * Tests wrong use of the main job. It prints one line and returns status 2 before anything starts.
 */
class BenchmarksMainTest {
  @TempDir Path folder;

  private final ByteArrayOutputStream err = new ByteArrayOutputStream();

  private ExitStatus run(String... arguments) {
    return BenchmarksMain.run(arguments, new PrintStream(err, true, StandardCharsets.UTF_8));
  }

  private String errorOutput() {
    return err.toString(StandardCharsets.UTF_8);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -p docCount=0 | docCount must be a whole number from 1
          -p numShards=1,12,0 | got '0'
          -p shards=12 | parameter -p must be one of
          -p numShard=12 | got 'numShard' (did you mean numShards?)
          -p cluster=proces | got 'proces' (did you mean process?)
          -p recording=defualt | got 'defualt' (did you mean default?)
          -p flowControl=bufering | got 'bufering' (did you mean buffering?)
          -p xyzzy=12 | , numShards,
          -p nonsense | -p must be as ./jmh.sh -h lists it
          -p nonsense | got 'nonsense'
          -p =3 | parameter -p must be one of
          -p docCount=5,5 | docCount must have each value once, got '5,5'
          -p docCount=5, | docCount must have a value after each comma, got '5,'
          -r 0 | -r must be longer than 0, got '0'
          -w 0ms | -w must be longer than 0, got '0'
          -to 0 | -to must be longer than 0, got '0'
          -foe maybe | -foe must be true or false, got 'maybe'
          -gc 1 | -gc must be true or false, got '1'
          -si yes | -si must be true or false, got 'yes'
          -wmb NoSuch | -wmb must be one that -l lists, got 'NoSuch'
          -p useHttp1=true -p useHttp1=TRUE | useHttp1 must have each value once, got 'true,true'
          -p solr=11 | solr must be 9.8, 9 or 10
          -p client=jdk | client must be jetty with solr=9
          -p nodeSolr=10 -p zkHost=x:1 | nodeSolr must be left out
          -jvmArgs -Dstreambench.stallTimeout=0 | stallTimeout must be
          -jvmArgs -Dstreambench.logs= | streambench.logs must name a folder
          -Dstreambench.stallTimeout=5s | a -D goes behind -jvmArgs
          -docCount=5 | option must be as ./jmh.sh -h lists it (d is not a recognized option
          -docCount=5 | got '-docCount=5'
          -f many | -f must be as ./jmh.sh -h lists it (Cannot parse argument 'many' of option f)
          -tu day | -tu must be as ./jmh.sh -h lists it (Unknown time unit: day), got 'day'
          -v loud | -v must be as ./jmh.sh -h lists it (there is no LOUD), got 'loud'
          -f 0 -p solr=10 | -f must be at least 1 with solr=10
          -prof nosuch | -prof must be a profiler that works here (none of -lprof), got 'nosuch'
          -prof gc:nosuch=1 | not a recognized option), got 'gc:nosuch=1'
          -prof nosuch:help | -prof must be a profiler that works here (none of -lprof)
          -bm nonsense | benchmark mode
          -o /no/such/folder/out.txt | -o must be a file that can be written (there is no folder /no
          -o /dev/null -p docCount=0 | docCount must be a whole number from 1
          -o /dev/stdout | -o must be a file that can be written (it is a device
          -o /dev | -o must be a file that can be written (it is a folder)
          [ | benchmark must be a regular expression (Unclosed character class), got '['
          -e stream | -e must leave a benchmark of 'StreamingSearch', got 'stream'
          NOTHING | benchmark must be one that -l lists, got nothing
          NoSuchBenchmark | benchmark must be one that -l lists
          --no-such-option | no-such-option
          """)
  void rejectsWrongArgumentsInOneLine(String commandLine, String expected) throws Exception {
    Path results = Files.writeString(folder.resolve("results.json"), "earlier results");
    String[] all =
        Stream.of(Words.of(commandLine + " -rf json -rff %s StreamingSearch", results))
            .map(word -> word.equals("NOTHING") ? "" : word)
            .toArray(String[]::new);
    assertThat(run(all)).isEqualTo(ExitStatus.WRONG_USE);
    assertThat(errorOutput()).contains(expected).hasLineCount(1);
    assertThat(results).hasContent("earlier results");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          -t 2 IndexRecovery | -t must be 1
          -tg 2 IndexRecovery | -t must be 1
          -tg 3,1 LogReading | -tg must have a number for each method of a group
          -jvmArgs -Xmx LogReading | -jvmArgs must be what the forks' JVM starts with (Invalid max
          -jvmArgs -XX:+NoSuchFlag LogReading | (Unrecognized VM option 'NoSuchFlag'), got '-Xmx
          -jvmArgsAppend -Xms1g LogReading | (Initial heap size set to a larger value than the max
          -jvmArgsPrepend -notAnOption LogReading | (Unrecognized option: -notAnOption)
          -jvmArgs Xmx1g LogReading | main class Xmx1g
          -p useHttp1=true -p | -p must be as ./jmh.sh -h lists it (Option p requires an argument)
          -rff /dev/stdout StreamingSearch | -rff must be a file that can be written (it is a device
          -bm all Operations.lookup | requests must be a number with -bm ss
          """)
  void rejectsArgumentsThatForkWouldReject(String commandLine, String expected) {
    assertThat(run(commandLine.split(" "))).isEqualTo(ExitStatus.WRONG_USE);
    assertThat(errorOutput()).contains(expected).hasLineCount(1);
  }

  /** Covers JVM arguments that might wait for a debugger, write a file or contain a secret. */
  @Test
  void doesNotTryUnsafeForkArguments() {
    String arguments =
        "-jvmArgs -agentlib:jdwp=nonsense -jvmArgs -Xlog:nonsense -jvmArgs -Dpassword=x -p docCount=0"
            + " StreamingSearch";
    assertThat(run(arguments.split(" "))).isEqualTo(ExitStatus.WRONG_USE);
    assertThat(errorOutput()).contains("docCount must be").hasLineCount(1);
  }

  @ParameterizedTest
  @CsvSource({"-r 0 -w 0 UpdateRequests", "-wi 0 -w 0 LogReading"})
  void acceptsZeroForUnusedTimes(String commandLine) {
    assertThat(
            BenchmarksMain.checkArguments(
                "--run", List.of(commandLine.split(" ")), all -> {}, warning -> {}))
        .isNotEmpty();
  }

  /** JMH runs whole groups, so the number of threads is a multiple of the group size. */
  @ParameterizedTest
  @CsvSource({"-tg 4, 4", "-t 6 -tg 4, 8", "-t 3, 3"})
  void cellsHaveSameThreadCountAsJmh(String options, String expectedThreads) {
    List<Cell> cells =
        BenchmarksMain.checkArguments(
            "--run", List.of((options + " LogReading").split(" ")), all -> {}, warning -> {});
    assertThat(cells)
        .extracting(cell -> cell.params().get(Cell.THREADS_PARAMETER))
        .containsOnly(expectedThreads);
  }

  @Test
  void keepsEarlierOutputIfAnotherSettingIsWrong() throws Exception {
    Path output = Files.writeString(folder.resolve("out.txt"), "earlier output");
    assertThat(run("-o", output.toString(), "-prof", "nosuch", "StreamingSearch"))
        .isEqualTo(ExitStatus.WRONG_USE);
    assertThat(run("-o", output.toString(), "-rff", "/no/such/folder/r.csv", "StreamingSearch"))
        .isEqualTo(ExitStatus.WRONG_USE);
    assertThat(output).hasContent("earlier output");
  }

  @Test
  void rejectsOldJdkForForks() throws Exception {
    Path java =
        Files.writeString(
            folder.resolve("java"), "#!/bin/sh\necho 'openjdk version \"11.0.2\"' >&2\n");
    assertThat(java.toFile().setExecutable(true)).isTrue();
    assertThat(run("-jvm", java.toString(), "StreamingSearch")).isEqualTo(ExitStatus.WRONG_USE);
    assertThat(errorOutput()).contains("JDK (-jvm) must be 17 or later, got '11'").hasLineCount(1);
  }

  @Test
  void measuresNothingWithoutArguments() {
    assertThat(run()).isEqualTo(ExitStatus.WRONG_USE);
    assertThat(errorOutput()).hasLineCount(1);
  }

  @Test
  void helpDescribesBenchmarksAndParameters() {
    SortedSet<BenchmarkListEntry> all = Benchmarks.find(List.of(), List.of());
    RunHelp help = new RunHelp(all);
    assertThat(all)
        .allSatisfy(
            one -> {
              String name = one.getUsername().replace("io.streambench.bench.", "");
              assertThat(help.benchmarkHelp()).containsPattern(Pattern.quote(name) + " +[a-z]");
              one.getParams()
                  .orElse(Map.of())
                  .forEach(
                      (parameter, defaults) ->
                          assertThat(help.parameterHelp()).contains(parameter + "=" + defaults[0]));
            });
  }

  @Test
  void printsHelpOfProfiler() {
    assertThat(run("-prof", "gc:help", "StreamingSearch")).isEqualTo(ExitStatus.SUCCESS);
    assertThat(errorOutput()).isEmpty();
  }

  @Test
  void listsWithoutRunningBenchmarks() {
    assertThat(run("-l")).isEqualTo(ExitStatus.SUCCESS);
    assertThat(run("-lp", "StreamingSearch")).isEqualTo(ExitStatus.SUCCESS);
    assertThat(errorOutput()).isEmpty();
  }
}
