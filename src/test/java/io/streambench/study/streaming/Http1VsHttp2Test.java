package io.streambench.study.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The words are chosen by the figures. */
class Http1VsHttp2Test {
  private static final List<Double> THREE = List.of(3.0, 3.05, 2.95, 3.02, 2.98);
  private static final List<Double> HALF = List.of(0.5, 0.51, 0.49, 0.505, 0.495);
  private static final List<Double> NONE = List.of();

  private static StudyDocument document(
      int forks, List<Double> a2, List<Double> a3, List<Double> a4, List<Double> a5) {
    StudyResults results =
        SyntheticStudy.of(
            "http1-vs-http2",
            forks,
            SyntheticStudy.scores("A1", THREE, "A2", a2, "A3", a3, "A4", a4, "A5", a5));
    return results.order().study().conclude(results);
  }

  private static String findings(StudyDocument document) {
    return String.join(" ", document.findings());
  }

  private static List<String> column(StudyDocument document, String head) {
    return document.tables().get(0).columns().stream()
        .filter(column -> column.head().equals(head))
        .flatMap(column -> column.entries().stream())
        .map(ResultTable.Entry::text)
        .toList();
  }

  @Test
  void whereTheHangIsSeenAndNothingElseIsSlowItSaysSo() {
    StudyDocument document = document(5, NONE, THREE, THREE, THREE);
    assertThat(findings(document))
        .contains("hung in 5 of 5 fork(s)")
        .contains("no evidence of a difference")
        .contains("The published factor of 6.7")
        .contains("is not seen: it is 1.00 here");
    assertThat(column(document, "Result"))
        .containsExactly("fast", "stalled in 5 of 5", "fast", "fast", "fast");
  }

  @Test
  void whereHttp2IsSlowItSaysByHowMuch() {
    StudyDocument document = document(5, NONE, HALF, HALF, THREE);
    assertThat(findings(document))
        .contains("83 % slower than HTTP/1.1 (A5)")
        .contains("HTTP/1.1 is 6.0 times as fast as HTTP/2");
    assertThat(column(document, "Result"))
        .containsExactly("fast", "stalled in 5 of 5", "slow", "slow", "fast");
  }

  @Test
  void aHangThatIsNotSeenIsNotRuledOut() {
    assertThat(findings(document(5, THREE, THREE, THREE, THREE)))
        .contains("did not hang in any of 5 fork(s)")
        .contains("does not rule it out");
  }

  @Test
  void aHangThatWasNotPublishedIsNamed() {
    assertThat(findings(document(5, NONE, THREE, NONE, THREE)))
        .contains("Other cells hung, too")
        .contains("A4 (5 of 5)");
  }

  @Test
  void oneForkIsNoVerdict() {
    StudyDocument document = document(1, NONE, HALF, HALF, THREE);
    assertThat(findings(document)).contains("too few to tell that from chance");
    assertThat(document.notes()).anyMatch(note -> note.contains("nothing of how the next fork"));
  }

  @Test
  void publishedFiguresStandBesideTheMeasured() {
    assertThat(column(document(5, NONE, THREE, THREE, THREE), "published"))
        .containsExactly(
            "slow, 0.257 ± 0.308",
            "hangs for ever",
            "slow, 0.344 ± 0.027",
            "slow, 0.332 ± 0.050",
            "fast, 2.301 ± 0.676");
  }

  @Test
  void aStallLeadsToItsFolder() {
    assertThat(document(5, NONE, THREE, THREE, THREE).tables().get(0).columns())
        .flatExtracting(ResultTable.Column::entries)
        .contains(new ResultTable.Entry("stalled in 5 of 5", java.util.Optional.of("stalls/A2")));
  }
}
