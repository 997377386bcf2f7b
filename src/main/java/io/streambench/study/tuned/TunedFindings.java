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
import io.streambench.study.tuned.Way.Windows;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.DoubleSummaryStatistics;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Collectors;

/** The findings about dynamic windows. */
final class TunedFindings {
  private static final String THRESHOLD = Text.of("%.0f %%", 100 * TunedComparison.THRESHOLD);

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
    List<String> sentences = new ArrayList<>();
    sentences.add(ends());
    compared(comparison.ways(Windows.DYNAMIC), slowed).ifPresent(sentences::add);
    compared(List.of(Way.LARGE, Way.QUARTER, Way.JETTYS), slowed).ifPresent(sentences::add);
    List<Way> others = new ArrayList<>(List.of(Way.HTTP1));
    others.addAll(comparison.ways(Windows.FIXED));
    others.addAll(comparison.ways(Windows.UNKNOWN));
    compared(others, slowed).ifPresent(sentences::add);
    controlled().ifPresent(sentences::add);
    unread().ifPresent(sentences::add);
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

  /** Compares ways with tuned windows, on every of these routes where both completed. */
  private Optional<String> compared(List<Way> ways, List<Route> routes) {
    List<String> parts = new ArrayList<>();
    for (Way way : ways) {
      List<Judgement> judged =
          routes.stream()
              .flatMap(route -> comparison.judged(new TunedCell(way, route)).stream())
              .filter(judgement -> judgement.evidence().isPresent())
              .toList();
      if (!judged.isEmpty()) {
        parts.add(way.words() + " " + told(judged));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "Throughput divided by that with tuned windows, where Jetty's windows can slow"
                    + " it: %s.",
                String.join("; ", parts)));
  }

  private static String told(List<Judgement> judged) {
    DoubleSummaryStatistics ratios =
        judged.stream()
            .mapToDouble(judgement -> judgement.evidence().orElseThrow().ratio())
            .summaryStatistics();
    return Text.of(
        "%.2f–%.2f (%s)",
        ratios.getMin(),
        ratios.getMax(),
        Arrays.stream(ComparisonVerdict.values())
            .map(verdict -> counted(verdict, judged))
            .filter(words -> !words.isEmpty())
            .collect(Collectors.joining(", ")));
  }

  private static String counted(ComparisonVerdict verdict, List<Judgement> judged) {
    long routes = judged.stream().filter(judgement -> judgement.verdict() == verdict).count();
    String words =
        switch (verdict) {
          case FASTER -> "faster";
          case SLOWER -> "slower";
          case NO_EVIDENCE -> "undecided (may exceed " + THRESHOLD + ")";
          case WITHIN_THRESHOLD -> "within " + THRESHOLD;
          case TOO_FEW_FORKS -> "too few forks to judge";
          case NOT_COMPARABLE -> "not comparable";
        };
    return routes == 0 ? "" : Text.of("%s on %d route(s)", words, routes);
  }

  /** Says where ways differ that no window keeps back. */
  private Optional<String> controlled() {
    List<Route> routes =
        comparison.routes().stream().filter(route -> !route.windowsCanSlow()).toList();
    List<String> differ = new ArrayList<>();
    int judged = 0;
    for (Route route : routes) {
      for (Way way : comparison.ways()) {
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
                "Control: on %d route(s) Jetty's own windows are large enough. There a way can be"
                    + " slower only by its own overhead. Different from tuned: %s of %d.",
                routes.size(),
                differ.isEmpty() ? "none" : differ.size() + " (" + String.join("; ", differ) + ")",
                judged));
  }

  private Optional<String> unread() {
    List<String> parts = new ArrayList<>();
    for (Way way : comparison.ways()) {
      OptionalDouble most = comparison.mostUnread(way, comparison.routes());
      if (most.isPresent()) {
        parts.add(way.words() + " " + Rounded.alone(most.getAsDouble() / TunedComparison.MEBIBYTE));
      }
    }
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Peak of unread data in MiB, on the route with the highest peak: "
                + String.join(", ", parts)
                + ". This reader never pauses. While a reader pauses, unread data can fill all of"
                + " its windows.");
  }
}
