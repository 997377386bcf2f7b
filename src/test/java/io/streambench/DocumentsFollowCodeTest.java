package io.streambench;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.BenchmarkParameters;
import io.streambench.compare.study.Benchmarks;
import io.streambench.compare.study.Study;
import io.streambench.flow.window.FlowControlKind;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.openjdk.jmh.runner.BenchmarkListEntry;

/** Checks that the documentation mentions everything that was added to the code. */
class DocumentsFollowCodeTest {
  private static final String STREAMING = "StreamingSearch";

  static Stream<String> studies() {
    return Study.all().stream().map(Study::name);
  }

  static Stream<String> strategies() {
    return Arrays.stream(FlowControlKind.values()).map(FlowControlKind::toString);
  }

  /** Returns whether a table has a row whose first cell contains the name. */
  private static boolean hasRow(String page, String name) throws IOException {
    return Files.readString(Path.of(page))
        .lines()
        .anyMatch(line -> line.matches("\\| [^|]*`" + name + "`[^|]*\\|.*"));
  }

  /** Returns the default values of each parameter, by parameter and benchmark class. */
  private static Map<String, Map<String, List<String>>> declaredDefaults() {
    Map<String, Map<String, List<String>>> all = new TreeMap<>();
    for (BenchmarkListEntry one : Benchmarks.find(List.of(), List.of())) {
      String type = one.getUserClassQName().replaceFirst(".*\\.", "");
      one.getParams()
          .orElse(Map.of())
          .forEach(
              (name, values) ->
                  all.computeIfAbsent(name, key -> new TreeMap<>()).put(type, List.of(values)));
    }
    return all;
  }

  /**
   * Checks parameters that several benchmarks share. CONTRIBUTING.md explains that other parameters
   * need not be listed.
   */
  @Test
  void sharedParametersAreListed() {
    declaredDefaults()
        .forEach(
            (name, benchmarks) -> {
              if (benchmarks.size() > 1 || benchmarks.containsKey(STREAMING)) {
                assertThat(BenchmarkParameters.findByName(name)).as(name).isPresent();
              }
            });
  }

  @Test
  void streamingSearchHasListedDefaults() {
    Map<String, Map<String, List<String>>> declared = declaredDefaults();
    assertThat(BenchmarkParameters.all())
        .filteredOn(one -> declared.get(one.name()).containsKey(STREAMING))
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(declared.get(one.name()).get(STREAMING))
                    .as(one.name())
                    .startsWith(one.defaultValue()));
  }

  @Test
  void benchmarkDefaultsAreAccepted() {
    Map<String, Map<String, List<String>>> declared = declaredDefaults();
    assertThat(BenchmarkParameters.all())
        .isNotEmpty()
        .allSatisfy(
            one ->
                assertThat(declared.get(one.name()).values())
                    .as(one.name())
                    .allSatisfy(values -> assertThat(values).allMatch(one::accepts)));
  }

  private static String createTable(
      String headerRow,
      Predicate<Map<String, List<String>>> filter,
      Function<String, String> secondCell) {
    Map<String, Map<String, List<String>>> declared = declaredDefaults();
    return BenchmarkParameters.all().stream()
        .filter(one -> filter.test(declared.get(one.name())))
        .map(
            one ->
                Stream.of(
                        "`" + one.name() + "`",
                        secondCell.apply(one.name()),
                        one.meaning()
                            + (one.type().range().isEmpty() ? "" : ": " + one.type().range()))
                    .collect(Collectors.joining(" | ", "| ", " |\n")))
        .collect(Collectors.joining("", headerRow + "\n|---|---|---|\n", ""));
  }

  @Test
  void settingsPageListsAllParameters() throws IOException {
    Map<String, Map<String, List<String>>> declared = declaredDefaults();
    String all =
        createTable(
            "| parameter | default | meaning |",
            benchmarks -> benchmarks.containsKey(STREAMING),
            name -> "`" + String.join(",", declared.get(name).get(STREAMING)) + "`");
    String others =
        createTable(
            "| parameter | of | meaning |",
            benchmarks -> !benchmarks.containsKey(STREAMING),
            name -> "`" + String.join("`, `", declared.get(name).keySet()) + "`");
    Path page = Path.of("docs/settings.md");
    if (Boolean.getBoolean("settings.write")) {
      String written = Files.readString(page);
      written = replaceTable(written, "| parameter | default |", all);
      Files.writeString(page, replaceTable(written, "| parameter | of |", others));
    }
    assertThat(Files.readString(page))
        .contains("\n\n" + all + "\n")
        .contains("\n\n" + others + "\n");
  }

  /** Replaces the table that begins with the given header row. */
  private static String replaceTable(String page, String headerRow, String table) {
    int begin = page.indexOf(headerRow);
    int end = page.indexOf("\n\n", begin) + 1;
    return page.substring(0, begin) + table + page.substring(end);
  }

  @ParameterizedTest
  @MethodSource("studies")
  void studiesPageListsEveryStudy(String name) throws IOException {
    assertThat(hasRow("docs/studies.md", name)).isTrue();
  }

  @ParameterizedTest
  @MethodSource("strategies")
  void everyStrategyIsDescribedWithItsPrice(String name) throws IOException {
    assertThat(Files.readString(Path.of("docs/flow-control.md")))
        .containsPattern("- \\*\\*`" + name + "`\\*\\*(?s:(?!- \\*\\*).)*\\*Price:\\*");
  }

  /** Operators look for the name of the tool that made the dump. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "jstack",
        "jcmd",
        "kill -3",
        "javacore",
        "/admin/info/threads",
        "Arthas",
        "VisualVM",
        "actuator"
      })
  void supportedThreadDumpToolsAreNamed(String tool) throws IOException {
    String pages =
        Files.readString(Path.of("docs/hang.md")) + Files.readString(Path.of("docs/attach.md"));
    assertThat(pages).contains(tool);
  }

  /** A frozen node accepts connections but never responds. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "docs/hang.md",
        "docs/http1.md",
        "docs/repair.md",
        "src/main/resources/io/streambench/diagnose/report/advice.properties"
      })
  void curlCommandsHaveTimeouts(String page) throws IOException {
    String text = Files.readString(Path.of(page)).replace("curl $C", "curl -m C");
    List<String> commands =
        Pattern.compile("(?:curl|; C=\")[^;`\n]*?(?:/admin/|\")")
            .matcher(text)
            .results()
            .map(MatchResult::group)
            .toList();
    assertThat(commands).isNotEmpty().allMatch(command -> command.contains(" -m "));
  }

  /** A pattern for a renamed package would exclude no test, and nothing would fail. */
  @Test
  void ciExclusionPatternsMatchTests() throws IOException {
    Path tests = Path.of("src/test/java/io/streambench");
    Matcher patterns =
        Pattern.compile("computing='([^']+)'").matcher(Files.readString(Path.of(".ci/run")));
    assertThat(patterns.find()).isTrue();
    try (Stream<Path> files = Files.walk(tests)) {
      List<Path> names =
          files
              .filter(file -> file.toString().endsWith("Test.java"))
              .map(file -> Path.of(tests.relativize(file).toString().replace(".java", "")))
              .toList();
      assertThat(patterns.group(1).split("\\s+"))
          .hasSizeGreaterThan(1)
          .allSatisfy(
              pattern ->
                  assertThat(names)
                      .as(pattern)
                      .anyMatch(tests.getFileSystem().getPathMatcher("glob:" + pattern)::matches));
    }
  }
}
