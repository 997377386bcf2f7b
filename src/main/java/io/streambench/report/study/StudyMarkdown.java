package io.streambench.report.study;

import io.streambench.report.table.ResultTable;
import io.streambench.report.table.ResultTable.Column;
import io.streambench.report.table.ResultTable.Entry;
import io.streambench.report.table.Table;
import java.util.List;
import java.util.function.Function;

/** A study's document as Markdown, to be pasted. */
public final class StudyMarkdown {
  private StudyMarkdown() {}

  /**
   * The whole of it.
   *
   * @param pictures names of the charts' pictures beside the report, in their order
   */
  public static String render(StudyDocument document, List<String> pictures) {
    StringBuilder text = new StringBuilder();
    text.append("# ").append(document.title()).append("\n\n");
    text.append(document.question()).append("\n\n");
    if (!document.findings().isEmpty()) {
      text.append(String.join(" ", document.findings())).append("\n\n");
    }
    for (ResultTable table : document.tables()) {
      text.append("## ").append(table.caption()).append("\n\n");
      rendered(table, StudyMarkdown::linked).markdown(text);
      text.append('\n');
    }
    for (int i = 0; i < pictures.size(); i++) {
      text.append("![").append(document.charts().get(i).title()).append("](");
      text.append(pictures.get(i)).append(")\n\n");
    }
    if (!document.recommendations().isEmpty()) {
      text.append("## Recommendation\n\n");
      document.recommendations().forEach(one -> text.append(one).append("\n\n"));
    }
    document.notes().forEach(note -> text.append("- ").append(note).append('\n'));
    text.append("\n## Settings and environment\n\n");
    document
        .facts()
        .forEach(
            (name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
    text.append("\n## To repeat it\n\n");
    document.commands().forEach(command -> text.append("    ").append(command).append('\n'));
    return text.toString();
  }

  /** A table alone, aligned by spaces, for a terminal. */
  public static String plain(ResultTable table) {
    StringBuilder text = new StringBuilder();
    rendered(table, Entry::text).plain(text, "");
    return text.toString();
  }

  private static Table rendered(ResultTable table, Function<Entry, String> text) {
    Table rendered = new Table();
    for (Column column : table.columns()) {
      List<String> cells = column.entries().stream().map(text).toList();
      if (column.number()) {
        rendered.number(column.head(), cells);
      } else {
        rendered.text(column.head(), cells);
      }
    }
    return rendered;
  }

  private static String linked(Entry entry) {
    String text = entry.wrong() ? "**" + entry.text() + "**" : entry.text();
    return entry.link().map(link -> "[" + text + "](" + link + ")").orElse(text);
  }
}
