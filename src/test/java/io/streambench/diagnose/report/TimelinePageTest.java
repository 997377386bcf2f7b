package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.page.Browser;
import io.streambench.flow.replay.Diagnosis;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class TimelinePageTest {
  @TempDir Path folder;

  static String page(Diagnosis diagnosis) {
    return new DiagnosisReport(diagnosis, 0.5).page("a log");
  }

  private static JsonNode pageData(Diagnosis diagnosis) throws IOException {
    Matcher block =
        Pattern.compile("<script type=\"application/json\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page(diagnosis));
    assertThat(block.find()).isTrue();
    return new ObjectMapper().readTree(block.group(1));
  }

  @Test
  void showsStalledSessionAndStarvedStreamFirst() {
    assertThat(page(Diagnoses.stalled()))
        .containsSubsequence(
            "<h1>a log</h1>",
            "STALLED",
            "session 673c9e55 to 127.0.0.1:41787 has no receive window left",
            "Session 673c9e55",
            "0.258 s after the first event",
            "number\">697,231</td>",
            "starved: the reader waits for it",
            "What to do",
            "3,936 events",
            "3 of 3,900 lines skipped: 3 of other kinds, 0 garbled, 0 too long",
            "Released under the MIT License",
            "<script>/*!\n * Chart.js v");
  }

  @Test
  void escapesNamesFromLog() {
    assertThat(page(Diagnoses.stalledWith("<img src=x>{{title}}", 3))).doesNotContain("<img");
  }

  @Test
  void areasAddUpToWindowAtEachStep() throws IOException {
    for (Diagnosis diagnosis : List.of(Diagnoses.stalled(), Diagnoses.stalledWith("abc", 55))) {
      JsonNode session = pageData(diagnosis);
      int steps = session.get("steps").asInt();
      for (int step = session.get("first").asInt(); step < steps; step++) {
        int sum = 0;
        for (JsonNode layer : session.get("layers")) {
          sum += value(layer, step);
        }
        for (JsonNode lane : session.get("lanes")) {
          sum += lane.get("colour").asText().equals("rest") ? 0 : value(lane, step);
        }
        // The ramps of Diagnoses are rounded down, so the sum can be up to 9 bytes smaller.
        assertThat(sum)
            .isBetween(session.get("initial").asInt() - 9, session.get("initial").asInt());
      }
    }
  }

  private static int value(JsonNode series, int step) {
    return series.get("v").path(step - series.get("at").asInt()).asInt();
  }

  @Test
  void drawsAtMostFortyLanesAndReportsOthers() throws IOException {
    Diagnosis many = Diagnoses.stalledWith("abc", 55);
    assertThat(page(many)).contains("The 40 busiest are drawn, 15 are not");
    JsonNode session = pageData(many);
    assertThat(session.get("lanes")).hasSize(40);
    assertThat(session.get("layers").get(0).get("name").asText()).isEqualTo("other streams");
    assertThat(session.get("lanes"))
        .filteredOn(lane -> lane.get("starved").asBoolean())
        .singleElement()
        .satisfies(lane -> assertThat(lane.get("name").asText()).contains("109"));
  }

  @Test
  void streamsHaveDifferentColours() throws IOException {
    assertThat(pageData(Diagnoses.stalledWith("abc", 55)).get("lanes"))
        .filteredOn(lane -> !lane.get("colour").asText().equals("rest"))
        .hasSize(7)
        .extracting(lane -> lane.get("colour").asText())
        .doesNotHaveDuplicates();
  }

  @Test
  void showsTablesButNoChartsWithoutTimes() {
    assertThat(page(Diagnoses.withoutTimes()))
        .contains("without times", "starved: the reader waits for it")
        .doesNotContain("<canvas", "Chart.js");
    assertThat(page(Diagnoses.empty()))
        .contains("nothing about flow control was found in what was read")
        .doesNotContain("<canvas", "Chart.js");
  }

  @Test
  @Tag("browser")
  void drawsEveryLaneWithoutError() throws Exception {
    assertThat(Browser.find().open(folder, page(Diagnoses.stalled())))
        .contains("data-errors=\"0\"")
        .contains("data-lanes=\"19\"")
        .contains("starved: nothing to read");
  }

  @Test
  @Tag("browser")
  void policyBlocksInjectedScripts() throws Exception {
    assertThat(Browser.find().runsForeignScripts(folder, page(Diagnoses.stalled()))).isFalse();
  }

  @Test
  @Tag("browser")
  void pointerShowsValuesAtItsTime() throws Exception {
    String dom =
        Browser.find()
            .open(
                folder,
                Browser.withScript(
                    page(Diagnoses.stalledWith("abc", 3)),
                    """
                const plots = document.querySelector('.plots');
                const box = plots.querySelector('canvas').getBoundingClientRect();
                plots.dispatchEvent(new PointerEvent('pointermove', { clientX: box.left + box.width / 2 }));
                document.documentElement.dataset.reading = document.querySelector('.reading').textContent;
                """));
    assertThat(dom)
        .contains("data-errors=\"0\"")
        .containsPattern("data-reading=\"0\\.[45]\\d+ s · window \\d+(\\.\\d)? KiB · unread \\d");
  }
}
