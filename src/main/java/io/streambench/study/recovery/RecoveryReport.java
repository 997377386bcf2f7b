package io.streambench.study.recovery;

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
import io.streambench.study.StudyResults;
import io.streambench.study.Variant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** The report about recoveries: times next to those over HTTP/1.1, and what they cost. */
final class RecoveryReport {
  private static final String LEADER_CPU = "leaderCpu, s/op";
  private static final String RECEIVER_CPU = "receiverCpu, s/op";

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
            cells.stream().filter(cell -> !cell.http1() || isHttp1(cell)).toList(),
            RecoveryReport::isHttp1,
            cell -> cell.parameter(Parameters.SHARDS) + words(cell));
  }

  /** Copies without HTTP have its parameter, too. */
  private static boolean isHttp1(CellFigures cell) {
    return way(cell).equals(IndexRecoveries.HTTP1);
  }

  private static Variant way(CellFigures cell) {
    return Variant.of(cell, IndexRecoveries.ALL);
  }

  private static String words(CellFigures cell) {
    return IndexRecoveries.place(cell.label()).words();
  }

  StudyDocument document() {
    List<String> findings = new ArrayList<>();
    List<ResultTable> tables = new ArrayList<>();
    if (!cells.isEmpty()) {
      findings.add(stock());
      Documents.incomplete(cells).ifPresent(findings::add);
      http1.finding().ifPresent(findings::add);
      tables.add(times());
      tables.add(costs());
      tables.add(published());
    }
    return Documents.of(
        results,
        "Recovery of replicas over HTTP/1.1 and HTTP/2",
        findings,
        tables,
        cells.isEmpty()
            ? List.of()
            : List.of(
                Documents.bars("Seconds of a recovery, with the 95 % interval", "s/op", cells)));
  }

  /** The answer to the question: is HTTP/2 slower, and from how many shards on. */
  private String stock() {
    return cells.stream()
            .filter(cell -> way(cell).equals(IndexRecoveries.STOCK))
            .filter(cell -> IndexRecoveries.place(cell.label()).label().isEmpty())
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
                .text("between the nodes", RecoveryReport::words)
                .text("copied by", cell -> way(cell).words()),
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
        .number("CPU s, leaders", cell -> cell.rounded(LEADER_CPU, 1))
        .number("CPU s, receiver", cell -> cell.rounded(RECEIVER_CPU, 1))
        .number("received over HTTP/2, MB", cell -> cell.rounded("received, MB/op", 1))
        .number("most unread, MB", cell -> cell.rounded("peakUnreadSum, B", 1e6))
        .number(
            "session windows used up, ms (added up)",
            cell -> cell.rounded("sessionStall, ms/op", 1))
        .number(
            "stream windows used up, ms (added up)", cell -> cell.rounded("streamStall, ms/op", 1))
        .number("WINDOW_UPDATEs", cell -> cell.rounded("windowUpdates, 1/op", 1))
        .number("CPUs busy", RecoveryReport::cpusBusy);
  }

  private static Optional<String> cpusBusy(CellFigures cell) {
    return seconds(cell)
        .flatMap(
            seconds ->
                cell.value(LEADER_CPU)
                    .flatMap(
                        leader ->
                            cell.value(RECEIVER_CPU)
                                .map(it -> Text.of("%.1f", (leader + it) / seconds))));
  }

  private static Optional<Double> seconds(CellFigures cell) {
    return cell.sample().flatMap(sample -> cell.estimate()).map(Estimate::middle);
  }

  /** A published time of recovery: 20 GB a shard, on two nodes. */
  private record Published(Variant way, int shards, int seconds, int http1Seconds) {}

  /** The published times, next to what was measured. */
  private ResultTable published() {
    List<Published> all =
        List.of(
            new Published(IndexRecoveries.HTTP1, IndexRecoveries.MANY, 90, 90),
            new Published(IndexRecoveries.STOCK, IndexRecoveries.MANY, 320, 90),
            new Published(IndexRecoveries.ONE_STREAM, IndexRecoveries.MANY, 180, 90),
            new Published(IndexRecoveries.HTTP1, 1, 50, 50),
            new Published(IndexRecoveries.STOCK, 1, 40, 50));
    return ResultTable.of(
            "Published times of 20 GB a shard (study A, index-recovery-tests.md, github"
                + " kotman12/solr, branch http2-shenanigans, commit 48e23e99b9) and times here",
            all)
        .number("shards", Published::shards)
        .text("client", one -> one.way.words())
        .number("published, s", Published::seconds)
        .number(
            "published, ratio to HTTP/1.1",
            one -> Text.of("%.1f", (double) one.seconds / one.http1Seconds))
        .number("here, s", one -> here(one).flatMap(RecoveryReport::seconds).map(Rounded::alone))
        .text("here, ratio to HTTP/1.1 (95 %)", one -> here(one).flatMap(http1::ratio));
  }

  private Optional<CellFigures> here(Published one) {
    String label = IndexRecoveries.label(one.way, one.shards);
    return cells.stream().filter(cell -> cell.label().equals(label)).findFirst();
  }
}
