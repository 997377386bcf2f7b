package io.streambench.flow.events;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import java.util.ArrayDeque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Queue;
import java.util.Set;

/**
 * Creates events from parsed flow-control lines. A line may yield several events. The first line
 * about a session or stream also yields the state of the session or stream. Not thread-safe.
 */
final class LoggedEvents {
  private static final int MAX_KNOWN_SUBJECTS = 10_000;

  private final JettyLine line;
  private final Sessions sessions;
  private final Map<Integer, Session> sessionsByHash = new HashMap<>();
  private final Set<Long> knownSubjects = new HashSet<>();
  private final Queue<FlowControlEvent> pendingEvents = new ArrayDeque<>(4);
  private boolean hasRestarted;
  private Session session;
  private long timeNanos;

  LoggedEvents(JettyLine line, Sessions sessions) {
    this.line = line;
    this.sessions = sessions;
  }

  /** Returns the next event; null if the lines added so far contain no more. */
  FlowControlEvent poll() {
    return pendingEvents.poll();
  }

  /** Adds the events of the last parsed line. */
  void add(long timeNanos) {
    this.timeNanos = timeNanos;
    session = currentSession();
    if (session.restart != null) {
      session.restart.refuteIfStartedBefore(timeNanos);
    }
    if (line.isSessionLine) {
      countStreams();
    }
    boolean isFirstLine =
        knownSubjects.size() < MAX_KNOWN_SUBJECTS
            && knownSubjects.add((long) line.sessionHash << 32 | line.streamId);
    if (isFirstLine && line.kind != JettyMessage.Kind.RECEIVED) {
      long window = line.numberField(JettyLine.RECV_WINDOW_LABEL); // only the toString shows it
      add(EventCause.STATE, UNKNOWN, window, window, UNKNOWN);
    }
    add(line.kind.cause, line.bytes, line.windowBefore, line.windowAfter, line.unacknowledgedBytes);
    switch (line.kind) {
      case CREDITED -> {
        // take the window from the line, which may already include another thread's change
        long after = line.numberField(JettyLine.RECV_WINDOW_LABEL);
        long before = after == UNKNOWN ? UNKNOWN : after - line.unacknowledgedBytes;
        add(EventCause.WINDOW_UPDATE_SENT, line.unacknowledgedBytes, before, after, 0);
        detectEnd();
      }
      case CONSUMED -> detectEnd();
      case IGNORED -> addStreamEnd(line.hasReset());
      case RECEIVED -> {
        // Jetty sends an empty DATA frame only to end a stream.
        if (line.bytes == 0 && !line.isSessionLine) {
          addStreamEnd(false);
        }
      }
      default -> {}
    }
  }

  /** Ends all sessions seen so far: later lines with their hash codes are about other sessions. */
  void restart(long lifeEndNanos, long startNanos) {
    Restart restart = new Restart(lifeEndNanos, startNanos);
    for (Session ended : sessionsByHash.values()) {
      if (ended.restart().isEmpty()) {
        ended.restart = restart;
      }
    }
    sessionsByHash.clear();
    hasRestarted = true;
  }

  /** Reads the number of open streams, but only while the session window is exhausted. */
  private void countStreams() {
    switch (line.kind) {
      case RECEIVED -> session.isExhausted = line.windowAfter <= 0;
      case CREDITED -> session.isExhausted = false;
      default -> {}
    }
    if (session.isExhausted) {
      session.openStreams = line.numberField(JettyLine.STREAMS_LABEL);
    }
  }

  /** While the window is exhausted, detects a reset or failure that only {@code toString} shows. */
  private void detectEnd() {
    if (session.isExhausted && !line.isSessionLine && line.hasReset()) {
      addStreamEnd(true);
    } else if (session.isExhausted && line.isSessionLine && line.failure() != null) {
      session.failure = line.failure();
      add(EventCause.CLOSED, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }
  }

  private void addStreamEnd(boolean isReset) {
    if (isReset) {
      session.failure = line.failure();
    }
    add(
        isReset ? EventCause.RESET : EventCause.REMOTELY_CLOSED,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN,
        UNKNOWN);
  }

  private void add(
      EventCause cause, long bytes, long windowBefore, long windowAfter, long unacknowledgedBytes) {
    pendingEvents.add(
        new FlowControlEvent(
            timeNanos,
            session,
            line.streamId,
            cause,
            bytes,
            windowBefore,
            windowAfter,
            UNKNOWN,
            unacknowledgedBytes,
            line.creditThreshold));
  }

  private Session currentSession() {
    Session found = sessionsByHash.get(line.sessionHash);
    if (found == null || line.isSessionLine && !found.isIdentified()) {
      String id = Integer.toHexString(line.sessionHash);
      found =
          line.isSessionLine
              ? sessions.findOrCreate(
                  id,
                  line.role(),
                  "",
                  line.address(JettyLine.LOCAL_LABEL),
                  line.address(JettyLine.REMOTE_LABEL))
              : sessions.newestWithHash(id);
      if (hasRestarted && found.restart == null) {
        knownSubjects.removeIf(subject -> (int) (subject >> Integer.SIZE) == line.sessionHash);
      }
      sessionsByHash.put(line.sessionHash, found);
    }
    return found;
  }
}
