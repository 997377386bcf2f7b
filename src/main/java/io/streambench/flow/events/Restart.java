package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.util.regex.Pattern;

/**
 * A restart of the JVM that wrote a log. A restart ends all sessions that the log has shown before.
 * A later line about such a session refutes the restart, because then another JVM that writes to
 * the same log has started. Not thread-safe.
 */
public final class Restart {
  /**
   * Matches a part of each line that Jetty or Solr logs at its start. User data may contain the
   * same text.
   */
  private static final Pattern START =
      Pattern.compile("\\bjetty-\\d+\\.\\d+\\.[^\\s;]++; built: |_ {2,}+Welcome to Apache Solr");

  /** Each line that Jetty or Solr logs at its start contains one of these texts. */
  static final String[] START_TEXTS = {"; built: ", "Welcome to Apache Solr"};

  private final long lifeEndNanos;
  private final long startNanos;
  private boolean isRefuted;

  /**
   * @param lifeEndNanos time of the last line before the restart
   * @param startNanos time of the first line after the restart
   */
  Restart(long lifeEndNanos, long startNanos) {
    this.lifeEndNanos = lifeEndNanos;
    this.startNanos = startNanos;
  }

  /** Returns whether a line shows the start of a JVM with Jetty or Solr. */
  static boolean isStart(String line) {
    return (line.contains(START_TEXTS[0]) || line.contains(START_TEXTS[1]))
        && START.matcher(line).find();
  }

  /**
   * Processes a line about a session that ended with the restart. A line after the restart refutes
   * it.
   */
  void refuteIfStartedBefore(long lineNanos) {
    isRefuted |= lineNanos == UNKNOWN || lineNanos >= startNanos;
  }

  boolean isRefuted() {
    return isRefuted;
  }

  /** Returns the time of the last line before the restart; {@code UNKNOWN} if it has none. */
  public long lifeEndNanos() {
    return lifeEndNanos;
  }
}
