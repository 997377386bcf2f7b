package io.streambench.compare.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A builder of sentences about cells. Cells with the same subject and predicate share a sentence.
 */
record CellSentences(Study study, Map<String, String> detailsByBeginning) {
  CellSentences(Study study) {
    this(study, new LinkedHashMap<>());
  }

  void add(CellFigures cell, String predicate, String... details) {
    List<String> words = cellPhrases(study, cell);
    String rest =
        Stream.concat(words.stream().skip(1), Stream.of(details))
            .filter(text -> !text.isEmpty())
            .collect(Collectors.joining(", "));
    detailsByBeginning.merge(
        words.get(0) + " " + predicate, rest, (some, next) -> some + "; " + next);
  }

  Optional<String> text() {
    return detailsByBeginning.entrySet().stream()
        .map(all -> all.getKey() + (all.getValue().isEmpty() ? "" : ": ") + all.getValue() + ".")
        .map(line -> line.substring(0, 1).toUpperCase(Locale.ROOT) + line.substring(1))
        .reduce((some, next) -> some + " " + next);
  }

  /** Returns the phrases that the study defines for a cell, or its label if there are none. */
  static List<String> cellPhrases(Study study, CellFigures cell) {
    for (Map.Entry<String, List<String>> phrase : study.phrases().entrySet()) {
      Matcher label = Pattern.compile(phrase.getKey()).matcher(cell.label());
      if (label.matches()) {
        return phrase.getValue().stream()
            .map(text -> Study.BRACED_NAME.matcher(label.replaceFirst(text)))
            .map(text -> text.replaceAll(at -> StudyTables.columnValue(study, cell, at.group(1))))
            .map(text -> text.replace(" 1 shards", " 1 shard"))
            .toList();
      }
    }
    return List.of(cell.label());
  }
}
