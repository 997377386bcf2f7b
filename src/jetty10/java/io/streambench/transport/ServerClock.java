package io.streambench.transport;

import java.nio.ByteBuffer;
import java.util.Locale;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.Request;

/**
 * The node's part of {@link ServerTimings}: writes into the header the time from the last piece of
 * the request that Solr took until its answer began. Jetty notices the end of a request late.
 */
final class ServerClock implements HttpChannel.Listener {
  private static final String COMPLETE = ServerClock.class.getName();

  static void addTo(Connector connector) {
    connector.addBean(new ServerClock());
  }

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
      double millis = (System.nanoTime() - complete) / ServerTimings.NANOS_PER_MILLI;
      request
          .getResponse()
          .getHttpFields()
          .add(
              ServerTimings.HEADER,
              String.format(Locale.ROOT, "%s;dur=%.3f", ServerTimings.METRIC, millis));
    }
  }
}
