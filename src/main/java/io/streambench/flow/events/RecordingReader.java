package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.streambench.base.SingleLine;
import io.streambench.flow.threads.ThreadDumpTextParser;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.Set;
import jdk.jfr.consumer.RecordedEvent;
import jdk.jfr.consumer.RecordingFile;

/**
 * Reads a recording in chronological order. The file itself is ordered only per thread. Also finds
 * the thread dumps in any recording of Flight Recorder.
 */
public final class RecordingReader implements EventReader {
  private static final int MAX_HELD_EVENTS = 400_000;

  /** The JDK's event with the text of a thread dump. */
  private static final String THREAD_DUMP_EVENT = "jdk.ThreadDump";

  private static final EventCause[] CAUSES = EventCause.values();

  /** Causes that change the windows of the session and the stream, or that open a stream. */
  private static final Set<EventCause> SESSION_AND_STREAM_CAUSES =
      EnumSet.of(
          EventCause.DATA_SENT,
          EventCause.DATA_RECEIVED,
          EventCause.DATA_CONSUMED,
          EventCause.OPENED);

  private final RecordingFile file;
  private final String name;
  private final Sessions sessions;
  private final Map<String, Session> sessionsById = new HashMap<>();
  private final PriorityQueue<OrderedEvent> heldEvents = new PriorityQueue<>();
  private long nextEventNumber;
  private long lastTimeNanos = UNKNOWN;
  private long foreignEventCount;
  private long readEventCount;
  private long emittedEventCount;
  private final ThreadDumpTextParser threadDumpParser;
  private boolean truncated;

  RecordingReader(Path file, String name, Sessions sessions) throws IOException {
    this.name = name;
    this.sessions = sessions;
    this.threadDumpParser = new ThreadDumpTextParser(name, OptionalLong.empty());
    try {
      RecordingChunks.checkComplete(file);
      this.file = new RecordingFile(file);
    } catch (StackOverflowError e) {
      throw damagedFileException("", "its types are nested without an end", e);
    } catch (IOException | RuntimeException | InternalError e) {
      throw damagedFileException("", e.getMessage(), e);
    }
  }

  private IOException damagedFileException(String alternative, String reason, Throwable cause) {
    String message = name + " is a damaged recording" + alternative + " (" + reason + ")";
    return new IOException(SingleLine.of(message), cause);
  }

  @Override
  public FlowControlEvent next() throws IOException {
    while (heldEvents.size() < MAX_HELD_EVENTS && holdBackNext()) {
      // continue until enough events are held back
    }
    OrderedEvent oldest = heldEvents.poll();
    if (oldest == null) {
      return null;
    }
    lastTimeNanos = Math.max(lastTimeNanos, oldest.event().timeNanos());
    return oldest.event();
  }

  /** Returns the next event in the file; null at the end or where the file is truncated. */
  private RecordedEvent readEvent() {
    try {
      return truncated || !file.hasMoreEvents() ? null : file.readEvent();
    } catch (IOException | RuntimeException | StackOverflowError | InternalError e) {
      truncated = true;
      return null;
    }
  }

  /** Holds back one more event for sorting. Returns false at the end. */
  private boolean holdBackNext() throws IOException {
    RecordedEvent event = readEvent();
    if (event == null) {
      return false;
    }
    String type = event.getEventType().getName();
    if (!type.startsWith(JfrEvents.EVENT_NAME_PREFIX)) {
      foreignEventCount++;
      if (type.equals(THREAD_DUMP_EVENT) && event.hasField("result")) {
        readThreadDump(event);
      }
      return true;
    }
    try {
      holdBackByType(type, event);
    } catch (RuntimeException
        | StackOverflowError
        | InternalError e) { // not an event of this project
      throw damagedFileException(", or one of another version", e.getMessage(), e);
    }
    return true;
  }

  private void readThreadDump(RecordedEvent event) {
    threadDumpParser.setTime(toNanos(event.getStartTime()));
    byte[] text = String.valueOf(event.getString("result")).getBytes(UTF_8);
    new String(text, ISO_8859_1).lines().forEach(threadDumpParser::processLine);
  }

  private static long toNanos(Instant time) {
    return time.getEpochSecond() * 1_000_000_000L + time.getNano();
  }

  private void holdBackByType(String type, RecordedEvent event) {
    switch (type.substring(JfrEvents.EVENT_NAME_PREFIX.length())) {
      case "Recorder" ->
          emittedEventCount = Math.max(emittedEventCount, event.getLong("eventsMade"));
      case "FlowControl" -> holdChange(event, readCause(event));
      case "Session" -> holdSessionState(event, readCause(event));
      default -> throw new IllegalStateException("unknown event " + type);
    }
  }

  private EventCause readCause(RecordedEvent event) {
    readEventCount++;
    return CAUSES[event.getInt("cause")];
  }

  private void holdSessionState(RecordedEvent event, EventCause cause) {
    String owner = event.getString("owner");
    String local = event.getString("local");
    String remote = event.getString("remote");
    Session session = findOrCreateSession(event, owner, local, remote);
    session.update(role(event), owner, local, remote);
    addHeldEvent(event, session, 0, cause, 0, WindowValues.of(event));
    long sendWindow = event.getLong("sendWindow");
    EventCause sending = sendWindow <= 0 ? EventCause.STALLED : EventCause.RESUMED;
    addHeldEvent(event, session, 0, sending, 0, new WindowValues(sendWindow, 0, 0));
  }

  private void holdChange(RecordedEvent event, EventCause cause) {
    int bytes = event.getInt("bytes");
    int first = cause == EventCause.DATA_RECEIVED ? event.getInt("firstBytes") : 0;
    if (first > 0) {
      holdChange(event, cause, first, bytes - first);
    }
    holdChange(event, cause, bytes - Math.max(0, first), 0);
  }

  /**
   * Holds back a change. Subtracts the effect of {@code laterBytes}, which changed the windows
   * after this event.
   */
  private void holdChange(RecordedEvent event, EventCause cause, int bytes, int laterBytes) {
    Session session =
        findOrCreateSession(event, "", Session.UNKNOWN_ADDRESS, Session.UNKNOWN_ADDRESS);
    int stream = event.getInt("stream");
    if (stream == 0 || SESSION_AND_STREAM_CAUSES.contains(cause)) {
      addHeldEvent(event, session, 0, cause, bytes, WindowValues.of(event, "session", laterBytes));
    }
    if (stream != 0) {
      addHeldEvent(
          event, session, stream, cause, bytes, WindowValues.of(event, "stream", laterBytes));
    }
  }

  private record WindowValues(long window, long unread, long unacknowledged) {
    static WindowValues of(RecordedEvent event) {
      return new WindowValues(
          event.getLong("receiveWindow"), event.getLong("unread"), event.getLong("unacknowledged"));
    }

    static WindowValues of(RecordedEvent event, String subject, int laterBytes) {
      return new WindowValues(
          event.getLong(subject + "Window") + laterBytes,
          Math.max(0, event.getLong(subject + "Unread") - laterBytes),
          event.getLong(subject + "Unacknowledged"));
    }
  }

  private void addHeldEvent(
      RecordedEvent event,
      Session session,
      int stream,
      EventCause cause,
      int bytes,
      WindowValues after) {
    long before =
        switch (cause) {
          case DATA_RECEIVED, DATA_SENT -> after.window + bytes;
          case WINDOW_UPDATE_SENT, WINDOW_UPDATE_RECEIVED -> after.window - bytes;
          default -> after.window;
        };
    heldEvents.add(
        new OrderedEvent(
            new FlowControlEvent(
                toNanos(event.getStartTime()),
                session,
                stream,
                cause,
                bytes,
                before,
                after.window,
                after.unread,
                after.unacknowledged,
                UNKNOWN),
            nextEventNumber++));
  }

  private static Role role(RecordedEvent event) {
    return event.getBoolean("server") ? Role.SERVER : Role.CLIENT;
  }

  /** Returns the session that an event belongs to. Creates the session on its first event. */
  private Session findOrCreateSession(
      RecordedEvent event, String owner, String local, String remote) {
    return sessionsById.computeIfAbsent(
        Long.toHexString(event.getLong("session")),
        id -> sessions.findOrCreate(id, role(event), owner, local, remote));
  }

  @Override
  public ReadCounts counts() {
    return new ReadCounts(
        readEventCount + foreignEventCount,
        foreignEventCount,
        0,
        0,
        0,
        Math.max(0, emittedEventCount - readEventCount),
        truncated,
        false,
        List.of(),
        TextFindings.of(threadDumpParser.dumps(), List.of()));
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
