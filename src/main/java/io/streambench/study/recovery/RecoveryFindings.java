package io.streambench.study.recovery;

import io.streambench.config.Text;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The findings about recoveries. */
final class RecoveryFindings {
  private static final String NONE = "-";
  private static final String RATE = "rate, MB/s";
  private static final String RECOVERING = "recovering, s/op";
  private static final String LEADER_CPU = "leaderCpu, s/op";
  private static final String RECEIVER_CPU = "receiverCpu, s/op";
  private static final String SESSION_STALL = "sessionStall, ms/op";
  private static final String STREAM_STALL = "streamStall, ms/op";
  private static final String WINDOW_UPDATES = "windowUpdates, 1/op";
  private static final String RECEIVED = "received, MB/op";
  private static final String UNREAD = "peakUnreadSum, B";
  private static final double MILLIS = 1e3;
  private static final double MEGABYTE = 1e6;

  private final StudyResults results;
  private final RecoveryComparison comparison;

  RecoveryFindings(StudyResults results) {
    this.results = results;
    this.comparison = new RecoveryComparison(results);
  }

  StudyDocument document() {
    List<String> findings = new ArrayList<>();
    stock().ifPresent(findings::add);
    cause().ifPresent(findings::add);
    strategies().ifPresent(findings::add);
    distance().ifPresent(findings::add);
    limits().ifPresent(findings::add);
    PublishedRecovery.compared(comparison).ifPresent(findings::add);
    List<ResultTable> tables = new ArrayList<>();
    if (!comparison.cells().isEmpty()) {
      tables.add(times());
      tables.add(costs());
      tables.add(PublishedRecovery.table(comparison));
    }
    return Documents.of(
        results,
        "Recovery of replicas over HTTP/1.1 and HTTP/2",
        findings,
        tables,
        comparison.cells().isEmpty() ? List.of() : List.of(chart()));
  }

  private List<RecoveryCell> only(Predicate<RecoveryCell> which) {
    return comparison.cells().stream().filter(which).toList();
  }

  private static boolean near(RecoveryCell cell) {
    return cell.place() == Place.NEAR;
  }

  private static RecoveryCell many(Way way) {
    return new RecoveryCell(way, RecoveryCell.MANY, Place.NEAR);
  }

  /** The answer to the question: is HTTP/2 slower, and from how many shards on. */
  private Optional<String> stock() {
    List<RecoveryCell> cells =
        only(
            cell ->
                near(cell) && cell.way().equals(Way.STOCK) && comparison.told(cell).isPresent());
    if (cells.isEmpty()) {
      return Optional.empty();
    }
    String from =
        cells.stream()
            .filter(comparison::slower)
            .findFirst()
            .map(
                cell ->
                    Text.of("Evidence that HTTP/2 is slower begins at %d shard(s)", cell.shards()))
            .orElse("No evidence that HTTP/2 is slower");
    return Optional.of(
        from
            + ", on one machine. Time as a multiple of HTTP/1.1 (no word: no evidence of a difference). "
            + cells.stream()
                .map(
                    cell ->
                        Text.of(
                            "%d shard(s): %s", cell.shards(), comparison.told(cell).orElseThrow()))
                .collect(Collectors.joining("; "))
            + ".");
  }

  /** The window, the streams, or neither: each limit is lifted in turn. */
  private Optional<String> cause() {
    List<String> parts = new ArrayList<>();
    told(many(Way.LARGE_SESSION), "with a session window of 192 MiB").ifPresent(parts::add);
    told(many(Way.ONE_STREAM), "with one stream per connection, so up to four at a time")
        .ifPresent(parts::add);
    OptionalDouble stalled = comparison.secondary(many(Way.STOCK), SESSION_STALL);
    OptionalDouble seconds = comparison.seconds(many(Way.STOCK));
    if (stalled.isPresent() && seconds.isPresent()) {
      parts.add(
          Text.of(
              "with Jetty's windows, session windows were used up for %s s (added up over all"
                  + " connections), and a recovery took %s s",
              Rounded.alone(stalled.getAsDouble() / MILLIS), Rounded.alone(seconds.getAsDouble())));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "With one limit lifted at %d shards, time as a multiple of HTTP/1.1 (no word: no"
                    + " evidence of a difference): %s.",
                RecoveryCell.MANY, String.join("; ", parts)));
  }

  private Optional<String> told(RecoveryCell cell, String words) {
    return comparison.told(cell).map(told -> words + ": " + told);
  }

  private Optional<String> strategies() {
    return joined(
        only(cell -> near(cell) && cell.shards() == RecoveryCell.MANY && cell.way().isOurs()),
        Text.of(
            "Strategies of ours at %d shards, time as a multiple of HTTP/1.1 (no word: no evidence of"
                + " a difference): ",
            RecoveryCell.MANY));
  }

  /** The differences over a slower network; of the others only their number. */
  private Optional<String> distance() {
    List<RecoveryCell> told =
        only(cell -> !near(cell) && cell.way().overHttp2() && comparison.told(cell).isPresent());
    List<RecoveryCell> open = told.stream().filter(comparison::open).toList();
    String others =
        open.isEmpty()
            ? ""
            : Text.of(" No evidence of a difference in %d of %d cells.", open.size(), told.size());
    String differences =
        told.stream()
            .filter(cell -> !comparison.open(cell))
            .map(
                cell ->
                    Text.of(
                        "%s: %s %s",
                        cell.place().words(),
                        cell.way().words(),
                        comparison.told(cell).orElseThrow()))
            .collect(Collectors.joining("; "));
    return told.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "With a slower network at %d shards, time as a multiple of HTTP/1.1%s.%s",
                RecoveryCell.MANY, differences.isEmpty() ? "" : ": " + differences, others));
  }

  private Optional<String> joined(List<RecoveryCell> cells, String beginning) {
    List<String> parts =
        cells.stream()
            .flatMap(
                cell -> comparison.told(cell).map(told -> cell.way().words() + " " + told).stream())
            .toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(beginning + String.join("; ", parts) + ".");
  }

  /** The part of disk and CPUs, and so what they can hide. */
  private Optional<String> limits() {
    List<String> parts = new ArrayList<>();
    for (Way way : List.of(Way.HTTP1, Way.STOCK, Way.SOCKETS, Way.FILES, Way.EMPTY)) {
      OptionalDouble seconds = comparison.seconds(many(way));
      if (seconds.isPresent()) {
        parts.add(
            Text.of("%s %s s%s", way.words(), Rounded.alone(seconds.getAsDouble()), cpus(way)));
      }
    }
    return parts.size() < 2
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "The limits of this machine at %d shards: %s. Both nodes share its CPUs and one"
                    + " disk: where these are busy, a difference between protocols does not show.",
                RecoveryCell.MANY, String.join("; ", parts)));
  }

  private String cpus(Way way) {
    OptionalDouble leader = comparison.secondary(many(way), LEADER_CPU);
    OptionalDouble receiver = comparison.secondary(many(way), RECEIVER_CPU);
    OptionalDouble seconds = comparison.seconds(many(way));
    Object cpus = results.file().environment().get("cpus");
    return leader.isEmpty() || receiver.isEmpty() || seconds.isEmpty() || cpus == null
        ? ""
        : Text.of(
            " (%.1f of %s CPUs busy)",
            (leader.getAsDouble() + receiver.getAsDouble()) / seconds.getAsDouble(), cpus);
  }

  private ResultTable times() {
    List<RecoveryCell> cells = comparison.cells();
    List<CellFigures> figures = cells.stream().map(comparison::of).toList();
    return new ResultTable("Time until a replica of every shard is active")
        .number("shards", cells.stream().map(cell -> "" + cell.shards()).toList())
        .text("between the nodes", cells.stream().map(cell -> cell.place().words()).toList())
        .text("copied by", cells.stream().map(cell -> cell.way().words()).toList())
        .number("s/op", figures.stream().map(Documents::score).toList())
        .text("95 % interval", figures.stream().map(Documents::interval).toList())
        .number("ratio to HTTP/1.1 (95 %)", cells.stream().map(comparison::ratio).toList())
        .number("MB/s", secondary(RATE, 1))
        .number("forks", figures.stream().map(Documents::forks).toList())
        .entries("result", false, figures.stream().map(Documents::outcome).toList());
  }

  private ResultTable costs() {
    List<RecoveryCell> cells = comparison.cells();
    return new ResultTable(
            "Cost of a recovery, median of the forks: CPU of both processes, and flow control of"
                + " the node that recovers")
        .text("cell", cells.stream().map(RecoveryCell::label).toList())
        .number("s from the first replica that recovers", secondary(RECOVERING, 1))
        .number("CPU s, leaders", secondary(LEADER_CPU, 1))
        .number("CPU s, receiver", secondary(RECEIVER_CPU, 1))
        .number("received over HTTP/2, MB", secondary(RECEIVED, 1))
        .number("most unread, MB", secondary(UNREAD, MEGABYTE))
        .number("session windows used up, ms (added up)", secondary(SESSION_STALL, 1))
        .number("stream windows used up, ms (added up)", secondary(STREAM_STALL, 1))
        .number("WINDOW_UPDATEs", secondary(WINDOW_UPDATES, 1));
  }

  private List<String> secondary(String name, double unit) {
    return comparison.cells().stream()
        .map(cell -> comparison.secondary(cell, name))
        .map(value -> value.isPresent() ? Rounded.alone(value.getAsDouble() / unit) : NONE)
        .toList();
  }

  private IntervalChart chart() {
    List<CellFigures> figures = comparison.cells().stream().map(comparison::of).toList();
    return new IntervalChart(
        "Seconds of a recovery, with the 95 % interval",
        "s/op",
        comparison.cells().stream()
            .map(cell -> Documents.bar(cell.label(), comparison.of(cell), figures))
            .toList());
  }
}
