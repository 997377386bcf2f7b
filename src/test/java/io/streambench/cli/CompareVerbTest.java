package io.streambench.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.comparison.Comparisons;
import io.streambench.results.JmhJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CompareVerbTest {
  private static final int SUCCESS = 0;
  private static final int FAILED = 1;

  private final Verb verb = new Verb("compare");
  @TempDir Path folder;
  private String before;
  private String after;

  @BeforeEach
  void files() throws IOException {
    before = Comparisons.files(folder).get(0).toString();
    after = Comparisons.files(folder).get(1).toString();
  }

  @ParameterizedTest
  @ValueSource(strings = {"text", "json", "md"})
  void aRegressionFailsOnlyWhereThatWasAskedFor(String format) {
    assertThat(verb.run("--format", format, before, after)).isEqualTo(SUCCESS);
    assertThat(verb.run("--format", format, "--fail-on-regression", before, after))
        .isEqualTo(FAILED);
    assertThat(verb.run("--format", format, "--fail-on-regression", before, before))
        .isEqualTo(SUCCESS);
    assertThat(verb.complaint()).isEmpty();
  }

  @Test
  void aCommentHasWhatDiffersAndWhatCannotBeToldAndNothingElse() throws IOException {
    Path comment = folder.resolve("comment.md");
    assertThat(verb.run("--comment", comment.toString(), before, after)).isEqualTo(SUCCESS);
    assertThat(comment)
        .content()
        .contains("1 slower", "20 % slower", "STALLED", "numShards=6, useHttp1=false of after.json")
        .doesNotContain("no evidence of a difference;");
    assertThat(verb.run("--comment", comment.toString(), before, before)).isEqualTo(SUCCESS);
    assertThat(comment).isEmptyFile();
    assertThat(verb.answer()).contains("comment: " + comment + " (empty)");
  }

  @Test
  void aPageAndASeriesForOtavaAreWrittenBesideTheAnswer() throws IOException {
    Path series = folder.resolve("series.csv");
    Path html = folder.resolve("page.html");
    assertThat(verb.run("--otava", series.toString(), "--html", html.toString(), before, after))
        .isEqualTo(SUCCESS);
    assertThat(html).isNotEmptyFile();
    assertThat(series).content().hasLineCount(3);
    assertThat(folder.resolve("series.csv.yaml")).content().contains("type: csv");
    assertThat(verb.complaint()).contains("not in the series").contains("numShards=12");
  }

  private String file(String name, double... forks) throws IOException {
    return new JmhJson()
        .stream(Map.of("numShards", "3"), JmhJson.forks(forks))
            .writeTo(folder.resolve(name + ".json"))
            .toString();
  }

  private void fails(String reason, String baseline, String contender) {
    assertThat(verb.run("--fail-on-regression", baseline, contender)).isEqualTo(FAILED);
    assertThat(verb.complaint()).contains("undecided: ").contains(reason);
    assertThat(verb.run("--fail-on-regression", "--allow-undecided", baseline, contender))
        .isEqualTo(SUCCESS);
    assertThat(verb.run(baseline, contender)).isEqualTo(SUCCESS);
  }

  @Test
  void whatCannotBeToldDoesNotPassForNoRegression() throws IOException {
    String ten = file("ten", 3, 3.1, 3.2, 3.3, 3, 3.1, 3.2, 3.3, 3.1, 3.2);
    fails(
        "of zeros.json: not comparable: without a usable score in 5 of 10 forks",
        ten,
        file("zeros", 3, 3.1, 3.2, 3.3, 3, 0, 0, 0, 0, 0));
    fails(
        "of half.json: too few forks, each side needs 5",
        file("three", 3, 3.1, 3.2),
        file("half", 1.5, 1.55, 1.6));
  }

  @Test
  void aCellThatIsMissingDoesNotPassForNoRegression() throws IOException {
    String two =
        new JmhJson()
            .stream(Map.of("numShards", "3"), JmhJson.forks(3, 3.1, 3.2, 3.3)).stream(
                    Map.of("numShards", "6"), JmhJson.forks(2, 2.1, 2.2, 2.3))
                .writeTo(folder.resolve("two.json"))
                .toString();
    fails("numShards=6 of one.json: not measured", two, file("one", 3, 3.1, 3.2, 3.3));
    assertThat(verb.run("--fail-on-regression", file("one", 3, 3.1, 3.2, 3.3), two))
        .as("nothing was lost")
        .isEqualTo(SUCCESS);
  }

  private String allocating(String name, double... bytes) throws IOException {
    return new JmhJson()
        .stream(Map.of("numShards", "3"), JmhJson.forks(3, 3, 3.1, 3.1))
            .with(
                "secondaryMetrics",
                Map.of(
                    "gc.alloc.rate.norm",
                    Map.of("scoreUnit", "B/op", "rawData", JmhJson.forks(bytes))))
            .writeTo(folder.resolve(name + ".json"))
            .toString();
  }

  @Test
  void whatAProfilerMeasuredIsMentionedAndJudgedWhenAskedFor() throws IOException {
    String little = allocating("little", 100, 101, 102, 103);
    String much = allocating("much", 1000, 1010, 1020, 1030);
    assertThat(verb.run("--fail-on-regression", little, much)).isEqualTo(SUCCESS);
    assertThat(verb.answer())
        .contains("not judged here (judge one with --metric NAME): gc.alloc.rate.norm");
    assertThat(verb.run("--metric", "gc.alloc.rate.norm", "--fail-on-regression", little, much))
        .isEqualTo(FAILED);
    assertThat(verb.answer())
        .contains("StreamingSearch.stream:gc.alloc.rate.norm, thrpt in B/op", "10.0 times as much")
        .doesNotContain("not judged here");
    String once = allocating("once", 0, 101, 102, 103);
    assertThat(verb.run("--metric", "gc.alloc.rate.norm", "--fail-on-regression", little, once))
        .isEqualTo(FAILED);
    assertThat(verb.answer()).contains("without a usable score in 1 of 4 forks");
    assertThat(verb.run("--metric", "gc.count", little, much))
        .isEqualTo(ExitStatus.WRONG_USE.code());
    assertThat(verb.complaint())
        .isEqualTo(
            "--metric must be one that little.json has: gc.alloc.rate.norm, got 'gc.count'\n");
  }

  private void stalled(String name) throws IOException {
    Files.writeString(folder.resolve(name + ".json"), "[]");
    Files.writeString(
        folder.resolve(name + ".outcomes.json"),
        """
        {"outcomes": [{"benchmark": "StreamingSearch.stream", "mode": "thrpt",
          "params": {"numShards": "3"}, "round": 1, "outcome": "STALLED"}]}
        """);
  }

  @Test
  void aStallOnBothSidesIsNoPass() throws IOException {
    stalled("one");
    stalled("other");
    fails(
        "STALLED, and the baseline has no result to compare it with",
        folder.resolve("one.json").toString(),
        folder.resolve("other.json").toString());
  }

  @Test
  void theThresholdAndTheAxesAreAsTyped() {
    assertThat(verb.run("--threshold", "20%", before, after)).isEqualTo(SUCCESS);
    assertThat(verb.answer()).contains("within 20 %");
    assertThat(verb.run("--row", "numShards", "--col", "useHttp1", before, after))
        .isEqualTo(SUCCESS);
    assertThat(verb.answer()).contains("numShards \\ useHttp1");
  }

  @Test
  void warningsAreOnStandardErrorAndInJson() throws IOException {
    String other =
        new JmhJson()
            .stream(
                    Map.of("numShards", "3", "useHttp1", "true", "nodeCount", "2"),
                    JmhJson.forks(3, 3.1, 3.2, 3.3))
                .with("jdkVersion", "21.0.1")
                .writeTo(folder.resolve("other.json"))
                .toString();
    verb.run(before, other);
    assertThat(verb.complaint())
        .isEqualTo("warning: JDK differs: 17.0.12 in before.json, 21.0.1 in other.json\n");
    assertThat(verb.json(SUCCESS, before, other).get("warnings")).hasSize(1);
    assertThat(verb.complaint()).isEmpty();
  }
}
