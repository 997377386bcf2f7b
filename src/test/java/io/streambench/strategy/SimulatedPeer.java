package io.streambench.strategy;

import io.streambench.strategy.SessionWindows.StreamWindow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Both ends of an HTTP/2 session around {@link SessionWindows}. The sender respects the windows
 * that it has received. In both directions, frames are in transit until they are delivered. The
 * peer fails on anything that a Jetty client would reject.
 */
final class SimulatedPeer {
  static final int STREAM_WINDOW = 100_000;
  static final int SESSION_WINDOW = 250_000;
  static final int BUFFER_BYTES = 16_384;

  /** A response to one request. */
  final class Response {
    final long length;
    private final StreamWindow window;
    private final Deque<Integer> parts = new ArrayDeque<>();
    long sent;
    long sendWindow;
    int unread;
    private long jettysWindow = STREAM_WINDOW;
    private boolean ended; // at the sender
    boolean over; // at the receiver: read completely or cancelled

    private Response(long length) {
      this.length = length;
      this.window = windows.onStreamOpened(STREAM_WINDOW);
      toSender.add(() -> sendWindow += STREAM_WINDOW);
    }

    private void grantCredit(int bytes) {
      jettysWindow += bytes;
      toSender.add(() -> sendWindow += bytes);
    }

    @Override
    public String toString() {
      return "send window " + sendWindow + " unread " + unread + " over " + over;
    }
  }

  final List<Response> responses = new ArrayList<>();
  final SessionWindows windows;
  final UnreadMemory memory;
  long sendWindow = SESSION_WINDOW;
  private final Queue<Runnable> toSender = new ArrayDeque<>();
  private final Queue<Runnable> toReceiver = new ArrayDeque<>();
  private long jettysWindow = SESSION_WINDOW;
  private long readBytes;
  private boolean isSingleRead;

  SimulatedPeer(UnreadMemory memory) {
    this(memory, Integer.MAX_VALUE);
  }

  SimulatedPeer(UnreadMemory memory, int minBufferSpace) {
    this.memory = memory;
    this.windows =
        new SessionWindows(
            memory,
            SESSION_WINDOW,
            BUFFER_BYTES,
            minBufferSpace,
            bytes -> {
              check(bytes > 0, "credit of " + bytes);
              jettysWindow += bytes;
              toSender.add(() -> sendWindow += bytes);
              check(jettysWindow <= SESSION_WINDOW, "more than the session window");
            });
  }

  /** Creates a memory budget that logs no warnings. */
  static UnreadMemory quietMemory(long budgetBytes) {
    return new UnreadMemory(budgetBytes, () -> 0, warning -> {});
  }

  /** Creates the strategy for a Jetty session with this window. */
  static JettyFlowControl strategy(UnreadMemory memory, int sessionWindow) {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(sessionWindow);
    http2.setInputBufferSize(BUFFER_BYTES);
    return new JettyFlowControl(memory, http2);
  }

  Response open(long length) {
    Response response = new Response(length);
    responses.add(response);
    return response;
  }

  /** Sends as much as the windows allow, and returns the number of bytes. */
  int send(Response response, int bytes) {
    long left = response.length - response.sent;
    int length = (int) Math.min(Math.min(bytes, left), Math.min(response.sendWindow, sendWindow));
    if (response.ended || length <= 0) {
      return 0;
    }
    response.sendWindow -= length;
    sendWindow -= length;
    response.sent += length;
    toReceiver.add(() -> arrive(response, length));
    return length;
  }

  /** Ends a response that has been sent completely, by a frame without data. */
  void end(Response response) {
    if (!response.ended && response.sent == response.length) {
      response.ended = true;
      toReceiver.add(() -> arrive(response, 0));
    }
  }

  /**
   * Sets whether all later data arrives by a single network read, or each frame by its own read.
   */
  void setSingleRead(boolean one) {
    isSingleRead = one;
    readBytes++;
  }

  private void arrive(Response response, int length) {
    readBytes += isSingleRead ? 0 : length + 9;
    jettysWindow -= length;
    check(jettysWindow >= 0, "Jetty's client would end the session");
    if (response.over) {
      windows.onDataReceived(null, length, readBytes);
      windows.onDataConsumed(null, length, false); // as HTTP2Session.onData does
      return;
    }
    response.jettysWindow -= length;
    check(response.jettysWindow >= 0, "Jetty's client would end the session: " + response);
    response.unread += length;
    response.parts.add(length);
    response.grantCredit(windows.onDataReceived(response.window, length, readBytes));
  }

  /** Reads one part. An empty part is the end of the response. */
  boolean read(Response response) {
    Integer part = response.over ? null : response.parts.poll();
    if (part == null) {
      return false;
    }
    response.unread -= part;
    if (part == 0) {
      response.over = true;
      windows.onStreamClosed(response, response.window, false);
    }
    response.grantCredit(windows.onDataConsumed(response.window, part, response.over));
    return true;
  }

  /** Cancels a response. As in Jetty, its queued data is dropped. */
  void cancel(Response response) {
    if (!response.over) {
      response.over = true;
      response.ended = true;
      windows.onStreamClosed(response, response.window, true);
      drop(response);
    }
  }

  private void drop(Response response) {
    for (Integer part = response.parts.poll(); part != null; part = response.parts.poll()) {
      windows.onDataConsumed(response.window, part, true);
    }
    response.unread = 0;
  }

  /** Ends a stream by trailers while its data is queued. */
  void endByTrailers(Response response) {
    response.ended = true;
    response.over = true;
    windows.onStreamClosed(response, response.window, false);
  }

  /** Reads the rest of a stream that trailers have ended. */
  void readAfterTrailers(Response response) {
    drop(response);
  }

  void deliverToSender(int frames) {
    deliver(toSender, frames);
  }

  void deliverToReceiver(int frames) {
    deliver(toReceiver, frames);
  }

  private static void deliver(Queue<Runnable> frames, int maxFrames) {
    for (int i = 0; i < maxFrames && !frames.isEmpty(); i++) {
      frames.remove().run();
    }
  }

  /** Delivers all frames in transit. */
  void settle() {
    while (!toSender.isEmpty() || !toReceiver.isEmpty()) {
      deliverToSender(Integer.MAX_VALUE);
      deliverToReceiver(Integer.MAX_VALUE);
    }
  }

  /** Sends on all responses until the windows are exhausted, and delivers everything. */
  void fill(int bytes) {
    int sent;
    do {
      settle();
      sent = 0;
      for (Response response : responses) {
        sent += send(response, bytes);
        settle();
      }
    } while (sent > 0);
  }

  /** Returns whether a response stalls. Then nothing is unread, and the sender may not send. */
  boolean starves(Response response) {
    return !response.ended
        && !response.over
        && response.unread == 0
        && Math.min(response.sendWindow, sendWindow) <= 0;
  }

  private static void check(boolean condition, String message) {
    if (!condition) {
      throw new AssertionError(message);
    }
  }
}
