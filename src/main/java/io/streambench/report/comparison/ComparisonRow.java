package io.streambench.report.comparison;

import io.streambench.report.table.Rounded;
import io.streambench.results.ComparedCell;
import io.streambench.results.ComparedResults;
import io.streambench.results.ComparedSide;
import io.streambench.results.Contender;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** One contender of one cell, as text and page show it. */
record ComparisonRow(ComparedCell cell, ComparedSide side, String verdict, String name) {
  static List<ComparisonRow> of(ComparedResults results) {
    List<String> names = results.contenders().stream().map(Contender::name).toList();
    VerdictWords words = new VerdictWords(names, results.threshold(), results.layout());
    List<ComparisonRow> rows = new ArrayList<>();
    for (ComparedCell cell : results.cells()) {
      for (ComparedSide side : cell.sides()) {
        rows.add(new ComparisonRow(cell, side, words.of(cell, side), names.get(side.contender())));
      }
    }
    return rows;
  }

  boolean first() {
    return side.contender() == 0;
  }

  String median() {
    return side.scores().isEmpty() ? "-" : Rounded.with(side.median(), side.interval());
  }

  String ratio() {
    return side.judgement()
        .flatMap(judgement -> judgement.evidence())
        .map(evidence -> Rounded.with(evidence.ratio(), Optional.of(evidence.interval())))
        .orElse("");
  }

  String p() {
    return side.judgement()
        .flatMap(judgement -> judgement.evidence())
        .map(evidence -> Rounded.p(evidence.p()))
        .orElse("");
  }

  String forks() {
    return side.scores().isEmpty() ? "-" : Integer.toString(side.scores().size());
  }
}
