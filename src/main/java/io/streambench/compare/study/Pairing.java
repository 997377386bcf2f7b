package io.streambench.compare.study;

import io.streambench.compare.statistics.LogRatio;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A rule that pairs cells with their baselines.
 *
 * @param words a description of the comparison, or the name of the baseline
 * @param cells a regular expression that matches the whole label of each cell
 * @param baseline the label of a cell's baseline; $1 is the first group of {@code cells}
 */
public record Pairing(String words, String cells, String baseline) {
  /** Returns the labels of the compared cells, each with the label of its baseline. */
  Map<String, String> baselinesByLabel(List<String> labels) {
    Map<String, String> pairs = new LinkedHashMap<>();
    for (String label : labels) {
      Matcher matcher = Pattern.compile(cells).matcher(label);
      String base = matcher.matches() ? matcher.replaceFirst(baseline) : "";
      if (labels.contains(base)) {
        pairs.put(label, base);
      }
    }
    return pairs;
  }

  /**
   * Returns the mean ratio over all rounds in which every pair completed; empty for fewer than two
   * such rounds. Averages the logarithms of all pairs in a round, so that each round counts once.
   */
  Optional<LogRatio> meanRatio(List<CellFigures> allCells) {
    Map<String, CellFigures> byLabel =
        allCells.stream()
            .filter(cell -> !cell.logScoresByRound().isEmpty())
            .collect(Collectors.toMap(CellFigures::label, Function.identity()));
    Map<String, String> pairs = baselinesByLabel(List.copyOf(byLabel.keySet()));
    Map<Integer, List<Double>> rounds = new HashMap<>();
    pairs.forEach(
        (label, base) -> {
          Map<Integer, Double> baseLogs = byLabel.get(base).logScoresByRound();
          Map<Integer, Double> logs = new HashMap<>(byLabel.get(label).logScoresByRound());
          logs.keySet().retainAll(baseLogs.keySet());
          logs.forEach(
              (round, log) ->
                  rounds
                      .computeIfAbsent(round, key -> new ArrayList<>())
                      .add(log - baseLogs.get(round)));
        });
    double[] means =
        rounds.values().stream()
            .filter(logs -> logs.size() == pairs.size())
            .mapToDouble(logs -> logs.stream().mapToDouble(log -> log).average().orElseThrow())
            .toArray();
    return means.length < 2 ? Optional.empty() : Optional.of(LogRatio.of(means));
  }

  /** Returns whether the two cells of any pair used different clusters in all rounds. */
  boolean hasDifferentClusters(List<CellFigures> allCells) {
    Map<String, CellFigures> byLabel =
        allCells.stream().collect(Collectors.toMap(CellFigures::label, Function.identity()));
    return baselinesByLabel(List.copyOf(byLabel.keySet())).entrySet().stream()
        .anyMatch(
            pair -> byLabel.get(pair.getKey()).isOnDifferentCluster(byLabel.get(pair.getValue())));
  }
}
