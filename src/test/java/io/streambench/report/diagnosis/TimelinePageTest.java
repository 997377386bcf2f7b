package io.streambench.report.diagnosis;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.analysis.Diagnosis;
import io.streambench.report.page.ChartLibrary;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class TimelinePageTest {
  private static final String HOSTILE =
      "</script><img src=x onerror=alert(1)>\"'&\u2028{{title}}</title></style>";

  private static String page(Diagnosis diagnosis) {
    return TimelinePage.render(diagnosis, "a log", List.of(), List.of(), List.of());
  }

  private static String script(String page, String id) {
    Matcher block =
        Pattern.compile("<script [^>]*id=\"" + id + "\">(.*?)</script>", Pattern.DOTALL)
            .matcher(page);
    assertThat(block.find()).isTrue();
    return block.group(1);
  }

  private static JsonNode data(String page) throws IOException {
    return new ObjectMapper().readTree(script(page, "data"));
  }

  @Test
  void saysFirstWhatStalledAndWhatIsStarved() {
    assertThat(page(Diagnoses.stalled()))
        .containsSubsequence(
            "<h1>a log</h1>",
            "STALLED",
            "session 673c9e55 to 127.0.0.1:41787 has no receive window left",
            "0.258 s after the first event, 2026-11-21 09:31:24.936 UTC",
            "0 of 2,097,152 bytes (2 MiB)",
            "1,620,324 bytes (1.5 MiB) on streams 27, 29, 31, 35 and 37",
            "476,828 bytes",
            "stream 33, with nothing to read",
            "3,936 from 3,900 lines",
            "3 (3 about other things, 0 garbled, 0 too long)",
            "Session 673c9e55");
  }

  @Test
  void saysSoWhereNothingStalled() {
    assertThat(page(Diagnoses.notStalled()))
        .contains("NO_STALL")
        .doesNotContain("STALLED<")
        .doesNotContain("class=\"starved\"");
  }

  @Test
  void everythingIsThereWithoutScripts() {
    String page = page(Diagnoses.stalled());
    assertThat(page.substring(0, page.indexOf("<script")))
        .contains("<noscript>")
        .contains("<tr class=\"starved\"><th scope=\"row\"><span class=\"swatch")
        .contains("<td class=\"number\">697,231</td>")
        .contains("Longest periods without window");
  }

  @Test
  void adviceAndNotesAreShownWhereThereAreAny() {
    String page =
        TimelinePage.render(
            Diagnoses.stalled(),
            "t",
            List.of("a larger window"),
            List.of("a remark"),
            List.of(new HeapFacts.Waits("thread \"merge\" waits", List.of("a.B.c(B.java:1)"))));
    assertThat(page)
        .contains("<li>a larger window</li>")
        .contains("<li>a remark</li>")
        .contains("<summary>thread &quot;merge&quot; waits</summary>")
        .contains("at a.B.c(B.java:1)");
    assertThat(page(Diagnoses.stalled()))
        .doesNotContain("What to do")
        .doesNotContain("<h2>Notes")
        .doesNotContain("Who waits");
  }

  @Test
  void everyTextFromALogIsEscaped() throws IOException {
    String page =
        TimelinePage.render(
            Diagnoses.stalledWith(HOSTILE, 3),
            HOSTILE,
            List.of(HOSTILE),
            List.of(HOSTILE),
            List.of(new HeapFacts.Waits(HOSTILE, List.of(HOSTILE))));
    assertThat(page).doesNotContain("<img").doesNotContain("</title></style>");
    assertThat(page).containsOnlyOnce("</style>").containsOnlyOnce("</title>");
    assertThat(page.split("</script>", -1)).hasSize(4);
    assertThat(data(page).isArray()).isTrue();
  }

  @Test
  void dataCannotEndItsBlock() {
    assertThat(script(page(Diagnoses.stalled()), "data"))
        .doesNotContain("<", ">", "&", "\u2028", "\u2029");
  }

  @Test
  void asksNobodyForAnything() {
    String page = page(Diagnoses.stalled());
    assertThat(page)
        .contains("default-src 'none'")
        .doesNotContainPattern("(?i)(src|href|action|data|poster)\\s*=\\s*[\"']?\\s*(https?:)?//")
        .doesNotContainPattern("(?i)url\\(|@import|<base|<iframe|<object|<embed|<form");
  }

  @Test
  void carriesTheChartLibraryWithItsLicence() throws IOException {
    String page = page(Diagnoses.stalled());
    String library;
    try (GZIPInputStream gzip =
        new GZIPInputStream(
            new ByteArrayInputStream(Base64.getMimeDecoder().decode(script(page, "library"))))) {
      library = new String(gzip.readAllBytes(), StandardCharsets.UTF_8);
    }
    assertThat(library)
        .startsWith("/*!\n * Chart.js v" + ChartLibrary.load().version())
        .contains("Released under the MIT License")
        .doesNotContain("sourceMappingURL");
    assertThat(page).contains("Permission is hereby granted, free of charge");
  }

  @Test
  void unreadUnacknowledgedAndWindowMakeUpTheInitialWindow() throws IOException {
    JsonNode session = data(page(Diagnoses.stalled())).get(0);
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
    String page = page(Diagnoses.stalledWith("abc", 55));
    assertThat(page).contains("The 40 busiest are drawn, 15 are not");
    JsonNode session = data(page).get(0);
    assertThat(session.get("lanes")).hasSize(40);
    assertThat(session.get("rest").get("v")).isNotEmpty();
    assertThat(session.get("lanes").findValues("starved")).hasSize(1);
  }

  @Test
  void whereTheSourceHasNoTimesThereAreTablesAndNoCharts() {
    assertThat(page(Diagnoses.withoutTimes()))
        .contains("unknown: the source has no timestamps")
        .contains("starved: nothing to read")
        .doesNotContain("<script");
  }

  @Test
  void isAPageEvenWhereNothingWasFound() {
    assertThat(page(Diagnoses.empty()))
        .contains("nothing about flow control was found in what was read")
        .doesNotContain("<script");
  }

  @Test
  void isTheSameEveryTimeAndUnderEveryLocale() {
    String page = page(Diagnoses.stalled());
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("hi-IN-u-nu-deva"));
      assertThat(page(Diagnoses.stalled())).isEqualTo(page);
    } finally {
      Locale.setDefault(before);
    }
  }

  @Test
  void isSmallEnoughToBeAttached() {
    assertThat(page(Diagnoses.stalled()).length()).isLessThan(200_000);
  }
}
