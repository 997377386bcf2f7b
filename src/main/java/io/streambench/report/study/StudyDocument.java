package io.streambench.report.study;

import io.streambench.report.chart.Chart;
import io.streambench.report.document.Document;
import io.streambench.report.document.Document.Section;
import io.streambench.report.document.Document.Tone;
import io.streambench.report.document.Part;
import io.streambench.report.table.ResultTable;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * The document of what a study has found, whatever it is shown as.
 *
 * @param question what it answers
 * @param findings what was found, a sentence or a few each, the most useful first
 * @param notes what is to be known beside it, a sentence each
 * @param facts settings and environment, by name
 * @param commands what to type to repeat it, or a part of it
 */
public record StudyDocument(
    String title,
    String question,
    List<String> findings,
    List<ResultTable> tables,
    List<Chart> charts,
    List<String> notes,
    Map<String, String> facts,
    List<String> commands) {
  private static final int MOST_AT_ONCE = 6;

  /**
   * Markdown, to be pasted.
   *
   * @param pictures names of the charts' pictures beside the report, in their order
   */
  public String markdown(List<String> pictures) {
    return document(pictures).markdown();
  }

  /** One HTML page. */
  public String page() {
    return document(charts.stream().map(Chart::title).toList()).page();
  }

  /** A picture comes before the first table, and the most useful findings before it. */
  private Document document(List<String> pictures) {
    List<Part> drawn = new ArrayList<>();
    for (int i = 0; i < pictures.size(); i++) {
      drawn.add(new Chart.Picture(charts.get(i), pictures.get(i)));
    }
    int most = Math.min(MOST_AT_ONCE, findings.size());
    int first = Math.min(1, drawn.size());
    List<Section> sections = new ArrayList<>();
    sections.add(Section.of("", new Part.Items(findings.subList(0, most))));
    sections.add(new Section("", false, drawn.subList(0, first)));
    tables.forEach(table -> sections.add(Section.of(table)));
    sections.add(new Section("", false, drawn.subList(first, drawn.size())));
    sections.add(Section.of("Also found", new Part.Items(findings.subList(most, findings.size()))));
    sections.add(Section.of("Notes", new Part.Items(notes)));
    sections.add(Section.of("Settings and environment", new Part.Facts(facts)));
    sections.add(
        Section.of(
            "To repeat it", new Part.Code("", commands.stream().flatMap(String::lines).toList())));
    return new Document(title, "", Tone.UNCLEAR, question, sections);
  }
}
