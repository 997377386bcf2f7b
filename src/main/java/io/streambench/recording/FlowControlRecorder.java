package io.streambench.recording;

import io.streambench.eventlog.Recorded;
import java.util.concurrent.atomic.LongAdder;

/**
 * Turns every change of flow control into an event of Java Flight Recorder. Costs next to nothing
 * while no recording asks for them.
 */
final class FlowControlRecorder implements FlowControlListener {
  /**
   * The most bytes of a stream that are told together where an application reads in small pieces.
   * Every event costs throughput, and Jetty hands out the two parts of a DATA frame by themselves.
   */
  static final int TOLD_TOGETHER = 32_768;

  private final LongAdder eventsMade = new LongAdder();
  private volatile boolean active;

  /** Begins to make events; until then it makes none, whatever a recording asks for. */
  void begin() {
    active = true;
  }

  /** The number of events made so far, those about the recorder itself not included. */
  long eventsMade() {
    return eventsMade.sum();
  }

  @Override
  public void opened(SessionAccount session) {
    if (active) {
      Recorded.SessionOpened event = new Recorded.SessionOpened();
      if (event.isEnabled()) {
        describe(event, session);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  // Each method commits its own type of event: a call that could be any of them would neither be
  // inlined nor spare the event itself.

  @Override
  public void opened(SessionAccount session, StreamAccount stream) {
    if (active) {
      Recorded.StreamOpened event = new Recorded.StreamOpened();
      if (event.isEnabled()) {
        fill(event, session, stream, 0);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  @Override
  public void closed(SessionAccount session, StreamAccount stream) {
    if (active) {
      commitHeld(session);
      tellConsumed(session, stream);
      Recorded.StreamClosed event = new Recorded.StreamClosed();
      if (event.isEnabled()) {
        fill(event, session, stream, 0);
        event.cancelled = stream.cancelled();
        event.commit();
        eventsMade.increment();
      }
    }
  }

  /**
   * Jetty hands out a DATA frame in two parts, as its buffer ends within it. Two parts that follow
   * each other on a stream are one event.
   */
  @Override
  public void received(SessionAccount session, StreamAccount stream, int bytes) {
    if (!active) {
      return;
    }
    HeldPart first = session.takeHeld();
    if (first != null && first.stream() == stream) {
      commitReceived(session, stream, first.bytes() + bytes, first.bytes());
      return;
    }
    if (first != null) {
      commit(first);
    }
    if (stream == null || session.receiveWindow() <= 0 || stream.receiveWindow() <= 0) {
      commitReceived(session, stream, bytes, 0);
      return;
    }
    Recorded.DataReceived event = new Recorded.DataReceived();
    if (event.isEnabled()) {
      event.begin();
      fill(event, session, stream, bytes);
      session.hold(new HeldPart(stream, event));
    }
  }

  private void commitReceived(
      SessionAccount session, StreamAccount stream, int bytes, int firstBytes) {
    Recorded.DataReceived event = new Recorded.DataReceived();
    if (event.isEnabled()) {
      fill(event, session, stream, bytes);
      event.firstBytes = firstBytes;
      event.commit();
      eventsMade.increment();
    }
  }

  /** The other part did not follow, or has not yet. */
  private void commit(HeldPart part) {
    part.event().commit();
    eventsMade.increment();
  }

  private void commitHeld(SessionAccount session) {
    HeldPart part = session.takeHeld();
    if (part != null) {
      commit(part);
    }
  }

  @Override
  public void consumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (!active) {
      return;
    }
    if (stream == null) {
      commitConsumed(session, null, bytes);
    } else if (stream.untold(bytes) >= TOLD_TOGETHER || stream.unreadBytes() <= 0) {
      tellConsumed(session, stream);
    }
  }

  /** Makes an event of what has not been told yet. */
  private void tellConsumed(SessionAccount session, StreamAccount stream) {
    int bytes = stream.takeUntold();
    if (bytes > 0) {
      commitConsumed(session, stream, bytes);
    }
  }

  private void commitConsumed(SessionAccount session, StreamAccount stream, int bytes) {
    if (session.holds(stream)) {
      commitHeld(session); // what was read had arrived before
    }
    Recorded.DataConsumed event = new Recorded.DataConsumed();
    if (event.isEnabled()) {
      fill(event, session, stream, bytes);
      event.commit();
      eventsMade.increment();
    }
  }

  @Override
  public void credited(SessionAccount session, StreamAccount stream, int bytes) {
    if (active) {
      commitHeld(session);
      if (stream != null) {
        tellConsumed(session, stream);
      }
      Recorded.WindowUpdateSent event = new Recorded.WindowUpdateSent();
      if (event.isEnabled()) {
        fill(event, session, stream, bytes);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  @Override
  public void sent(SessionAccount session, StreamAccount stream, int bytes) {
    if (active) {
      Recorded.DataSent event = new Recorded.DataSent();
      if (event.isEnabled()) {
        fill(event, session, stream, bytes);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  @Override
  public void allowed(SessionAccount session, StreamAccount stream, int bytes) {
    if (active) {
      Recorded.WindowUpdateReceived event = new Recorded.WindowUpdateReceived();
      if (event.isEnabled()) {
        fill(event, session, stream, bytes);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  @Override
  public void stalled(SessionAccount session, StreamAccount stream) {
    if (active) {
      Recorded.Stalled event = new Recorded.Stalled();
      if (event.isEnabled()) {
        fill(event, session, stream, 0);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  @Override
  public void resumed(SessionAccount session, StreamAccount stream) {
    if (active) {
      Recorded.Resumed event = new Recorded.Resumed();
      if (event.isEnabled()) {
        fill(event, session, stream, 0);
        event.commit();
        eventsMade.increment();
      }
    }
  }

  private static void fill(
      Recorded.Receiving event, SessionAccount session, StreamAccount stream, int bytes) {
    event.session = session.hash();
    event.server = session.server();
    event.bytes = bytes;
    event.sessionWindow = session.receiveWindow();
    event.sessionUnread = session.unreadBytes();
    event.sessionUnacknowledged =
        session.unacknowledgedBytes(event.sessionWindow, event.sessionUnread);
    if (stream != null) {
      event.stream = stream.id();
      event.streamWindow = stream.receiveWindow();
      event.streamUnread = stream.unreadBytes();
      event.streamUnacknowledged =
          stream.unacknowledgedBytes(event.streamWindow, event.streamUnread);
    }
  }

  private static void fill(
      Recorded.Sending event, SessionAccount session, StreamAccount stream, int bytes) {
    event.session = session.hash();
    event.server = session.server();
    event.bytes = bytes;
    event.sessionWindow = session.sendWindow();
    if (stream != null) {
      event.stream = stream.id();
      event.streamWindow = stream.sendWindow();
    }
  }

  /**
   * Records the state of a session and its streams. It is called repeatedly, so that a lasting
   * stall shows.
   */
  void state(SessionAccount session) {
    if (!active) {
      return;
    }
    Recorded.SessionState event = new Recorded.SessionState();
    if (!event.isEnabled()) {
      return;
    }
    commitHeld(session);
    describe(event, session);
    event.exhaustedMillis = session.receiveStall().currentNanos() / 1_000_000;
    event.stalledMillis = session.sendStall().currentNanos() / 1_000_000;
    event.commit();
    eventsMade.increment();
    for (StreamAccount stream : session.streams()) {
      tellConsumed(session, stream);
      Recorded.StreamState state = new Recorded.StreamState();
      state.session = session.hash();
      state.server = session.server();
      state.stream = stream.id();
      state.receiveWindow = stream.receiveWindow();
      state.unread = stream.unreadBytes();
      state.unacknowledged = stream.unacknowledgedBytes(state.receiveWindow, state.unread);
      state.remotelyClosed = stream.remotelyClosed();
      state.cancelled = stream.cancelled();
      state.commit();
      eventsMade.increment();
    }
  }

  /** A session has ended. */
  void closed(SessionAccount session) {
    if (!active) {
      return;
    }
    commitHeld(session);
    Recorded.SessionClosed event = new Recorded.SessionClosed();
    event.session = session.hash();
    event.server = session.server();
    event.commit();
    eventsMade.increment();
  }

  /** Commits an event about the recorder itself. */
  void ownState() {
    Recorded.Recorder event = new Recorded.Recorder();
    event.formatVersion = Recorded.FORMAT_VERSION;
    event.eventsMade = eventsMade();
    event.commit();
  }

  private static void describe(Recorded.Described event, SessionAccount session) {
    event.session = session.hash();
    event.server = session.server();
    event.owner = session.owner().name();
    event.local = session.localAddress();
    event.remote = session.remoteAddress();
    event.receiveWindow = session.receiveWindow();
    event.sendWindow = session.sendWindow();
    event.unread = session.unreadBytes();
    event.unacknowledged = session.unacknowledgedBytes(event.receiveWindow, event.unread);
  }
}
