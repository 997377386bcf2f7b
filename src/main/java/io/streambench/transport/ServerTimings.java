package io.streambench.transport;

import java.nio.ByteBuffer;
import java.util.Locale;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.solr.client.solrj.impl.HttpListenerFactory;
import org.eclipse.jetty.client.api.Request;
import org.eclipse.jetty.server.HttpChannel;

/**
 * The time that nodes took for an answer, from the header {@code Server-Timing}. For any threads.
 */
public final class ServerTimings implements HttpListenerFactory {
  private static final String HEADER = "Server-Timing";

  /** The name of our metric, and of its unit, which is the header's. */
  private static final String METRIC = "solr";

  private static final Pattern DURATION =
      Pattern.compile("\\b" + METRIC + ";dur=(\\d{1,12}(?:\\.\\d{1,6})?)");
  private static final double NANOS_PER_MILLI = TimeUnit.MILLISECONDS.toNanos(1);

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

  /**
   * The node's part: writes into the header the time from the last piece of the request that Solr
   * took until its answer began. Jetty notices the end of a request late.
   */
  static final class Clock implements HttpChannel.Listener {
    private static final String COMPLETE = Clock.class.getName();

    @Override
    public void onRequestBegin(org.eclipse.jetty.server.Request request) {
      request.setAttribute(COMPLETE, System.nanoTime());
    }

    @Override
    public void onRequestContent(org.eclipse.jetty.server.Request request, ByteBuffer content) {
      if (content.hasRemaining()) { // the last piece may be nothing but the end
        request.setAttribute(COMPLETE, System.nanoTime());
      }
    }

    /** The last moment at which a header can be added. */
    @Override
    public void onResponseBegin(org.eclipse.jetty.server.Request request) {
      if (request.getAttribute(COMPLETE) instanceof Long complete) {
        double millis = (System.nanoTime() - complete) / NANOS_PER_MILLI;
        request
            .getResponse()
            .getHttpFields()
            .add(HEADER, String.format(Locale.ROOT, "%s;dur=%.3f", METRIC, millis));
      }
    }
  }
}
