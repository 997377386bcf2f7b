package io.streambench.compare.study;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import java.util.List;

/** The published recovery of replicas: the time until a new replica of every shard is active. */
public final class IndexRecoveries extends Study {
  public IndexRecoveries() {
    super("index-recovery");
  }

  @Override
  void addColumns(ResultTable.Builder<CellFigures> table, List<BaselineComparison> baselines) {
    table.number(
        "CPUs busy",
        cell ->
            cell.sum("leaderCpu, s/op", "receiverCpu, s/op")
                .flatMap(
                    cpu -> cell.median().map(seconds -> TextFormat.of("%.1f", cpu / seconds))));
  }
}
