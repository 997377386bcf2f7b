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

/** A constructed comparison with one example of each verdict. */
public final class Comparisons {
  static final BiPredicate<String, Map.Entry<String, String>> NO_DEFAULTS =
      (benchmark, parameter) -> false;

  private static final double[] BASE = {2.985, 3.010, 3.050, 3.120, 3.269};

  private Comparisons() {}

  private static Map<String, String> parameters(String numShards, String useHttp1) {
    Map<String, String> params = new LinkedHashMap<>();
    params.put("numShards", numShards);
    params.put("useHttp1", useHttp1);
    params.put("nodeCount", "2");
    return params;
  }

  /** Returns the forks of the baseline in a different order, multiplied by a factor. */
  private static double[][] scaledForks(double factor) {
    return forks(DoubleStream.of(3.05, 2.985, 3.269, 3.01, 3.12).map(d -> d * factor).toArray());
  }

  /**
   * Writes {@code before.json} and {@code after.json}. The second is slower with 3 shards over
   * HTTP/1.1 and equal over HTTP/2; it has two forks with 6 shards and a stall with 12.
   */
  public static List<Path> writeFiles(Path folder) throws IOException {
    Path before =
        new JmhJson()
            .stream(parameters("3", "true"), forks(BASE)).stream(
                    parameters("3", "false"), forks(BASE))
                .stream(parameters("6", "false"), forks(BASE))
                .stream(parameters("12", "false"), forks(BASE))
                .writeTo(folder.resolve("before.json"));
    Path after =
        new JmhJson()
            .stream(parameters("3", "true"), scaledForks(0.8)).stream(
                    parameters("3", "false"), scaledForks(1.001))
                .stream(parameters("6", "false"), forks(3.0, 3.2))
                .writeTo(folder.resolve("after.json"));
    new StudyFile(
            "after.json",
            Map.of(),
            Map.of(),
            List.of(
                new CellOutcome(
                    "io.streambench.bench.StreamingSearch.stream",
                    "thrpt",
                    parameters("12", "false"),
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

  static ComparedResults readResults(Path folder, double threshold) throws IOException {
    List<Path> files = writeFiles(folder);
    return ComparedResults.of(
        List.of(
            Contender.read(files.get(0), "before", null),
            Contender.read(files.get(1), "after", null)),
        threshold,
        Optional.of(Layout.INTERLEAVED),
        Optional.empty());
  }
}
