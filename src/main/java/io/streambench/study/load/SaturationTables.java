package io.streambench.study.load;

import io.streambench.analysis.load.Latencies;
import io.streambench.analysis.load.LoadFigures;
import io.streambench.analysis.load.SelfChecks;
import io.streambench.config.LatencyBound;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.study.load.Saturation.Operation;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/**
 * The tables of the study.
 *
 * @param loads operation by operation and protocol by protocol, ascending by those in flight
 */
record SaturationTables(List<Load> loads, List<SaturationCurve> curves) {
  /** Each curve in a row: its knee, its bounds, and where its time goes. */
  ResultTable curves(List<LatencyBound> bounds, boolean open) {
    ResultTable.Of<SaturationCurve> table =
        ResultTable.of("Each operation over each protocol", curves)
            .text("operation", curve -> curve.operation().word())
            .text("protocol", SaturationCurve::protocol);
    if (!open) {
      table
          .number("knee, in flight", SaturationCurve::kneeInFlight)
          .text("95 % of the resamples", SaturationCurve::kneeRange)
          .number("exactly there, %", SaturationCurve::kneeShare)
          .number("requests/s there", curve -> curve.atKnee().flatMap(Loads::requestsPerSecond))
          .number(
              "P50 there, ms",
              curve ->
                  curve.atKnee().flatMap(load -> load.part("")).map(one -> decimals(one.p50())))
          .number(
              "throughput with the most in flight, by that",
              curve -> curve.behindKnee(LoadFigures::requestsPerSecond))
          .number(
              "P50 with the most in flight, by that",
              curve -> curve.behindKnee(load -> load.whole().p50()));
    }
    for (LatencyBound bound : bounds) {
      table.text(bound.words() + ", up to in flight", curve -> curve.within(bound));
    }
    return table
        .text("best requests/s", SaturationCurve::best)
        .text("transport, % of the mean", SaturationCurve::transportShares)
        .text("P50 of the server, ms", SaturationCurve::serverP50);
  }

  private ResultTable.Of<Load> begun(String caption) {
    return ResultTable.of(caption, loads)
        .text("operation", load -> Operation.of(load.cell().cell()).word())
        .text("protocol", load -> load.cell().protocol())
        .number("in flight", load -> Text.of("%,d", load.inFlight()));
  }

  /** The curve of an operation over a protocol, if there is one. */
  Optional<SaturationCurve> curve(Operation operation, boolean http1) {
    return curves.stream()
        .filter(curve -> curve.operation() == operation && curve.http1() == http1)
        .findFirst();
  }

  private Optional<SaturationCurve> curve(Load load) {
    return curve(Operation.of(load.cell().cell()), load.cell().http1());
  }

  /** End to end, and as multiples of one at a time. */
  ResultTable latencies() {
    ResultTable.Of<Load> table =
        begun("Measured, end to end").number("requests/s", Loads::requestsPerSecond);
    percentiles(table, "");
    table
        .text(Loads.P99_INTERVAL, Load::p99Interval)
        .number("requests above P99", Load::aboveP99)
        .number("P50, ratio to 1 in flight", load -> multiple(load, "", Latencies::p50))
        .number("P90, ratio to 1 in flight", load -> multiple(load, "", Latencies::p90))
        .number("P99, ratio to 1 in flight", load -> multiple(load, "", Latencies::p99))
        .number(
            "in flight by Little's law",
            load -> load.text(one -> Text.of("%.1f", one.inFlightByLittle())))
        .number("Little's law: error, %", load -> load.text(SaturationTables::residual));
    return Loads.ended(table)
        .number(
            "connections",
            load -> load.cell().loads().stream().map(LoadFile::connections).max(Long::compare))
        .text("flagged", this::flagged);
  }

  /** Flags a load that contradicts itself, or the one with fewer in flight. */
  private String flagged(Load load) {
    List<LoadFigures> both =
        curve(load).stream()
            .flatMap(curve -> curve.loads().stream())
            .filter(one -> one.inFlight() <= load.inFlight())
            .map(one -> one.figures().orElseThrow())
            .toList();
    List<LoadFigures> last = both.subList(Math.max(0, both.size() - 2), both.size());
    return load.figures().isPresent() && !SelfChecks.ofSweep(last).isEmpty()
        ? "yes"
        : load.flagged();
  }

  /** The table of the parts of a request's time: server, transport and first byte. */
  ResultTable parts() {
    ResultTable.Of<Load> table = begun("Measured, parts of the whole");
    String transport = LoadFile.TRANSPORT;
    percentiles(table, LoadFile.SERVER);
    percentiles(table, transport);
    table
        .number(
            "transport: P50, times that at 1", load -> multiple(load, transport, Latencies::p50))
        .number(
            "transport: P90, times that at 1", load -> multiple(load, transport, Latencies::p90))
        .number(
            "transport: P99, times that at 1", load -> multiple(load, transport, Latencies::p99))
        .number("transport, % of the mean", SaturationCurve::transportShare)
        .number(
            "server: P50, times that at 1", load -> multiple(load, LoadFile.SERVER, Latencies::p50))
        .number("first byte: P50, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p50))
        .number("first byte: P99, ms", load -> load.millis(LoadFile.FIRST_BYTE, Latencies::p99));
    return table;
  }

  private static void percentiles(ResultTable.Of<Load> table, String part) {
    String head = part.isEmpty() ? "" : part + ": ";
    table
        .number(head + "P50, ms", load -> load.millis(part, Latencies::p50))
        .number(head + "P90, ms", load -> load.millis(part, Latencies::p90))
        .number(head + "P99, ms", load -> load.millis(part, Latencies::p99));
  }

  /** The error of throughput times latency against the requests in flight, in percent. */
  private static String residual(LoadFigures load) {
    return load.inFlight() == 0
        ? "-"
        : Text.of("%+.1f", 100 * (load.inFlightByLittle() / load.inFlight() - 1));
  }

  private Optional<String> multiple(Load load, String part, ToDoubleFunction<Latencies> value) {
    Optional<Double> alone =
        curve(load)
            .flatMap(curve -> curve.at(1))
            .flatMap(one -> one.part(part))
            .map(value::applyAsDouble)
            .filter(millis -> millis > 0);
    return load.part(part)
        .map(value::applyAsDouble)
        .flatMap(here -> alone.map(one -> Text.of("%.1f", here / one)));
  }

  /** The bandwidth of the data that requests are about, without headers. */
  ResultTable bandwidth() {
    ResultTable.Of<Integer> table =
        ResultTable.grid(
                "Bandwidth of reads and writes, each alone, Gbit/s",
                loads.stream().map(Load::inFlight).distinct().sorted().toList())
            .number("in flight", n -> Text.of("%,d", n));
    for (boolean http1 : new boolean[] {false, true}) {
      String protocol = http1 ? "HTTP/1.1" : "HTTP/2";
      Function<Integer, Optional<Double>> read = n -> gbit(Operation.READ, http1, n);
      Function<Integer, Optional<Double>> write = n -> gbit(Operation.WRITE, http1, n);
      table
          .number(protocol + ": to the client", n -> read.apply(n).map(SaturationTables::decimals))
          .number(protocol + ": to the nodes", n -> write.apply(n).map(SaturationTables::decimals))
          .number(
              protocol + ": combined",
              n ->
                  read.apply(n)
                      .flatMap(one -> write.apply(n).map(other -> one + other))
                      .map(SaturationTables::decimals));
    }
    return table;
  }

  private Optional<Double> gbit(Operation operation, boolean http1, int inFlight) {
    return curve(operation, http1).flatMap(curve -> curve.at(inFlight)).map(Load::gbitPerSecond);
  }

  private static String decimals(double value) {
    return Text.of("%.2f", value);
  }

  /** The table of the published sweep, with P50 as a multiple of that at 1 in flight. */
  static ResultTable published() {
    ResultTable.Of<PublishedSaturation> table =
        ResultTable.grid("Published", PublishedSaturation.ROWS)
            .number("in flight", PublishedSaturation::concurrency);
    published(table, "lookup", PublishedSaturation::lookupP50, PublishedSaturation::lookupP99);
    published(table, "read", PublishedSaturation::readP50, PublishedSaturation::readP99);
    published(table, "write", PublishedSaturation::writeP50, PublishedSaturation::writeP99);
    return table.number("combined, Gbit/s", row -> decimals(row.combinedGbitPerSecond()));
  }

  private static void published(
      ResultTable.Of<PublishedSaturation> table,
      String operation,
      ToDoubleFunction<PublishedSaturation> p50,
      ToDoubleFunction<PublishedSaturation> p99) {
    double alone = p50.applyAsDouble(PublishedSaturation.ROWS.get(0));
    table
        .number(operation + ": P50, ms", row -> decimals(p50.applyAsDouble(row)))
        .number(operation + ": P99, ms", row -> decimals(p99.applyAsDouble(row)))
        .number(
            operation + ": P50, times that at 1",
            row -> Text.of("%.1f", p50.applyAsDouble(row) / alone));
  }
}
