package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisReportTest {
  private static final StreamState FULL = new StreamState(1, 0, 1 << 20, 0, false);

  private static StreamState hungry(int id, Waiting waiting) {
    return new StreamState(id, 1000, 0, 0, false, false, waiting);
  }

  private static String line(int stream, StreamState... hungry) {
    List<StreamState> all = new ArrayList<>(List.of(hungry));
    all.add(FULL);
    return new DiagnosisReport(Diagnoses.stalledWith("1a2b3c4d", all), 0.5)
        .text()
        .lines()
        .filter(line -> line.startsWith("    stream " + stream + " "))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void theOnlyStarvedStreamIsTheOneThatTheReaderWaitsFor() {
    assertThat(line(3, hungry(3, Waiting.UNKNOWN)))
        .endsWith("  <- starved: the reader waits for it");
  }

  @Test
  void ofSeveralStarvedStreamsTheReaderMayWaitForEach() {
    StreamState[] two = {hungry(3, Waiting.UNKNOWN), hungry(5, Waiting.UNKNOWN)};
    assertThat(line(3, two)).endsWith("  <- starved: the reader may wait for it");
    assertThat(line(5, two)).endsWith("  <- starved: the reader may wait for it");
  }

  @Test
  void aHungryStreamBesideTheAwaitedOneIsNotStarved() {
    StreamState[] two = {hungry(3, Waiting.UNKNOWN), hungry(5, Waiting.YES)};
    assertThat(line(3, two)).endsWith("  <- nothing to read");
    assertThat(line(5, two)).endsWith("  <- starved: the reader waits for it");
    assertThat(
            StreamLane.starvedOf(Diagnoses.stalledWith("1a2b3c4d", List.of(two)).sessions().get(0)))
        .containsExactly(5);
  }

  @Test
  void noTableHasTheSameHeadTwiceAndEachFitsATerminal() {
    for (Diagnosis diagnosis : List.of(Diagnoses.stalled(), Diagnoses.notStalled())) {
      DiagnosisTables tables = new DiagnosisTables(diagnosis);
      assertThat(tables.byTitle()).isNotEmpty();
      tables
          .byTitle()
          .forEach(
              (title, table) -> {
                StringBuilder text = new StringBuilder();
                table.plain(text, "  ");
                List<String> heads =
                    List.of(
                        text.toString().lines().findFirst().orElseThrow().strip().split(" {2,}"));
                assertThat(heads).as(title).doesNotHaveDuplicates();
                assertThat(text.toString().lines())
                    .as(title)
                    .allSatisfy(line -> assertThat(line).hasSizeLessThanOrEqualTo(120));
              });
    }
  }

  @Test
  void timesAreUnknownWhereTheSourceHasNone() {
    Diagnosis untimed = Diagnoses.withoutTimes();
    assertThat(untimed.fromNanos()).isEmpty();
    StringBuilder text = new StringBuilder();
    new DiagnosisTables(untimed).byTitle().get(DiagnosisTables.USED_UP).plain(text, "");
    assertThat(text.toString()).contains("unknown").doesNotContain("100");
  }

  @Test
  void aTableWithoutRowsHasNoTitle() {
    String text = new DiagnosisReport(Diagnoses.empty(), 0.5).text();
    assertThat(text).doesNotContain("Sessions\n", DiagnosisTables.USED_UP, "Longest periods");
  }

  @Test
  void aDumpOfOneMomentTellsNoHistory() {
    Diagnosis dump = Diagnoses.ofMoment();
    assertThat(dump.ofMoment()).isTrue();
    String text = new DiagnosisReport(dump, 0.5).text();
    assertThat(text)
        .contains("streams", "unread")
        .doesNotContain(DiagnosisTables.USED_UP, "most streams", "most unread");
  }
}
