package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionLook;
import io.streambench.diagnose.live.StreamLook;
import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;

/**
 * One observation of a session or stream. The agent writes each as one line of text. Sizes are in
 * bytes.
 *
 * @param session identity hash of the session
 * @param ends both ends of the connection; only in a sample that describes the session
 * @param bytes moved since the previous look
 * @param stream the observed stream; stream 0 if only the session was observed
 */
public record Sample(
    Cause cause, int session, Ends ends, long bytes, Windows windows, StreamLook stream) {
  private static final String SEPARATOR = " ";
  private static final StreamLook NO_STREAM = new StreamLook(0, 0, 0, 0, false, false);

  /**
   * The ends of a connection.
   *
   * @param exhaustedMillis time without any receive window
   */
  public record Ends(String local, String remote, long sendWindow, long exhaustedMillis) {
    static final Ends NONE = new Ends("-", "-", 0, 0);
  }

  /** A session's receive window, unread bytes, and bytes consumed but not credited. */
  public record Windows(long window, long unread, long level) {
    static Windows of(SessionLook look) {
      return new Windows(look.window(), look.unread(), Math.max(0, look.level()));
    }
  }

  /** The state of a session. */
  static Sample ofSession(
      Cause cause, ClientSession session, SessionLook look, long exhaustedMillis) {
    Ends ends = new Ends(session.local(), session.remote(), session.sendWindow(), exhaustedMillis);
    return new Sample(cause, session.hash(), ends, 0, Windows.of(look), NO_STREAM);
  }

  /** Bytes moved on all streams of a session; the windows are those afterwards. */
  static Sample ofMovement(Cause cause, ClientSession session, SessionLook now, long bytes) {
    return new Sample(cause, session.hash(), Ends.NONE, bytes, Windows.of(now), NO_STREAM);
  }

  /** The state of a stream after these bytes have moved. */
  static Sample ofStream(
      Cause cause, ClientSession session, SessionLook now, StreamLook stream, long bytes) {
    return new Sample(cause, session.hash(), Ends.NONE, bytes, Windows.of(now), stream);
  }

  private boolean isDescribed() {
    return !ends.local.equals(Ends.NONE.local);
  }

  String line() {
    return String.join(
        SEPARATOR,
        cause.name(),
        Integer.toString(session),
        ends.local,
        ends.remote,
        Long.toString(ends.sendWindow),
        Long.toString(ends.exhaustedMillis),
        Long.toString(bytes),
        Long.toString(windows.window),
        Long.toString(windows.unread),
        Long.toString(windows.level),
        Integer.toString(stream.id()),
        Integer.toString(stream.window()),
        Long.toString(stream.unread()),
        Integer.toString(stream.level()));
  }

  static Sample of(String line) {
    String[] part = line.split(SEPARATOR);
    return new Sample(
        Cause.valueOf(part[0]),
        Integer.parseInt(part[1]),
        new Ends(part[2], part[3], Long.parseLong(part[4]), Long.parseLong(part[5])),
        Long.parseLong(part[6]),
        new Windows(Long.parseLong(part[7]), Long.parseLong(part[8]), Long.parseLong(part[9])),
        new StreamLook(
            Integer.parseInt(part[10]),
            Integer.parseInt(part[11]),
            Long.parseLong(part[12]),
            Integer.parseInt(part[13]),
            false,
            false));
  }

  /** Commits an event of Flight Recorder in this JVM, with the current time. */
  public void record() {
    if (isDescribed()) {
      recordSession();
    } else {
      recordFlowControl();
    }
  }

  private void recordSession() {
    Recorded.Session event = new Recorded.Session();
    identify(event);
    event.owner = "";
    event.local = ends.local;
    event.remote = ends.remote;
    event.receiveWindow = windows.window;
    event.sendWindow = ends.sendWindow;
    event.unread = windows.unread;
    event.unacknowledged = windows.level;
    event.exhaustedMillis = ends.exhaustedMillis;
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
    event.streamUnacknowledged = stream.level();
    event.commit();
  }

  private void identify(Recorded.OfSession event) {
    event.session = Integer.toUnsignedLong(session);
    event.cause = cause.code();
  }
}
