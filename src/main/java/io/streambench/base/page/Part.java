package io.streambench.base.page;

import io.streambench.base.Text;
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

/** A part of a report in each of its formats; each ends with a line break, or is empty. */
public interface Part {
  default boolean isEmpty() {
    return text().isEmpty();
  }

  /** Lines for a terminal, which has no pictures. */
  default String text() {
    return "";
  }

  /** Markdown that ends with an empty line. */
  default String markdown() {
    return "";
  }

  /** HTML, with all text escaped. */
  String html();

  /** The name of the script that draws it, which needs the chart library; empty for none. */
  default Optional<String> script() {
    return Optional.empty();
  }

  record Items(List<String> items) implements Part {
    @Override
    public String text() {
      return joined(items, item -> Text.folded(item, "  - ", "    ") + "\n");
    }

    @Override
    public String markdown() {
      return joined(items, item -> "- " + ResultTable.escaped(item) + "\n") + "\n";
    }

    @Override
    public String html() {
      return "<ul>\n" + joined(items, item -> "<li>" + Page.marked(item) + "</li>\n") + "</ul>\n";
    }
  }

  record Paragraphs(List<String> paragraphs) implements Part {
    @Override
    public String text() {
      return joined(paragraphs, one -> Text.folded(one, "", "") + "\n");
    }

    @Override
    public String markdown() {
      return joined(paragraphs, one -> ResultTable.escaped(one) + "\n\n");
    }

    @Override
    public String html() {
      return joined(paragraphs, one -> "<p>" + Page.marked(one) + "</p>\n");
    }
  }

  /** Facts by name, in their order. */
  record Facts(Map<String, String> facts) implements Part {
    @Override
    public String text() {
      return each((name, fact) -> Text.folded(name + ": " + fact, "  ", "    ") + "\n");
    }

    @Override
    public String markdown() {
      return each((name, fact) -> "- " + ResultTable.escaped(name + ": " + fact) + "\n") + "\n";
    }

    @Override
    public String html() {
      String rows =
          each(
              (name, fact) ->
                  "<div><dt>%s</dt><dd>%s</dd></div>\n"
                      .formatted(Page.marked(name), Page.marked(fact)));
      return "<dl class=\"facts\">\n" + rows + "</dl>\n";
    }

    private String each(BinaryOperator<String> line) {
      return facts.entrySet().stream()
          .map(fact -> line.apply(fact.getKey(), fact.getValue()))
          .collect(Collectors.joining());
    }
  }

  /** Lines to be shown as they are; a page folds them behind a head, if there is one. */
  record Code(String head, List<String> lines) implements Part {
    @Override
    public String text() {
      return (head.isEmpty() ? "" : "  - " + head + "\n")
          + joined(lines, line -> "      " + line + "\n");
    }

    /** Indented, so that no line can end it. */
    @Override
    public String markdown() {
      return (head.isEmpty() ? "" : "    " + head + "\n")
          + joined(lines, line -> "    " + line + "\n")
          + "\n";
    }

    @Override
    public String html() {
      String code = Page.html(String.join("\n", lines));
      return head.isEmpty()
          ? "<pre class=\"commands\">" + code + "</pre>\n"
          : "<details>\n<summary>%s</summary>\n<pre>%s</pre>\n</details>\n"
              .formatted(Page.marked(head), code);
    }
  }

  /** A table of results; its caption is the title of its section. */
  record Rows(ResultTable table) implements Part {
    @Override
    public boolean isEmpty() {
      return table.rows() == 0;
    }

    @Override
    public String text() {
      return table.plain("  ");
    }

    @Override
    public String markdown() {
      return table.markdown() + "\n";
    }

    @Override
    public String html() {
      List<Column> columns = table.differing();
      return Page.part(
          "table",
          Map.of(
              "same", Page.marked(table.sameInEveryRow().orElse("")),
              "heads", columns,
              "rows",
                  IntStream.range(0, table.rows())
                      .mapToObj(row -> columns.stream().map(column -> cell(column, row)).toList())
                      .map(cells -> Map.of("cells", cells))
                      .toList()));
    }

    private static Map<String, Object> cell(Column column, int row) {
      Entry entry = column.entries().get(row);
      return Map.of(
          "shown", Page.marked(entry.text()),
          "number", column.number(),
          "link", entry.link().orElse(""),
          "wrong", entry.wrong());
    }
  }

  private static String joined(List<String> all, Function<String, String> each) {
    return all.stream().map(each).collect(Collectors.joining());
  }
}
