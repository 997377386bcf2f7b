package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.Diagnosis;
import java.io.IOException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class TimelinePageTest {
  static String page(Diagnosis diagnosis) {
    return new DiagnosisReport(diagnosis, 0.5).page("a log");
  }

  private static JsonNode data(Diagnosis diagnosis) throws IOException {
    Matcher block =
        Pattern.compile("<script type=\"application/json\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page(diagnosis));
    assertThat(block.find()).isTrue();
    return new ObjectMapper().readTree(block.group(1));
  }

  @Test
  void saysFirstWhatStalledAndWhatIsStarved() {
    assertThat(page(Diagnoses.stalled()))
        .containsSubsequence(
            "<h1>a log</h1>",
            "STALLED",
            "session 673c9e55 to 127.0.0.1:41787 has no receive window left",
            "Session 673c9e55",
            "0.258 s after the first event",
            "2,097,152 bytes &#x3D; 0 left + 1,620,324 unread + 476,828 consumed",
            "number\" data-sort=\"697231\">697,231</td>",
            "<td class=\" wrong\"",
            "starved: the reader waits for it",
            "What to do",
            "Longest periods without window",
            "3,936 events",
            "3 of 3,900 lines skipped: 3 of other kinds, 0 garbled, 0 too long");
  }

  @Test
  void saysSoWhereNothingStalled() {
    assertThat(page(Diagnoses.notStalled())).contains("NO_STALL").doesNotContain("STALLED<");
  }

  @Test
  void namesFromALogAreEscaped() {
    assertThat(page(Diagnoses.stalledWith("<img src=x>{{title}}", 3))).doesNotContain("<img");
  }

  @Test
  void unreadUnacknowledgedAndWindowMakeUpTheInitialWindow() throws IOException {
    JsonNode session = data(Diagnoses.stalled());
    int steps = session.get("steps").asInt();
    for (int step = session.get("first").asInt(); step < steps; step++) {
      assertThat(
              value(session.get("window"), step)
                  + value(session.get("unread"), step)
                  + value(session.get("unacknowledged"), step))
          .isEqualTo(session.get("initial").asInt());
    }
  }

  private static int value(JsonNode series, int step) {
    return series.get("v").path(step - series.get("at").asInt()).asInt();
  }

  @Test
  void drawsFortyLanesAtMostAndSaysSo() throws IOException {
    Diagnosis many = Diagnoses.stalledWith("abc", 55);
    assertThat(page(many)).contains("The 40 busiest are drawn, 15 are not");
    JsonNode session = data(many);
    assertThat(session.get("lanes")).hasSize(40);
    assertThat(session.get("rest").get("v")).isNotEmpty();
    assertThat(session.get("lanes").findValues("starved")).hasSize(1);
  }

  @Test
  void whereTheSourceHasNoTimesThereAreTablesAndNoCharts() {
    assertThat(page(Diagnoses.withoutTimes()))
        .contains("without times", "starved: the reader waits for it")
        .doesNotContain("<canvas", "Chart.js");
    assertThat(page(Diagnoses.empty()))
        .contains("nothing about flow control was found in what was read")
        .doesNotContain("<canvas", "Chart.js");
  }
}
