package io.streambench.study.recovery;

import com.fasterxml.jackson.databind.JsonNode;
import io.streambench.analysis.compare.Better;
import io.streambench.config.Text;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.study.BaselineComparison;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Estimate;
import io.streambench.study.Parameters;
import io.streambench.study.Published;
import io.streambench.study.StudyResults;
import io.streambench.study.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report about recoveries: times next to those over HTTP/1.1, and what they cost. */
final class RecoveryReport {
  private final StudyResults results;
  private final List<CellFigures> cells;
  private final BaselineComparison http1;

  RecoveryReport(StudyResults results) {
    this.results = results;
    this.cells = results.cells().stream().filter(cell -> !cell.outcomes().isEmpty()).toList();
    this.http1 =
        new BaselineComparison(
            "HTTP/1.1",
            Better.LOWER,
            // Copies without HTTP have its parameter, too.
            cells.stream().filter(cell -> !cell.http1() || is(cell, "http1")).toList(),
            cell -> is(cell, "http1"),
            cell -> cell.parameter(Parameters.SHARDS) + distance(cell));
  }

  private static Variant variant(CellFigures cell) {
    return Variant.of(cell, IndexRecoveries.ALL);
  }

  private static boolean is(CellFigures cell, String variant) {
    return variant(cell).label().equals(variant);
  }

  private static String distance(CellFigures cell) {
    return IndexRecoveries.distance(cell.label()).words();
  }

  StudyDocument document() {
    List<String> findings = new ArrayList<>();
    if (!cells.isEmpty()) {
      findings.add(stock());
    }
    Documents.incomplete(cells).ifPresent(findings::add);
    http1.finding().ifPresent(findings::add);
    return Documents.of(
        results,
        "Recovery of replicas over HTTP/1.1 and HTTP/2",
        findings,
        cells.isEmpty() ? List.of() : List.of(times(), costs(), published()),
        cells.isEmpty()
            ? List.of()
            : List.of(Documents.bars("Seconds of a recovery", "s/op", cells)));
  }

  private String stock() {
    return cells.stream()
            .filter(cell -> is(cell, "stock"))
            .filter(cell -> IndexRecoveries.distance(cell.label()).label().isEmpty())
            .filter(http1::slower)
            .map(cell -> cell.number(Parameters.SHARDS))
            .findFirst()
            .map(n -> Text.of("Evidence that HTTP/2 is slower begins at %d shard(s)", n))
            .orElse("No evidence that HTTP/2 is slower")
        + ", on one machine. Both nodes share its CPUs and one disk: where these are busy, a"
        + " difference between protocols does not show.";
  }

  private ResultTable times() {
    return Documents.measured(
            ResultTable.of("Time until a replica of every shard is active", cells)
                .number("shards", cell -> cell.parameter(Parameters.SHARDS))
                .text("between the nodes", RecoveryReport::distance)
                .text("copied by", cell -> variant(cell).words()),
            "s/op")
        .number("ratio to HTTP/1.1 (95 %)", http1::ratio)
        .number("MB/s", cell -> cell.rounded("rate, MB/s", 1));
  }

  private ResultTable costs() {
    return Documents.cells(
            "Cost of a recovery, median of the forks: CPU of both processes, and flow control of"
                + " the node that recovers",
            cells)
        .number(
            "s from the first replica that recovers", cell -> cell.rounded("recovering, s/op", 1))
        .number("CPU s, leaders", cell -> cell.rounded("leaderCpu, s/op", 1))
        .number("CPU s, receiver", cell -> cell.rounded("receiverCpu, s/op", 1))
        .number("received over HTTP/2, MB", cell -> cell.rounded("received, MB/op", 1))
        .number("most unread, MB", cell -> cell.rounded("peakUnreadSum, B", 1e6))
        .number(
            "session windows used up, ms (added up)",
            cell -> cell.rounded("sessionStall, ms/op", 1))
        .number(
            "stream windows used up, ms (added up)", cell -> cell.rounded("streamStall, ms/op", 1))
        .number("WINDOW_UPDATEs", cell -> cell.rounded("windowUpdates, 1/op", 1))
        .number(
            "CPUs busy",
            cell ->
                seconds(cell)
                    .flatMap(
                        seconds ->
                            cell.sum("leaderCpu, s/op", "receiverCpu, s/op")
                                .map(cpu -> Text.of("%.1f", cpu / seconds))));
  }

  private static Optional<Double> seconds(CellFigures cell) {
    return cell.sample().flatMap(sample -> cell.estimate()).map(Estimate::middle);
  }

  /** The published times, next to what was measured. */
  private ResultTable published() {
    return ResultTable.of(
            "Published times of 20 GB a shard (study A, index-recovery-tests.md, github"
                + " kotman12/solr, branch http2-shenanigans, commit 48e23e99b9) and times here",
            Published.rows("index-recovery"))
        .number("shards", row -> row.path("shards"))
        .text(
            "client",
            row ->
                IndexRecoveries.ALL.stream()
                    .filter(one -> one.label().equals(row.path("variant").asText()))
                    .map(Variant::words)
                    .findFirst())
        .number("published, s", row -> row.path("seconds"))
        .number(
            "published, ratio to HTTP/1.1",
            row -> Text.of("%.1f", row.path("seconds").asDouble() / row.path("http1").asDouble()))
        .number("here, s", row -> here(row).flatMap(RecoveryReport::seconds).map(Rounded::alone))
        .text("here, ratio to HTTP/1.1 (95 %)", row -> here(row).flatMap(http1::ratio));
  }

  private Optional<CellFigures> here(JsonNode row) {
    String label = row.path("variant").asText() + "-" + row.path("shards").asInt();
    return cells.stream().filter(cell -> cell.label().equals(label)).findFirst();
  }
}
