package io.streambench.results;

import io.streambench.analysis.compare.Layout;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** When something was measured, as {@code x.outcomes.json} tells it of one call of JMH. */
public record Span(Instant begun, Instant ended) {
  private static final String BEGUN = "begun";
  private static final String ENDED = "ended";

  /** As it is among the settings of a {@link StudyFile}. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(BEGUN, begun.toString());
    settings.put(ENDED, ended.toString());
    return settings;
  }

  /** Of these settings, if they tell both times. */
  static Optional<Span> of(Map<String, Object> settings) {
    try {
      return Optional.of(
          new Span(
              Instant.parse(String.valueOf(settings.get(BEGUN))),
              Instant.parse(String.valueOf(settings.get(ENDED)))));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * How two contenders lie in time. By turns they were measured if the one comes between the spans
   * of the other as often as that is possible, but for one time: whether a, b, b, a or a, b, a, b.
   */
  static Layout layout(List<Span> one, List<Span> other) {
    record Turn(Span span, boolean first) {}
    List<Turn> turns = new ArrayList<>();
    one.forEach(span -> turns.add(new Turn(span, true)));
    other.forEach(span -> turns.add(new Turn(span, false)));
    turns.sort(Comparator.comparing(turn -> turn.span.begun));
    int changes = 0;
    for (int i = 1; i < turns.size(); i++) {
      boolean before = turns.get(i - 1).span.ended.isAfter(turns.get(i).span.begun);
      if (before) {
        return Layout.IN_SEQUENCE; // at the same time: they have disturbed each other
      }
      changes += turns.get(i).first == turns.get(i - 1).first ? 0 : 1;
    }
    int least = Math.min(one.size(), other.size());
    int most = Math.max(one.size(), other.size());
    return least >= 2 && most - least <= 1 && changes >= least
        ? Layout.INTERLEAVED
        : Layout.IN_SEQUENCE;
  }
}
