package io.streambench.recording;

import org.apache.logging.log4j.Level;
import org.apache.logging.log4j.Marker;
import org.apache.logging.log4j.core.Logger;
import org.apache.logging.log4j.core.filter.AbstractFilter;

/**
 * Lets through those lines of one logger that tell of a session that stalls or goes on again.
 *
 * <p>For the configuration as a whole, not for a logger: Log4j asks there before it makes a message
 * or an event out of a call, and Jetty makes thousands of these calls a second. Log4j's own filter
 * of raw patterns would ask every logger's calls there, and on a single logger it comes too late.
 */
final class SessionStallFilter extends AbstractFilter {
  private static final String STALLED = "Session stalled";
  private static final String UNSTALLED = "Session unstalled";

  private final String loggerName;

  SessionStallFilter(String loggerName) {
    this.loggerName = loggerName;
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

  /**
   * Denies calls of the logger that tell neither of a stall nor of its end. A call without a
   * pattern passes: it only asks whether the level is on.
   */
  private Result judge(Logger logger, String pattern) {
    if (pattern == null || !logger.getName().equals(loggerName)) {
      return Result.NEUTRAL;
    }
    return pattern.startsWith(STALLED) || pattern.startsWith(UNSTALLED)
        ? Result.NEUTRAL
        : Result.DENY;
  }
}
