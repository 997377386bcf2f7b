package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.Rounded;
import io.streambench.bench.ProcessCostProfiler;
import io.streambench.bench.settings.BenchmarkParameters;
import java.util.List;
import java.util.Optional;

/**
 * Compares buffer sizes on both ends, over HTTP/1.1 and HTTP/2: throughput, and the cost per
 * megabyte of response.
 */
public final class BuffersStudy extends Study {
  public BuffersStudy(String name) {
    super(name);
  }

  private static Optional<Double> cpu(CellFigures cell) {
    return cell.sum(ProcessCostProfiler.CLIENT_CPU, ProcessCostProfiler.NODES_CPU);
  }

  @Override
  void addColumns(ResultTable.Builder<CellFigures> table, List<BaselineComparison> baselines) {
    table
        .number(
            "output buffer, KiB",
            cell -> cell.number(BenchmarkParameters.OUTPUT_BUFFER_SIZE.name()) / 1024)
        .number("queries at a time", CellFigures::threads)
        .number("RTT, ms", cell -> cell.number(BenchmarkParameters.RTT_MILLIS.name()))
        .number("CPU, ms/MB", cell -> cpu(cell).map(Rounded::withoutInterval))
        .number(
            "CPU, ratio to HTTP/1.1, 32 KiB",
            // HTTP/1.1 with 256 KiB is compared with HTTP/1.1 with 32 KiB.
            cell ->
                baselines
                    .get(cell.isHttp1() ? 1 : 0)
                    .relativeTo(cell, BuffersStudy::cpu)
                    .map(one -> TextFormat.of("%.2f", one)))
        .number(
            "voluntary context switches/MB, at least",
            cell ->
                cell.sum(ProcessCostProfiler.CLIENT_SWITCHES, ProcessCostProfiler.NODES_SWITCHES)
                    .map(Rounded::withoutInterval));
  }
}
