package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One observation of a session or stream, a line of numbers that the agent writes. The program that
 * loaded the agent makes an event of it. Sizes are in bytes.
 */
public final class Sample {
  private static final String SEPARATOR = " ";
  private static final StreamSnapshot NO_STREAM = new StreamSnapshot(0, 0, 0, 0, false, false);

  /** The number of parts; the state of a session has both addresses and more behind them. */
  private static final int PARTS = 10;

  private Sample() {}

  /**
   * The state of a session.
   *
   * @param exhaustedMillis how long the receive window has been exhausted
   */
  static String ofSession(
      Cause cause, ClientSession session, SessionSnapshot look, long exhaustedMillis) {
    return line(
        ofStream(cause, session, look, NO_STREAM, 0),
        session.localAddress(),
        session.remoteAddress(),
        session.sendWindow(),
        exhaustedMillis);
  }

  /** Bytes moved on all streams of a session, with the windows afterwards. */
  static String ofMovement(Cause cause, ClientSession session, SessionSnapshot now, long bytes) {
    return ofStream(cause, session, now, NO_STREAM, bytes);
  }

  /** A stream after these bytes have moved. */
  static String ofStream(
      Cause cause, ClientSession session, SessionSnapshot now, StreamSnapshot stream, long bytes) {
    return line(
        cause.name(),
        session.hash(),
        bytes,
        now.window(),
        now.unreadBytes(),
        Math.max(0, now.uncreditedBytes()),
        stream.id(),
        stream.window(),
        stream.unread(),
        stream.uncreditedBytes());
  }

  private static String line(Object... parts) {
    return Arrays.stream(parts).map(Object::toString).collect(Collectors.joining(SEPARATOR));
  }

  /** Returns whether a reader has consumed data. */
  public static boolean isRead(String line) {
    return line.startsWith(Cause.DATA_CONSUMED.name());
  }

  /** Commits an event of Flight Recorder in this JVM, with the current time. */
  public static void record(String line) {
    String[] part = line.split(SEPARATOR);
    if (part.length == PARTS) {
      recordFlowControl(part);
    } else {
      recordSession(part);
    }
  }

  private static void recordSession(String[] part) {
    Recorded.Session event = new Recorded.Session();
    identify(event, part);
    event.owner = "";
    event.receiveWindow = Long.parseLong(part[3]);
    event.unread = Long.parseLong(part[4]);
    event.unacknowledged = Long.parseLong(part[5]);
    event.local = part[PARTS];
    event.remote = part[PARTS + 1];
    event.sendWindow = Long.parseLong(part[PARTS + 2]);
    event.exhaustedMillis = Long.parseLong(part[PARTS + 3]);
    event.commit();
  }

  private static void recordFlowControl(String[] part) {
    Recorded.FlowControl event = new Recorded.FlowControl();
    identify(event, part);
    event.bytes = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(part[2]));
    event.sessionWindow = Long.parseLong(part[3]);
    event.sessionUnread = Long.parseLong(part[4]);
    event.sessionUnacknowledged = Long.parseLong(part[5]);
    event.stream = Integer.parseInt(part[6]);
    event.streamWindow = Long.parseLong(part[7]);
    event.streamUnread = Long.parseLong(part[8]);
    event.streamUnacknowledged = Long.parseLong(part[9]);
    event.commit();
  }

  private static void identify(Recorded.SessionEvent event, String[] part) {
    event.cause = Cause.valueOf(part[0]).code();
    event.session = Integer.toUnsignedLong(Integer.parseInt(part[1]));
  }
}
