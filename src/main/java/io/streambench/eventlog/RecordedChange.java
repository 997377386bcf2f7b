package io.streambench.eventlog;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import java.util.function.Consumer;

/**
 * The change of a session that one event of a recording tells. Unless {@code stream} is 0, it is a
 * change of that stream, too. It gives one or two events of flow control. In a session's own state
 * the send window stands where the window of a stream would.
 *
 * @param number in the order in which the file has them
 */
record RecordedChange(
    long timeNanos,
    long number,
    Session session,
    Cause cause,
    int stream,
    int bytes,
    long sessionWindow,
    long sessionUnread,
    long sessionUnacknowledged,
    long streamWindow,
    long streamUnread,
    long streamUnacknowledged) {

  /** The part of so many bytes that arrived before the last {@code later} ones. */
  RecordedChange part(long partNumber, int partBytes, int later) {
    return new RecordedChange(
        timeNanos,
        partNumber,
        session,
        cause,
        stream,
        partBytes,
        sessionWindow + later,
        Math.max(0, sessionUnread - later),
        sessionUnacknowledged,
        streamWindow + later,
        Math.max(0, streamUnread - later),
        streamUnacknowledged);
  }

  /** Tells what it comes to, the session first. */
  void tell(Consumer<FlowControlEvent> events) {
    boolean ofStream = stream != 0;
    // STALLED and RESUMED are about one window, and so is a WINDOW_UPDATE. DATA is about both, and
    // a stream that opens may wait for the session's.
    boolean data = cause == Cause.DATA_SENT || cause == Cause.DATA_RECEIVED;
    boolean both = data || cause == Cause.DATA_CONSUMED || cause == Cause.OPENED;
    if (!ofStream || both) {
      events.accept(event(0, sessionWindow, sessionUnread, sessionUnacknowledged));
    }
    if (ofStream) {
      events.accept(event(stream, streamWindow, streamUnread, streamUnacknowledged));
    }
    if (!ofStream && (cause == Cause.STATE || cause == Cause.OPENED)) {
      events.accept(sendWindow());
    }
  }

  private boolean sending() {
    return switch (cause) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> true;
      default -> false;
    };
  }

  private FlowControlEvent event(int id, long window, long unread, long unacknowledged) {
    long before =
        switch (cause) {
          case DATA_RECEIVED, DATA_SENT -> window + bytes;
          case WINDOW_UPDATE_SENT, WINDOW_UPDATE_RECEIVED -> window - bytes;
          default -> window;
        };
    return new FlowControlEvent(
        timeNanos,
        session,
        id,
        cause,
        bytes,
        before,
        window,
        sending() ? 0 : unread,
        sending() ? 0 : unacknowledged,
        UNKNOWN);
  }

  private FlowControlEvent sendWindow() {
    return new FlowControlEvent(
        timeNanos,
        session,
        0,
        streamWindow <= 0 ? Cause.STALLED : Cause.RESUMED,
        0,
        streamWindow,
        streamWindow,
        0,
        0,
        UNKNOWN);
  }
}
