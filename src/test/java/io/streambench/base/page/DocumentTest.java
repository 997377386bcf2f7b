package io.streambench.base.page;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.streambench.base.chart.Chart;
import io.streambench.base.chart.IntervalChart;
import io.streambench.base.chart.IntervalChart.Bar;
import io.streambench.base.chart.IntervalChart.Range;
import io.streambench.base.page.Document.Section;
import io.streambench.base.page.Document.Tone;
import io.streambench.base.table.ResultTable;
import java.io.IOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class DocumentTest {
  private static final String HOSTILE =
      "</script><img src=x onerror=alert(1)>\"'&\u2028{{title}}</title></style>";

  /** Creates a document with one part of each kind. */
  private static Document document(String text, Part... parts) {
    ResultTable table =
        ResultTable.of("Measured", List.of(text, "A2"))
            .text("cell", cell -> cell)
            .text("protocol", cell -> "HTTP/2")
            .number("ops/s", cell -> cell.equals("A2") ? null : "1,234 (1,200–1,270)");
    return new Document(
        text,
        "GOOD",
        Tone.GOOD,
        text,
        List.of(
            Section.of("", new Part.Facts(Map.of("name", text))),
            Section.of("Nothing", new Part.Items(List.of())),
            Section.of("A list", new Part.Items(List.of(text, "of two"))),
            Section.of(table),
            new Section("Words", true, List.of(new Part.Paragraphs(List.of(text)))),
            Section.of("A stack", new Part.Code(text, List.of("at a.B.c(B.java:1)", text))),
            Section.of("More", parts)));
  }

  private static Part chart(String text) {
    Bar bar = new Bar(text, "", Optional.of(new Range(2, 1, 3)), "");
    return new Chart.Picture(new IntervalChart(text, text, List.of(bar), false), "chart-1.png");
  }

  @Test
  void textStartsWithResultAndOmitsEmptyParts() {
    assertThat(document("x", chart("x")).text())
        .isEqualTo(
            """
            GOOD: x
              name: x

            A list
              - x
              - of two

            Measured
              In every row: protocol: HTTP/2.

              cell                ops/s
              x     1,234 (1,200–1,270)
              A2                      -

            Words
            x

            A stack
              - x
                  at a.B.c(B.java:1)
                  x

            More
            """);
  }

  @Test
  void writesMarkdownWithPicturesAndTables() {
    assertThat(document("x", chart("x")).markdown())
        .startsWith("# x\n\n**GOOD**: x\n\n- name: x\n\n## A list\n\n- x\n")
        .contains("| cell | ops/s |\n|---|---:|\n| x | 1,234 (1,200–1,270) |")
        .contains("<details><summary>Words</summary>\n\nx\n\n</details>")
        .contains("    at a.B.c(B.java:1)\n")
        .contains("![x](chart-1.png)")
        .doesNotContain("Nothing");
  }

  @Test
  void escapesMarkupAndTableDelimitersInMarkdown() {
    assertThat(document("a|b <img>").markdown().lines())
        .filteredOn(line -> !line.startsWith("    "))
        .noneMatch(line -> line.contains("<img>") || line.contains("a|b"));
  }

  @Test
  void escapesPatternsButNotCodeInMarkdown() {
    String markdown = document("q=*:* of _all_ SOME_NAME `a*_b|c`", chart("x*")).markdown();
    String shown = "q=\\*:\\* of \\_all\\_ SOME_NAME `a*_b|c`";
    assertThat(markdown)
        .startsWith("# " + shown + "\n\n**GOOD**: " + shown + "\n")
        .contains("\n- name: " + shown + "\n", "\n- " + shown + "\n- of two", "\n\n" + shown + "\n")
        .contains("| " + shown.replace("b|c", "b\\|c") + " |")
        .contains("![x\\*]");
  }

  @Test
  void escapesEveryTextOnPage() throws IOException {
    String page = document(HOSTILE, chart(HOSTILE)).page();
    assertThat(page).doesNotContain("<img src").doesNotContain("</title></style>");
    assertThat(page).containsOnlyOnce("</style>").containsOnlyOnce("</title>");
    assertThat(Page.scriptJson(HOSTILE)).doesNotContain("<", ">", "&", "\u2028", "\u2029");
    assertThat(new ObjectMapper().readTree(Page.scriptJson(HOSTILE)).asText()).isEqualTo(HOSTILE);
  }

  @Test
  void showsEscapedTextInBackticksAsCode() {
    assertThat(document("`budget` <b>").page())
        .contains("<li><code>budget</code> &lt;b&gt;</li>")
        .contains("<p><code>budget</code> &lt;b&gt;</p>");
  }

  @Test
  void pageLoadsNoExternalResources() {
    assertThat(document("x", chart("x")).page())
        .contains("default-src 'none'")
        .doesNotContain("{{")
        .doesNotContainPattern("(?i)(src|href|action|data|poster)\\s*=\\s*[\"']?\\s*(https?:)?//")
        .contains("<img alt=\"x; the numbers are in the tables\" src=\"data:image/png;base64,")
        .doesNotContainPattern("\\burl\\(|(?i:@import|<base|<iframe|<object|<embed|<form)");
  }

  @Test
  void pageShowsFactsWithoutScripts() {
    String page = document("x").page();
    assertThat(page)
        .contains(">1,234 (1,200–1,270)</td>", ">-</td>")
        .doesNotContain("<script")
        .contains("<caption class=\"same\">In every row: protocol: HTTP/2.</caption>")
        .contains("<dt>name</dt><dd>x</dd>", "<h2>A list</h2>", "<summary>x</summary>");
  }

  @Test
  void pageDoesNotDependOnJvmOrLocale() {
    assertThat(Page.scriptJson(Map.of("y", 1, "name", 2, "x", 3, "shape", 4)))
        .isEqualTo("{\"name\":2,\"shape\":4,\"x\":3,\"y\":1}");
    String page = document("x", chart("x")).page();
    Locale before = Locale.getDefault();
    try {
      Locale.setDefault(Locale.forLanguageTag("hi-IN-u-nu-deva"));
      assertThat(document("x", chart("x")).page()).isEqualTo(page);
    } finally {
      Locale.setDefault(before);
    }
  }
}
