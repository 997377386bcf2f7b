package io.streambench.flowcontrol;

import io.streambench.eventlog.Recorded;
import java.util.concurrent.atomic.LongAdder;

/**
 * Turns every change of flow control into an event of Java Flight Recorder. Costs next to nothing
 * while no recording asks for them.
 */
final class FlowControlRecorder implements FlowControlListener {
  private final LongAdder eventsMade = new LongAdder();
  private volatile boolean active;

  /** Begins to make events; until then it makes none, whatever a recording asks for. */
  void begin() {
    active = true;
  }

  /** How many events were made so far. */
  long eventsMade() {
    return eventsMade.sum();
  }

  @Override
  public void opened(SessionAccount session) {
    Recorded.SessionOpened event = new Recorded.SessionOpened();
    if (active && event.isEnabled()) {
      describe(event, session);
      event.commit();
      eventsMade.increment();
    }
  }

  @Override
  public void opened(SessionAccount session, StreamAccount stream) {
    commit(new Recorded.StreamOpened(), session, stream, 0);
  }

  @Override
  public void closed(SessionAccount session, StreamAccount stream) {
    commit(new Recorded.StreamClosed(), session, stream, 0);
  }

  @Override
  public void received(SessionAccount session, StreamAccount stream, int bytes) {
    commit(new Recorded.DataReceived(), session, stream, bytes);
  }

  @Override
  public void consumed(SessionAccount session, StreamAccount stream, int bytes) {
    commit(new Recorded.DataConsumed(), session, stream, bytes);
  }

  @Override
  public void credited(SessionAccount session, StreamAccount stream, int bytes) {
    commit(new Recorded.WindowUpdateSent(), session, stream, bytes);
  }

  @Override
  public void sent(SessionAccount session, StreamAccount stream, int bytes) {
    commit(new Recorded.DataSent(), session, stream, bytes);
  }

  @Override
  public void allowed(SessionAccount session, StreamAccount stream, int bytes) {
    commit(new Recorded.WindowUpdateReceived(), session, stream, bytes);
  }

  @Override
  public void stalled(SessionAccount session, StreamAccount stream) {
    commit(new Recorded.Stalled(), session, stream, 0);
  }

  @Override
  public void resumed(SessionAccount session, StreamAccount stream) {
    commit(new Recorded.Resumed(), session, stream, 0);
  }

  private void commit(
      Recorded.Receiving event, SessionAccount session, StreamAccount stream, int bytes) {
    if (!active || !event.isEnabled()) {
      return;
    }
    event.session = session.id();
    event.role = session.roleName();
    event.bytes = bytes;
    event.sessionWindow = session.receiveWindow();
    event.sessionUnread = session.unreadBytes();
    event.sessionUnacknowledged = session.unacknowledgedBytes();
    if (stream != null) {
      event.stream = stream.id();
      event.streamWindow = stream.receiveWindow();
      event.streamUnread = stream.unreadBytes();
      event.streamUnacknowledged = stream.unacknowledgedBytes();
    }
    event.commit();
    eventsMade.increment();
  }

  private void commit(
      Recorded.Sending event, SessionAccount session, StreamAccount stream, int bytes) {
    if (!active || !event.isEnabled()) {
      return;
    }
    event.session = session.id();
    event.role = session.roleName();
    event.bytes = bytes;
    event.sessionWindow = session.sendWindow();
    if (stream != null) {
      event.stream = stream.id();
      event.streamWindow = stream.sendWindow();
    }
    event.commit();
    eventsMade.increment();
  }

  /** How a session and its streams stand; again and again, so that a stall is seen to last. */
  void state(SessionAccount session) {
    Recorded.SessionState event = new Recorded.SessionState();
    if (!active || !event.isEnabled()) {
      return;
    }
    describe(event, session);
    event.exhaustedMillis = session.receiveStall().currentNanos() / 1_000_000;
    event.stalledMillis = session.sendStall().currentNanos() / 1_000_000;
    event.commit();
    eventsMade.increment();
    for (StreamAccount stream : session.streams()) {
      Recorded.StreamState state = new Recorded.StreamState();
      state.session = session.id();
      state.role = session.roleName();
      state.stream = stream.id();
      state.receiveWindow = stream.receiveWindow();
      state.unread = stream.unreadBytes();
      state.unacknowledged = stream.unacknowledgedBytes();
      state.remotelyClosed = stream.remotelyClosed();
      state.commit();
      eventsMade.increment();
    }
  }

  /** A session has ended. */
  void closed(SessionAccount session) {
    if (!active) {
      return;
    }
    Recorded.SessionClosed event = new Recorded.SessionClosed();
    event.session = session.id();
    event.role = session.roleName();
    event.commit();
    eventsMade.increment();
  }

  /** What the recorder has to say of itself. */
  void ownState() {
    Recorded.Recorder event = new Recorded.Recorder();
    event.formatVersion = Recorded.FORMAT_VERSION;
    event.eventsMade = eventsMade();
    event.commit();
  }

  private static void describe(Recorded.Described event, SessionAccount session) {
    event.session = session.id();
    event.role = session.roleName();
    event.owner = session.owner().name();
    event.local = session.localAddress();
    event.remote = session.remoteAddress();
    event.receiveWindow = session.receiveWindow();
    event.sendWindow = session.sendWindow();
    event.unread = session.unreadBytes();
    event.unacknowledged = session.unacknowledgedBytes();
  }
}
