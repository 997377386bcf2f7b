package io.streambench.recording;

import java.util.Set;
import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Lets through the lines of some loggers on stalls of sessions. For the configuration as a whole:
 * Log4j asks there before it makes a message of a call, and Jetty makes thousands a second.
 */
final class SessionStallFilter extends AbstractFilter {
  private static final String STALLED = "Session stalled";
  private static final String UNSTALLED = "Session unstalled";

  private final Set<String> loggers;

  SessionStallFilter(Set<String> loggers) {
    this.loggers = loggers;
  }

  @Override
  public Result filter(
      Logger logger, Level level, Marker marker, String pattern, Object... arguments) {
    return judge(logger, pattern);
  }

  @Override
  public Result filter(Logger logger, Level level, Marker marker, String pattern, Object p0) {
    return judge(logger, pattern);
  }

  @Override
  public Result filter(
      Logger logger, Level level, Marker marker, String pattern, Object p0, Object p1) {
    return judge(logger, pattern);
  }

  @Override
  public Result filter(
      Logger logger, Level level, Marker marker, String pattern, Object p0, Object p1, Object p2) {
    return judge(logger, pattern);
  }

  /** A call without a pattern passes: it only asks whether the level is on. */
  private Result judge(Logger logger, String pattern) {
    if (pattern == null || !loggers.contains(logger.getName())) {
      return Result.NEUTRAL;
    }
    return pattern.startsWith(STALLED) || pattern.startsWith(UNSTALLED)
        ? Result.NEUTRAL
        : Result.DENY;
  }
}
