package io.streambench.study;

import io.streambench.analysis.compare.LogRatio;
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
 * The one question by which a study's number of rounds is chosen: the scores of some cells, each
 * divided by that of its baseline. Several pairs are averaged in each round, by the mean of their
 * logarithms, so that a round counts once.
 *
 * @param words what is compared with what
 * @param cells a regular expression that matches the whole label of each cell
 * @param baseline the label of a cell's baseline, with the groups of that expression as $1
 */
public record PrimaryQuestion(String words, String cells, String baseline) {
  /** Returns the labels that belong to the question, each with the label of its baseline. */
  Map<String, String> pairs(List<String> labels) {
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

  /** Returns the average ratio over all rounds in which every pair completed; empty below two. */
  Optional<LogRatio> ratio(List<CellFigures> all) {
    Map<String, CellFigures> byLabel =
        all.stream()
            .filter(cell -> !cell.logs().isEmpty())
            .collect(Collectors.toMap(CellFigures::label, Function.identity()));
    Map<String, String> pairs = pairs(List.copyOf(byLabel.keySet()));
    Map<Integer, List<Double>> rounds = new HashMap<>();
    pairs.forEach(
        (label, base) -> {
          Map<Integer, Double> ofBase = byLabel.get(base).logs();
          byLabel
              .get(label)
              .logs()
              .forEach(
                  (round, log) -> {
                    if (ofBase.containsKey(round)) {
                      rounds
                          .computeIfAbsent(round, unseen -> new ArrayList<>())
                          .add(log - ofBase.get(round));
                    }
                  });
        });
    double[] means =
        rounds.values().stream()
            .filter(logs -> logs.size() == pairs.size())
            .mapToDouble(logs -> logs.stream().mapToDouble(one -> one).average().orElseThrow())
            .toArray();
    return means.length < 2 ? Optional.empty() : Optional.of(LogRatio.of(means));
  }

  /** Returns whether the sides of a pair kept different clusters in all rounds. */
  boolean isOnOtherNodes(List<CellFigures> all) {
    Map<String, CellFigures> byLabel =
        all.stream().collect(Collectors.toMap(CellFigures::label, Function.identity()));
    return pairs(List.copyOf(byLabel.keySet())).entrySet().stream()
        .anyMatch(pair -> byLabel.get(pair.getKey()).isOnOtherNodes(byLabel.get(pair.getValue())));
  }
}
