package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.load.PublishedSaturation.Percentiles;
import io.streambench.study.load.Saturation.Operation;
import io.streambench.study.load.SaturationCurves.At;
import io.streambench.study.load.SaturationCurves.Which;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** The tables of the study. */
final class SaturationTables {
  private static final String NONE = "-";

  private final SaturationCurves curves;
  private final List<CellFigures> cells;
  private final List<Optional<LoadFigures>> figures;

  SaturationTables(SaturationCurves curves) {
    this.curves = curves;
    this.cells = curves.cells();
    this.figures = cells.stream().map(curves::figures).toList();
  }

  private ResultTable begun(String caption) {
    return new ResultTable(caption)
        .text("operation", each(cell -> SaturationCurves.which(cell).operation().word()))
        .text("protocol", each(cell -> SaturationCurves.which(cell).protocol()))
        .number("in flight", each(cell -> Text.of("%,d", cell.cell().threads())));
  }

  private List<String> each(Function<CellFigures, String> text) {
    return cells.stream().map(text).toList();
  }

  private List<String> measured(Function<LoadFigures, String> text) {
    return figures.stream().map(one -> one.map(text).orElse(NONE)).toList();
  }

  /** End to end, and as multiples of one at a time. */
  ResultTable latencies() {
    ResultTable table =
        begun("Measured, end to end")
            .number("requests/s", measured(load -> Text.of("%,.0f", load.requestsPerSecond())));
    percentile(table, "P50, ms", LoadFigures::whole, Latencies::p50);
    percentile(table, "P90, ms", LoadFigures::whole, Latencies::p90);
    percentile(table, "P99, ms", LoadFigures::whole, Latencies::p99);
    table.text(Loads.P99_INTERVAL, measured(load -> Loads.p99(load.whole())));
    table.number("requests above P99", Loads.aboveP99(cells));
    multiple(table, "P50, ratio to 1 in flight", LoadFigures::whole, Latencies::p50);
    multiple(table, "P90, ratio to 1 in flight", LoadFigures::whole, Latencies::p90);
    multiple(table, "P99, ratio to 1 in flight", LoadFigures::whole, Latencies::p99);
    return table
        .number(
            "in flight by Little's law", measured(load -> Text.of("%.1f", load.inFlightByLittle())))
        .number("Little's law: error, %", measured(SaturationTables::residual))
        .number("success", measured(load -> Text.of("%.3f %%", 100 * load.success())))
        .text("failures", each(Loads::failures))
        .number("forks", each(cell -> "" + cell.loads().size()))
        .entries("result", false, cells.stream().map(Documents::outcome).toList())
        .number("connections", each(cell -> cell.loads().isEmpty() ? NONE : connections(cell)))
        .text("flagged", each(this::flagged));
  }

  private static String connections(CellFigures cell) {
    return Long.toString(cell.loads().stream().mapToLong(LoadFile::connections).max().orElse(0));
  }

  /** Flags a cell that contradicts itself, or the one with fewer in flight. */
  private String flagged(CellFigures cell) {
    Optional<LoadFigures> here = curves.figures(cell);
    List<LoadFigures> both =
        curves.of(SaturationCurves.which(cell)).stream()
            .filter(at -> at.concurrency() <= cell.cell().threads())
            .map(At::figures)
            .toList();
    List<LoadFigures> last = both.subList(Math.max(0, both.size() - 2), both.size());
    boolean falls = here.isPresent() && !SelfChecks.ofSweep(last).isEmpty();
    return falls ? "yes" : Loads.flagged(here);
  }

  /** The table of the parts of a request's time: server, transport and first byte. */
  ResultTable parts() {
    ResultTable table = begun("Measured, parts of the whole");
    for (String part : List.of(LoadFile.SERVER, LoadFile.TRANSPORT)) {
      percentile(table, part + ": P50, ms", load -> load.parts().get(part), Latencies::p50);
      percentile(table, part + ": P90, ms", load -> load.parts().get(part), Latencies::p90);
      percentile(table, part + ": P99, ms", load -> load.parts().get(part), Latencies::p99);
    }
    Function<LoadFigures, Latencies> transport = load -> load.parts().get(LoadFile.TRANSPORT);
    multiple(table, "transport: P50, times that at 1", transport, Latencies::p50);
    multiple(table, "transport: P90, times that at 1", transport, Latencies::p90);
    multiple(table, "transport: P99, times that at 1", transport, Latencies::p99);
    table.number("transport, % of the mean", measured(SaturationTables::share));
    multiple(
        table,
        "server: P50, times that at 1",
        load -> load.parts().get(LoadFile.SERVER),
        Latencies::p50);
    percentile(
        table,
        "first byte: P50, ms",
        load -> load.parts().get(LoadFile.FIRST_BYTE),
        Latencies::p50);
    percentile(
        table,
        "first byte: P99, ms",
        load -> load.parts().get(LoadFile.FIRST_BYTE),
        Latencies::p99);
    return table;
  }

  /** The error of throughput times latency against the requests in flight, in percent. */
  private static String residual(LoadFigures load) {
    return load.inFlight() == 0
        ? NONE
        : Text.of("%+.1f", 100 * (load.inFlightByLittle() / load.inFlight() - 1));
  }

  private static String share(LoadFigures load) {
    double share = SaturationCurves.transportShare(load);
    return Double.isNaN(share) ? NONE : Text.of("%.0f", 100 * share);
  }

  private void percentile(
      ResultTable table,
      String head,
      Function<LoadFigures, Latencies> of,
      ToDoubleFunction<Latencies> value) {
    table.number(
        head,
        measured(
            load ->
                of.apply(load) == null ? NONE : Millis.text(value.applyAsDouble(of.apply(load)))));
  }

  private void multiple(
      ResultTable table,
      String head,
      Function<LoadFigures, Latencies> of,
      ToDoubleFunction<Latencies> value) {
    List<String> texts = new ArrayList<>();
    for (int i = 0; i < cells.size(); i++) {
      Optional<Latencies> here = figures.get(i).map(of);
      Optional<Latencies> alone =
          curves.at(SaturationCurves.which(cells.get(i)), 1).map(At::figures).map(of);
      texts.add(
          here.isPresent() && alone.isPresent() && value.applyAsDouble(alone.get()) > 0
              ? Text.of("%.1f", value.applyAsDouble(here.get()) / value.applyAsDouble(alone.get()))
              : NONE);
    }
    table.number(head, texts);
  }

  /** The bandwidth of the data that requests are about, without headers. */
  ResultTable bandwidth() {
    List<Integer> concurrencies = curves.concurrencies();
    ResultTable table =
        ResultTable.grid("Bandwidth of reads and writes, each alone, Gbit/s")
            .number("in flight", concurrencies.stream().map(n -> Text.of("%,d", n)).toList());
    for (boolean http1 : new boolean[] {false, true}) {
      Which read = new Which(Operation.READ, http1);
      Which write = new Which(Operation.WRITE, http1);
      table.number(
          read.protocol() + ": to the client",
          concurrencies.stream().map(n -> gbit(curves.at(read, n))).toList());
      table.number(
          read.protocol() + ": to the nodes",
          concurrencies.stream().map(n -> gbit(curves.at(write, n))).toList());
      table.number(
          read.protocol() + ": combined",
          concurrencies.stream()
              .map(
                  n ->
                      curves.at(read, n).isPresent() && curves.at(write, n).isPresent()
                          ? Text.of(
                              "%.2f",
                              SaturationCurves.gbitPerSecond(curves.at(read, n).get().cell())
                                  + SaturationCurves.gbitPerSecond(
                                      curves.at(write, n).get().cell()))
                          : NONE)
              .toList());
    }
    return table;
  }

  private static String gbit(Optional<At> at) {
    return at.map(one -> Text.of("%.2f", SaturationCurves.gbitPerSecond(one.cell()))).orElse(NONE);
  }

  /** The table of the published sweep, with P50 as a multiple of that at 1 in flight. */
  ResultTable published() {
    List<PublishedSaturation> rows = PublishedSaturation.ROWS;
    ResultTable table =
        ResultTable.grid("Published")
            .number("in flight", rows.stream().map(row -> "" + row.concurrency()).toList());
    published(table, Operation.LOOKUP, PublishedSaturation::lookup);
    published(table, Operation.READ, PublishedSaturation::read);
    published(table, Operation.WRITE, PublishedSaturation::write);
    return table.number(
        "combined, Gbit/s",
        rows.stream().map(row -> Text.of("%.2f", row.combinedGbitPerSecond())).toList());
  }

  private static void published(
      ResultTable table, Operation operation, Function<PublishedSaturation, Percentiles> of) {
    List<Percentiles> all = PublishedSaturation.ROWS.stream().map(of).toList();
    table
        .number(
            operation.word() + ": P50, ms",
            all.stream().map(one -> Text.of("%.2f", one.p50())).toList())
        .number(
            operation.word() + ": P99, ms",
            all.stream().map(one -> Text.of("%.2f", one.p99())).toList())
        .number(
            operation.word() + ": P50, times that at 1",
            all.stream().map(one -> Text.of("%.1f", one.p50() / all.get(0).p50())).toList());
  }
}
