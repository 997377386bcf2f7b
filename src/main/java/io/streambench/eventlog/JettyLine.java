package io.streambench.eventlog;

import static io.streambench.eventlog.LineCursor.bytes;

/**
 * One flow-control line of Jetty 10, 11 or 12, taken apart: what happened, the numbers, and which
 * session or stream it is about. What stands before the message is somebody else's layout and is
 * skipped. An instance is used for one line after another. Not thread-safe.
 *
 * <p>The lines are those of Jetty's {@code AbstractFlowControlStrategy}, {@code
 * BufferingFlowControlStrategy} and {@code SimpleFlowControlStrategy}, whose words have not changed
 * from Jetty 10.0 to 12.0.
 */
final class JettyLine {
  /** The kind of a line; each is a message of Jetty's. */
  enum Kind {
    RECEIVED,
    /** Consumed, and credit is kept back. */
    CONSUMED,
    /** Consumed, and all credit is given back with it. */
    CREDITED,
    /** Consumed on a stream that gets no credit any more, since nothing more comes for it. */
    IGNORED,
    SENDING,
    SEND_WINDOW_UPDATED,
    INITIAL_WINDOW_UPDATED,
    STALLED,
    UNSTALLED
  }

  /** The result of matching a line. */
  enum Match {
    /** It is a flow-control line, and the fields hold what it says. */
    EVENT,
    /** It begins as one. */
    GARBLED,
    /** It is none. */
    OTHER
  }

  private static final byte ESCAPE = 0x1b;
  private static final byte[] DATA_RECEIVED = bytes("Data received, ");
  private static final byte[] DATA_CONSUMED = bytes("Data consumed, ");
  private static final byte[] SENDING = bytes("Sending, ");
  private static final byte[] UPDATED = bytes("Updated ");
  private static final byte[] INITIAL = bytes("initial stream recv window ");
  private static final byte[] SESSION_STALLED = bytes("Session stalled ");
  private static final byte[] SESSION_UNSTALLED = bytes("Session unstalled after ");
  private static final byte[] STREAM_STALLED = bytes("Stream stalled ");
  private static final byte[] STREAM_UNSTALLED = bytes("Stream unstalled after ");
  private static final byte[] BYTES = bytes(" bytes, ");
  private static final byte[] UPDATED_LOWER = bytes("updated ");
  private static final byte[] INCREASED = bytes("increased ");
  private static final byte[] CONCURRENT = bytes("concurrent ");
  private static final byte[] IGNORING = bytes("ignoring update ");
  private static final byte[] SESSION = bytes("session ");
  private static final byte[] STREAM = bytes("stream ");
  private static final byte[] RECV_WINDOW = bytes("recv window ");
  private static final byte[] RECV_WINDOW_FOR = bytes("recv window for remotely closed ");
  private static final byte[] SEND_WINDOW = bytes("send window ");
  private static final byte[] ARROW = bytes(" -> ");
  private static final byte[] BY = bytes("by ");
  private static final byte[] LEVEL = bytes("level ");
  private static final byte[] FOR = bytes(" for ");
  private static final byte[] REMOTELY_CLOSED = bytes("remotely closed ");
  private static final byte[] MILLIS = bytes(" ms ");

  private final LineCursor cursor = new LineCursor();
  private int messageAt;

  /** The session or stream that the line is about. */
  final JettySubject subject = new JettySubject(cursor);

  /** The kind of the line. */
  Kind kind;

  /** Bytes received or consumed; {@link FlowControlEvent#UNKNOWN} where the line has none. */
  long bytes;

  /** Window before and after. */
  long before;

  long after;

  /** Consumed and not acknowledged, and the number beyond which it will be. */
  long level;

  long threshold;

  /** Passes over a line that cannot be one: Jetty logs flow control at level DEBUG. */
  Match pass(int to) {
    messageAt = to;
    return Match.OTHER;
  }

  /** Takes a line apart. */
  Match match(byte[] line, int from, int to) {
    cursor.take(line, to);
    for (int i = from; i + 8 < to; i++) {
      byte b = line[i];
      if ((b == 'D' || b == 'S' || b == 'U')
          && (i == from
              || !LineCursor.letterOrDigit(line[i - 1])
              || line[i - 1] == 'm' && colourEnds(line, from, i - 1))) {
        cursor.moveTo(i);
        messageAt = i;
        Match match = message(b);
        if (match != Match.OTHER) {
          return match;
        }
      }
    }
    messageAt = to;
    return Match.OTHER;
  }

  /** Returns whether this {@code m} ends a colour code, as in {@code ESC[1;34m}. */
  private static boolean colourEnds(byte[] line, int from, int at) {
    int i = at - 1;
    while (i > from && (line[i] >= '0' && line[i] <= '9' || line[i] == ';')) {
      i--;
    }
    return i > from && line[i] == '[' && line[i - 1] == ESCAPE;
  }

  /** The offset of the message in the line; the bytes before it belong to the layout. */
  int messageAt() {
    return messageAt;
  }

  private Match message(byte first) {
    bytes = FlowControlEvent.UNKNOWN;
    before = FlowControlEvent.UNKNOWN;
    after = FlowControlEvent.UNKNOWN;
    level = FlowControlEvent.UNKNOWN;
    threshold = FlowControlEvent.UNKNOWN;
    boolean well;
    switch (first) {
      case 'D':
        if (cursor.skip(DATA_RECEIVED)) {
          well = received();
        } else if (cursor.skip(DATA_CONSUMED)) {
          well = consumed();
        } else {
          return Match.OTHER;
        }
        break;
      case 'U':
        if (!cursor.skip(UPDATED)) {
          return Match.OTHER;
        }
        if (cursor.skip(INITIAL)) {
          kind = Kind.INITIAL_WINDOW_UPDATED;
          well = change() && cursor.skip(FOR);
        } else if (windowOf(SEND_WINDOW)) {
          kind = Kind.SEND_WINDOW_UPDATED;
          well = change() && cursor.skip(FOR);
        } else {
          return Match.OTHER;
        }
        break;
      default:
        if (cursor.skip(SENDING)) {
          kind = Kind.SENDING;
          well = windowOf(SEND_WINDOW) && change() && cursor.skip(FOR);
        } else if (cursor.skip(SESSION_STALLED) || cursor.skip(STREAM_STALLED)) {
          kind = Kind.STALLED;
          well = true;
        } else if (cursor.skip(SESSION_UNSTALLED) || cursor.skip(STREAM_UNSTALLED)) {
          kind = Kind.UNSTALLED;
          well = cursor.number() != FlowControlEvent.UNKNOWN && cursor.skip(MILLIS);
        } else {
          return Match.OTHER;
        }
    }
    return well && subject.match() ? Match.EVENT : Match.GARBLED;
  }

  private boolean received() {
    kind = Kind.RECEIVED;
    bytes = cursor.number();
    return bytes >= 0
        && cursor.skip(BYTES)
        && cursor.skip(UPDATED_LOWER)
        && windowOf(RECV_WINDOW)
        && change()
        && cursor.skip(FOR);
  }

  private boolean consumed() {
    if (cursor.skip(INCREASED)) {
      kind = Kind.CREDITED;
      boolean well = windowOf(RECV_WINDOW) && cursor.skip(BY);
      bytes = cursor.number();
      level = bytes;
      return well && bytes >= 0 && cursor.skip(FOR);
    }
    if (cursor.skip(IGNORING)) {
      kind = Kind.IGNORED;
      boolean well = windowOf(RECV_WINDOW) && cursor.skip(BY);
      bytes = cursor.number();
      return well && bytes >= 0 && cursor.skip(FOR) && cursor.skip(REMOTELY_CLOSED);
    }
    bytes = cursor.number();
    if (bytes < 0 || !cursor.skip(BYTES)) {
      return false;
    }
    if (cursor.skip(IGNORING)) {
      kind = Kind.IGNORED;
      return cursor.skip(STREAM) && cursor.skip(RECV_WINDOW_FOR);
    }
    if (cursor.skip(UPDATED_LOWER)) {
      kind = Kind.CREDITED;
      return windowOf(RECV_WINDOW) && cursor.skip(BY) && level() && cursor.skip(FOR);
    }
    kind = Kind.CONSUMED;
    cursor.skip(CONCURRENT);
    return windowOf(RECV_WINDOW) && cursor.skip(LEVEL) && level() && cursor.skip(FOR);
  }

  private boolean windowOf(byte[] window) {
    return (cursor.skip(SESSION) || cursor.skip(STREAM)) && cursor.skip(window);
  }

  private boolean change() {
    before = cursor.number();
    boolean well = before != FlowControlEvent.UNKNOWN && cursor.skip(ARROW);
    after = cursor.number();
    return well && after != FlowControlEvent.UNKNOWN;
  }

  private boolean level() {
    level = cursor.number();
    if (level < 0 || !cursor.skip('/')) {
      return false;
    }
    threshold = cursor.number();
    return threshold >= 0;
  }
}
