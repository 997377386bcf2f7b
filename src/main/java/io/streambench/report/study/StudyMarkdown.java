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
    list(text, document.answer());
    pictures(text, document, pictures, 0, Math.min(1, pictures.size()));
    for (ResultTable table : document.tables()) {
      text.append("## ").append(table.caption()).append("\n\n");
      table.sameInEveryRow().ifPresent(line -> text.append(line).append("\n\n"));
      rendered(table, StudyMarkdown::linked).markdown(text);
      text.append('\n');
    }
    pictures(text, document, pictures, 1, pictures.size());
    if (!document.furtherFindings().isEmpty()) {
      text.append("## Also found\n\n");
      list(text, document.furtherFindings());
    }
    if (!document.recommendations().isEmpty()) {
      text.append("## Recommendation\n\n");
      document.recommendations().forEach(one -> text.append(one).append("\n\n"));
    }
    list(text, document.notes());
    text.append("## Settings and environment\n\n");
    document
        .facts()
        .forEach(
            (name, value) ->
                text.append("- ").append(name).append(": ").append(value).append('\n'));
    text.append("\n## To repeat it\n\n");
    document.commands().stream()
        .flatMap(String::lines)
        .forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }

  private static void list(StringBuilder text, List<String> items) {
    items.forEach(item -> text.append("- ").append(item).append('\n'));
    text.append(items.isEmpty() ? "" : "\n");
  }

  private static void pictures(
      StringBuilder text, StudyDocument document, List<String> pictures, int from, int to) {
    for (int i = from; i < to; i++) {
      text.append("![").append(document.charts().get(i).title()).append("](");
      text.append(pictures.get(i)).append(")\n\n");
    }
  }

  /** A table alone, aligned by spaces, for a terminal. */
  public static String plain(ResultTable table) {
    StringBuilder text = new StringBuilder();
    table.sameInEveryRow().ifPresent(line -> text.append(line).append("\n\n"));
    rendered(table, Entry::text).plain(text, "");
    return text.toString();
  }

  private static Table rendered(ResultTable table, Function<Entry, String> text) {
    Table rendered = new Table();
    for (Column column : table.differing()) {
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
