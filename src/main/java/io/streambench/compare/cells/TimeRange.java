package io.streambench.compare.cells;

import io.streambench.compare.statistics.Layout;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * The start and end of a measurement, as recorded in {@code x.outcomes.json} for one call of JMH.
 */
public record TimeRange(Instant begun, Instant ended) {
  private static final String BEGUN = "begun";
  private static final String ENDED = "ended";

  /** The time range as settings of a {@link StudyFile}. */
  public Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(BEGUN, begun.toString());
    settings.put(ENDED, ended.toString());
    return settings;
  }

  /** Reads the time range from settings; empty unless they contain both times. */
  static Optional<TimeRange> of(Map<String, Object> settings) {
    return parseTime(settings.get(BEGUN))
        .flatMap(begun -> parseTime(settings.get(ENDED)).map(ended -> new TimeRange(begun, ended)));
  }

  private static Optional<Instant> parseTime(Object text) {
    try {
      return Optional.of(Instant.parse(String.valueOf(text)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * The order in time of the forks of two contenders. INTERLEAVED means pairs with one fork of
   * each: a, b, b, a or a, b, a, b. One fork may remain at the end. No two forks overlap, and each
   * contender has at least two.
   */
  static Layout layout(List<TimeRange> one, List<TimeRange> other) {
    record Turn(TimeRange span, boolean first) {}
    List<Turn> turns = new ArrayList<>();
    one.forEach(span -> turns.add(new Turn(span, true)));
    other.forEach(span -> turns.add(new Turn(span, false)));
    turns.sort(Comparator.comparing(turn -> turn.span.begun));
    boolean paired = Math.abs(one.size() - other.size()) <= 1;
    for (int i = 1; i < turns.size(); i++) {
      Turn before = turns.get(i - 1);
      Turn here = turns.get(i);
      // concurrent forks disturb each other
      paired &= !before.span.ended.isAfter(here.span.begun);
      paired &= i % 2 == 0 || before.first != here.first;
    }
    return paired && Math.min(one.size(), other.size()) >= 2
        ? Layout.INTERLEAVED
        : Layout.IN_SEQUENCE;
  }
}
