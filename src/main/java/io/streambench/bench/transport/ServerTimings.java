package io.streambench.bench.transport;

import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A reader of the {@code Server-Timing} header in responses, which contains the time that a request
 * takes in the server. Thread-safe.
 */
public final class ServerTimings {
  static final String HEADER_NAME = "Server-Timing";

  /** The name of this project's metric in the header. The metric's unit is milliseconds. */
  static final String METRIC_NAME = "solr";

  private static final Pattern DURATION =
      Pattern.compile("\\b" + METRIC_NAME + ";dur=(\\d{1,12}(?:\\.\\d{1,6})?)");
  static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadLocal<ServerTiming> expectedTiming = new ThreadLocal<>();

  public static final class ServerTiming {
    private static final long NOT_REPORTED = -1;

    private volatile long nanos = NOT_REPORTED;

    private void parseHeader(String value) {
      if (value != null) {
        Matcher duration = DURATION.matcher(value);
        if (duration.find()) {
          nanos = Math.round(Double.parseDouble(duration.group(1)) * NANOS_PER_MILLI);
        }
      }
    }

    /**
     * Returns the time from receipt of the request to the start of the response, measured by the
     * node. If the node did not report it, returns {@code queryMillis} in nanoseconds.
     */
    public long nanosOrElse(long queryMillis) {
      return nanos == NOT_REPORTED ? TimeUnit.MILLISECONDS.toNanos(queryMillis) : nanos;
    }
  }

  /** Returns an object that will hold the timing of the request that this thread sends next. */
  public ServerTiming expectNextTiming() {
    ServerTiming timing = new ServerTiming();
    expectedTiming.set(timing);
    return timing;
  }

  /** Returns a receiver for the {@code Server-Timing} header of this thread's current request. */
  Consumer<String> headerReceiver() {
    ServerTiming timing = expectedTiming.get();
    expectedTiming.remove();
    return timing == null ? value -> {} : timing::parseHeader;
  }
}
