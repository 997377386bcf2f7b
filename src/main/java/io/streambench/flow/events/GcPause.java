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
  /**
   * The minimum length of a pause in milliseconds. A shorter pause ends before any timeout of Solr,
   * Jetty or ZooKeeper.
   */
  private static final long MIN_MILLIS = 10_000;

  /**
   * The maximum length of a line that is searched. Longer lines do not come from a
   * garbage-collection log.
   */
  private static final int MAX_LENGTH = 1024;

  /**
   * The end of a pause of JDK 8 whose line another thread of the collector has split: how the heap
   * changed.
   */
  private static final String SPLIT_PAUSE =
      "^ *(?:\\(concurrent mode \\w+\\):? )*(\\d+[KMG]->)\\d+[KMG]\\(\\w+\\), (?:\\[[^\\]]*\\], )?";

  /** Matches the description of a pause, its length and the unit. */
  private static final Pattern PAUSE =
      Pattern.compile(
          "(?:GC\\(\\d+\\) (Pause [A-Z][a-z]+)\\b.* |(application threads were stopped): |(Safepoint)"
              + " \".*Total: *|\\[((?:Full )?GC)(?! concurrent)\\b.*, |"
              + SPLIT_PAUSE
              + ")(\\d{1,15}(?:[.,]\\d{1,9})?) ?(ms|ns|s)");

  /** Matches a pause for a heap dump or a class histogram, which users often take during a hang. */
  private static final Pattern INSPECTION =
      Pattern.compile("HeapDumper|Heap Dump Initiated|Heap ?Inspection");

  private static final List<String> LINE_SUFFIXES = List.of("ms", " ns", " seconds");
  static final String STOPPED = "application threads were stopped: ";
  private static final String DURATION_END = " secs]";
  private static final int JDK_8_GROUP = 4;
  private static final int SPLIT_GROUP = 5;
  private static final int UNIT_GROUP = 7;

  private GcPause() {}

  /**
   * Returns the description and the milliseconds of a pause of 10 s or more; null if there is none.
   *
   * @param hasLevel whether the line has a level such as INFO; lines of JDK 8's collectors have
   *     none
   */
  static Match findIn(String whole, boolean hasLevel) {
    String line = whole.substring(0, Math.min(whole.length(), MAX_LENGTH)).stripTrailing();
    boolean isPossible =
        LINE_SUFFIXES.stream().anyMatch(line::endsWith)
            || line.contains(DURATION_END)
            || line.contains(STOPPED);
    Matcher pause = isPossible ? PAUSE.matcher(line) : null;
    if (pause == null
        || !pause.find()
        || hasLevel && (pause.group(JDK_8_GROUP) != null || pause.group(SPLIT_GROUP) != null)
        || INSPECTION.matcher(line).find()) {
      return null;
    }
    double number = Double.parseDouble(pause.group(UNIT_GROUP - 1).replace(',', '.'));
    double seconds =
        switch (pause.group(UNIT_GROUP)) {
          case "ms" -> number / 1e3;
          case "ns" -> number / 1e9;
          default -> number;
        };
    Match match = new Match(description(pause), List.of(Math.round(seconds * 1e3)));
    return isLong(match) ? match : null;
  }

  /** Returns whether a pause is long enough to cause a timeout. */
  static boolean isLong(Match pause) {
    return durationMillis(pause) >= MIN_MILLIS;
  }

  private static long durationMillis(Match pause) {
    return pause.numbers().get(0);
  }

  private static String description(Matcher pause) {
    return Stream.of(1, 2, 3, JDK_8_GROUP)
        .map(pause::group)
        .filter(Objects::nonNull)
        .findFirst()
        .orElse("GC");
  }

  /**
   * Returns the time from the start of a pause to the time of its line. JDK 8's collectors log the
   * time of the start.
   */
  static long nanosSinceStart(Match pause) {
    return pause.message().endsWith("GC")
        ? 0
        : TimeUnit.MILLISECONDS.toNanos(durationMillis(pause));
  }
}
