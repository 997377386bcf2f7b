package io.streambench.transport;

import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.impl.HttpListenerFactory;
import org.eclipse.jetty.client.api.Request;

/**
 * The time that nodes took for an answer, from the header {@code Server-Timing}. For any threads.
 */
public final class ServerTimings implements HttpListenerFactory {
  static final String HEADER = "Server-Timing";

  /** The name of our metric, and of its unit, which is the header's. */
  static final String METRIC = "solr";

  private static final Pattern DURATION =
      Pattern.compile("\\b" + METRIC + ";dur=(\\d{1,12}(?:\\.\\d{1,6})?)");
  static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

  private final ThreadLocal<Heard> expected = new ThreadLocal<>();

  public static final class Heard {
    private static final long NOTHING = -1;

    private volatile long nanos = NOTHING;

    private void header(String value) {
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
  public Heard next() {
    Heard heard = new Heard();
    expected.set(heard);
    return heard;
  }

  /** Asked by Solr's client on the thread that sends. */
  @Override
  public RequestResponseListener get() {
    Heard heard = expected.get();
    expected.remove();
    return new RequestResponseListener() {
      @Override
      public void onQueued(Request request) {
        if (heard != null) {
          request.onResponseHeaders(response -> heard.header(response.getHeaders().get(HEADER)));
        }
      }
    };
  }
}
