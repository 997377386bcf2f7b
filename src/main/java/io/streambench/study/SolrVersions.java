package io.streambench.study;

import io.streambench.analysis.compare.Better;
import io.streambench.config.FlowControlKind;
import io.streambench.config.SolrLine;
import io.streambench.config.Text;
import java.util.ArrayList;
import java.util.List;

/** Solr 9.8, 9.10.1 and 10.0.0, as client and as nodes; 9.10.1 and 10.0.0 are also crossed. */
public final class SolrVersions extends Study {
  private static final List<Variant> VARIANTS =
      List.of(
          new Variant("http1", "HTTP/1.1", "useHttp1=true"),
          new Variant("stock", "HTTP/2, Jetty's windows", ""),
          Variant.of(FlowControlKind.MEMORY_BOUND));

  private record Pair(SolrLine client, SolrLine nodes) {
    String label() {
      return client == nodes ? client.toString() : client + "x" + nodes;
    }
  }

  private static final List<Pair> PAIRS =
      List.of(
          new Pair(SolrLine.SOLR_9_8, SolrLine.SOLR_9_8),
          new Pair(SolrLine.SOLR_9, SolrLine.SOLR_9),
          new Pair(SolrLine.SOLR_10, SolrLine.SOLR_10),
          new Pair(SolrLine.SOLR_9, SolrLine.SOLR_10),
          new Pair(SolrLine.SOLR_10, SolrLine.SOLR_9));

  public SolrVersions() {
    super(
        "solr-versions",
        "Which versions of Solr stall, and how fast are they where none does?",
        new Timing(1, 2, 1, 2),
        new Timing(1, 5, 2, 3));
    primary =
        new PrimaryQuestion(
            "throughput of one shard over HTTP/2 divided by that over HTTP/1.1,"
                + " averaged over three versions",
            "stock-1-(.*)",
            "http1-1-$1");
    fixed = "numShards";
    freshNodes = true;
  }

  @Override
  public List<StudyCell> cells(Scale scale) {
    List<StudyCell> cells = new ArrayList<>();
    for (int shards : scale == Scale.QUICK ? List.of(12) : List.of(1, 12)) {
      for (Pair pair : PAIRS) {
        for (Variant variant : VARIANTS) {
          if (shards == 12 || pair.client == pair.nodes) {
            cells.add(
                StudyCell.unrecorded(
                        variant.label() + "-" + shards + "-" + pair.label(),
                        Text.of(
                            "solr=%s nodeSolr=%s numShards=%d", pair.client, pair.nodes, shards))
                    .with(variant.pairs()));
          }
        }
      }
    }
    return cells;
  }

  private static String client(CellFigures cell) {
    return cell.parameter(SolrLine.PARAMETER);
  }

  private static String nodes(CellFigures cell) {
    return cell.parameter(SolrLine.NODES_PARAMETER);
  }

  @Override
  public StudyReport conclude(StudyResults results) {
    List<CellFigures> cells = results.cells();
    BaselineComparison http1 =
        new BaselineComparison(
            "HTTP/1.1 of the same versions",
            Better.HIGHER,
            cells,
            CellFigures::http1,
            cell -> List.of(client(cell), nodes(cell), cell.parameter(Parameters.SHARDS)));
    BaselineComparison nine =
        new BaselineComparison(
            "Solr 9.10.1",
            Better.HIGHER,
            cells.stream().filter(cell -> client(cell).equals(nodes(cell))).toList(),
            cell -> client(cell).equals(SolrLine.SOLR_9.toString()),
            cell -> Variant.of(cell, VARIANTS).label() + "-" + cell.parameter(Parameters.SHARDS));
    return Documents.compared(
        results,
        "Versions of Solr",
        List.of(),
        BaselineComparison.together(cell -> cell.parameter(Parameters.SHARDS), http1, nine),
        Documents.cells("Measured", cells)
            .text("Solr of the client", SolrVersions::client)
            .text("of the nodes", SolrVersions::nodes)
            .text("way", cell -> Variant.of(cell, VARIANTS).words())
            .number("shards", cell -> cell.parameter(Parameters.SHARDS)),
        "ops/s",
        Documents.bars("Operations per second", "ops/s", cells));
  }
}
