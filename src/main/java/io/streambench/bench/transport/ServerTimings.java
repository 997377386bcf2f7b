package io.streambench.bench.transport;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The time that nodes took for an answer, from the header {@code Server-Timing}. For any threads.
 */
public final class ServerTimings {
  static final String HEADER = "Server-Timing";

  /** The name of our metric, and of its unit, which is the header's. */
  static final String METRIC = "solr";

  private static final Pattern DURATION =
      Pattern.compile("\\b" + METRIC + ";dur=(\\d{1,12}(?:\\.\\d{1,6})?)");
  static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadLocal<ServerTiming> expected = new ThreadLocal<>();

  public static final class ServerTiming {
    private static final long NOTHING = -1;

    private volatile long nanos = NOTHING;

    private void parseHeader(String value) {
      if (value != null) {
        Matcher duration = DURATION.matcher(value);
        if (duration.find()) {
          nanos = Math.round(Double.parseDouble(duration.group(1)) * NANOS_PER_MILLI);
        }
      }
    }

    /** From the complete request at the node until its answer began, if it says so. */
    public OptionalLong nanos() {
      return nanos == NOTHING ? OptionalLong.empty() : OptionalLong.of(nanos);
    }
  }

  /** Listens to the answer of the request that this thread sends next. */
  public ServerTiming expectNext() {
    ServerTiming heard = new ServerTiming();
    expected.set(heard);
    return heard;
  }

  /** Returns the receiver of the header in the answer to the request that this thread sends now. */
  Consumer<String> expected() {
    ServerTiming heard = expected.get();
    expected.remove();
    return heard == null ? value -> {} : heard::parseHeader;
  }
}
