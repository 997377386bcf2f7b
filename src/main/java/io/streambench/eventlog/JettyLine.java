package io.streambench.eventlog;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

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
  /** What a line says; each is a message of Jetty's. */
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

  /** What became of a line. */
  enum Match {
    /** It is a flow-control line, and the fields hold what it says. */
    EVENT,
    /** It begins as one. */
    GARBLED,
    /** It is none. */
    OTHER
  }

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
  private static final byte[] LOCAL = bytes("local:");
  private static final byte[] REMOTE = bytes(",remote:");
  private static final byte[] RECV_WINDOW_FIELD = bytes("recvWindow=");
  private static final byte[] SEND_WINDOW_FIELD = bytes("sendWindow=");
  private static final int MAX_DIGITS = 18;
  private static final int MAX_HASH_DIGITS = 8;

  private byte[] line;
  private int at;
  private int to;
  private int messageAt;
  private int detailsAt;
  private boolean client;

  /** What the line says. */
  Kind kind;

  /** Whether the subject is a session. */
  boolean ofSession;

  /** Bytes received or consumed; {@link FlowControlEvent#UNKNOWN} where the line has none. */
  long bytes;

  /** Window before and after. */
  long before;

  long after;

  /** Consumed and not acknowledged, and the number beyond which it will be. */
  long level;

  long threshold;

  /** Hash of the session. */
  int session;

  /** Stream identifier; 0 for a session. */
  int stream;

  private static byte[] bytes(String text) {
    return text.getBytes(ISO_8859_1);
  }

  /** Takes a line apart. */
  Match match(byte[] line, int from, int to) {
    this.line = line;
    this.to = to;
    for (int i = from; i + 8 < to; i++) {
      byte b = line[i];
      if ((b == 'D' || b == 'S' || b == 'U') && (i == from || !letterOrDigit(line[i - 1]))) {
        at = i;
        messageAt = i;
        Match match = message();
        if (match != Match.OTHER) {
          return match;
        }
      }
    }
    messageAt = to;
    return Match.OTHER;
  }

  /** Where the message begins: what stands before is the layout's. */
  int messageAt() {
    return messageAt;
  }

  private Match message() {
    bytes = FlowControlEvent.UNKNOWN;
    before = FlowControlEvent.UNKNOWN;
    after = FlowControlEvent.UNKNOWN;
    level = FlowControlEvent.UNKNOWN;
    threshold = FlowControlEvent.UNKNOWN;
    boolean well;
    switch (line[at]) {
      case 'D':
        if (skip(DATA_RECEIVED)) {
          well = received();
        } else if (skip(DATA_CONSUMED)) {
          well = consumed();
        } else {
          return Match.OTHER;
        }
        break;
      case 'U':
        if (!skip(UPDATED)) {
          return Match.OTHER;
        }
        if (skip(INITIAL)) {
          kind = Kind.INITIAL_WINDOW_UPDATED;
          well = change() && skip(FOR);
        } else if (windowOf(SEND_WINDOW)) {
          kind = Kind.SEND_WINDOW_UPDATED;
          well = change() && skip(FOR);
        } else {
          return Match.OTHER;
        }
        break;
      default:
        if (skip(SENDING)) {
          kind = Kind.SENDING;
          well = windowOf(SEND_WINDOW) && change() && skip(FOR);
        } else if (skip(SESSION_STALLED) || skip(STREAM_STALLED)) {
          kind = Kind.STALLED;
          well = true;
        } else if (skip(SESSION_UNSTALLED) || skip(STREAM_UNSTALLED)) {
          kind = Kind.UNSTALLED;
          well = number() != FlowControlEvent.UNKNOWN && skip(MILLIS);
        } else {
          return Match.OTHER;
        }
    }
    return well && subject() ? Match.EVENT : Match.GARBLED;
  }

  private boolean received() {
    kind = Kind.RECEIVED;
    bytes = number();
    return bytes >= 0
        && skip(BYTES)
        && skip(UPDATED_LOWER)
        && windowOf(RECV_WINDOW)
        && change()
        && skip(FOR);
  }

  private boolean consumed() {
    if (skip(INCREASED)) {
      kind = Kind.CREDITED;
      boolean well = windowOf(RECV_WINDOW) && skip(BY);
      bytes = number();
      level = bytes;
      return well && bytes >= 0 && skip(FOR);
    }
    if (skip(IGNORING)) {
      kind = Kind.IGNORED;
      boolean well = windowOf(RECV_WINDOW) && skip(BY);
      bytes = number();
      return well && bytes >= 0 && skip(FOR) && skip(REMOTELY_CLOSED);
    }
    bytes = number();
    if (bytes < 0 || !skip(BYTES)) {
      return false;
    }
    if (skip(IGNORING)) {
      kind = Kind.IGNORED;
      return skip(STREAM) && skip(RECV_WINDOW_FOR);
    }
    if (skip(UPDATED_LOWER)) {
      kind = Kind.CREDITED;
      return windowOf(RECV_WINDOW) && skip(BY) && level() && skip(FOR);
    }
    kind = Kind.CONSUMED;
    skip(CONCURRENT);
    return windowOf(RECV_WINDOW) && skip(LEVEL) && level() && skip(FOR);
  }

  private boolean windowOf(byte[] window) {
    return (skip(SESSION) || skip(STREAM)) && skip(window);
  }

  private boolean change() {
    before = number();
    boolean well = before != FlowControlEvent.UNKNOWN && skip(ARROW);
    after = number();
    return well && after != FlowControlEvent.UNKNOWN;
  }

  private boolean level() {
    level = number();
    if (level < 0 || at >= to || line[at] != '/') {
      return false;
    }
    at++;
    threshold = number();
    return threshold >= 0;
  }

  /**
   * {@code HTTP2ClientSession@hash{...}}, {@code HTTP2Stream@hash#id@session{...}} (Jetty 10 and
   * 11), {@code HTTP2Stream#id@session{...}} (Jetty 12).
   */
  private boolean subject() {
    int nameAt = at;
    while (at < to && letterOrDigit(line[at])) {
      at++;
    }
    if (at == nameAt || at >= to) {
      return false;
    }
    int nameEnd = at;
    stream = 0;
    if (line[at] == '@') {
      at++;
      if (!hash()) {
        return false;
      }
    }
    ofSession = at < to && line[at] == '{';
    if (ofSession) {
      client = contains(nameAt, nameEnd, 'C', 'l');
      detailsAt = at + 1;
      return contains(nameAt, nameEnd, 'S', 'e');
    }
    if (at >= to || line[at] != '#') {
      return false;
    }
    at++;
    long id = number();
    if (id <= 0 || id > Integer.MAX_VALUE || at >= to || line[at] != '@') {
      return false;
    }
    stream = (int) id;
    at++;
    boolean well = hash() && at < to && line[at] == '{';
    detailsAt = at + 1;
    return well;
  }

  private boolean hash() {
    int value = 0;
    int start = at;
    for (; at < to && at - start <= MAX_HASH_DIGITS; at++) {
      int digit = Character.digit(line[at], 16);
      if (digit < 0) {
        break;
      }
      value = value << 4 | digit;
    }
    session = value;
    return at > start && at - start <= MAX_HASH_DIGITS;
  }

  private boolean contains(int from, int end, char first, char second) {
    for (int i = from; i + 1 < end; i++) {
      if (line[i] == first && line[i + 1] == second) {
        return true;
      }
    }
    return false;
  }

  /** The end of the connection that the session is, where the subject is a session. */
  Role role() {
    return client ? Role.CLIENT : Role.SERVER;
  }

  /** Address of this end, where the subject is a session. */
  String local() {
    return address(LOCAL);
  }

  /** Address of the other end, where the subject is a session. */
  String remote() {
    return address(REMOTE);
  }

  /** The receive window that the subject itself shows, once its line was rendered. */
  long receiveWindowShown() {
    return field(RECV_WINDOW_FIELD);
  }

  /** The send window that the subject itself shows. */
  long sendWindowShown() {
    return field(SEND_WINDOW_FIELD);
  }

  private long field(byte[] name) {
    int found = find(name);
    if (found < 0) {
      return FlowControlEvent.UNKNOWN;
    }
    at = found;
    return number();
  }

  /** What follows the name, without the host's name before a slash. */
  private String address(byte[] name) {
    int found = find(name);
    if (found < 0) {
      return Session.UNKNOWN_ADDRESS;
    }
    int end = found;
    while (end < to && line[end] != ',' && line[end] != '}') {
      end++;
    }
    // What a log says is printed in terminals: nothing in it may act there.
    String address =
        new String(line, found, end - found, ISO_8859_1)
            .replaceAll("\\p{Cntrl}|[\\x80-\\x9f]", "?");
    return address.substring(address.lastIndexOf('/') + 1);
  }

  private int find(byte[] name) {
    for (int i = detailsAt; i + name.length <= to; i++) {
      at = i;
      if (skip(name)) {
        return at;
      }
    }
    return -1;
  }

  private boolean skip(byte[] text) {
    int end = at + text.length;
    if (end > to) {
      return false;
    }
    for (int i = 0; i < text.length; i++) {
      if (line[at + i] != text[i]) {
        return false;
      }
    }
    at = end;
    return true;
  }

  private long number() {
    int start = at;
    boolean negative = at < to && line[at] == '-';
    if (negative) {
      at++;
    }
    long value = 0;
    int first = at;
    while (at < to && line[at] >= '0' && line[at] <= '9' && at - first <= MAX_DIGITS) {
      value = value * 10 + line[at++] - '0';
    }
    if (at == first || at - first > MAX_DIGITS) {
      at = start;
      return FlowControlEvent.UNKNOWN;
    }
    return negative ? -value : value;
  }

  private static boolean letterOrDigit(byte b) {
    return b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= '0' && b <= '9' || b == '_';
  }
}
