package io.streambench.cli;

import io.streambench.analysis.Durations;
import io.streambench.config.Text;
import io.streambench.report.table.ResultTable;
import io.streambench.study.Scale;
import io.streambench.study.Study;
import io.streambench.study.StudyOrder;
import java.util.List;
import java.util.Map;

/** The list of studies, for {@code streambench study --list}. */
final class StudyList {
  private StudyList() {}

  /** Writes what each study answers, and about how long it takes. */
  static void write(FormatOption format) {
    List<Listed> studies = Studies.all().stream().map(Listed::of).toList();
    switch (format.format()) {
      case TEXT ->
          studies.forEach(
              one ->
                  format
                      .answer()
                      .println(String.join("\n  ", one.study(), one.question(), one.line())));
      case MD -> {
        ResultTable table =
            ResultTable.of("", studies)
                .text("study", Listed::study)
                .text("question", Listed::question)
                .text("cells and time", Listed::line);
        format.answer().print(table.markdown());
      }
      case JSON -> format.json(studies);
    }
  }

  /**
   * A study in the list.
   *
   * @param secondsPerFork about how long one fork of each cell takes
   * @param quickSeconds the same with {@code --quick}
   */
  record Listed(String study, String question, int cells, long secondsPerFork, long quickSeconds) {
    static Listed of(Study study) {
      StudyOrder full = new StudyOrder(study, 1, Scale.FULL, Map.of());
      StudyOrder quickly = new StudyOrder(study, 1, Scale.QUICK, Map.of());
      return new Listed(
          study.name(),
          study.question(),
          full.cells().size(),
          full.estimatedSeconds(),
          quickly.estimatedSeconds());
    }

    String line() {
      return Text.of(
          "%d cells; one fork of each takes about %s; --forks 5: %s; --quick: %s",
          cells,
          Durations.about(secondsPerFork),
          Durations.about(5 * secondsPerFork),
          Durations.about(quickSeconds));
    }
  }
}
