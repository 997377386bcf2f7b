package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class CellSentencesTest {
  /** Returns the studies whose reports compare cells in sentences. */
  static Stream<String> studiesWithComparisons() {
    return Study.all().stream()
        .filter(study -> !study.baselines().isEmpty() || !study.best().isEmpty())
        .map(Study::name);
  }

  private static List<CellFigures> cells(String study) {
    return SyntheticStudy.of(study, 1, label -> List.of(1.0)).cells();
  }

  @ParameterizedTest
  @MethodSource("studiesWithComparisons")
  void cellPhrasesAreUniqueAndReadable(String name) {
    Study study = Study.forName(name);
    List<String> words =
        cells(name).stream()
            .map(cell -> String.join(", ", CellSentences.cellPhrases(study, cell)))
            .toList();
    assertThat(words)
        .doesNotHaveDuplicates()
        .noneMatch(text -> text.matches(".*([{}$]| 1 (?!ms)\\w+s\\b).*"))
        .doesNotContainAnyElementsOf(cells(name).stream().map(CellFigures::label).toList());
  }

  @Test
  void combinesStatementsAboutOneSubject() {
    List<CellFigures> cells = cells("saturation");
    CellSentences sentences = new CellSentences(Study.forName("saturation"));
    assertThat(sentences.text()).isEmpty();
    Map.of(10, "18 %", 20, "").entrySet().stream()
        .sorted(Map.Entry.comparingByKey())
        .forEach(
            at ->
                sentences.add(
                    findCell(cells, "read-http2-" + at.getKey()),
                    "ran slower than HTTP/1.1",
                    at.getValue(),
                    "ratio 0.8"));
    sentences.add(findCell(cells, "lookup-http1-1"), "failed");
    assertThat(sentences.text())
        .hasValue(
            "Reads over HTTP/2 ran slower than HTTP/1.1: with 10 in flight, 18 %, ratio 0.8; with"
                + " 20 in flight, ratio 0.8. Lookups over HTTP/1.1 failed: with 1 in flight.");
  }

  private static CellFigures findCell(List<CellFigures> cells, String label) {
    return cells.stream().filter(cell -> cell.label().equals(label)).findFirst().orElseThrow();
  }

  @Test
  void cellWithoutPhraseKeepsLabel() {
    Study study = Study.forName("fan-out");
    CellFigures cell = cells("fan-out").get(0);
    assertThat(CellSentences.cellPhrases(study, cell)).containsExactly(cell.label());
    CellSentences sentences = new CellSentences(study);
    sentences.add(cell, "failed");
    assertThat(sentences.text()).hasValue("Pool-1 failed.");
  }
}
