package io.streambench.flow.recording;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.Recorded;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes flow-control changes as Flight Recorder events. The {@code stream} parameter is null if a
 * change concerns only the session, or if Jetty has already removed the stream.
 */
final class FlowControlRecorder {
  /** The number of consumed bytes that are combined into one event. */
  static final int CONSUMED_BYTES_PER_EVENT = 32_768;

  private final LongAdder eventsMade = new LongAdder();
  private volatile boolean active;

  /** Starts writing events. Even a running recording contains no events from before this call. */
  void begin() {
    active = true;
  }

  /** Returns the number of events written so far, not counting {@link Recorded.Recorder} events. */
  long eventsMade() {
    return eventsMade.sum();
  }

  void opened(SessionAccount session) {
    if (active) {
      describe(Cause.OPENED, session);
    }
  }

  void opened(SessionAccount session, StreamAccount stream) {
    if (active) {
      recordReceiving(Cause.OPENED, session, stream, 0, 0);
    }
  }

  void closed(SessionAccount session, StreamAccount stream) {
    if (active) {
      commitHeld(session);
      consumed(session, stream);
      recordReceiving(stream.isCancelled() ? Cause.RESET : Cause.CLOSED, session, stream, 0, 0);
    }
  }

  /**
   * Records received data. Jetty delivers a DATA frame in two parts if its buffer ends within the
   * frame; both parts become one event.
   */
  void received(SessionAccount session, StreamAccount stream, int bytes) {
    if (!active) {
      return;
    }
    Recorded.FlowControl first = session.heldEvent.getAndSet(null);
    if (isHeldFor(stream, first)) {
      recordReceiving(Cause.DATA_RECEIVED, session, stream, first.bytes + bytes, first.bytes);
      return;
    }
    if (first != null) {
      commit(first);
    }
    if (stream == null || session.receiveWindow() <= 0 || stream.receiveWindow() <= 0) {
      recordReceiving(Cause.DATA_RECEIVED, session, stream, bytes, 0);
      return;
    }
    Recorded.FlowControl event = newEvent(Cause.DATA_RECEIVED, session, bytes);
    if (event.isEnabled()) {
      event.begin();
      addReceiveState(event, session, stream);
      session.heldEvent.set(event);
    }
  }

  private static boolean isHeldFor(StreamAccount stream, Recorded.FlowControl held) {
    return held != null && stream != null && held.stream == stream.id;
  }

  private void commitHeld(SessionAccount session) {
    Recorded.FlowControl part = session.heldEvent.getAndSet(null);
    if (part != null) {
      commit(part);
    }
  }

  private void commit(Recorded.FlowControl event) {
    event.commit();
    eventsMade.increment();
  }

  void consumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (!active) {
      return;
    }
    if (stream == null) {
      commitConsumed(session, null, bytes);
    } else if (stream.unrecordedBytes.addAndGet(bytes) >= CONSUMED_BYTES_PER_EVENT
        || stream.unreadBytes() <= 0) {
      consumed(session, stream);
    }
  }

  private void consumed(SessionAccount session, StreamAccount stream) {
    int bytes = stream.unrecordedBytes.getAndSet(0);
    if (bytes > 0) {
      commitConsumed(session, stream, bytes);
    }
  }

  private void commitConsumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (isHeldFor(stream, session.heldEvent.get())) {
      commitHeld(session); // the receipt of data must be recorded before its consumption
    }
    recordReceiving(Cause.DATA_CONSUMED, session, stream, bytes, 0);
  }

  void credited(SessionAccount session, StreamAccount stream, int bytes) {
    if (active) {
      commitHeld(session);
      if (stream != null) {
        consumed(session, stream);
      }
      recordReceiving(Cause.WINDOW_UPDATE_SENT, session, stream, bytes, 0);
    }
  }

  private void recordReceiving(
      Cause cause, SessionAccount session, StreamAccount stream, int bytes, int firstBytes) {
    Recorded.FlowControl event = newEvent(cause, session, bytes);
    if (event.isEnabled()) {
      addReceiveState(event, session, stream);
      event.firstBytes = firstBytes;
      commit(event);
    }
  }

  private static Recorded.FlowControl newEvent(Cause cause, SessionAccount session, int bytes) {
    Recorded.FlowControl event = new Recorded.FlowControl();
    identify(event, cause, session);
    event.bytes = bytes;
    return event;
  }

  private static void addReceiveState(
      Recorded.FlowControl event, SessionAccount session, StreamAccount stream) {
    event.sessionWindow = session.receiveWindow();
    event.sessionUnread = session.unreadBytes();
    event.sessionUnacknowledged =
        session.unacknowledgedBytes(event.sessionWindow, event.sessionUnread);
    if (stream != null) {
      event.stream = stream.id;
      event.streamWindow = stream.receiveWindow();
      event.streamUnread = stream.unreadBytes();
      event.streamUnacknowledged =
          stream.unacknowledgedBytes(event.streamWindow, event.streamUnread);
    }
  }

  private static void identify(Recorded.SessionEvent event, Cause cause, SessionAccount session) {
    event.session = session.hash;
    event.server = session.server;
    event.cause = cause.code();
  }

  void recordSending(Cause cause, SessionAccount session, StreamAccount stream, int bytes) {
    if (!active) {
      return;
    }
    Recorded.FlowControl event = newEvent(cause, session, bytes);
    if (event.isEnabled()) {
      event.sessionWindow = session.sendWindow();
      if (stream != null) {
        event.stream = stream.id;
        event.streamWindow = stream.sendWindow();
      }
      commit(event);
    }
  }

  /** Records the current state of a session and its streams. */
  void state(SessionAccount session) {
    if (active) {
      commitHeld(session);
      describe(Cause.STATE, session);
      for (StreamAccount stream : session.streams()) {
        consumed(session, stream);
        Cause state =
            stream.isCancelled()
                ? Cause.RESET
                : stream.isRemotelyClosed() ? Cause.REMOTELY_CLOSED : Cause.STATE;
        recordReceiving(state, session, stream, 0, 0);
      }
    }
  }

  void closed(SessionAccount session) {
    if (active) {
      commitHeld(session);
      commit(newEvent(Cause.CLOSED, session, 0));
    }
  }

  private void describe(Cause cause, SessionAccount session) {
    Recorded.Session event = new Recorded.Session();
    if (event.isEnabled()) {
      identify(event, cause, session);
      event.owner = session.owner.name();
      event.local = session.session.localAddress();
      event.remote = session.session.remoteAddress();
      event.receiveWindow = session.receiveWindow();
      event.sendWindow = session.sendWindow();
      event.unread = session.unreadBytes();
      event.unacknowledged = session.unacknowledgedBytes(event.receiveWindow, event.unread);
      event.exhaustedMillis = session.receiveStall.currentNanos() / 1_000_000;
      event.stalledMillis = session.sendStall.currentNanos() / 1_000_000;
      event.commit();
      eventsMade.increment();
    }
  }
}
