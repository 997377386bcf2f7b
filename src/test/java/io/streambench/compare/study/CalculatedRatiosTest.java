package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.Interval;
import io.streambench.compare.cells.RawResults;
import io.streambench.compare.statistics.LogRatio;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Recalculates every ratio in {@code docs/results/calculated.md} from the packed forks. */
class CalculatedRatiosTest {
  private static final Path RESULTS = Path.of("docs/results");
  private static final Pattern ROW =
      Pattern.compile("\\| (.*\\]\\(.*) \\| (`.*`) \\| (\\d+) \\| (.*) \\|");
  private static final Pattern STUDY = Pattern.compile("\\]\\(([^)]+)/report\\.md\\)");
  private static final Pattern CELL = Pattern.compile("`([^`]+)`");
  private static final Pattern RATIO =
      Pattern.compile("([a-z][a-z0-9-]*) ([\\d.]+) \\(([\\d.]+)–([\\d.]+)\\)");
  private static final int MAX_ROUNDS = 9;

  private static final Pattern AVERAGE =
      Pattern.compile(
          "\\| (.*\\]\\(.*) \\| (\\d+) \\| (\\d+) \\| (`.*) \\| ([\\d.]+) \\(([\\d.]+)–([\\d.]+)\\) \\|");
  private static final Pattern CONTENDER_PAIRS =
      Pattern.compile("`([^`]+)` / `([^`]+)`(?:: ([^;]+))?");

  /** A ratio in a row: one contender compared with one cell, or with several pooled cells. */
  record DocumentedRatio(
      List<String> studies,
      List<String> cells,
      int comparisonCount,
      String contenderPrefix,
      String ratio,
      String low,
      String high) {}

  static List<DocumentedRatio> ratios() throws IOException {
    List<DocumentedRatio> all = new ArrayList<>();
    for (String line : Files.readAllLines(RESULTS.resolve("calculated.md"))) {
      for (MatchResult row : ROW.matcher(line).results().toList()) {
        for (MatchResult ratio : RATIO.matcher(row.group(4)).results().toList()) {
          all.add(
              new DocumentedRatio(
                  findAll(STUDY, row.group(1)),
                  findAll(CELL, row.group(2)),
                  Integer.parseInt(row.group(3)),
                  ratio.group(1),
                  ratio.group(2),
                  ratio.group(3),
                  ratio.group(4)));
        }
      }
    }
    return all;
  }

  private static List<String> findAll(Pattern pattern, String text) {
    return pattern.matcher(text).results().map(match -> match.group(1)).toList();
  }

  @ParameterizedTest
  @MethodSource("ratios")
  void ratioFollowsFromForks(DocumentedRatio shown) throws IOException {
    assertRatio(
        logRatios(shown), shown.comparisonCount(), shown.ratio(), shown.low(), shown.high());
  }

  static List<MatchResult> averages() throws IOException {
    return AVERAGE.matcher(Files.readString(RESULTS.resolve("calculated.md"))).results().toList();
  }

  @Test
  void readsEveryRowOfAverages() throws IOException {
    String table = Files.readString(RESULTS.resolve("calculated.md")).split("## Averages")[1];
    assertThat(averages()).hasSize((int) table.lines().filter(row -> row.contains("](")).count());
  }

  @ParameterizedTest
  @MethodSource("averages")
  void averageCountsEachRoundOnce(MatchResult row) throws IOException {
    List<Double> rounds = new ArrayList<>();
    for (String study : findAll(STUDY, row.group(1))) {
      try (RawResults raw = RawResults.of(RESULTS.resolve(study))) {
        for (int round = Integer.parseInt(row.group(2)); round <= MAX_ROUNDS; round++) {
          logRatios(raw, row.group(4), round).average().ifPresent(rounds::add);
        }
      }
    }
    double[] logs = rounds.stream().mapToDouble(Double::doubleValue).toArray();
    int comparisonCount = Integer.parseInt(row.group(3));
    assertRatio(logs, comparisonCount, row.group(5), row.group(6), row.group(7));
  }

  private static DoubleStream logRatios(RawResults raw, String cells, int round)
      throws IOException {
    DoubleStream.Builder logs = DoubleStream.builder();
    for (MatchResult pair : CONTENDER_PAIRS.matcher(cells).results().toList()) {
      String places = pair.group(3);
      for (String place :
          places == null ? List.of("") : List.of(("-" + places.replace(", ", ",-")).split(","))) {
        Path one = forkFile(raw, pair.group(2) + place, round);
        Path other = forkFile(raw, pair.group(1) + place, round);
        if (Files.exists(one) && Files.exists(other)) {
          logs.add(Math.log(readScore(other) / readScore(one)));
        }
      }
    }
    return logs.build();
  }

  private static void assertRatio(
      double[] logs, int comparisonCount, String ratio, String low, String high) {
    LogRatio forks = LogRatio.of(logs);
    Interval interval = forks.interval(0.05 / comparisonCount);
    assertThat(roundLike(forks.ratio(), ratio)).isEqualTo(ratio);
    assertThat(roundLike(interval.low(), low)).isEqualTo(low);
    assertThat(roundLike(interval.high(), high)).isEqualTo(high);
  }

  private static double[] logRatios(DocumentedRatio shown) throws IOException {
    List<Double> logs = new ArrayList<>();
    for (String study : shown.studies()) {
      try (RawResults raw = RawResults.of(RESULTS.resolve(study))) {
        for (String cell : shown.cells()) {
          String contender = shown.contenderPrefix() + cell.substring(cell.indexOf('-'));
          for (int round = 1; round <= MAX_ROUNDS; round++) {
            Path one = forkFile(raw, cell, round);
            Path other = forkFile(raw, contender, round);
            if (Files.exists(one) && Files.exists(other)) {
              logs.add(Math.log(readScore(other) / readScore(one)));
            }
          }
        }
      }
    }
    return logs.stream().mapToDouble(Double::doubleValue).toArray();
  }

  private static Path forkFile(RawResults raw, String cell, int round) {
    return raw.resolve("forks/" + cell + "-" + round + ".json");
  }

  private static double readScore(Path fork) throws IOException {
    return new ObjectMapper()
        .readTree(Files.readString(fork))
        .get(0)
        .path("primaryMetric")
        .path("score")
        .asDouble();
  }

  private static String roundLike(double value, String documented) {
    int digits = new BigDecimal(documented).scale();
    return BigDecimal.valueOf(value).setScale(digits, RoundingMode.HALF_UP).toPlainString();
  }
}
