package io.streambench.flow.recording;

import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * For certain loggers, accepts only lines about session stalls. Add it to the whole configuration:
 * only there does Log4j filter before it creates a message, and Jetty logs thousands of lines per
 * second.
 */
final class SessionStallFilter extends AbstractFilter {
  private static final String STALLED = "Session stalled";
  private static final String UNSTALLED = "Session unstalled";

  private final Set<String> loggers;

  SessionStallFilter(Set<String> loggers) {
    this.loggers = loggers;
  }

  /**
   * Judges a line by its pattern. Accepts calls without a pattern, which only ask whether the level
   * is enabled.
   */
  @Override
  public Result filter(
      Logger logger, Level level, Marker marker, String pattern, Object... arguments) {
    boolean other =
        pattern != null
            && loggers.contains(logger.getName())
            && !pattern.startsWith(STALLED)
            && !pattern.startsWith(UNSTALLED);
    return other ? Result.DENY : Result.NEUTRAL;
  }
}
