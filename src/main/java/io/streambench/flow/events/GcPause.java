package io.streambench.flow.events;

import io.streambench.flow.events.LoggedMessage.Match;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Finds long pauses in the logs of HotSpot's garbage collectors and safepoints. */
final class GcPause {
  /** A shorter pause ends before any timeout of Solr, Jetty or ZooKeeper. */
  private static final double MIN_SECONDS = 10;

  /** The words of a pause, its length, and the unit. */
  private static final Pattern PAUSE =
      Pattern.compile(
          "(?:\\b(Pause [A-Z][a-z]+)\\b.* |(application threads were stopped): |(Safepoint)"
              + " \".*Total: *|\\[((?:Full )?GC)\\b.*, )(\\d{1,15}(?:[.,]\\d{1,9})?) ?(ms|ns|s)");

  private static final List<String> LINE_SUFFIXES = List.of("ms", " ns", " secs]", " seconds");
  private static final String STOPPED = "application threads were stopped: ";
  private static final int UNIT_GROUP = 6;

  private GcPause() {}

  /** Returns the words and the milliseconds of a pause of 10 s or more; null if there is none. */
  static Match findIn(String line) {
    boolean isPossible = LINE_SUFFIXES.stream().anyMatch(line::endsWith) || line.contains(STOPPED);
    Matcher pause = isPossible ? PAUSE.matcher(line) : null;
    if (pause == null || !pause.find()) {
      return null;
    }
    double number = Double.parseDouble(pause.group(UNIT_GROUP - 1).replace(',', '.'));
    double seconds =
        switch (pause.group(UNIT_GROUP)) {
          case "ms" -> number / 1e3;
          case "ns" -> number / 1e9;
          default -> number;
        };
    return seconds < MIN_SECONDS
        ? null
        : new Match(description(pause), List.of(Math.round(seconds * 1e3)));
  }

  private static String description(Matcher pause) {
    return Stream.of(1, 2, 3, 4)
        .map(pause::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElseThrow();
  }

  /** Returns the length of a pause. */
  static long durationNanos(Match pause) {
    return pause.numbers().stream().mapToLong(TimeUnit.MILLISECONDS::toNanos).max().orElse(0);
  }
}
