package io.streambench.report.study;

import io.streambench.report.chart.Chart;
import io.streambench.report.table.ResultTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What a study has found, whatever it is shown as.
 *
 * @param question what it answers
 * @param findings what was found, a sentence or a few each
 * @param recommendations what to do about it, a paragraph each; may be empty
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
    List<String> recommendations,
    List<String> notes,
    Map<String, String> facts,
    List<String> commands) {

  public StudyDocument {
    findings = List.copyOf(findings);
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
    recommendations = List.copyOf(recommendations);
    notes = List.copyOf(notes);
    facts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    commands = List.copyOf(commands);
  }

  /** The same with other recommendations. */
  public StudyDocument recommending(List<String> others) {
    return new StudyDocument(
        title, question, findings, tables, charts, others, notes, facts, commands);
  }
}
