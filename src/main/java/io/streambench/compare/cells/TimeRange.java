package io.streambench.compare.cells;

import io.streambench.compare.statistics.Layout;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The start and end of a measurement. For a call of JMH, {@code x.outcomes.json} contains both. */
public record TimeRange(Instant start, Instant end) {
  private static final String START_SETTING = "begun";
  private static final String END_SETTING = "ended";

  /** Returns the time range as settings of a {@link StudyFile}. */
  public Map<String, Object> toSettings() {
    return new TreeMap<>(Map.of(START_SETTING, start.toString(), END_SETTING, end.toString()));
  }

  /** Returns the time range of the run that wrote a JMH file; empty if it was not recorded. */
  static Optional<TimeRange> ofRun(Path jmhFile) {
    Path outcomes = StudyFile.outcomesFile(jmhFile);
    return Files.isRegularFile(outcomes)
        ? of(StudyFile.read(outcomes).settings())
        : Optional.empty();
  }

  private static Optional<TimeRange> of(Map<String, Object> settings) {
    return parseTime(settings.get(START_SETTING))
        .flatMap(
            start -> parseTime(settings.get(END_SETTING)).map(end -> new TimeRange(start, end)));
  }

  private static Optional<Instant> parseTime(Object value) {
    try {
      return Optional.of(Instant.parse(String.valueOf(value)));
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  /**
   * Returns the order in which the forks of two contenders ran. INTERLEAVED requires at least two
   * forks each, in pairs such as a, b, b, a or a, b, a, b. Forks must not overlap. Only the last
   * fork may be without a pair.
   */
  static Layout layout(List<TimeRange> baseline, List<TimeRange> contender) {
    record Turn(TimeRange timeRange, boolean isFirstContender) {}
    List<Turn> turns = new ArrayList<>();
    baseline.forEach(span -> turns.add(new Turn(span, true)));
    contender.forEach(span -> turns.add(new Turn(span, false)));
    turns.sort(Comparator.comparing(turn -> turn.timeRange.start));
    boolean paired = Math.abs(baseline.size() - contender.size()) <= 1;
    for (int i = 1; i < turns.size(); i++) {
      Turn before = turns.get(i - 1);
      Turn here = turns.get(i);
      // concurrent forks disturb each other
      paired &= !before.timeRange.end.isAfter(here.timeRange.start);
      paired &= i % 2 == 0 || before.isFirstContender != here.isFirstContender;
    }
    return paired && Math.min(baseline.size(), contender.size()) >= 2
        ? Layout.INTERLEAVED
        : Layout.IN_SEQUENCE;
  }
}
