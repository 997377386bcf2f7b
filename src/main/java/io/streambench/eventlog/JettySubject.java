package io.streambench.eventlog;

import static io.streambench.eventlog.LineCursor.bytes;

/**
 * The session or stream that a line of Jetty's is about, as its {@code toString} shows it: {@code
 * HTTP2ClientSession@hash{...}}, {@code HTTP2Stream@hash#id@session{...}} (Jetty 10 and 11), {@code
 * HTTP2Stream#id@session{...}} (Jetty 12). Not thread-safe.
 */
final class JettySubject {
  private static final byte[] LOCAL = bytes("local:");
  private static final byte[] REMOTE = bytes(",remote:");
  private static final byte[] RECV_WINDOW = bytes("recvWindow=");
  private static final byte[] SEND_WINDOW = bytes("sendWindow=");
  private static final byte[] STREAMS = bytes("state=[streams=");
  private static final byte[] NOT_RESET = bytes("reset=false/false");
  private static final byte[] RESET = bytes("reset=");
  private static final byte[] FAILURE = bytes("failure=");
  private static final byte[] NONE = bytes("null");

  private final LineCursor cursor;
  private int detailsAt;
  private boolean client;

  /** True if the subject is a session. */
  boolean ofSession;

  /** Hash of the session. */
  int session;

  /** Stream identifier; 0 for a session. */
  int stream;

  JettySubject(LineCursor cursor) {
    this.cursor = cursor;
  }

  /** Reads the subject that stands at the cursor, if it is one. */
  boolean match() {
    int nameAt = cursor.at();
    cursor.skipWord();
    int nameEnd = cursor.at();
    if (nameEnd == nameAt) {
      return false;
    }
    stream = 0;
    if (cursor.skip('@') && !hash()) {
      return false;
    }
    ofSession = cursor.on('{');
    if (ofSession) {
      client = cursor.contains(nameAt, nameEnd, 'C', 'l');
      detailsAt = cursor.at() + 1;
      return cursor.contains(nameAt, nameEnd, 'S', 'e');
    }
    if (!cursor.skip('#')) {
      return false;
    }
    long id = cursor.number();
    if (id <= 0 || id > Integer.MAX_VALUE || !cursor.skip('@')) {
      return false;
    }
    stream = (int) id;
    boolean well = hash() && cursor.on('{');
    detailsAt = cursor.at() + 1;
    return well;
  }

  private boolean hash() {
    long hash = cursor.hash();
    session = (int) hash;
    return hash != FlowControlEvent.UNKNOWN;
  }

  /** The end of the connection that a session is. */
  Role role() {
    return client ? Role.CLIENT : Role.SERVER;
  }

  /** Address of a session's own end. */
  String local() {
    return address(LOCAL);
  }

  /** Address of a session's other end. */
  String remote() {
    return address(REMOTE);
  }

  /** The receive window that the subject shows, once its line was rendered. */
  long receiveWindowShown() {
    return field(RECV_WINDOW);
  }

  /** The send window that the subject shows. */
  long sendWindowShown() {
    return field(SEND_WINDOW);
  }

  /** The number of open streams of the session, as its subject shows it. */
  long streamsShown() {
    return field(STREAMS);
  }

  /** Returns whether the stream was reset by either end, as its subject shows it. */
  boolean resetShown() {
    return cursor.find(RESET, detailsAt) && !cursor.find(NOT_RESET, detailsAt);
  }

  /** Returns what failed the session or stream, in Jetty's words; null if nothing did. */
  String failureShown() {
    if (!cursor.find(FAILURE, detailsAt) || cursor.skip(NONE)) {
      return null;
    }
    String failure = printable(cursor.textUntil(']', ')'));
    return failure.substring(failure.indexOf(": ") + 1).strip();
  }

  private long field(byte[] name) {
    return cursor.find(name, detailsAt) ? cursor.number() : FlowControlEvent.UNKNOWN;
  }

  /** The address that follows the name, without the host's name before a slash. */
  private String address(byte[] name) {
    if (!cursor.find(name, detailsAt)) {
      return Session.UNKNOWN_ADDRESS;
    }
    String address = printable(cursor.textUntil(',', '}'));
    return address.substring(address.lastIndexOf('/') + 1);
  }

  /** Makes text of a log harmless for a terminal: nothing in it may act there. */
  private static String printable(String text) {
    return text.replaceAll("\\p{Cntrl}|[\\x80-\\x9f]", "?");
  }
}
