package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.cli.ExitStatus;
import io.streambench.cli.StreambenchMain;
import io.streambench.cli.Verb;
import io.streambench.compare.report.Comparisons;
import io.streambench.program.Words;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.openjdk.jmh.runner.BenchmarkList;
import org.openjdk.jmh.runner.format.OutputFormatFactory;
import org.openjdk.jmh.runner.options.VerboseMode;
import picocli.CommandLine;

/**
 * Checks the names on which scripts and other programs rely against the lists in {@code
 * contracts/}. To change a list on purpose, run the test with {@code -Dcontracts.write=true}.
 */
public class ContractsTest {
  private static final String RESOURCES = "src/test/resources/io/streambench/";
  private static final String GOLDEN = RESOURCES + "eventlog/golden/";

  @TempDir Path folder;

  /** Checks that the names are equal to the list of a contract. */
  public static void assertMatchesContract(String contract, Collection<String> actual)
      throws IOException {
    List<String> kept = readContract(contract, actual);
    assertThat(actual).as(contract).containsExactlyElementsOf(kept);
  }

  private static List<String> readContract(String contract, Collection<String> actual)
      throws IOException {
    Path kept = Path.of(RESOURCES, "contracts", contract + ".txt");
    if (Boolean.getBoolean("contracts.write")) {
      Files.createDirectories(kept.getParent());
      Files.write(kept, actual);
    }
    return Files.readAllLines(kept);
  }

  /** Returns the paths of all keys in JSON documents, without their values. */
  public static SortedSet<String> keys(String... documents) throws IOException {
    SortedSet<String> keys = new TreeSet<>();
    for (String document : documents) {
      addKeys(new ObjectMapper().readTree(document), "", keys);
    }
    return keys;
  }

  private static void addKeys(JsonNode node, String path, Set<String> keys) {
    if (node.isArray()) {
      node.forEach(element -> addKeys(element, path + "/*", keys));
    }
    for (Map.Entry<String, JsonNode> field : node.properties()) {
      String key = path + "/" + field.getKey();
      keys.add(key);
      addKeys(field.getValue(), key, keys);
    }
  }

  private static String runAsJson(String commandLine, Object... files) {
    Verb verb = new Verb(Words.of(commandLine, files));
    verb.run("--format", "json");
    return verb.output();
  }

  @Test
  void exitStatusesFollowContract() throws IOException {
    assertMatchesContract(
        "exit-status",
        Arrays.stream(ExitStatus.values()).map(status -> status.code() + " " + status).toList());
  }

  @Test
  void verbsAndOptionsFollowContract() throws IOException {
    SortedSet<String> options = new TreeSet<>();
    StreambenchMain.commandLine()
        .getSubcommands()
        .forEach(
            (verb, command) ->
                Stream.concat(
                        command.getCommandSpec().options().stream()
                            .flatMap(option -> Arrays.stream(option.names())),
                        command.getCommandSpec().positionalParameters().stream()
                            .map(CommandLine.Model.ArgSpec::paramLabel))
                    .forEach(name -> options.add(verb + " " + name)));
    assertMatchesContract("options", options);
  }

  /** A new benchmark with new parameters breaks no contract. */
  @Test
  void benchmarkParametersFollowContract() throws IOException {
    List<String> parameters =
        BenchmarkList.defaultList()
            .find(
                OutputFormatFactory.createFormatInstance(
                    new PrintStream(OutputStream.nullOutputStream()), VerboseMode.SILENT),
                List.of(".*"),
                List.of())
            .stream()
            .map(
                benchmark ->
                    benchmark.getUsername().replaceFirst(".*\\.bench\\.", "")
                        + ": "
                        + String.join(
                            " ", new TreeSet<>(benchmark.getParams().orElse(Map.of()).keySet())))
            .distinct()
            .sorted()
            .toList();
    assertThat(parameters).containsAll(readContract("parameters", parameters));
  }

  /** Analyzes a log, a recording, a run's folder and two thread dumps. */
  @Test
  void analyzeKeysFollowContract() throws IOException {
    String dumps = RESOURCES + "threads/golden/";
    assertMatchesContract(
        "analyze",
        keys(
            runAsJson("analyze " + GOLDEN + "jetty12-stall.log.gz"),
            runAsJson("analyze " + GOLDEN + "jetty10-stall.jfr.gz"),
            runAsJson("analyze flow-control-logs/example-12-shards"),
            runAsJson("analyze " + dumps + "stall-one.txt.gz " + dumps + "stall-two.txt.gz")));
  }

  @Test
  void predictKeysFollowContract() throws IOException {
    assertMatchesContract(
        "predict",
        keys(
            runAsJson("predict --shards 12 --nodes 2 --replicas 2 --docs 10000 --doc-bytes 10274"),
            runAsJson("predict --shards 24"),
            runAsJson("predict --from " + GOLDEN + "jetty12-stall.log.gz")));
  }

  @Test
  void compareAndOutcomeKeysFollowContract() throws IOException {
    List<Path> files = Comparisons.writeFiles(folder);
    assertMatchesContract("compare", keys(runAsJson("compare %s %s", files.get(0), files.get(1))));
    assertMatchesContract(
        "outcomes", keys(Files.readString(folder.resolve("after.outcomes.json"))));
  }
}
