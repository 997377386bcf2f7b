package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.JfrEvents;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * An observation of a session or stream, in one line of text. An agent writes these lines, and the
 * program that loaded the agent records them as Flight Recorder events.
 */
public final class Sample {
  private static final String SEPARATOR = " ";

  /** The placeholder for the stream in a sample of the whole session. */
  static final StreamSnapshot NO_STREAM = new StreamSnapshot(0, 0, 0, 0, false, false);

  /** The number of fields in every sample; a sample of a session's state has further fields. */
  private static final int COMMON_FIELDS = 10;

  private Sample() {}

  /**
   * Returns a sample of a session's state.
   *
   * @param exhaustedMillis how long the receive window has been exhausted; 0 if it is not
   */
  static String formatSession(
      EventCause cause, ClientSession session, SessionSnapshot snapshot, long exhaustedMillis) {
    return joinFields(
        formatStream(cause, session, snapshot, NO_STREAM, 0),
        session.localAddress(),
        session.remoteAddress(),
        session.sendWindow(),
        exhaustedMillis);
  }

  /** Returns a sample of a stream; {@link #NO_STREAM} stands for the whole session. */
  static String formatStream(
      EventCause cause,
      ClientSession session,
      SessionSnapshot snapshot,
      StreamSnapshot stream,
      long bytes) {
    return joinFields(
        cause.name(),
        session.identityHash(),
        bytes,
        snapshot.window(),
        snapshot.unreadBytes(),
        Math.max(0, snapshot.uncreditedBytes()),
        stream.id(),
        stream.window(),
        stream.unreadBytes(),
        stream.uncreditedBytes());
  }

  private static String joinFields(Object... fields) {
    return Arrays.stream(fields).map(Object::toString).collect(Collectors.joining(SEPARATOR));
  }

  /** Returns whether a sample shows that a reader has consumed data. */
  public static boolean isConsumption(String line) {
    return line.startsWith(EventCause.DATA_CONSUMED.name());
  }

  /** Records a sample as a Flight Recorder event of this JVM, with the current time. */
  public static void record(String line) {
    String[] fields = line.split(SEPARATOR);
    if (fields.length == COMMON_FIELDS) {
      recordFlowControl(fields);
    } else {
      recordSession(fields);
    }
  }

  private static void recordSession(String[] fields) {
    JfrEvents.Session event = new JfrEvents.Session();
    setCauseAndSession(event, fields);
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
    JfrEvents.FlowControl event = new JfrEvents.FlowControl();
    setCauseAndSession(event, fields);
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

  private static void setCauseAndSession(JfrEvents.SessionEvent event, String[] fields) {
    event.cause = EventCause.valueOf(fields[0]).code();
    event.session = Integer.toUnsignedLong(Integer.parseInt(fields[1]));
  }
}
