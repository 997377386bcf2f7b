package io.streambench.report.comparison;

import static io.streambench.results.JmhJson.forks;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.results.ComparedResults;
import io.streambench.results.Contender;
import io.streambench.results.JmhJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OtavaSeriesTest {
  @TempDir Path folder;

  private Contender contender(String name, String shards, String written) throws IOException {
    Path file =
        new JmhJson()
            .stream(Map.of("numShards", shards), forks(3, 3.1, 3.2, 3.3)).stream(
                    Map.of("numShards", "24"), forks(1, 1.1, 1.2, 1.3))
                .writeTo(folder.resolve(name.hashCode() + ".json"));
    Files.setLastModifiedTime(file, FileTime.from(Instant.parse(written)));
    return Contender.read(file, name, null);
  }

  @Test
  void linesStandInTheOrderOfTheirTimesWhateverTheOrderOfTheFiles() throws IOException {
    ComparedResults results =
        ComparedResults.of(
            List.of(
                contender("late", "3", "2026-11-22T10:00:00.123456789Z"),
                contender("early", "3", "2026-11-21T10:00:00Z"),
                contender("between", "3", "2026-11-21T22:00:00Z")),
            0,
            Optional.empty());
    assertThat(new OtavaSeries(results).csv())
        .isEqualTo(
            """
            "time","contender","commit","StreamingSearch.stream numShards=3","StreamingSearch.stream numShards=24"
            "2026-11-21T10:00:00Z","early","","3.1500000000000004","1.15"
            "2026-11-21T22:00:00Z","between","","3.1500000000000004","1.15"
            "2026-11-22T10:00:00Z","late","","3.1500000000000004","1.15"
            """);
  }

  private OtavaSeries series(String name, String shards, String otherShards) throws IOException {
    return new OtavaSeries(
        ComparedResults.of(
            List.of(
                contender(name, shards, "2026-11-21T10:00:00Z"),
                contender("b", otherShards, "2026-11-22T10:00:00Z")),
            0,
            Optional.empty()));
  }

  @Test
  void namesMayHaveWhateverAFileNameMay() throws IOException {
    OtavaSeries series = series("a \"quoted\", näme: x", "3", "3");
    assertThat(series.csv()).contains("\"a \"\"quoted\"\", näme: x\"");
    assertThat(series.configuration("a \"test\"", "C:\\x"))
        .contains("  \"a \\\"test\\\"\":\n", "    file: \"C:\\\\x\"\n");
  }

  @Test
  void whatOneSideLacksIsNamedAndInNoLine() throws IOException {
    OtavaSeries series = series("a", "3", "6");
    assertThat(series.isEmpty()).isFalse();
    assertThat(series.leftOut()).containsExactly("numShards=3", "numShards=6");
    assertThat(series.csv()).doesNotContain("numShards=3\"");
  }
}
