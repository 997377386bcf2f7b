package io.streambench.eventlog;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import io.streambench.config.OneLine;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Queue;
import jdk.jfr.consumer.RecordedEvent;

/**
 * Reads the events of a recording of ours, in order of time. Flight Recorder keeps a buffer for
 * each thread, so that a file has them in another order: a window of events is held back and
 * sorted.
 */
public final class RecordingReader implements EventReader {
  private static final int HELD_BACK = 200_000;

  private static final String FIRST_BYTES = "firstBytes";
  private static final String CANCELLED = "cancelled";
  private static final Cause[] CAUSES = Cause.values();

  private static final Map<String, Cause> UNTIL_4 =
      Map.ofEntries(
          Map.entry("SessionOpened", Cause.OPENED),
          Map.entry("SessionState", Cause.STATE),
          Map.entry("SessionClosed", Cause.CLOSED),
          Map.entry("StreamOpened", Cause.OPENED),
          Map.entry("StreamState", Cause.STATE),
          Map.entry("StreamClosed", Cause.CLOSED),
          Map.entry("DataReceived", Cause.DATA_RECEIVED),
          Map.entry("DataConsumed", Cause.DATA_CONSUMED),
          Map.entry("DataSent", Cause.DATA_SENT),
          Map.entry("WindowUpdateSent", Cause.WINDOW_UPDATE_SENT),
          Map.entry("WindowUpdateReceived", Cause.WINDOW_UPDATE_RECEIVED),
          Map.entry("Stalled", Cause.STALLED),
          Map.entry("Resumed", Cause.RESUMED));

  private final FlightRecording file;
  private final String name;
  private final Sessions sessions;
  private final Map<String, Session> known = new HashMap<>();
  private final PriorityQueue<RecordedChange> held =
      new PriorityQueue<>(
          Comparator.comparingLong(RecordedChange::timeNanos)
              .thenComparingLong(RecordedChange::number));
  private final Queue<FlowControlEvent> pending = new ArrayDeque<>();
  private long numbered;
  private long lastTimeNanos = UNKNOWN;
  private long foreign;
  private long read;
  private long made;

  /**
   * @param sessions shared by all sources that are read together
   * @throws IOException if the file is no recording, or a damaged one
   */
  public RecordingReader(Path file, Sessions sessions) throws IOException {
    this(file, file.toString(), sessions);
  }

  /**
   * Opens a recording that was unpacked from another file.
   *
   * @param name of that other file
   */
  RecordingReader(Path file, String name, Sessions sessions) throws IOException {
    this.file = open(file, name);
    this.name = name;
    this.sessions = sessions;
  }

  private static FlightRecording open(Path file, String name) throws IOException {
    try {
      return FlightRecording.open(file);
    } catch (IOException e) {
      throw new IOException(
          OneLine.of(name + " is a damaged recording (" + e.getMessage() + ")"), e);
    }
  }

  @Override
  public FlowControlEvent next() throws IOException {
    while (pending.isEmpty()) {
      while (held.size() < HELD_BACK && hold()) {
        // until the window is full
      }
      RecordedChange oldest = held.poll();
      if (oldest == null) {
        return null;
      }
      lastTimeNanos = Math.max(lastTimeNanos, oldest.timeNanos());
      oldest.tell(pending::add);
    }
    return pending.poll();
  }

  /** Takes one more event into the window; false at the end. */
  private boolean hold() throws IOException {
    RecordedEvent event = file.next();
    if (event == null) {
      return false;
    }
    String type = event.getEventType().getName();
    if (!type.startsWith(Recorded.PREFIX)) {
      foreign++;
      return true;
    }
    try {
      hold(type, event);
    } catch (RuntimeException | StackOverflowError | InternalError e) { // nothing that ours have
      throw new IOException(
          OneLine.of(
              name + " is a damaged recording, or one of another version (" + e.getMessage() + ")"),
          e);
    }
    return true;
  }

  private void hold(String type, RecordedEvent event) {
    String name = type.substring(Recorded.PREFIX.length());
    if (name.equals("Recorder")) {
      made = Math.max(made, event.getLong("eventsMade"));
      return;
    }
    read++;
    RecordedChange change = change(name, event);
    if (change.cause() == Cause.DATA_RECEIVED && event.hasField(FIRST_BYTES)) {
      int first = event.getInt(FIRST_BYTES);
      if (first > 0) {
        int last = change.bytes() - first;
        held.add(change.part(change.number(), first, last));
        change = change.part(numbered++, last, 0);
      }
    }
    held.add(change);
  }

  private RecordedChange change(String name, RecordedEvent event) {
    return switch (name) {
      case "FlowControl" -> changed(event, cause(event));
      case "Session" -> described(event, cause(event));
      default -> changeUntil4(name, event);
    };
  }

  private static Cause cause(RecordedEvent event) {
    return CAUSES[event.getInt("cause")];
  }

  /** An event of formats 1 to 4, which had a type for each cause. */
  private RecordedChange changeUntil4(String name, RecordedEvent event) {
    Cause cause = UNTIL_4.get(name);
    if (cause == null) {
      throw new IllegalStateException("unknown event " + name);
    }
    if (event.hasField(CANCELLED) && event.getBoolean(CANCELLED)) {
      cause = Cause.RESET;
    }
    return switch (name) {
      case "SessionOpened", "SessionState" -> described(event, cause);
      case "SessionClosed" -> of(event, session(event), cause, 0, 0, 0, 0, 0, 0, 0, 0);
      case "StreamState" ->
          of(
              event,
              session(event),
              cause == Cause.STATE && event.getBoolean("remotelyClosed")
                  ? Cause.REMOTELY_CLOSED
                  : cause,
              event.getInt("stream"),
              0,
              UNKNOWN,
              UNKNOWN,
              UNKNOWN,
              event.getLong("receiveWindow"),
              event.getLong("unread"),
              event.getLong("unacknowledged"));
      default -> changed(event, cause);
    };
  }

  private RecordedChange described(RecordedEvent event, Cause cause) {
    String owner = event.getString("owner");
    String local = event.getString("local");
    String remote = event.getString("remote");
    Session session =
        known.computeIfAbsent(
            id(event), id -> sessions.recorded(id, role(event), owner, local, remote));
    session.describe(role(event), owner, local, remote);
    return of(
        event,
        session,
        cause,
        0,
        0,
        event.getLong("receiveWindow"),
        event.getLong("unread"),
        event.getLong("unacknowledged"),
        event.getLong("sendWindow"),
        0,
        0);
  }

  private RecordedChange changed(RecordedEvent event, Cause cause) {
    boolean receiving = event.hasField("sessionUnread"); // else of format 4, and about sending
    return of(
        event,
        session(event),
        cause,
        event.getInt("stream"),
        event.getInt("bytes"),
        event.getLong("sessionWindow"),
        receiving ? event.getLong("sessionUnread") : 0,
        receiving ? event.getLong("sessionUnacknowledged") : 0,
        event.getLong("streamWindow"),
        receiving ? event.getLong("streamUnread") : 0,
        receiving ? event.getLong("streamUnacknowledged") : 0);
  }

  private RecordedChange of(
      RecordedEvent event,
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
    Instant time = event.getStartTime();
    return new RecordedChange(
        time.getEpochSecond() * 1_000_000_000L + time.getNano(),
        numbered++,
        session,
        cause,
        stream,
        bytes,
        sessionWindow,
        sessionUnread,
        sessionUnacknowledged,
        streamWindow,
        streamUnread,
        streamUnacknowledged);
  }

  private static String id(RecordedEvent event) {
    return Long.toHexString(event.getLong("session"));
  }

  private static Role role(RecordedEvent event) {
    return event.getBoolean("server") ? Role.SERVER : Role.CLIENT;
  }

  /** The session of an event; only identifier and role are known until its state is read. */
  private Session session(RecordedEvent event) {
    return known.computeIfAbsent(
        id(event),
        id ->
            sessions.recorded(
                id, role(event), "", Session.UNKNOWN_ADDRESS, Session.UNKNOWN_ADDRESS));
  }

  @Override
  public ReadCounts counts() {
    return new ReadCounts(
        read + foreign,
        foreign,
        0,
        0,
        Math.max(0, made - read),
        file.cut(),
        false,
        List.of(),
        TextFindings.NONE);
  }

  @Override
  public long lastTimeNanos() {
    return lastTimeNanos;
  }

  @Override
  public void close() throws IOException {
    file.close();
  }
}
