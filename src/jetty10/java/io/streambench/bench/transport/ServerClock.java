package io.streambench.bench.transport;

import io.streambench.base.TextFormat;
import java.nio.ByteBuffer;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpChannel;
import org.eclipse.jetty.server.Request;

/**
 * The node's part of {@link ServerTimings}: adds a header with the time from the last part of the
 * request to the start of the response. Does not use Jetty's event for the end of a request, since
 * it comes too late.
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

  /** Adds the header at the last possible moment. */
  @Override
  public void onResponseBegin(Request request) {
    if (request.getAttribute(COMPLETE_ATTRIBUTE) instanceof Long complete) {
      double millis = (System.nanoTime() - complete) / ServerTimings.NANOS_PER_MILLI;
      String timing = TextFormat.of("%s;dur=%.3f", ServerTimings.METRIC, millis);
      request.getResponse().getHttpFields().add(ServerTimings.HEADER, timing);
    }
  }
}
