package io.streambench.study.tuned;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.ComparisonVerdict;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.Rounded;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The findings about dynamic windows. */
final class TunedFindings {
  private final StudyResults results;
  private final TunedComparison comparison;

  TunedFindings(StudyResults results) {
    this.results = results;
    this.comparison = new TunedComparison(results);
  }

  StudyDocument document() {
    TunedTables tables = new TunedTables(comparison);
    return Documents.of(
        results, "Dynamic windows and tuned ones", sentences(), tables.tables(), tables.charts());
  }

  private List<String> sentences() {
    List<Route> slowed = comparison.routes().stream().filter(Route::windowsCanSlow).toList();
    List<Route> controls = comparison.routes().stream().filter(r -> !r.windowsCanSlow()).toList();
    List<String> sentences = new ArrayList<>();
    sentences.add(ends());
    for (Way way : Way.dynamic()) {
      compared(way, slowed).ifPresent(sentences::add);
    }
    for (Way way : List.of(Way.LARGE, Way.QUARTER, Way.JETTYS)) {
      compared(way, slowed).ifPresent(sentences::add);
    }
    for (Way way : Way.fixed()) {
      compared(way, slowed).ifPresent(sentences::add);
    }
    compared(Way.HTTP1, slowed).ifPresent(sentences::add);
    controlled(controls).ifPresent(sentences::add);
    unread().ifPresent(sentences::add);
    tooLarge().ifPresent(sentences::add);
    return sentences;
  }

  private String ends() {
    List<CellFigures> all = comparison.cells().stream().map(comparison::of).toList();
    int forks = all.stream().mapToInt(cell -> cell.outcomes().size()).sum();
    String others =
        all.stream()
            .filter(cell -> !cell.allCompleted())
            .map(
                cell ->
                    Text.of(
                        "%s (%d of %d stalled, %d failed)",
                        cell.cell().label(),
                        cell.count(Outcome.STALLED),
                        cell.outcomes().size(),
                        cell.count(Outcome.FAILED)))
            .collect(Collectors.joining(", "));
    return others.isEmpty()
        ? Text.of("All %,d forks completed: nothing stalled on any route.", forks)
        : "Did not complete: " + others + ".";
  }

  /** Compares a way with tuned windows, on every of these routes where both completed. */
  private Optional<String> compared(Way way, List<Route> routes) {
    List<String> parts = new ArrayList<>();
    for (Route route : routes) {
      comparison
          .judged(new TunedCell(way, route))
          .filter(judgement -> judgement.evidence().isPresent())
          .ifPresent(
              judgement ->
                  parts.add(
                      route.words() + ": " + verdict(judgement) + Documents.ratio(judgement)));
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s, times the throughput with tuned windows: %s.",
                way.words(), String.join("; ", parts)));
  }

  private static String verdict(Judgement judgement) {
    return switch (judgement.verdict()) {
      case FASTER -> "faster, ";
      case SLOWER -> "slower, ";
      case NO_EVIDENCE, WITHIN_THRESHOLD -> "no evidence of a difference, ";
      case TOO_FEW_FORKS, NOT_COMPARABLE -> "not judged, ";
    };
  }

  /** Says where ways differ that no window keeps back. */
  private Optional<String> controlled(List<Route> routes) {
    List<String> differ = new ArrayList<>();
    int judged = 0;
    for (Route route : routes) {
      for (Way way : Way.values()) {
        Optional<Judgement> judgement = comparison.judged(new TunedCell(way, route));
        if (judgement.isPresent() && judgement.get().evidence().isPresent()) {
          judged++;
          if (judgement.get().verdict() == ComparisonVerdict.FASTER
              || judgement.get().verdict() == ComparisonVerdict.SLOWER) {
            differ.add(
                Text.of(
                    "%s with %s %s", way.words(), route.words(), Documents.ratio(judgement.get())));
          }
        }
      }
    }
    return judged == 0
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "Control: on %d route(s) Jetty's own windows are large enough, and a way can only be"
                    + " slower by its own work. Different from tuned: %s of %d.",
                routes.size(),
                differ.isEmpty() ? "none" : differ.size() + " (" + String.join("; ", differ) + ")",
                judged));
  }

  private Optional<String> tooLarge() {
    List<String> routes =
        comparison.routes().stream()
            .filter(route -> !route.windows().largeEnough())
            .map(Route::words)
            .toList();
    return routes.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "On %d of %d routes no tuned windows are large enough, since HTTP/2 has none above 2 GiB."
                    + " There the largest that cannot stall were taken: %s.",
                routes.size(), comparison.routes().size(), String.join("; ", routes)));
  }

  private Optional<String> unread() {
    List<String> parts = new ArrayList<>();
    for (Way way : Way.values()) {
      OptionalDouble most = comparison.mostUnread(way, comparison.routes());
      if (most.isPresent()) {
        parts.add(way.words() + " " + Rounded.alone(most.getAsDouble() / TunedComparison.MEBIBYTE));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Most bytes unread at one moment, on the route where they were most, in MiB: "
                + String.join(", ", parts)
                + ". This reader never pauses; one that does can leave all of its windows unread.");
  }
}
