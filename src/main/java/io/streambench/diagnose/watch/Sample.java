package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * One observation of a session or stream, which the agent writes as a line of numbers. The program
 * that loaded the agent turns it into an event. Sizes are in bytes.
 */
public final class Sample {
  private static final String SEPARATOR = " ";

  /** Stands for the session itself. */
  static final StreamSnapshot NO_STREAM = new StreamSnapshot(0, 0, 0, 0, false, false);

  /** Number of fields in every sample; the state of a session appends both addresses and more. */
  private static final int COMMON_FIELDS = 10;

  private Sample() {}

  /**
   * A sample of a session's state.
   *
   * @param exhaustedMillis how long the receive window has been exhausted
   */
  static String ofSession(
      Cause cause, ClientSession session, SessionSnapshot snapshot, long exhaustedMillis) {
    return line(
        ofStream(cause, session, snapshot, NO_STREAM, 0),
        session.localAddress(),
        session.remoteAddress(),
        session.sendWindow(),
        exhaustedMillis);
  }

  /**
   * Returns a sample of a stream after {@code bytes} bytes have moved; {@link #NO_STREAM} stands
   * for all streams of the session.
   */
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

  private static String line(Object... fields) {
    return Arrays.stream(fields).map(Object::toString).collect(Collectors.joining(SEPARATOR));
  }

  /** Returns whether a sample shows that a reader has consumed data. */
  public static boolean isConsumption(String line) {
    return line.startsWith(Cause.DATA_CONSUMED.name());
  }

  /** Commits a sample as a Flight Recorder event of this JVM, with the current time. */
  public static void record(String line) {
    String[] fields = line.split(SEPARATOR);
    if (fields.length == COMMON_FIELDS) {
      recordFlowControl(fields);
    } else {
      recordSession(fields);
    }
  }

  private static void recordSession(String[] fields) {
    Recorded.Session event = new Recorded.Session();
    identify(event, fields);
    event.owner = "";
    event.receiveWindow = Long.parseLong(fields[3]);
    event.unread = Long.parseLong(fields[4]);
    event.unacknowledged = Long.parseLong(fields[5]);
    event.local = fields[COMMON_FIELDS];
    event.remote = fields[COMMON_FIELDS + 1];
    event.sendWindow = Long.parseLong(fields[COMMON_FIELDS + 2]);
    event.exhaustedMillis = Long.parseLong(fields[COMMON_FIELDS + 3]);
    event.commit();
  }

  private static void recordFlowControl(String[] fields) {
    Recorded.FlowControl event = new Recorded.FlowControl();
    identify(event, fields);
    event.bytes = (int) Math.min(Integer.MAX_VALUE, Long.parseLong(fields[2]));
    event.sessionWindow = Long.parseLong(fields[3]);
    event.sessionUnread = Long.parseLong(fields[4]);
    event.sessionUnacknowledged = Long.parseLong(fields[5]);
    event.stream = Integer.parseInt(fields[6]);
    event.streamWindow = Long.parseLong(fields[7]);
    event.streamUnread = Long.parseLong(fields[8]);
    event.streamUnacknowledged = Long.parseLong(fields[9]);
    event.commit();
  }

  private static void identify(Recorded.SessionEvent event, String[] fields) {
    event.cause = Cause.valueOf(fields[0]).code();
    event.session = Integer.toUnsignedLong(Integer.parseInt(fields[1]));
  }
}
