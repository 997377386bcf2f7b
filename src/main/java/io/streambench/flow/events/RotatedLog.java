package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.LongSupplier;

/**
 * The files of a log that was rotated, such as {@code solr.log.1} and {@code solr.log}. Solr also
 * rotates its log when it starts, so a restart often stands in another file than the sessions that
 * it ended. Not thread-safe.
 */
final class RotatedLog {
  private final List<LongSupplier> lastLineNanos = new ArrayList<>();
  private final List<Restart> restarts = new ArrayList<>();

  /** Returns the name that all files of a log share. */
  static String nameOf(String file) {
    return file.replaceFirst("(?<=\\.log)(?:[.-][\\d_T-]+)*(?:\\.[gx]z)?$", "");
  }

  /** Adds a file; {@code lastNanos} supplies the time of the last line that was read. */
  void addFile(LongSupplier lastNanos) {
    lastLineNanos.add(lastNanos);
  }

  /**
   * Adds a restart at {@code startNanos}. If the previous line is UNKNOWN, the last line before the
   * restart is in another file.
   */
  Restart addRestart(long previousLineNanos, long startNanos) {
    Restart restart =
        new Restart(
            () -> previousLineNanos == UNKNOWN ? lastLineBefore(startNanos) : previousLineNanos,
            startNanos);
    restarts.add(restart);
    return restart;
  }

  private long lastLineBefore(long nanos) {
    return lastLineNanos.stream()
        .mapToLong(LongSupplier::getAsLong)
        .filter(last -> last < nanos)
        .max()
        .orElse(UNKNOWN);
  }

  /** Returns the first restart after a time; empty if there is none or the time is unknown. */
  Optional<Restart> restartAfter(long nanos) {
    return restarts.stream()
        .filter(restart -> nanos != UNKNOWN && restart.startNanos() > nanos)
        .filter(restart -> !restart.isRefuted())
        .min(Comparator.comparingLong(Restart::startNanos));
  }
}
