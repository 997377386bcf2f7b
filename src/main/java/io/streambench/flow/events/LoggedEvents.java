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
  private final Map<Integer, Session> byHash = new HashMap<>();
  private final Set<Long> known = new HashSet<>();
  private final Queue<FlowControlEvent> pending = new ArrayDeque<>(4);
  private Session session;
  private long timeNanos;

  LoggedEvents(JettyLine line, Sessions sessions) {
    this.line = line;
    this.sessions = sessions;
  }

  /** Returns the next event; null if the lines added so far contain no more. */
  FlowControlEvent poll() {
    return pending.poll();
  }

  /** Adds the events of the last parsed line. */
  void add(long timeNanos) {
    this.timeNanos = timeNanos;
    session = currentSession();
    if (line.isSessionLine) {
      countStreams();
    }
    boolean isFirstLine =
        known.size() < MAX_KNOWN_SUBJECTS
            && known.add((long) line.sessionHash << 32 | line.streamId);
    if (isFirstLine && line.kind != JettyMessage.Kind.RECEIVED) {
      long window = line.numberField(JettyLine.RECV_WINDOW); // only the toString shows it
      add(Cause.STATE, UNKNOWN, window, window, UNKNOWN);
    }
    add(line.kind.cause, line.bytes, line.windowBefore, line.windowAfter, line.level);
    switch (line.kind) {
      case CREDITED -> {
        // take the window from the line, which may already include another thread's change
        long after = line.numberField(JettyLine.RECV_WINDOW);
        long before = after == UNKNOWN ? UNKNOWN : after - line.level;
        add(Cause.WINDOW_UPDATE_SENT, line.level, before, after, 0);
        detectEnd();
      }
      case CONSUMED -> detectEnd();
      case IGNORED -> addStreamEnd(line.showsReset());
      case RECEIVED -> {
        // Jetty sends an empty DATA frame only to end a stream.
        if (line.bytes == 0 && !line.isSessionLine) {
          addStreamEnd(false);
        }
      }
      default -> {}
    }
  }

  /** Reads the number of open streams, but only while the session window is exhausted. */
  private void countStreams() {
    switch (line.kind) {
      case RECEIVED -> session.exhausted = line.windowAfter <= 0;
      case CREDITED -> session.exhausted = false;
      default -> {}
    }
    if (session.exhausted) {
      session.openStreams = line.numberField(JettyLine.STREAMS);
    }
  }

  /** While the window is exhausted, detects a reset or failure that only {@code toString} shows. */
  private void detectEnd() {
    if (session.exhausted && !line.isSessionLine && line.showsReset()) {
      addStreamEnd(true);
    } else if (session.exhausted && line.isSessionLine && line.failure() != null) {
      session.failure = line.failure();
      add(Cause.CLOSED, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
    }
  }

  private void addStreamEnd(boolean reset) {
    if (reset) {
      session.failure = line.failure();
    }
    add(reset ? Cause.RESET : Cause.REMOTELY_CLOSED, UNKNOWN, UNKNOWN, UNKNOWN, UNKNOWN);
  }

  private void add(Cause cause, long bytes, long before, long after, long unacknowledged) {
    pending.add(
        new FlowControlEvent(
            timeNanos,
            session,
            line.streamId,
            cause,
            bytes,
            before,
            after,
            UNKNOWN,
            unacknowledged,
            line.threshold));
  }

  private Session currentSession() {
    Session found = byHash.get(line.sessionHash);
    if (found == null || line.isSessionLine && !found.isIdentified()) {
      String id = Integer.toHexString(line.sessionHash);
      found =
          line.isSessionLine
              ? sessions.withIdentity(
                  id,
                  line.role(),
                  "",
                  line.address(JettyLine.LOCAL),
                  line.address(JettyLine.REMOTE))
              : sessions.newestWithHash(id);
      byHash.put(line.sessionHash, found);
    }
    return found;
  }
}
