package io.streambench.flow.recording;

import io.streambench.flow.events.EventCause;
import io.streambench.flow.events.JfrEvents;
import java.util.concurrent.atomic.LongAdder;

/**
 * Writes flow-control changes as Flight Recorder events. The {@code stream} parameter is null if a
 * change concerns only the session, or if Jetty has already removed the stream.
 */
final class FlowControlRecorder {
  /** The number of consumed bytes that are combined into one event. */
  static final int CONSUMED_BYTES_PER_EVENT = 32_768;

  private final LongAdder emittedEvents = new LongAdder();
  private volatile boolean isActive;

  /** Starts writing events. Even a running recording contains no events from before this call. */
  void begin() {
    isActive = true;
  }

  /**
   * Returns the number of events written so far, not counting {@link JfrEvents.Recorder} events.
   */
  long emittedEventCount() {
    return emittedEvents.sum();
  }

  void recordOpened(SessionAccount session) {
    if (isActive) {
      recordSession(EventCause.OPENED, session);
    }
  }

  void recordOpened(SessionAccount session, StreamAccount stream) {
    if (isActive) {
      recordReceiveEvent(EventCause.OPENED, session, stream, 0, 0);
    }
  }

  void recordClosed(SessionAccount session, StreamAccount stream) {
    if (isActive) {
      commitUncommitted(session);
      flushConsumed(session, stream);
      recordReceiveEvent(
          stream.isCancelled() ? EventCause.RESET : EventCause.CLOSED, session, stream, 0, 0);
    }
  }

  /**
   * Records received data. Jetty delivers a DATA frame in two parts if its buffer ends within the
   * frame; both parts become one event.
   */
  void recordReceived(SessionAccount session, StreamAccount stream, int bytes) {
    if (!isActive) {
      return;
    }
    JfrEvents.FlowControl first = session.uncommittedEvent.getAndSet(null);
    if (isHeldFor(stream, first)) {
      recordReceiveEvent(
          EventCause.DATA_RECEIVED, session, stream, first.bytes + bytes, first.bytes);
      return;
    }
    if (first != null) {
      commit(first);
    }
    if (stream == null || session.receiveWindow() <= 0 || stream.receiveWindow() <= 0) {
      recordReceiveEvent(EventCause.DATA_RECEIVED, session, stream, bytes, 0);
      return;
    }
    JfrEvents.FlowControl event = newEvent(EventCause.DATA_RECEIVED, session, bytes);
    if (event.isEnabled()) {
      event.begin();
      addReceiveState(event, session, stream);
      session.uncommittedEvent.set(event);
    }
  }

  private static boolean isHeldFor(StreamAccount stream, JfrEvents.FlowControl event) {
    return event != null && stream != null && event.stream == stream.id;
  }

  private void commitUncommitted(SessionAccount session) {
    JfrEvents.FlowControl part = session.uncommittedEvent.getAndSet(null);
    if (part != null) {
      commit(part);
    }
  }

  private void commit(JfrEvents.FlowControl event) {
    event.commit();
    emittedEvents.increment();
  }

  void recordConsumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (!isActive) {
      return;
    }
    if (stream == null) {
      commitConsumed(session, null, bytes);
    } else if (stream.unrecordedBytes.addAndGet(bytes) >= CONSUMED_BYTES_PER_EVENT
        || stream.unreadBytes() <= 0) {
      flushConsumed(session, stream);
    }
  }

  private void flushConsumed(SessionAccount session, StreamAccount stream) {
    int bytes = stream.unrecordedBytes.getAndSet(0);
    if (bytes > 0) {
      commitConsumed(session, stream, bytes);
    }
  }

  private void commitConsumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (isHeldFor(stream, session.uncommittedEvent.get())) {
      commitUncommitted(session); // the receipt of data must be recorded before its consumption
    }
    recordReceiveEvent(EventCause.DATA_CONSUMED, session, stream, bytes, 0);
  }

  void recordCredited(SessionAccount session, StreamAccount stream, int bytes) {
    if (isActive) {
      commitUncommitted(session);
      if (stream != null) {
        flushConsumed(session, stream);
      }
      recordReceiveEvent(EventCause.WINDOW_UPDATE_SENT, session, stream, bytes, 0);
    }
  }

  private void recordReceiveEvent(
      EventCause cause, SessionAccount session, StreamAccount stream, int bytes, int firstBytes) {
    JfrEvents.FlowControl event = newEvent(cause, session, bytes);
    if (event.isEnabled()) {
      addReceiveState(event, session, stream);
      event.firstBytes = firstBytes;
      commit(event);
    }
  }

  private static JfrEvents.FlowControl newEvent(
      EventCause cause, SessionAccount session, int bytes) {
    JfrEvents.FlowControl event = new JfrEvents.FlowControl();
    setCauseAndSession(event, cause, session);
    event.bytes = bytes;
    return event;
  }

  private static void addReceiveState(
      JfrEvents.FlowControl event, SessionAccount session, StreamAccount stream) {
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

  private static void setCauseAndSession(
      JfrEvents.SessionEvent event, EventCause cause, SessionAccount session) {
    event.session = session.hash;
    event.server = session.isServer;
    event.cause = cause.code();
  }

  void recordSendEvent(EventCause cause, SessionAccount session, StreamAccount stream, int bytes) {
    if (!isActive) {
      return;
    }
    JfrEvents.FlowControl event = newEvent(cause, session, bytes);
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
  void recordState(SessionAccount session) {
    if (isActive) {
      commitUncommitted(session);
      recordSession(EventCause.STATE, session);
      for (StreamAccount stream : session.streams()) {
        flushConsumed(session, stream);
        EventCause state =
            stream.isCancelled()
                ? EventCause.RESET
                : stream.isRemotelyClosed() ? EventCause.REMOTELY_CLOSED : EventCause.STATE;
        recordReceiveEvent(state, session, stream, 0, 0);
      }
    }
  }

  void recordClosed(SessionAccount session) {
    if (isActive) {
      commitUncommitted(session);
      commit(newEvent(EventCause.CLOSED, session, 0));
    }
  }

  private void recordSession(EventCause cause, SessionAccount session) {
    JfrEvents.Session event = new JfrEvents.Session();
    if (event.isEnabled()) {
      setCauseAndSession(event, cause, session);
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
      emittedEvents.increment();
    }
  }
}
