package io.streambench.transport;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.Request;

/**
 * Has a node tell, in the header {@code Server-Timing} of each answer, how long it took from the
 * moment at which Solr had taken all of the request until its answer began.
 *
 * <p>That moment is when the last piece of the content was taken, and without content when the
 * request began: the end of a request is noticed by Jetty only when somebody looks for more, which
 * may be when all has been done.
 */
final class ServerClock implements HttpChannel.Listener {
  private static final String COMPLETE = ServerClock.class.getName();
  private static final double NANOS_PER_MILLI = 1e6;

  @Override
  public void onRequestBegin(Request request) {
    request.setAttribute(COMPLETE, System.nanoTime());
  }

  @Override
  public void onRequestContent(Request request, ByteBuffer content) {
    if (content.hasRemaining()) { // the last piece may be nothing but the end
      request.setAttribute(COMPLETE, System.nanoTime());
    }
  }

  /** The last moment at which a header can be added. */
  @Override
  public void onResponseBegin(Request request) {
    if (request.getAttribute(COMPLETE) instanceof Long complete) {
      double millis = (System.nanoTime() - complete) / NANOS_PER_MILLI;
      request
          .getResponse()
          .getHttpFields()
          .add(
              ServerTimings.HEADER,
              String.format(Locale.ROOT, "%s;dur=%.3f", ServerTimings.METRIC, millis));
    }
  }
}
