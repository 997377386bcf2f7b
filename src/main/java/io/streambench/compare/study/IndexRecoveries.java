package io.streambench.compare.study;

import io.streambench.base.Text;
import io.streambench.base.table.ResultTable;
import java.util.List;

/** The published recovery of replicas: the time until a new replica of every shard is active. */
public final class IndexRecoveries extends Study {
  public IndexRecoveries() {
    super("index-recovery");
  }

  @Override
  void addColumns(ResultTable.Of<CellFigures> table, List<BaselineComparison> baselines) {
    table.number(
        "CPUs busy",
        cell ->
            cell.sum("leaderCpu, s/op", "receiverCpu, s/op")
                .flatMap(cpu -> cell.median().map(seconds -> Text.of("%.1f", cpu / seconds))));
  }
}
