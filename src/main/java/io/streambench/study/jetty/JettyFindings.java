package io.streambench.study.jetty;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.NeverSeen;
import io.streambench.config.Text;
import io.streambench.predict.Zone;
import io.streambench.report.chart.IntervalChart;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.CellOutcome;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import io.streambench.study.jetty.JettyCell.Place;
import io.streambench.study.jetty.JettyCell.Speed;
import io.streambench.study.jetty.JettyCell.Way;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The findings about versions of Jetty. */
final class JettyFindings {
  private static final Speed SOCKETS = new Speed(JettyLine.SOCKETS, Way.HTTP1);

  private final StudyResults results;
  private final List<Speed> speeds;
  private final List<Place> places;

  JettyFindings(StudyResults results) {
    this.results = results;
    List<JettyCell> measured =
        JettyCell.all(results.order().scale()).stream()
            .filter(cell -> cell.in(results).filter(one -> !one.outcomes().isEmpty()).isPresent())
            .toList();
    this.speeds = only(measured, Speed.class);
    this.places = only(measured, Place.class);
  }

  private static <T extends JettyCell> List<T> only(List<JettyCell> cells, Class<T> kind) {
    return cells.stream().filter(kind::isInstance).map(kind::cast).toList();
  }

  StudyDocument document() {
    List<String> findings = new ArrayList<>();
    stalls().ifPresent(findings::add);
    for (JettyLine line : JettyLine.values()) {
      speed(line).ifPresent(findings::add);
    }
    limit().ifPresent(findings::add);
    rule(Zone.SAFE).ifPresent(findings::add);
    rule(Zone.LIKELY).ifPresent(findings::add);
    List<ResultTable> tables = new ArrayList<>();
    if (!speeds.isEmpty()) {
      tables.add(speedTable());
    }
    if (!places.isEmpty()) {
      tables.add(placeTable());
    }
    return Documents.of(
        results,
        "Versions of Jetty in a merge",
        findings,
        tables,
        speeds.isEmpty() ? List.of() : List.of(chart()));
  }

  private CellFigures of(JettyCell cell) {
    return cell.in(results).orElseThrow();
  }

  /** Jetty's own windows first: that is what people have. */
  private Optional<String> stalls() {
    List<Speed> http2 = speeds.stream().filter(speed -> speed.way() != Way.HTTP1).toList();
    return http2.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Arrays.stream(Way.values())
                .filter(way -> http2.stream().anyMatch(speed -> speed.way() == way))
                .map(way -> way.words() + ": " + outcomes(http2, way))
                .collect(
                    Collectors.joining("; ", "Forks that stalled, 12 shards and 40 MB: ", ".")));
  }

  private String outcomes(List<Speed> some, Way way) {
    Map<String, List<String>> lines = new LinkedHashMap<>();
    some.stream()
        .filter(speed -> speed.way() == way)
        .forEach(
            speed ->
                lines
                    .computeIfAbsent(ended(of(speed)), unseen -> new ArrayList<>())
                    .add(speed.line().words()));
    return lines.entrySet().stream()
        .map(one -> one.getKey() + " (" + String.join(", ", one.getValue()) + ")")
        .collect(Collectors.joining(", "));
  }

  private static String ended(CellFigures cell) {
    String stalled = Text.of("%d of %d", cell.count(Outcome.STALLED), cell.outcomes().size());
    return cell.count(Outcome.FAILED) == 0
        ? stalled
        : stalled + Text.of(" (%d failed)", cell.count(Outcome.FAILED));
  }

  /** Compares one line of Jetty with itself over HTTP/1.1. */
  private Optional<String> speed(JettyLine line) {
    List<Speed> family =
        speeds.stream().filter(speed -> speed.line() == line && speed.way() != Way.HTTP1).toList();
    String compared =
        family.stream()
            .flatMap(
                speed ->
                    compared(new Speed(line, Way.HTTP1), speed, family).stream()
                        .map(told -> speed.way().words() + ": " + told))
            .collect(Collectors.joining("; "));
    return compared.isEmpty()
        ? Optional.empty()
        : Optional.of(line.words() + ", HTTP/2 compared with HTTP/1.1. " + compared + ".");
  }

  private Optional<String> compared(Speed baseline, Speed contender, List<Speed> family) {
    Optional<CellFigures> base = baseline.in(results);
    return base.isEmpty() || of(contender).sample().isEmpty()
        ? Optional.empty()
        : Documents.judged(base.get(), of(contender), family.stream().map(this::of).toList())
            .map(Documents::beside);
  }

  /** Compares the fastest with plain sockets: no test, since it is the fastest of several. */
  private Optional<String> limit() {
    List<Speed> http =
        speeds.stream()
            .filter(speed -> speed.line().hasHttp() && of(speed).sample().isPresent())
            .toList();
    Optional<CellFigures> sockets = SOCKETS.in(results).filter(one -> one.sample().isPresent());
    if (http.isEmpty() || sockets.isEmpty()) {
      return Optional.empty();
    }
    Speed fastest =
        http.stream()
            .max(Comparator.comparingDouble(speed -> of(speed).estimate().orElseThrow().middle()))
            .orElseThrow();
    return Optional.of(
        Text.of(
            "Plain sockets, the limit of the machine: %s ops/s (%s). The fastest of %d over HTTP, %s:"
                + " %s ops/s (%s), ratio to plain sockets %s.",
            Documents.score(sockets.get()),
            Documents.interval(sockets.get()),
            http.size(),
            fastest.words(),
            Documents.score(of(fastest)),
            Documents.interval(of(fastest)),
            ofSockets(fastest)));
  }

  private Optional<String> rule(Zone zone) {
    List<Place> some = places.stream().filter(place -> place.zone() == zone).toList();
    if (some.isEmpty()) {
      return Optional.empty();
    }
    long forks = some.stream().mapToLong(place -> of(place).outcomes().size()).sum();
    long stalled = some.stream().mapToLong(place -> of(place).count(Outcome.STALLED)).sum();
    long failed = some.stream().mapToLong(place -> of(place).count(Outcome.FAILED)).sum();
    long operations =
        some.stream()
            .flatMap(place -> of(place).outcomes().stream())
            .mapToLong(CellOutcome::operations)
            .sum();
    String more =
        zone == Zone.SAFE && stalled == 0 && operations > 0
            ? Text.of(
                "; at most %.3f %% of operations stall (95 %% confidence)", percent(operations))
            : "";
    return Optional.of(
        Text.of(
            "The rule, %s: %d of %d clients stalled%s, at %d places, over %,d operations%s.",
            zone,
            stalled,
            forks,
            failed == 0 ? "" : Text.of(" and %d failed", failed),
            some.size(),
            operations,
            more));
  }

  private static double percent(long operations) {
    return 100 * NeverSeen.atMost(operations);
  }

  private ResultTable speedTable() {
    List<CellFigures> cells = speeds.stream().map(this::of).toList();
    return new ResultTable("Merges of 40 MB over twelve shards of one node, per second")
        .text("version", speeds.stream().map(speed -> speed.line().words()).toList())
        .text(
            "client",
            speeds.stream()
                .map(speed -> speed.line().hasHttp() ? speed.way().words() : "")
                .toList())
        .number("ops/s", cells.stream().map(Documents::score).toList())
        .text("95 % interval", cells.stream().map(Documents::interval).toList())
        .number("ratio to plain sockets", speeds.stream().map(this::ofSockets).toList())
        .number("forks", cells.stream().map(Documents::forks).toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList());
  }

  private String ofSockets(Speed speed) {
    CellFigures cell = of(speed);
    Optional<CellFigures> sockets = SOCKETS.in(results).filter(one -> one.estimate().isPresent());
    return cell.stalled() || cell.estimate().isEmpty() || sockets.isEmpty()
        ? "-"
        : Text.of(
            "%.2f",
            cell.estimate().get().middle() / sockets.get().estimate().orElseThrow().middle());
  }

  private ResultTable placeTable() {
    List<CellFigures> cells = places.stream().map(this::of).toList();
    return new ResultTable("The safe-window rule, next to its line")
        .text("version", places.stream().map(place -> place.line().words()).toList())
        .text("zone", places.stream().map(place -> place.zone().name()).toList())
        .number("streams", places.stream().map(place -> "" + place.streams()).toList())
        .text("placement", places.stream().map(place -> "" + place.placement()).toList())
        .number(
            "session window, bytes",
            places.stream().map(place -> Text.of("%,d", place.rule().sessionWindow())).toList())
        .number(
            "operations that completed",
            cells.stream()
                .map(
                    cell ->
                        Text.of(
                            "%,d",
                            cell.outcomes().stream().mapToLong(CellOutcome::operations).sum()))
                .toList())
        .entries("result", false, cells.stream().map(Documents::outcome).toList());
  }

  private IntervalChart chart() {
    List<CellFigures> cells = speeds.stream().map(this::of).toList();
    return new IntervalChart(
        "Merges per second, with the 95 % interval",
        "ops/s",
        speeds.stream().map(speed -> Documents.bar(speed.label(), of(speed), cells)).toList());
  }
}
