package io.streambench.base.page;

import io.streambench.base.TextFormat;
import io.streambench.base.table.ResultTable;
import io.streambench.base.table.ResultTable.Column;
import io.streambench.base.table.ResultTable.Entry;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * A part of a report, which can be rendered in every format. Every rendering is empty or ends with
 * a line break.
 */
public interface Part {
  default boolean isEmpty() {
    return text().isEmpty();
  }

  /** Returns text for a terminal; empty for a part that a terminal cannot show. */
  default String text() {
    return "";
  }

  /** Returns Markdown that ends with an empty line. */
  default String markdown() {
    return "";
  }

  /** Returns HTML with all text escaped. */
  String html();

  /** Returns the name of the script that draws this part with the chart library, if any. */
  default Optional<String> script() {
    return Optional.empty();
  }

  record Items(List<String> items) implements Part {
    @Override
    public String text() {
      return join(items, item -> TextFormat.wrap(item, "  - ", "    ") + "\n");
    }

    @Override
    public String markdown() {
      return join(items, item -> "- " + ResultTable.escapeMarkdown(item) + "\n") + "\n";
    }

    @Override
    public String html() {
      return "<ul>\n"
          + join(items, item -> "<li>" + Page.escapeWithCode(item) + "</li>\n")
          + "</ul>\n";
    }
  }

  record Paragraphs(List<String> paragraphs) implements Part {
    @Override
    public String text() {
      return join(paragraphs, paragraph -> TextFormat.wrap(paragraph, "", "") + "\n");
    }

    @Override
    public String markdown() {
      return join(paragraphs, paragraph -> ResultTable.escapeMarkdown(paragraph) + "\n\n");
    }

    @Override
    public String html() {
      return join(paragraphs, paragraph -> "<p>" + Page.escapeWithCode(paragraph) + "</p>\n");
    }
  }

  /** A list of facts. The map contains each fact under its name, in display order. */
  record Facts(Map<String, String> facts) implements Part {
    @Override
    public String text() {
      return joinLines((name, fact) -> TextFormat.wrap(name + ": " + fact, "  ", "    ") + "\n");
    }

    @Override
    public String markdown() {
      return joinLines((name, fact) -> "- " + ResultTable.escapeMarkdown(name + ": " + fact) + "\n")
          + "\n";
    }

    @Override
    public String html() {
      String rows =
          joinLines(
              (name, fact) ->
                  "<div><dt>%s</dt><dd>%s</dd></div>\n"
                      .formatted(Page.escapeWithCode(name), Page.escapeWithCode(fact)));
      return "<dl class=\"facts\">\n" + rows + "</dl>\n";
    }

    private String joinLines(BinaryOperator<String> line) {
      return facts.entrySet().stream()
          .map(fact -> line.apply(fact.getKey(), fact.getValue()))
          .collect(Collectors.joining());
    }
  }

  /** Preformatted lines. HTML collapses the lines if they have a heading. */
  record Code(String heading, List<String> lines) implements Part {
    @Override
    public String text() {
      return (heading.isEmpty() ? "" : "  - " + heading + "\n")
          + join(lines, line -> "      " + line + "\n");
    }

    /** Indents the lines instead of fencing them, so that no line can end the code block. */
    @Override
    public String markdown() {
      return (heading.isEmpty() ? "" : "    " + heading + "\n")
          + join(lines, line -> "    " + line + "\n")
          + "\n";
    }

    @Override
    public String html() {
      String code = Page.escapeHtml(String.join("\n", lines));
      return heading.isEmpty()
          ? "<pre class=\"commands\">" + code + "</pre>\n"
          : "<details>\n<summary>%s</summary>\n<pre>%s</pre>\n</details>\n"
              .formatted(Page.escapeWithCode(heading), code);
    }
  }

  /** A table without its caption, which is the title of the section. */
  record Table(ResultTable table) implements Part {
    @Override
    public boolean isEmpty() {
      return table.rowCount() == 0;
    }

    @Override
    public String text() {
      return table.plainText("  ");
    }

    @Override
    public String markdown() {
      return table.markdown() + "\n";
    }

    @Override
    public String html() {
      List<Column> columns = table.varyingColumns();
      return Page.renderTemplate(
          "table",
          Map.of(
              "same", Page.escapeWithCode(table.constantColumnsText().orElse("")),
              "heads", columns,
              "rows",
                  IntStream.range(0, table.rowCount())
                      .mapToObj(row -> columns.stream().map(column -> cell(column, row)).toList())
                      .map(cells -> Map.of("cells", cells))
                      .toList()));
    }

    private static Map<String, Object> cell(Column column, int row) {
      Entry entry = column.entries().get(row);
      return Map.of(
          "shown", Page.escapeWithCode(entry.text()),
          "number", column.number(),
          "link", entry.link().orElse(""),
          "wrong", entry.isWrong());
    }
  }

  private static String join(List<String> items, Function<String, String> format) {
    return items.stream().map(format).collect(Collectors.joining());
  }
}
