package io.streambench.bench.transport;

import io.streambench.base.TextFormat;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.Request;

/**
 * Adds a header to each response, which {@link ServerTimings} reads. The header contains the time
 * from the arrival of the last part of the request to the start of the response. Jetty's own event
 * for the end of a request comes too late.
 */
final class ServerClock implements HttpChannel.Listener {
  private static final String COMPLETE_ATTRIBUTE = ServerClock.class.getName();

  static void addTo(Connector connector) {
    connector.addBean(new ServerClock());
  }

  @Override
  public void onRequestBegin(Request request) {
    request.setAttribute(COMPLETE_ATTRIBUTE, System.nanoTime());
  }

  @Override
  public void onRequestContent(Request request, ByteBuffer content) {
    if (content.hasRemaining()) { // the last part may be empty
      request.setAttribute(COMPLETE_ATTRIBUTE, System.nanoTime());
    }
  }

  /** Adds the header just before the response is written. */
  @Override
  public void onResponseBegin(Request request) {
    if (request.getAttribute(COMPLETE_ATTRIBUTE) instanceof Long complete) {
      double millis = (System.nanoTime() - complete) / ServerTimings.NANOS_PER_MILLI;
      String timing = TextFormat.of("%s;dur=%.3f", ServerTimings.METRIC_NAME, millis);
      request.getResponse().getHttpFields().add(ServerTimings.HEADER_NAME, timing);
    }
  }
}
