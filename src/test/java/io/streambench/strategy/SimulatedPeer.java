package io.streambench.strategy;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Queue;

/**
 * Both ends of an HTTP/2 session around {@link SessionWindows}: a sender that keeps to the windows
 * it was told, and two directions in which frames are on their way until they are delivered. Fails
 * on what a Jetty server or client would not bear.
 */
final class SimulatedPeer implements SessionWindows.Peer {
  /** A server of Jetty's closes a connection beyond. */
  private static final int FRAMES_A_SECOND = 128;

  private static final long SECOND = 1_000_000_000;

  /** One answer. */
  static final class Answer {
    final int number;
    final long length;
    long sent;
    long sendWindow;
    int unread;
    long jettysWindow;
    boolean ended; // at the sender
    boolean over; // at the receiver, as Jetty has it: read to its end, or cancelled
    private final Deque<Integer> parts = new ArrayDeque<>();
    private int open;

    private Answer(int number, long length) {
      this.number = number;
      this.length = length;
    }

    @Override
    public String toString() {
      return "answer " + number + " send window " + sendWindow + " unread " + unread;
    }
  }

  final List<Answer> answers = new ArrayList<>();
  final SessionWindows windows;
  long nanos = 1;
  long sessionSendWindow = SessionWindows.SESSION_WINDOW;
  private final int initialWindow;
  private final Queue<Sent> toSender = new ArrayDeque<>();
  private final Queue<Sent> toReceiver = new ArrayDeque<>();
  private final Deque<Long> counted = new ArrayDeque<>();

  private record Sent(long nanos, Runnable frame) {}

  private void toSender(Runnable frame) {
    toSender.add(new Sent(nanos, frame));
  }

  private void toReceiver(Runnable frame) {
    toReceiver.add(new Sent(nanos, frame));
  }

  /**
   * @param limitBytes of the receiver's memory, which it has to itself
   */
  SimulatedPeer(long limitBytes) {
    ReceiveMemory memory = new ReceiveMemory(limitBytes, () -> nanos, warning -> {});
    this.initialWindow = memory.initialStreamWindow();
    this.windows = new SessionWindows(this, memory, () -> nanos);
    windows.begins(initialWindow);
    windows.sessionWindow(SessionWindows.SESSION_WINDOW);
  }

  /** Asks for an answer without an end. */
  Answer open() {
    return open(Long.MAX_VALUE);
  }

  Answer open(long length) {
    Answer answer = new Answer(answers.size(), length);
    answer.jettysWindow = initialWindow;
    answers.add(answer);
    windows.opened(answer);
    toSender(() -> answer.sendWindow += initialWindow);
    toSender(() -> answer.open = 1);
    return answer;
  }

  /** Asks by a request with a body. */
  Answer post(long length) {
    Answer answer = open(length);
    windows.sent(answer);
    return answer;
  }

  /** The sender sends, as much as it may. */
  void send(Answer answer, int bytes) {
    long left = answer.length - answer.sent;
    int length =
        (int) Math.min(Math.min(bytes, left), Math.min(answer.sendWindow, sessionSendWindow));
    if (answer.open == 0 || answer.ended || length <= 0) {
      return;
    }
    answer.sendWindow -= length;
    sessionSendWindow -= length;
    answer.sent += length;
    toReceiver(() -> arrive(answer, length));
  }

  /** The sender ends an answer of which all is sent, by a frame without data. */
  void end(Answer answer) {
    if (answer.open == 1 && !answer.ended && answer.sent == answer.length) {
      answer.ended = true;
      toReceiver(() -> answer.parts.add(0));
    }
  }

  private void arrive(Answer answer, int length) {
    if (!answer.over) {
      answer.jettysWindow -= length;
      check(answer.jettysWindow >= 0, "Jetty's client would end the session: " + answer);
      answer.unread += length;
      answer.parts.add(length);
    }
    windows.received(answer.over ? null : answer, length);
  }

  /** The reader takes one part, and sees the end if that is next. */
  void read(Answer answer) {
    Integer part = answer.over ? null : answer.parts.poll();
    if (part == null) {
      return;
    }
    if (part > 0) {
      answer.unread -= part;
      windows.consumed(answer, part);
    } else {
      answer.over = true;
      windows.closed(answer, false);
    }
  }

  void cancel(Answer answer) {
    if (!answer.over) {
      answer.over = true;
      answer.unread = 0;
      windows.closed(answer, true);
      toSender(() -> answer.ended = true);
    }
  }

  void deliverToSender(int frames) {
    for (int i = 0; i < frames && !toSender.isEmpty(); i++) {
      toSender.remove().frame.run();
    }
  }

  void deliverToReceiver(int frames) {
    for (int i = 0; i < frames && !toReceiver.isEmpty(); i++) {
      toReceiver.remove().frame.run();
    }
  }

  /** All that has been on its way for longer than this arrives. */
  void deliverOlderThan(long age) {
    while (!toSender.isEmpty() && nanos - toSender.peek().nanos > age
        || !toReceiver.isEmpty() && nanos - toReceiver.peek().nanos > age) {
      if (!toSender.isEmpty() && nanos - toSender.peek().nanos > age) {
        deliverToSender(1);
      } else {
        deliverToReceiver(1);
      }
    }
  }

  /** All that is on its way arrives. */
  void settle() {
    while (!toSender.isEmpty() || !toReceiver.isEmpty()) {
      deliverToSender(Integer.MAX_VALUE);
      deliverToReceiver(Integer.MAX_VALUE);
    }
  }

  /** Nothing is on its way, nothing is unread, and the sender may not send: a stall. */
  boolean starves(Answer answer) {
    return !answer.ended
        && !answer.over
        && answer.unread == 0
        && Math.min(answer.sendWindow, sessionSendWindow) <= 0;
  }

  @Override
  public void credit(Object stream, int bytes) {
    check(bytes > 0, "credit of " + bytes);
    if (stream == null) {
      toSender(() -> sessionSendWindow += bytes);
      return;
    }
    Answer answer = (Answer) stream;
    answer.jettysWindow += bytes;
    toSender(
        () -> {
          if (answer.ended) {
            countsAsFlood();
          }
          answer.sendWindow += bytes;
          check(answer.sendWindow <= Integer.MAX_VALUE, "window overflow");
          check(
              answer.sendWindow <= SessionWindows.LARGEST_WINDOW,
              "more than the largest window: " + answer);
        });
  }

  private void countsAsFlood() {
    counted.add(nanos);
    while (nanos - counted.peek() >= SECOND) {
      counted.remove();
    }
    check(counted.size() <= FRAMES_A_SECOND, "a Jetty server would close the connection");
  }

  @Override
  public boolean isOver(Object stream) {
    return ((Answer) stream).over;
  }

  private static void check(boolean holds, String otherwise) {
    if (!holds) {
      throw new AssertionError(otherwise);
    }
  }
}
