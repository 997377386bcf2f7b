package io.streambench.strategy;

import io.streambench.strategy.SessionWindows.StreamWindow;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;
import org.eclipse.jetty.http2.client.HTTP2Client;

/**
 * Both ends of an HTTP/2 session around {@link SessionWindows}: a sender that keeps to the windows
 * it was told, and two directions in which frames are on their way until they are delivered. Fails
 * on what a Jetty client would not bear.
 */
final class SimulatedPeer {
  static final int STREAM_WINDOW = 100_000;
  static final int SESSION_WINDOW = 250_000;
  static final int BUFFER = 16_384;

  /** One answer. */
  final class Answer {
    final long length;
    private final StreamWindow window;
    private final Deque<Integer> parts = new ArrayDeque<>();
    long sent;
    long sendWindow;
    int unread;
    private long jettysWindow = STREAM_WINDOW;
    private boolean ended; // at the sender
    boolean over; // at the receiver, as Jetty has it: read to its end, or cancelled

    private Answer(long length) {
      this.length = length;
      this.window = windows.onStreamOpened(STREAM_WINDOW);
      toSender.add(() -> sendWindow += STREAM_WINDOW);
    }

    private void credit(int bytes) {
      jettysWindow += bytes;
      toSender.add(() -> sendWindow += bytes);
    }

    @Override
    public String toString() {
      return "send window " + sendWindow + " unread " + unread + " over " + over;
    }
  }

  final List<Answer> answers = new ArrayList<>();
  final SessionWindows windows;
  final UnreadMemory memory;
  long sendWindow = SESSION_WINDOW;
  private final Queue<Runnable> toSender = new ArrayDeque<>();
  private final Queue<Runnable> toReceiver = new ArrayDeque<>();
  private long jettysWindow = SESSION_WINDOW;
  private long readBytes;
  private boolean inOneRead;

  SimulatedPeer(UnreadMemory memory) {
    this(memory, Integer.MAX_VALUE);
  }

  SimulatedPeer(UnreadMemory memory, int minBufferSpace) {
    this.memory = memory;
    this.windows =
        new SessionWindows(
            memory,
            SESSION_WINDOW,
            BUFFER,
            minBufferSpace,
            bytes -> {
              check(bytes > 0, "credit of " + bytes);
              jettysWindow += bytes;
              toSender.add(() -> sendWindow += bytes);
              check(jettysWindow <= SESSION_WINDOW, "more than the session window");
            });
  }

  /** Memory that says nothing. */
  static UnreadMemory memory(long budgetBytes) {
    return new UnreadMemory(budgetBytes, () -> 0, warning -> {});
  }

  /** Jetty's strategy for a session of this window. */
  static JettyFlowControl strategy(UnreadMemory memory, int sessionWindow) {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(sessionWindow);
    http2.setInputBufferSize(BUFFER);
    return new JettyFlowControl(memory, http2);
  }

  Answer open(long length) {
    Answer answer = new Answer(length);
    answers.add(answer);
    return answer;
  }

  /** The sender sends, as much as it may. */
  int send(Answer answer, int bytes) {
    long left = answer.length - answer.sent;
    int length = (int) Math.min(Math.min(bytes, left), Math.min(answer.sendWindow, sendWindow));
    if (answer.ended || length <= 0) {
      return 0;
    }
    answer.sendWindow -= length;
    sendWindow -= length;
    answer.sent += length;
    toReceiver.add(() -> arrive(answer, length));
    return length;
  }

  /** The sender ends an answer of which all is sent, by a frame without data. */
  void end(Answer answer) {
    if (!answer.ended && answer.sent == answer.length) {
      answer.ended = true;
      toReceiver.add(() -> arrive(answer, 0));
    }
  }

  /** All that arrives from now on comes by one read from the network, or each by its own. */
  void inOneRead(boolean one) {
    inOneRead = one;
    readBytes++;
  }

  private void arrive(Answer answer, int length) {
    readBytes += inOneRead ? 0 : length + 9;
    jettysWindow -= length;
    check(jettysWindow >= 0, "Jetty's client would end the session");
    if (answer.over) {
      windows.onDataReceived(null, length, readBytes);
      windows.onDataConsumed(null, length, false); // as HTTP2Session.onData does
      return;
    }
    answer.jettysWindow -= length;
    check(answer.jettysWindow >= 0, "Jetty's client would end the session: " + answer);
    answer.unread += length;
    answer.parts.add(length);
    answer.credit(windows.onDataReceived(answer.window, length, readBytes));
  }

  /** The reader takes one part; the empty one is the end. */
  boolean read(Answer answer) {
    Integer part = answer.over ? null : answer.parts.poll();
    if (part == null) {
      return false;
    }
    answer.unread -= part;
    if (part == 0) {
      answer.over = true;
      windows.onStreamClosed(answer, answer.window, false);
    }
    answer.credit(windows.onDataConsumed(answer.window, part, answer.over));
    return true;
  }

  /** As Jetty does with what is queued. */
  void cancel(Answer answer) {
    if (!answer.over) {
      answer.over = true;
      answer.ended = true;
      windows.onStreamClosed(answer, answer.window, true);
      drop(answer);
    }
  }

  private void drop(Answer answer) {
    for (Integer part = answer.parts.poll(); part != null; part = answer.parts.poll()) {
      windows.onDataConsumed(answer.window, part, true);
    }
    answer.unread = 0;
  }

  /** Trailers end a stream while its data is queued. */
  void endByTrailers(Answer answer) {
    answer.ended = true;
    answer.over = true;
    windows.onStreamClosed(answer, answer.window, false);
  }

  /** Reads what is left of a stream that trailers have ended. */
  void readAfterTrailers(Answer answer) {
    drop(answer);
  }

  void deliverToSender(int frames) {
    deliver(toSender, frames);
  }

  void deliverToReceiver(int frames) {
    deliver(toReceiver, frames);
  }

  private static void deliver(Queue<Runnable> frames, int most) {
    for (int i = 0; i < most && !frames.isEmpty(); i++) {
      frames.remove().run();
    }
  }

  /** All that is on its way arrives. */
  void settle() {
    while (!toSender.isEmpty() || !toReceiver.isEmpty()) {
      deliverToSender(Integer.MAX_VALUE);
      deliverToReceiver(Integer.MAX_VALUE);
    }
  }

  /** The sender sends on all answers until it may send no more, and all of it arrives. */
  void fill(int bytes) {
    int sent;
    do {
      settle();
      sent = 0;
      for (Answer answer : answers) {
        sent += send(answer, bytes);
        settle();
      }
    } while (sent > 0);
  }

  /** Nothing is on its way, nothing is unread, and the sender may not send: a stall. */
  boolean starves(Answer answer) {
    return !answer.ended
        && !answer.over
        && answer.unread == 0
        && Math.min(answer.sendWindow, sendWindow) <= 0;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
