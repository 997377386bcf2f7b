package io.streambench.base.page;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A report. The headline consists of {@code word} and the sentence {@code answer}. Either of the
 * two may be empty.
 */
public record Document(
    String title, String word, Tone tone, String answer, List<Section> sections) {
  public Document {
    sections = sections.stream().filter(section -> !section.parts().isEmpty()).toList();
  }

  public enum Tone {
    GOOD,
    BAD,
    UNCLEAR
  }

  /** A titled section of a report. Markdown and HTML collapse a folded section. */
  public record Section(String title, boolean folded, List<Part> parts) {
    public Section {
      parts = parts.stream().filter(part -> !part.isEmpty()).toList();
    }

    /** Creates a section that is not folded. */
    public static Section of(String title, Part... parts) {
      return new Section(title, false, List.of(parts));
    }

    public static Section items(String title, List<String> items) {
      return of(title, new Part.Items(items));
    }

    /** Creates a section that shows a table under its caption. */
    public static Section of(ResultTable table) {
      return of(table.caption(), new Part.Table(table));
    }
  }

  private String headline() {
    return word.isEmpty() || answer.isEmpty() ? word + answer : word + ": " + answer;
  }

  /** Returns the report as text for a terminal, ending with a line break. */
  public String text() {
    StringBuilder text = new StringBuilder();
    if (!headline().isEmpty()) {
      text.append(TextFormat.wrap(headline(), "", "  ")).append('\n');
    }
    boolean isFirst = true;
    for (Section section : sections) {
      text.append(isFirst && section.title().isEmpty() ? "" : "\n");
      isFirst = false;
      text.append(
          section.title().isEmpty() ? "" : TextFormat.wrap(section.title(), "", "  ") + "\n");
      section.parts().forEach(part -> text.append(part.text()));
    }
    return text.toString();
  }

  /** Returns Markdown: a complete document, or a fragment if the title is empty. */
  public String markdown() {
    StringBuilder text = new StringBuilder();
    if (!title.isEmpty()) {
      text.append("# ").append(ResultTable.escapeMarkdown(title)).append("\n\n");
    }
    if (!headline().isEmpty()) {
      String bold = word.isEmpty() && title.isEmpty() ? "**" : "";
      text.append(word.isEmpty() ? "" : "**" + word + "**: ");
      text.append(bold).append(ResultTable.escapeMarkdown(answer)).append(bold).append("\n\n");
    }
    for (Section section : sections) {
      String head = ResultTable.escapeMarkdown(section.title());
      String parts = section.parts().stream().map(Part::markdown).collect(Collectors.joining());
      if (section.folded()) {
        text.append("<details><summary>" + Page.escapeHtml(section.title()) + "</summary>\n\n");
        text.append(parts).append("</details>\n\n");
      } else if (!parts.isEmpty()) {
        text.append(head.isEmpty() ? "" : title.isEmpty() ? head + ":\n\n" : "## " + head + "\n\n");
        text.append(parts);
      }
    }
    return text.toString();
  }

  /** Returns the report as a self-contained HTML page in UTF-8, with all text escaped. */
  public String page() {
    return Page.render(this);
  }
}
