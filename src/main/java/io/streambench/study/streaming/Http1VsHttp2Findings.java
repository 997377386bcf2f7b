package io.streambench.study.streaming;

import io.streambench.analysis.Outcome;
import io.streambench.analysis.compare.Interval;
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

/** The findings from the figures of {@link Http1VsHttp2}, in words. */
final class Http1VsHttp2Findings {
  private static final List<String> PUBLISHED_WINDOWS = List.of("A3", "A4");

  private static final List<String> SAFE_WAYS = List.of("A6", "A7");

  /** Cells over HTTP/2 that are not to stall, and are judged beside HTTP/1.1. */
  private static final List<String> AGAINST_HTTP1 = List.of("A3", "A4", "A6", "A7");

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
    against("HTTP/2 with the windows of A3 and A4", PUBLISHED_WINDOWS).ifPresent(sentences::add);
    against("HTTP/2 with a session window of 192 MiB (A6) and credit on receipt (A7)", SAFE_WAYS)
        .ifPresent(sentences::add);
    factor().ifPresent(sentences::add);
    oneShard().ifPresent(sentences::add);
    return sentences;
  }

  private String hang() {
    CellFigures cell = results.cell("A2");
    long stalled = cell.count(Outcome.STALLED);
    int all = cell.outcomes().size();
    if (all == 0) {
      return "Not measured: whether twelve shards hang over HTTP/2 with Jetty's windows (A2).";
    }
    if (stalled == 0) {
      return Text.of(
          "Twelve shards over HTTP/2 with Jetty's windows (A2) did not hang in any of %d fork(s),"
              + " although the published result is that they hang for ever. This measurement does"
              + " not show a hang, and does not rule it out.",
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
            "Other cells hung too, although no hang was published for them: "
                + String.join(", ", others)
                + ".");
  }

  /** One line for each two: windows that were published, and ways that cannot stall. */
  private Optional<String> against(String what, List<String> labels) {
    List<String> parts = labels.stream().flatMap(label -> against(label).stream()).toList();
    return parts.isEmpty()
        ? Optional.empty()
        : Optional.of(
            Text.of(
                "%s, compared with HTTP/1.1 (A5; p corrected for %d comparisons): %s.",
                what, judged().size(), String.join("; ", parts)));
  }

  /** The family of the correction: what stalled is no comparison. */
  private List<CellFigures> judged() {
    return AGAINST_HTTP1.stream()
        .map(results::cell)
        .filter(cell -> cell.sample().isPresent())
        .toList();
  }

  private Optional<String> against(String label) {
    CellFigures cell = results.cell(label);
    return cell.sample().isEmpty()
        ? Optional.empty()
        : Documents.judged(results.cell("A5"), cell, judged())
            .map(judgement -> Text.of("%s %s", label, Documents.beside(judgement)));
  }

  /** HTTP/1.1 by HTTP/2: where it was published, as it was published, and warm without a log. */
  private Optional<String> factor() {
    double there =
        published.get("A5").score().orElseThrow() / published.get("A3").score().orElseThrow();
    Optional<Factor> warm = factor("A3", "A5");
    Optional<Factor> logged = factor("A3-log", "A5-log");
    if (warm.isEmpty()) {
      return Optional.empty();
    }
    String told =
        Text.of(
            "Throughput of HTTP/1.1 divided by that of HTTP/2 with a small stream window (A5 /"
                + " A3): published %.1f; here %s",
            there, warm.get().words());
    return Optional.of(
        told
            + logged
                .map(
                    factor ->
                        Text.of(
                            ", and %s when measured like the published run%s, with Jetty's whole"
                                + " log written. %s",
                            factor.words(), oneJvm(), rest(there / factor.ratio())))
                .orElse("."));
  }

  private String oneJvm() {
    boolean embedded = "embedded".equals(results.cell("A3-log").cell().parameters().get("cluster"));
    return embedded ? ", in one JVM that warms up for 5 s" : ", after 5 s of warm-up";
  }

  private static String rest(double factor) {
    return factor <= 1
        ? "That leaves nothing to explain."
        : Text.of(
            "The remaining factor of %.1f is not explained: another machine, Jetty 12, Solr's main"
                + " branch and a patched client were not tried.",
            factor);
  }

  private record Factor(double ratio, Optional<Interval> interval) {
    String words() {
      return Text.of("%.2f", ratio)
          + interval.map(one -> Text.of(" (%.2f–%.2f)", one.low(), one.high())).orElse("");
    }
  }

  private Optional<Factor> factor(String http2, String http1) {
    CellFigures slow = results.cell(http2);
    CellFigures fast = results.cell(http1);
    if (slow.sample().isEmpty() || fast.sample().isEmpty()) {
      return Optional.empty();
    }
    Judgement judgement = Documents.judged(slow, fast, List.of(fast)).orElseThrow();
    return Optional.of(
        new Factor(
            fast.sample().get().median() / slow.sample().get().median(),
            judgement.evidence().map(evidence -> evidence.interval())));
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
