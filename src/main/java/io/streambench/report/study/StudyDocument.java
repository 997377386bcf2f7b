package io.streambench.report.study;

import io.streambench.report.chart.Chart;
import io.streambench.report.table.ResultTable;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The document of what a study has found, whatever it is shown as.
 *
 * @param question what it answers
 * @param findings what was found, a sentence or a few each, the most useful first
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
  private static final int MOST_AT_ONCE = 6;

  public StudyDocument {
    findings = List.copyOf(findings);
    tables = List.copyOf(tables);
    charts = List.copyOf(charts);
    recommendations = List.copyOf(recommendations);
    notes = List.copyOf(notes);
    facts = java.util.Collections.unmodifiableMap(new LinkedHashMap<>(facts));
    commands = List.copyOf(commands);
  }

  /** The findings that are shown first. */
  List<String> answer() {
    return findings.subList(0, Math.min(MOST_AT_ONCE, findings.size()));
  }

  /** The findings behind them. */
  List<String> furtherFindings() {
    return findings.subList(answer().size(), findings.size());
  }

  /** The same with other recommendations. */
  public StudyDocument recommending(List<String> others) {
    return new StudyDocument(
        title, question, findings, tables, charts, others, notes, facts, commands);
  }
}
