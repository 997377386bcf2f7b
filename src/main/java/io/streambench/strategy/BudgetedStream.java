package io.streambench.strategy;

import io.streambench.strategy.SessionBuffers.Buffer;
import java.util.ArrayDeque;
import java.util.Deque;
import org.eclipse.jetty.http2.ISession;
import org.eclipse.jetty.http2.IStream;

/**
 * One stream of a {@link BudgetFlowControl}: what lies unread of it, and how far its sender may run
 * ahead of its reader. That is {@code reach}: what is unread and what may still come. Thread-safe.
 */
final class BudgetedStream {
  private final IStream stream;
  private final int initialWindow;
  private final UnreadBudget budget;
  private final SessionBuffers buffers;
  private final AnswerSizes sizes;
  private final CreditRate rate;
  private final Deque<Part> unreadParts = new ArrayDeque<>();
  private int unreadBytes;
  private int window;
  private int beyondInitial;
  private long receivedBytes;
  private long consumedBytes;
  private long grownAtBytes;
  private int target;
  private boolean ranDry;
  private boolean asked;
  private boolean held;
  private boolean over;

  private record Part(Buffer buffer, int bytes) {}

  /**
   * @param initialWindow with which it begins, in bytes
   */
  BudgetedStream(
      IStream stream,
      int initialWindow,
      UnreadBudget budget,
      SessionBuffers buffers,
      AnswerSizes sizes,
      CreditRate rate) {
    this.stream = stream;
    this.initialWindow = initialWindow;
    this.target = initialWindow;
    this.window = initialWindow;
    this.budget = budget;
    this.buffers = buffers;
    this.sizes = sizes;
    this.rate = rate;
  }

  /**
   * Its request goes out: allows it what the answers before it have brought, so that it needs not
   * wait for a reader at the far end.
   *
   * @return credit to send, in bytes; 0 for none
   */
  synchronized int asked() {
    return allowUnasked(false);
  }

  /**
   * Allows it the same once.
   *
   * @param answered whether its answer has begun, and may have ended before the credit comes
   */
  private int allowUnasked(boolean answered) {
    if (asked || over) {
      return 0;
    }
    asked = true;
    long wanted = Math.min(BudgetFlowControl.LARGEST_STREAM_WINDOW, sizes.expected()) - target;
    boolean mayEnd = answered || !sizes.allLarger(initialWindow);
    if (wanted <= 0 || !sizes.mostlyLarger(initialWindow) || mayEnd && !rate.permits()) {
      return 0;
    }
    int credit = budget.allow(buffers, (int) wanted, true);
    beyondInitial += credit;
    target += credit;
    return enlarged(credit);
  }

  private int enlarged(int credit) {
    window += credit;
    stream.updateRecvWindow(credit);
    return credit;
  }

  /**
   * A part of a DATA frame has arrived. Of a request without content this is the first that is
   * heard, so it is allowed now what others are with their request.
   *
   * @return credit to send, in bytes; 0 for none
   */
  synchronized int received(ISession session, int bytes) {
    if (over) {
      return 0;
    }
    receivedBytes += bytes;
    unreadBytes += bytes;
    window -= bytes;
    unreadParts.add(new Part(buffers.received(session, bytes), bytes));
    return allowUnasked(true);
  }

  /**
   * The application has consumed, or Jetty has dropped, the part that came first.
   *
   * @return credit to send, in bytes; 0 for none
   */
  synchronized int consumed(int bytes) {
    if (over) {
      return 0;
    }
    consumedBytes += bytes;
    unreadBytes -= bytes;
    release(bytes);
    settle(Math.max(0, unreadBytes + window - initialWindow));
    boolean first = consumedBytes == bytes;
    ranDry |= unreadBytes <= 0 && !(first && JettyFrames.READS_AHEAD);
    return stream.isRemotelyClosed() ? 0 : credit(false);
  }

  /** Gives back to the budget what it has of it and does not reach to any more. */
  private void settle(int beyond) {
    if (beyond < beyondInitial) {
      buffers.beyondInitial(beyond - beyondInitial);
      beyondInitial = beyond;
    }
  }

  /** Lets go of the parts that came first; Jetty 12 drops several at a time. */
  private void release(int bytes) {
    int left = bytes;
    do {
      Part part = unreadParts.poll();
      if (part == null) {
        return;
      }
      part.buffer.release(part.bytes);
      left -= part.bytes;
    } while (left > 0);
  }

  /**
   * Credit that was held back, if its reader waits for the stream.
   *
   * @return credit to send, in bytes; 0 for none
   */
  synchronized int heldBack() {
    return held && !over && unreadBytes <= 0 && !stream.isRemotelyClosed() ? credit(true) : 0;
  }

  /** Returns whether credit is held back that may be needed. */
  synchronized boolean holds() {
    return held && !over;
  }

  private int credit(boolean waited) {
    long reach = (long) unreadBytes + window;
    if (target - reach < StreamCredits.LOT * target) {
      return 0;
    }
    if (stream.isResetOrFailed()) {
      return 0;
    }
    // Where nothing is left of the window the sender can have ended by an empty frame only.
    boolean mayHaveEnded = window > 0 || sizes.had(receivedBytes);
    if (mayHaveEnded && (!waited && covered() || !rate.permits())) {
      held = true;
      return 0;
    }
    held = false;
    grow();
    int owed = (int) Math.max(0, Math.min(initialWindow, target) - reach);
    int more = budget.allow(buffers, (int) (target - reach - owed), false);
    beyondInitial += more;
    int credit = owed + more;
    target = (int) Math.max(initialWindow, reach + credit);
    return enlarged(credit);
  }

  /** Returns whether it was allowed more than its answer is likely to have. */
  private boolean covered() {
    long expected = sizes.expected();
    return window > 0 && receivedBytes < expected && receivedBytes + window >= expected;
  }

  /** Doubles the target, up to the largest, once the reader has read as much and had to wait. */
  private void grow() {
    if (ranDry && consumedBytes - grownAtBytes >= target) {
      grownAtBytes = consumedBytes;
      ranDry = false;
      long twice = Math.min(BudgetFlowControl.LARGEST_STREAM_WINDOW, 2L * target);
      target = (int) Math.max(target, twice);
    }
  }

  /** The stream is over; what it has of the budget is given back. */
  synchronized void destroyed() {
    if (over) {
      return;
    }
    over = true;
    release(Integer.MAX_VALUE);
    settle(0);
    if (!stream.isResetOrFailed()) {
      sizes.ended(receivedBytes);
    }
  }
}
