package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.util.function.LongSupplier;
import java.util.regex.Pattern;

/**
 * A restart of the JVM that wrote a log. It ends every session that the log has shown before, so
 * later lines tell nothing about these sessions. A later line about one of them refutes the
 * restart: another JVM that writes to the same log has started. Not thread-safe.
 */
public final class Restart {
  /** A part of each line with which Jetty or Solr starts, not allowing for a user's text. */
  private static final Pattern START =
      Pattern.compile("\\bjetty-\\d+\\.\\d+\\.[^\\s;]++; built: |_ {2,}+Welcome to Apache Solr");

  /** The texts of which every line has one with which Jetty or Solr starts. */
  static final String[] START_TEXTS = {"; built: ", "Welcome to Apache Solr"};

  private final LongSupplier lifeEndNanos;
  private final long startNanos;
  private boolean isRefuted;

  /**
   * @param lifeEndNanos supplies the time of the last line before the restart
   * @param startNanos time of the first line after the restart
   */
  Restart(LongSupplier lifeEndNanos, long startNanos) {
    this.lifeEndNanos = lifeEndNanos;
    this.startNanos = startNanos;
  }

  /** Returns whether a line shows that a JVM with Jetty or Solr starts. */
  static boolean isStart(String line) {
    return (line.contains(START_TEXTS[0]) || line.contains(START_TEXTS[1]))
        && START.matcher(line).find();
  }

  /** Processes a line about a session that ended with the restart. */
  void refuteIfEarlierThan(long lineNanos) {
    isRefuted |= lineNanos == UNKNOWN || lineNanos >= startNanos;
  }

  boolean isRefuted() {
    return isRefuted;
  }

  long startNanos() {
    return startNanos;
  }

  /** Returns the time of the last line before the restart; {@code UNKNOWN} if it has none. */
  public long lifeEndNanos() {
    return lifeEndNanos.getAsLong();
  }
}
