package io.streambench.compare.outcome;

import io.streambench.compare.cells.Cell;
import io.streambench.compare.outcome.OutcomeRow.Score;
import io.streambench.compare.statistics.Fork;
import io.streambench.flow.rule.Outcome;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.DoubleStream;

/** Rows of made-up runs. */
final class OutcomeRows {
  private OutcomeRows() {}

  static OutcomeRow completed(String mode, Map<String, String> params, double... forks) {
    double mean = DoubleStream.of(forks).average().orElseThrow();
    String unit = mode.equals("thrpt") ? "ops/s" : "s/op";
    return new OutcomeRow(
        new Cell("io.streambench.bench.StreamingSearch.stream", mode, params),
        Optional.of(new Score(forks.length, mean, 0.676, unit)),
        DoubleStream.of(forks).mapToObj(score -> new Fork(List.of(score))).toList(),
        100,
        false,
        Optional.of("SAFE"),
        Outcome.COMPLETED,
        "COMPLETED");
  }

  static OutcomeRow ended(Outcome outcome, Map<String, String> params, String result) {
    return new OutcomeRow(
        new Cell("io.streambench.bench.StreamingSearch.stream", "thrpt", params),
        Optional.empty(),
        List.of(),
        7,
        false,
        Optional.of("LIKELY"),
        outcome,
        result);
  }
}
