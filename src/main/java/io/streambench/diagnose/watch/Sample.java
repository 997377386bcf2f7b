package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;

/**
 * One observation of a session or stream. The agent writes each as one line of text. Sizes are in
 * bytes.
 *
 * @param session identity hash of the session
 * @param connection both ends of the connection; only in a sample that describes the session
 * @param bytes bytes moved since the previous snapshot
 * @param stream the observed stream; stream 0 if only the session was observed
 */
public record Sample(
    Cause cause,
    int session,
    Connection connection,
    long bytes,
    Windows windows,
    StreamSnapshot stream) {
  private static final String SEPARATOR = " ";
  private static final StreamSnapshot NO_STREAM = new StreamSnapshot(0, 0, 0, 0, false, false);

  /**
   * The ends of a connection.
   *
   * @param exhaustedMillis how long the receive window has been exhausted
   */
  public record Connection(String local, String remote, long sendWindow, long exhaustedMillis) {
    /** For a sample that does not describe the session. */
    static final Connection OMITTED = new Connection("-", "-", 0, 0);
  }

  /** A session's receive window, unread bytes, and bytes consumed but not credited. */
  public record Windows(long window, long unread, long level) {
    static Windows of(SessionSnapshot look) {
      return new Windows(look.window(), look.unreadBytes(), Math.max(0, look.uncreditedBytes()));
    }
  }

  /** The state of a session. */
  static Sample ofSession(
      Cause cause, ClientSession session, SessionSnapshot look, long exhaustedMillis) {
    Connection ends =
        new Connection(
            session.localAddress(), session.remoteAddress(), session.sendWindow(), exhaustedMillis);
    return new Sample(cause, session.hash(), ends, 0, Windows.of(look), NO_STREAM);
  }

  /** A sample of bytes moved on all streams of a session, with the windows afterwards. */
  static Sample ofMovement(Cause cause, ClientSession session, SessionSnapshot now, long bytes) {
    return new Sample(cause, session.hash(), Connection.OMITTED, bytes, Windows.of(now), NO_STREAM);
  }

  /** A sample of a stream after these bytes have moved. */
  static Sample ofStream(
      Cause cause, ClientSession session, SessionSnapshot now, StreamSnapshot stream, long bytes) {
    return new Sample(cause, session.hash(), Connection.OMITTED, bytes, Windows.of(now), stream);
  }

  private boolean hasConnection() {
    return !connection.local.equals(Connection.OMITTED.local);
  }

  /** Whether a reader has consumed data. */
  public boolean isRead() {
    return cause == Cause.DATA_CONSUMED;
  }

  String line() {
    return String.join(
        SEPARATOR,
        cause.name(),
        Integer.toString(session),
        connection.local,
        connection.remote,
        Long.toString(connection.sendWindow),
        Long.toString(connection.exhaustedMillis),
        Long.toString(bytes),
        Long.toString(windows.window),
        Long.toString(windows.unread),
        Long.toString(windows.level),
        Integer.toString(stream.id()),
        Integer.toString(stream.window()),
        Long.toString(stream.unread()),
        Integer.toString(stream.uncreditedBytes()));
  }

  static Sample of(String line) {
    String[] part = line.split(SEPARATOR);
    return new Sample(
        Cause.valueOf(part[0]),
        Integer.parseInt(part[1]),
        new Connection(part[2], part[3], Long.parseLong(part[4]), Long.parseLong(part[5])),
        Long.parseLong(part[6]),
        new Windows(Long.parseLong(part[7]), Long.parseLong(part[8]), Long.parseLong(part[9])),
        new StreamSnapshot(
            Integer.parseInt(part[10]),
            Integer.parseInt(part[11]),
            Long.parseLong(part[12]),
            Integer.parseInt(part[13]),
            false,
            false));
  }

  /** Commits an event of Flight Recorder in this JVM, with the current time. */
  public void record() {
    if (hasConnection()) {
      recordSession();
    } else {
      recordFlowControl();
    }
  }

  private void recordSession() {
    Recorded.Session event = new Recorded.Session();
    identify(event);
    event.owner = "";
    event.local = connection.local;
    event.remote = connection.remote;
    event.receiveWindow = windows.window;
    event.sendWindow = connection.sendWindow;
    event.unread = windows.unread;
    event.unacknowledged = windows.level;
    event.exhaustedMillis = connection.exhaustedMillis;
    event.commit();
  }

  private void recordFlowControl() {
    Recorded.FlowControl event = new Recorded.FlowControl();
    identify(event);
    event.bytes = (int) Math.min(Integer.MAX_VALUE, bytes);
    event.sessionWindow = windows.window;
    event.sessionUnread = windows.unread;
    event.sessionUnacknowledged = windows.level;
    event.stream = stream.id();
    event.streamWindow = stream.window();
    event.streamUnread = stream.unread();
    event.streamUnacknowledged = stream.uncreditedBytes();
    event.commit();
  }

  private void identify(Recorded.SessionEvent event) {
    event.session = Integer.toUnsignedLong(session);
    event.cause = cause.code();
  }
}
