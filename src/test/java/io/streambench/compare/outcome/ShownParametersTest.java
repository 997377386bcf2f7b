package io.streambench.compare.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cli.JmhParams;
import io.streambench.compare.cells.Cell;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.infra.BenchmarkParams;
import org.openjdk.jmh.runner.WorkloadParams;

class ShownParametersTest {
  private static final List<Cell> CELLS =
      List.of(cell("false"), cell("true"), new Cell("b.Other.run", "thrpt", Map.of("depth", "1")));

  private static Cell cell(String useHttp1) {
    return new Cell(
        "b.StreamingSearch.stream",
        "thrpt",
        Map.of("numShards", "12", "sort", "default", "useHttp1", useHttp1));
  }

  private static BenchmarkParams benchmarkParams() {
    WorkloadParams parameters = new WorkloadParams();
    parameters.put("numShards", "12", 0);
    parameters.put("sort", "default", 0);
    parameters.put("useHttp1", "false", 0);
    return JmhParams.of(Mode.Throughput, parameters);
  }

  @Test
  void showsDifferingParametersAsColumns() {
    ShownParameters shown = ShownParameters.of(CELLS, Set.of("numShards"));
    assertThat(shown.columns()).containsExactly("useHttp1");
    assertThat(shown.describeParametersWithoutColumn(List.of("Mode thrpt")))
        .contains(
            "in every row: Mode thrpt, numShards=12; all other parameters have their defaults");
    assertThat(shown.limitToShown(benchmarkParams()).getParamsKeys())
        .containsExactly("numShards", "useHttp1");
  }

  @Test
  void showsAllParametersOnRequest() {
    ShownParameters all = ShownParameters.all(CELLS);
    assertThat(all.columns()).containsExactly("depth", "numShards", "sort", "useHttp1");
    assertThat(all.describeParametersWithoutColumn(List.of())).isEmpty();
    assertThat(all.limitToShown(benchmarkParams()).getParamsKeys())
        .containsExactly("numShards", "sort", "useHttp1");
  }

  private static Cell cellWithThreads(int threadCount) {
    return new Cell("b.Other.run", "thrpt", Cell.withThreads(Map.of("depth", "1"), threadCount));
  }

  @Test
  void showsThreadsIfGivenOrDiffering() {
    assertThat(
            ShownParameters.of(List.of(cellWithThreads(4)), Set.of("threads")).constantParameters())
        .containsEntry("threads", "4");
    assertThat(
            ShownParameters.of(List.of(cellWithThreads(1)), Set.of("threads")).constantParameters())
        .containsEntry("threads", "1");
    assertThat(ShownParameters.of(List.of(cellWithThreads(1)), Set.of()).constantParameters())
        .isEmpty();
    assertThat(
            ShownParameters.of(List.of(cellWithThreads(1), cellWithThreads(4)), Set.of()).columns())
        .containsExactly("threads");
    assertThat(cellWithThreads(1).parameterValue("threads")).contains("1");
  }
}
