package io.streambench.study.strategies;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.SortedSet;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The ways out of the stall beside HTTP/1.1, each at the places where both were measured. */
final class StrategyComparison {
  /** Most that lay unread on all sessions of a client, in bytes. */
  static final String PEAK_UNREAD = "peakUnreadSum, B";

  /** WINDOW_UPDATE frames that a client sent for an operation. */
  static final String WINDOW_UPDATES = "windowUpdates, 1/op";

  static final double MEGABYTE = 1e6;

  private final List<CellFigures> cells;

  StrategyComparison(List<CellFigures> cells) {
    this.cells = cells;
  }

  /** Every place of every way. */
  List<CellFigures> cells() {
    return cells;
  }

  private static int number(CellFigures cell, String parameter) {
    return (int) Double.parseDouble(cell.cell().parameters().get(parameter));
  }

  /** All numbers of shards there are. */
  SortedSet<Integer> shards() {
    TreeSet<Integer> shards = new TreeSet<>();
    cells.forEach(cell -> shards.add(number(cell, Strategies.SHARDS)));
    return shards;
  }

  /** All round-trip times there are, in milliseconds. */
  SortedSet<Integer> rtts() {
    TreeSet<Integer> rtts = new TreeSet<>();
    cells.forEach(cell -> rtts.add(number(cell, Strategies.RTT)));
    return rtts;
  }

  /** The number of shards at which the ways are compared. */
  int goalShards() {
    SortedSet<Integer> shards = shards();
    return shards.contains(Strategies.GOAL_SHARDS) ? Strategies.GOAL_SHARDS : shards.last();
  }

  /** Those that were run, HTTP/1.1 first, and last those that the study has no more. */
  List<String> ways() {
    Set<String> run =
        cells.stream()
            .map(cell -> Strategies.way(cell.cell()))
            .collect(Collectors.toCollection(LinkedHashSet::new));
    return Stream.concat(Strategies.ways().stream().filter(run::contains), run.stream())
        .distinct()
        .toList();
  }

  /** Those over HTTP/2 that completed wherever they were run. */
  List<String> neverStalling() {
    return ways().stream()
        .filter(way -> !way.equals(Strategies.HTTP1) && neverStalled(way))
        .toList();
  }

  /** Those of them with a ratio at every round trip of so many shards. */
  List<String> compared(int shards) {
    return neverStalling().stream().filter(way -> least(way, shards).isPresent()).toList();
  }

  private List<CellFigures> of(String way) {
    return cells.stream().filter(cell -> Strategies.way(cell.cell()).equals(way)).toList();
  }

  /** One way at one place, if it was run there. */
  Optional<CellFigures> at(String way, int shards, int rtt) {
    return of(way).stream()
        .filter(cell -> number(cell, Strategies.SHARDS) == shards)
        .filter(cell -> number(cell, Strategies.RTT) == rtt)
        .findFirst();
  }

  private Optional<CellFigures> http1At(CellFigures place) {
    return at(Strategies.HTTP1, number(place, Strategies.SHARDS), number(place, Strategies.RTT));
  }

  /** Returns whether every fork of a way completed. */
  boolean neverStalled(String way) {
    return of(way).stream().allMatch(CellFigures::allCompleted);
  }

  /** Operations a second beside HTTP/1.1 at the same place, where both were measured. */
  OptionalDouble beside(CellFigures cell) {
    Optional<CellFigures> http1 = http1At(cell).filter(CellFigures::allCompleted);
    return cell.allCompleted() && http1.isPresent()
        ? OptionalDouble.of(middle(cell) / middle(http1.get()))
        : OptionalDouble.empty();
  }

  private static double middle(CellFigures cell) {
    return cell.estimate().orElseThrow().middle();
  }

  /** The least of a way at so many shards, over all round trips; empty if one did not complete. */
  OptionalDouble least(String way, int shards) {
    List<OptionalDouble> all =
        of(way).stream()
            .filter(cell -> number(cell, Strategies.SHARDS) == shards)
            .map(this::beside)
            .toList();
    return all.isEmpty() || all.stream().anyMatch(OptionalDouble::isEmpty)
        ? OptionalDouble.empty()
        : all.stream().mapToDouble(OptionalDouble::getAsDouble).min();
  }

  /** A cell beside HTTP/1.1 at the same place; empty for what is not to be compared. */
  Optional<Judgement> judged(CellFigures cell) {
    return Strategies.way(cell.cell()).equals(Strategies.HTTP1)
        ? Optional.empty()
        : http1At(cell).flatMap(http1 -> Documents.judged(http1, cell, besides(cell)));
  }

  /** All ways over HTTP/2 at one place. */
  private List<CellFigures> besides(CellFigures place) {
    return cells.stream()
        .filter(cell -> !Strategies.way(cell.cell()).equals(Strategies.HTTP1))
        .filter(cell -> http1At(cell).equals(http1At(place)))
        .toList();
  }

  /** The interval of the ratio, from where to where, if the forks allow one. */
  Optional<String> range(CellFigures cell) {
    return judged(cell).filter(judgement -> judgement.evidence().isPresent()).map(Documents::range);
  }

  /** The ratios of a way at each round trip of so many shards, where it is compared. */
  String besideAtEach(String way, int shards) {
    List<String> parts = new ArrayList<>();
    for (int rtt : rtts()) {
      at(way, shards, rtt)
          .filter(cell -> beside(cell).isPresent())
          .ifPresent(
              cell ->
                  parts.add(
                      Text.of(
                          "%.2f times%s at %d ms",
                          beside(cell).getAsDouble(),
                          range(cell).map(interval -> Text.of(" (%s)", interval)).orElse(""),
                          rtt)));
    }
    return String.join(", ", parts);
  }

  /** The number of places of a way in the study, run or not. */
  int places(String way) {
    return of(way).size();
  }

  /** The number of places at which a fork of a way stalled. */
  long stalledPlaces(String way) {
    return of(way).stream().filter(CellFigures::stalled).count();
  }

  /** The number of places at which a fork of a way failed. */
  long failedPlaces(String way) {
    return of(way).stream().filter(cell -> cell.count(Outcome.FAILED) > 0).count();
  }

  /** The number of forks of a way, at all its places. */
  int forks(String way) {
    return of(way).stream().mapToInt(cell -> cell.outcomes().size()).sum();
  }

  /** The most that a profiler measured of a way anywhere; empty where it measured nothing. */
  OptionalDouble most(String way, String secondary) {
    return of(way).stream()
        .map(cell -> cell.secondary().get(secondary))
        .filter(value -> value != null)
        .mapToDouble(Double::doubleValue)
        .max();
  }

  /** The most that lay unread on all sessions of a client. */
  String mostUnreadMegabytes(String way) {
    OptionalDouble bytes = most(way, PEAK_UNREAD);
    return bytes.isPresent() ? Rounded.alone(bytes.getAsDouble() / MEGABYTE) : "-";
  }

  /** The data that a query reads, in megabytes. */
  String dataMegabytes() {
    Map<String, String> parameters = cells.get(0).cell().parameters();
    return Rounded.alone(
        Double.parseDouble(parameters.get("docCount"))
            * Double.parseDouble(parameters.get("docSizeBytes"))
            / MEGABYTE);
  }
}
