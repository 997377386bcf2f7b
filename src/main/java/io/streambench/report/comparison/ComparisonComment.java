package io.streambench.report.comparison;

import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.report.table.Table;
import io.streambench.results.ComparedCell;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.ComparedSide.State;
import java.util.List;

/**
 * A comparison as a comment on a pull request, in Markdown: the cells that differ, stalled or
 * failed, and those of which nothing can be told. Empty if there are none: a comment that is always
 * there is not read.
 */
public final class ComparisonComment {
  private static final int MOST_LINES = 10;

  private final ComparedResults results;
  private final List<String> undecided;
  private final CommonParameters common;

  /**
   * @param undecided cells of which nothing can be told, a line each
   */
  public ComparisonComment(
      ComparedResults results, List<String> undecided, CommonParameters.Defaults defaults) {
    this.results = results;
    this.undecided = List.copyOf(undecided);
    this.common = new CommonParameters(defaults);
  }

  /** The comment, or nothing. */
  public String markdown() {
    List<ComparisonRow> rows =
        ComparisonRow.of(results).stream().filter(row -> matters(row.cell())).toList();
    if (rows.isEmpty() && undecided.isEmpty()) {
      return "";
    }
    String headline = new ComparisonSummary(results).headline();
    StringBuilder text = new StringBuilder("**");
    text.append(Table.markdown(headline.isEmpty() ? "nothing could be judged" : headline));
    text.append("**\n");
    for (ComparisonReport.Section section : ComparisonReport.lines(rows, common)) {
      text.append('\n').append(Table.markdown(section.title())).append(":\n\n");
      section.table().markdown(text);
    }
    list(text, "Could not be judged", undecided);
    list(text, "What may be the reason, other than the change", results.warnings());
    list(text, "How to read this", new ComparisonSummary(results).notes());
    return text.toString();
  }

  private static boolean matters(ComparedCell cell) {
    return cell.contenders().stream().anyMatch(side -> matters(cell, side));
  }

  private static boolean matters(ComparedCell cell, ComparedSide side) {
    boolean mended = side.state() == State.COMPLETED && broken(cell.baseline());
    return mended
        || cell.regressed(side)
        || side.judgement().filter(Judgement::different).isPresent();
  }

  private static boolean broken(ComparedSide side) {
    return side.state() == State.STALLED || side.state() == State.FAILED;
  }

  private static void list(StringBuilder text, String title, List<String> lines) {
    if (lines.isEmpty()) {
      return;
    }
    text.append('\n').append(title).append(":\n\n");
    lines.stream()
        .limit(MOST_LINES)
        .forEach(line -> text.append("- ").append(Table.markdown(line)).append('\n'));
    if (lines.size() > MOST_LINES) {
      text.append(Text.of("- and %,d more\n", lines.size() - MOST_LINES));
    }
  }
}
