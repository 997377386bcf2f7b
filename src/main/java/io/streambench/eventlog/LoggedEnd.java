package io.streambench.eventlog;

/**
 * An exception in a log that a stall leaves when it ends, and that other silences leave, too.
 *
 * @param kind which of them
 * @param amount the number in its message: milliseconds, or bytes; 0 where it has none
 * @param firstNanos when it was logged first, since the epoch; {@link FlowControlEvent#UNKNOWN} if
 *     no line before it has a time
 * @param lastNanos when it was logged last
 */
public record LoggedEnd(Kind kind, long amount, long firstNanos, long lastNanos) {
  /** The reason that ended the silence. */
  public enum Kind {
    /** A node's idle timeout of an answer on which nothing moved. */
    IDLE_TIMEOUT("TimeoutException: Idle timeout ", " ms elapsed"),

    /** The client's timeout of a request as a whole. */
    TOTAL_TIMEOUT("TimeoutException: Total timeout ", " ms elapsed"),

    /** No direct memory for what arrived; that ends nothing but begins a hang. */
    DIRECT_MEMORY("Cannot reserve ", " bytes of direct buffer memory"),

    /** A Jetty server closed the connection: RST_STREAM frames came too fast. */
    RESET_RATE("_error/invalid_rst_stream_frame_rate"),

    /** The same of WINDOW_UPDATE frames. */
    WINDOW_UPDATE_RATE("_error/invalid_window_update_frame_rate");

    final byte[] before;
    final byte[] after;
    final boolean numbered;

    /** A kind whose message has a number between two pieces of text. */
    Kind(String before, String after) {
      this.before = LineCursor.bytes(before);
      this.after = LineCursor.bytes(after);
      this.numbered = true;
    }

    Kind(String all) {
      this.before = LineCursor.bytes(all);
      this.after = new byte[0];
      this.numbered = false;
    }
  }

  /** Merges both into one, from the first to the last time. */
  LoggedEnd plus(LoggedEnd later) {
    if (later.firstNanos == FlowControlEvent.UNKNOWN) {
      return this;
    }
    return firstNanos == FlowControlEvent.UNKNOWN
        ? later
        : new LoggedEnd(
            kind,
            amount,
            Math.min(firstNanos, later.firstNanos),
            Math.max(lastNanos, later.lastNanos));
  }
}
