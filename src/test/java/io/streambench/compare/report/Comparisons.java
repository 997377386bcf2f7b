package io.streambench.compare.report;

import static io.streambench.compare.cells.JmhJson.forks;

import io.streambench.compare.cells.CellOutcome;
import io.streambench.compare.cells.ComparedResults;
import io.streambench.compare.cells.Contender;
import io.streambench.compare.cells.JmhJson;
import io.streambench.compare.cells.StudyFile;
import io.streambench.compare.statistics.Layout;
import io.streambench.flow.rule.Outcome;
import java.io.IOException;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BiPredicate;
import java.util.stream.DoubleStream;

/** A comparison with one of everything, made by hand. */
public final class Comparisons {
  static final BiPredicate<String, Map.Entry<String, String>> NO_DEFAULTS =
      (benchmark, parameter) -> false;

  private static final double[] BASE = {2.985, 3.010, 3.050, 3.120, 3.269};

  private Comparisons() {}

  private static Map<String, String> cell(String shards, String http1) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("numShards", shards);
    params.put("useHttp1", http1);
    params.put("nodeCount", "2");
    return params;
  }

  /** The forks of the baseline in another order, times a factor. */
  private static double[][] times(double factor) {
    return forks(DoubleStream.of(3.05, 2.985, 3.269, 3.01, 3.12).map(d -> d * factor).toArray());
  }

  /**
   * Writes {@code before.json} and {@code after.json}: slower with 3 shards over HTTP/1.1, equal
   * over HTTP/2, two forks with 6 shards, stalled with 12.
   */
  public static List<Path> files(Path folder) throws IOException {
    Path before =
        new JmhJson()
            .stream(cell("3", "true"), forks(BASE)).stream(cell("3", "false"), forks(BASE)).stream(
                    cell("6", "false"), forks(BASE))
                .stream(cell("12", "false"), forks(BASE))
                .writeTo(folder.resolve("before.json"));
    Path after =
        new JmhJson()
            .stream(cell("3", "true"), times(0.8)).stream(cell("3", "false"), times(1.001)).stream(
                    cell("6", "false"), forks(3.0, 3.2))
                .writeTo(folder.resolve("after.json"));
    new StudyFile(
            "after.json",
            Map.of(),
            Map.of(),
            List.of(
                new CellOutcome(
                    "io.streambench.bench.StreamingSearch.stream",
                    "thrpt",
                    cell("12", "false"),
                    1,
                    0,
                    Outcome.STALLED,
                    "STALLED, last tuple at 1.8 s",
                    0,
                    "20261121-071928-StreamingSearch.stream-STALLED",
                    null)),
            List.of())
        .writeTo(folder.resolve("after.outcomes.json"));
    return List.of(before, after);
  }

  static ComparedResults results(Path folder, double threshold) throws IOException {
    List<Path> files = files(folder);
    return ComparedResults.of(
        List.of(
            Contender.read(files.get(0), "before", null),
            Contender.read(files.get(1), "after", null)),
        threshold,
        Optional.of(Layout.INTERLEAVED),
        Optional.empty());
  }
}
