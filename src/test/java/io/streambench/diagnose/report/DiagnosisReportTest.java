package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Column;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class DiagnosisReportTest {
  private static final StreamState FULL =
      new StreamState(1, 0, 1 << 20, 0, false, false, Waiting.UNKNOWN);

  private static StreamState streamWithoutData(int id, Waiting waiting) {
    return new StreamState(id, 1000, 0, 0, false, false, waiting);
  }

  private static DiagnosisReport report(Diagnosis diagnosis) {
    return new DiagnosisReport(diagnosis, 0.5);
  }

  private static String streamLine(int stream, StreamState... hungry) {
    List<StreamState> all = new ArrayList<>(List.of(hungry));
    all.add(FULL);
    return report(Diagnoses.stalledWith("1a2b3c4d", all))
        .text(false)
        .lines()
        .filter(line -> line.matches(" +" + stream + "  .*"))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void readerWaitsForOnlyStarvedStream() {
    assertThat(streamLine(3, streamWithoutData(3, Waiting.UNKNOWN)))
        .endsWith("starved: the reader waits for it");
  }

  @Test
  void readerMayWaitForEachStarvedStream() {
    StreamState[] two = {
      streamWithoutData(3, Waiting.UNKNOWN), streamWithoutData(5, Waiting.UNKNOWN)
    };
    assertThat(streamLine(3, two)).endsWith("starved: the reader may wait for it");
    assertThat(streamLine(5, two)).endsWith("starved: the reader may wait for it");
  }

  @Test
  void unawaitedStreamWithoutDataIsNotStarved() {
    StreamState[] two = {streamWithoutData(3, Waiting.UNKNOWN), streamWithoutData(5, Waiting.YES)};
    assertThat(streamLine(3, two)).endsWith("  nothing to read");
    assertThat(streamLine(5, two)).endsWith("starved: the reader waits for it");
  }

  @Test
  void tablesHaveUniqueHeadsAndFitTerminal() {
    for (Diagnosis diagnosis : List.of(Diagnoses.stalled(), Diagnoses.notStalled())) {
      assertThat(new SessionTables(diagnosis).tables()).isNotEmpty();
      for (ResultTable table : new SessionTables(diagnosis).tables()) {
        assertThat(table.columns()).extracting(Column::head).doesNotHaveDuplicates();
        assertThat(table.plainText("  ").lines()).allMatch(line -> line.length() <= 120);
      }
    }
  }

  @Test
  void showsUnknownTimesIfSourceHasNone() {
    Diagnosis untimed = Diagnoses.withoutTimes();
    assertThat(untimed.startNanos()).isEmpty();
    assertThat(new SessionTables(untimed).tables())
        .filteredOn(table -> table.caption().equals(SessionTables.EXHAUSTED_WINDOWS_CAPTION))
        .singleElement()
        .extracting(table -> table.plainText(""))
        .asString()
        .contains("unknown")
        .doesNotContain("100");
  }

  @Test
  void omitsTitleOfTableWithoutRows() {
    assertThat(new SessionTables(Diagnoses.empty()).tables()).isEmpty();
    assertThat(report(Diagnoses.empty()).text(false)).doesNotContain("Sessions\n");
  }

  @Test
  void heapDumpShowsNoHistory() {
    Diagnosis dump = Diagnoses.ofHeapDump();
    assertThat(dump.isSnapshot()).isTrue();
    assertThat(report(dump).text(false))
        .contains("streams", "unread")
        .doesNotContain(SessionTables.EXHAUSTED_WINDOWS_CAPTION, "most streams", "most unread");
  }
}
