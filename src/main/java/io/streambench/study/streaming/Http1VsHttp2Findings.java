package io.streambench.study.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Judgement;
import io.streambench.config.Text;
import io.streambench.study.CellFigures;
import io.streambench.study.Documents;
import io.streambench.study.Standing;
import io.streambench.study.StudyResults;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** What the figures of {@link Http1VsHttp2} say, in words. */
final class Http1VsHttp2Findings {
  /** Cells over HTTP/2 that do not stall, and are judged beside HTTP/1.1. */
  private static final List<String> AGAINST_HTTP1 = List.of("A3", "A4");

  private final StudyResults results;
  private final Map<String, Published> published;

  Http1VsHttp2Findings(StudyResults results, Map<String, Published> published) {
    this.results = results;
    this.published = published;
  }

  List<String> sentences() {
    List<String> sentences = new ArrayList<>();
    sentences.add(hang());
    otherStalls().ifPresent(sentences::add);
    for (String label : AGAINST_HTTP1) {
      against(label).ifPresent(sentences::add);
    }
    factor().ifPresent(sentences::add);
    oneShard().ifPresent(sentences::add);
    return sentences;
  }

  private String hang() {
    CellFigures cell = results.cell("A2");
    long stalled = cell.count(Outcome.STALLED);
    int all = cell.outcomes().size();
    if (all == 0) {
      return "Whether twelve shards hang over HTTP/2 with Jetty's windows was not measured.";
    }
    if (stalled == 0) {
      return Text.of(
          "Twelve shards over HTTP/2 with Jetty's windows (A2) did not hang in any of %d fork(s),"
              + " although they were published to hang for ever: what was measured here does not"
              + " show it, and does not rule it out.",
          all);
    }
    return Text.of(
        "Twelve shards over HTTP/2 with Jetty's windows (A2) hung in %d of %d fork(s): the session"
            + " window was used up by streams that nobody read from, as published.",
        stalled, all);
  }

  private Optional<String> otherStalls() {
    List<String> others =
        results.cells().stream()
            .filter(cell -> !cell.cell().label().equals("A2"))
            .filter(CellFigures::stalled)
            .map(
                cell ->
                    Text.of(
                        "%s (%d of %d)",
                        cell.cell().label(), cell.count(Outcome.STALLED), cell.outcomes().size()))
            .toList();
    return others.isEmpty()
        ? Optional.empty()
        : Optional.of(
            "Other cells hung, too, which were not published to: "
                + String.join(", ", others)
                + ".");
  }

  /** A window that does not stall, beside HTTP/1.1. */
  private Optional<String> against(String label) {
    CellFigures http1 = results.cell("A5");
    CellFigures http2 = results.cell(label);
    if (http1.sample().isEmpty() || http2.sample().isEmpty()) {
      return Optional.empty();
    }
    Judgement judgement =
        Documents.judged(http1, http2, AGAINST_HTTP1.stream().map(results::cell).toList())
            .orElseThrow();
    String what = Text.of("HTTP/2 with the windows of %s", label);
    return Optional.of(
        switch (judgement.verdict()) {
          case FASTER, SLOWER ->
              Text.of(
                  "%s is %s than HTTP/1.1 (A5); the ratio lies within %s (95 %%).",
                  what, Documents.percent(judgement), Documents.range(judgement));
          case NO_EVIDENCE, WITHIN_THRESHOLD ->
              Text.of(
                  "%s and HTTP/1.1 (A5): no evidence of a difference; the ratio lies within %s (95 %%).",
                  what, Documents.range(judgement));
          case TOO_FEW_FORKS, NOT_COMPARABLE ->
              Text.of(
                  "%s reaches %.2f times the throughput of HTTP/1.1 (A5); %d fork(s) a cell are too"
                      + " few to tell that from chance, %d are needed.",
                  what,
                  http2.sample().get().median() / http1.sample().get().median(),
                  http2.completed().size(),
                  judgement.forksNeeded());
        });
  }

  /** HTTP/1.1 by HTTP/2, here and where it was published. */
  private Optional<String> factor() {
    CellFigures http1 = results.cell("A5");
    CellFigures http2 = results.cell("A3");
    if (http1.sample().isEmpty() || http2.sample().isEmpty()) {
      return Optional.empty();
    }
    double here = http1.sample().get().median() / http2.sample().get().median();
    double there =
        published.get("A5").score().orElseThrow() / published.get("A3").score().orElseThrow();
    return Optional.of(
        here * 2 > there
            ? Text.of(
                "HTTP/1.1 is %.1f times as fast as HTTP/2 with a small stream window (A3); published"
                    + " were %.1f.",
                here, there)
            : Text.of(
                "The published factor of %.1f between HTTP/1.1 and HTTP/2 (A5 by A3) is not seen:"
                    + " it is %.2f here. The published figures were taken with Jetty's debug log"
                    + " on, which slows HTTP/2 alone; this study was run with capture=%s.",
                there, here, http2.cell().parameters().get("capture")));
  }

  private Optional<String> oneShard() {
    CellFigures one = results.cell("A1");
    if (one.estimate().isEmpty() || one.stalled()) {
      return Optional.empty();
    }
    Standing standing = Standing.of(one, results.cells());
    return Optional.of(
        Text.of(
            "One shard over HTTP/2 (A1), published as slow, is %s here: %s ops/s.",
            standing.word(), Documents.score(one)));
  }
}
