package io.streambench.study.tuned;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Comparison;
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
    List<String> sentences = new ArrayList<>();
    sentences.add(ends());
    for (Way way : Way.ours()) {
      compared(way).ifPresent(sentences::add);
    }
    compared(Way.HTTP1).ifPresent(sentences::add);
    tooLarge().ifPresent(sentences::add);
    memory().ifPresent(sentences::add);
    if (results.order().forks() >= Comparison.MIN_FORKS) {
      sentences.add(byChance());
    }
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

  /** Compares a way with tuned windows, on every route where both completed. */
  private Optional<String> compared(Way way) {
    List<String> faster = new ArrayList<>();
    List<String> slower = new ArrayList<>();
    int others = 0;
    for (Route route : comparison.routes()) {
      Optional<Judgement> judged = comparison.judged(new TunedCell(way, route));
      if (judged.isEmpty() || judged.get().evidence().isEmpty()) {
        continue;
      }
      String told = route.words() + ": " + Documents.beside(judged.get());
      if (judged.get().verdict() == ComparisonVerdict.FASTER) {
        faster.add(told);
      } else if (judged.get().verdict() == ComparisonVerdict.SLOWER) {
        slower.add(told);
      } else {
        others++;
      }
    }
    int judged = faster.size() + slower.size() + others;
    return judged == 0
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s, compared with tuned windows on %d route(s). Faster: %s. Slower: %s. No evidence"
                    + " of a difference: %d.",
                way.words(), judged, listed(faster), listed(slower), others));
  }

  private static String listed(List<String> routes) {
    return routes.isEmpty() ? "none" : routes.size() + " (" + String.join("; ", routes) + ")";
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
                "No windows are large enough on %d of %d routes, since HTTP/2 has none above 2 GiB."
                    + " There the largest that cannot stall were taken: %s.",
                routes.size(), comparison.routes().size(), String.join("; ", routes)));
  }

  private Optional<String> memory() {
    List<String> parts = new ArrayList<>();
    for (Way way : Way.values()) {
      OptionalDouble most = comparison.mostDirectMemory(way, 12);
      if (most.isPresent()) {
        parts.add(way.words() + " " + Rounded.alone(most.getAsDouble() / TunedComparison.MEBIBYTE));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Most direct memory of the reader with 12 streams, in MiB, the buffers of the kernel not"
                + " counted: "
                + String.join(", ", parts)
                + ".");
  }

  private String byChance() {
    int routes = comparison.routes().size();
    return Text.of(
        "The p at one route are corrected for the ways there. On up to %.0f of %d routes chance alone"
            + " may show a difference.",
        Math.ceil(routes * Comparison.SIGNIFICANCE), routes);
  }
}
