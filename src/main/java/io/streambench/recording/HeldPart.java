package io.streambench.recording;

import io.streambench.eventlog.Recorded;

/**
 * A part of a DATA frame that is not in an event yet, and how things stood when it had arrived.
 *
 * @param bytes of the part
 */
record HeldPart(
    StreamAccount stream,
    int bytes,
    long sessionWindow,
    long sessionUnread,
    long sessionUnacknowledged,
    long streamWindow,
    long streamUnread,
    long streamUnacknowledged) {

  /** It has just been counted. */
  static HeldPart of(SessionAccount session, StreamAccount stream, int bytes) {
    return new HeldPart(
        stream,
        bytes,
        session.receiveWindow(),
        session.unreadBytes(),
        session.unacknowledgedBytes(),
        stream.receiveWindow(),
        stream.unreadBytes(),
        stream.unacknowledgedBytes());
  }

  /** Tells all but the session. */
  void fill(Recorded.DataReceived event) {
    event.stream = stream.id();
    event.bytes = bytes;
    event.sessionWindow = sessionWindow;
    event.sessionUnread = sessionUnread;
    event.sessionUnacknowledged = sessionUnacknowledged;
    event.streamWindow = streamWindow;
    event.streamUnread = streamUnread;
    event.streamUnacknowledged = streamUnacknowledged;
  }
}
