package io.streambench.flow.replay;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.replay.SessionDiagnosis.StallTotals;
import io.streambench.flow.replay.StallEpisode.Window;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.concurrent.Semaphore;
import java.util.function.Consumer;

/** One session during a replay: its own windows, and its streams. */
final class SessionTrack {
  /** The current silence that may be a stall; null if there is none. */
  Silence silence;

  /** Jetty's count of open streams as of the last event; unknown in a recording. */
  long openStreams = FlowControlEvent.UNKNOWN;

  long lastChangeNanos = FlowControlEvent.UNKNOWN;
  boolean closed;

  /**
   * Whether, since the receive window was exhausted, the session's reader has paused for as long as
   * a stall would last and then resumed.
   */
  boolean readerPaused;

  /** The session's state during its longest stall; empty if it did not stall. */
  Optional<SessionState> stalledState = Optional.empty();

  final Session session;
  final TimeAxis axis;
  final ReceivingStreams streams;
  final Stalls receiveStalls;
  private final Stalls sendStalls;
  private final Consumer<StallEpisode> episodes;
  private final ReplayedWindow windowReplay;
  private final TimeAxis.Series unreadSeries;
  private final TimeAxis.Series windowSeries;
  private final TimeAxis.Series unacknowledgedSeries;
  private final TimeAxis.Series sendSeries;
  private long sendWindow = Integer.MAX_VALUE;
  private long lastConsumedNanos = FlowControlEvent.UNKNOWN;
  private long windowUpdatesSent;
  private boolean recorded;
  private StallTotals sessionStalls = StallTotals.NONE;
  private StallTotals streamStalls = StallTotals.NONE;
  private long stalledIdleNanos;
  private SessionState stateAtEnd;

  /** Creates a track with a timeline on {@code axis}, whose steps take up to 16 bytes each. */
  SessionTrack(
      Session session,
      double bufferRatio,
      TimeAxis axis,
      Semaphore freeLanes,
      Consumer<StallEpisode> episodes) {
    this.session = session;
    this.axis = axis;
    this.unreadSeries = axis.series();
    this.windowSeries = axis.series();
    this.unacknowledgedSeries = axis.series();
    this.sendSeries = axis.series();
    this.episodes = episodes;
    this.windowReplay = new ReplayedWindow(bufferRatio);
    this.receiveStalls = new Stalls(session, Window.RECEIVE, this::addStall);
    this.sendStalls = new Stalls(session, Window.SEND, this::addStall);
    this.streams = new ReceivingStreams(this, bufferRatio, freeLanes);
  }

  private void addStall(StallEpisode episode) {
    if (episode.streamId() == 0) {
      sessionStalls = sessionStalls.plus(episode);
    } else {
      streamStalls = streamStalls.plus(episode);
    }
    episodes.accept(episode);
  }

  void accept(FlowControlEvent event) {
    if (recorded && !event.isRecorded()) {
      return; // a log of the same run as the recording, which is more detailed
    }
    recorded |= event.isRecorded();
    openStreams = session.openStreams();
    if (axis.startNanos == FlowControlEvent.UNKNOWN || isChange(event)) {
      lastChangeNanos = event.timeNanos();
      axis.moveTo(event.timeNanos());
    }
    if (event.isSessionEvent()) {
      acceptSession(event);
    } else {
      acceptStream(event);
    }
    if (windowReplay.isKnown()) {
      unreadSeries.set(unreadBytes());
      windowSeries.set(windowReplay.window());
      unacknowledgedSeries.set(windowReplay.unacknowledgedBytes());
    }
  }

  /**
   * Returns whether an event may change a window. A recording's heartbeats only repeat the state.
   * If they advanced the timeline, a long silence would leave no room for the events before it.
   */
  private static boolean isChange(FlowControlEvent event) {
    return switch (event.cause()) {
      case STATE, AWAITED, NOT_AWAITED, REMOTELY_CLOSED, RESET, STALLED, RESUMED ->
          !event.isRecorded();
      default -> true;
    };
  }

  private void acceptSession(FlowControlEvent event) {
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> acceptSending(event);
      case CLOSED -> {
        closed = true;
        finish(event.timeNanos());
      }
      default -> {
        if (event.cause() == Cause.DATA_CONSUMED) {
          lastConsumedNanos = event.timeNanos();
        } else if (event.cause() == Cause.WINDOW_UPDATE_SENT) {
          windowUpdatesSent++;
        }
        windowReplay.accept(event);
        receiveStalls.update(0, windowReplay.isExhausted() && !closed, event.timeNanos());
        readerPaused &= windowReplay.isExhausted();
      }
    }
  }

  private void acceptSending(FlowControlEvent event) {
    if (event.windowAfter() != FlowControlEvent.UNKNOWN) {
      sendWindow = event.windowAfter();
      sendSeries.set(sendWindow);
    }
    sendStalls.update(0, isStall(event, sendWindow), event.timeNanos());
  }

  private static boolean isStall(FlowControlEvent event, long window) {
    return event.cause() == Cause.STALLED || event.cause() != Cause.RESUMED && window <= 0;
  }

  private void acceptStream(FlowControlEvent event) {
    int id = event.streamId();
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> {
        sendStalls.update(id, isStall(event, event.windowAfter()), event.timeNanos());
        if (session.role() != Role.SERVER) { // a client that sends expects a response
          streams.follow(id, event.timeNanos());
        }
        return;
      }
      case CLOSED, RESET -> sendStalls.close(id, event.timeNanos());
      default -> {}
    }
    if (streams.acceptEvent(event) && event.cause() == Cause.WINDOW_UPDATE_SENT) {
      windowUpdatesSent++;
    }
  }

  /** Time without a read since the receive window became exhausted; empty if it is open. */
  OptionalLong idleNanos(long nowNanos) {
    return receiveStalls.idleNanos(nowNanos, lastConsumedNanos);
  }

  /** Time for which this end has not been allowed to send; empty if it may send. */
  OptionalLong senderIdleNanos(long nowNanos) {
    return sendStalls.idleNanos(nowNanos, FlowControlEvent.UNKNOWN);
  }

  /** Keeps the state of a stall, unless a longer one is known. */
  void keepStall(SessionState state, long idleNanos) {
    if (stalledState.isEmpty() || idleNanos >= stalledIdleNanos) {
      stalledState = Optional.of(state);
      stalledIdleNanos = idleNanos;
    }
  }

  long unreadBytes() {
    return windowReplay.unreadBytes(windowReplay.initialWindow());
  }

  /** Ends all stalls, because the source or the session has ended. */
  void finish(long timeNanos) {
    stateAtEnd = state();
    receiveStalls.finish(timeNanos);
    sendStalls.finish(timeNanos);
  }

  /** Returns whether another session belongs to the same client, as far as the source shows. */
  boolean hasSameClient(SessionTrack other) {
    return session.role() == Role.CLIENT
        && other.session.role() == Role.CLIENT
        && session.owner().equals(other.session.owner())
        && host(session.local()).equals(host(other.session.local()));
  }

  private static String host(String address) {
    return address.substring(0, Math.max(0, address.lastIndexOf(':')));
  }

  boolean isExhausted() {
    return windowReplay.isExhausted();
  }

  /** Returns whether the source shows what this end received. */
  boolean showsReceiving() {
    return recorded || windowReplay.hasReceived();
  }

  /**
   * The state with only those streams that have nothing to read and were reported at {@code
   * timeNanos} or later; empty if there are none. An unknown receive window counts as open.
   */
  Optional<SessionState> stateWithHungryStreams(long timeNanos) {
    List<StreamState> hungry =
        streams.statesSince(timeNanos).stream().filter(StreamState::isHungry).toList();
    long window = windowReplay.isKnown() ? windowReplay.window() : Integer.MAX_VALUE;
    return hungry.isEmpty() ? Optional.empty() : Optional.of(state(hungry, window));
  }

  SessionState state() {
    return state(streams.states(), windowReplay.window());
  }

  private SessionState state(List<StreamState> streamStates, long window) {
    boolean hasStreamCount =
        windowReplay.isExhausted()
            && !recorded
            && session.role() == Role.CLIENT
            && openStreams != FlowControlEvent.UNKNOWN;
    long known = streams.cancelledBytes();
    long cancelled = hasStreamCount ? Math.max(known, streams.cancelledBytes(openStreams)) : known;
    return new SessionState(
        session.id(),
        session.role(),
        session.owner(),
        session.local(),
        session.remote(),
        window,
        sendStalls.isSessionStalled() ? Math.min(0, sendWindow) : sendWindow,
        unreadBytes(),
        windowReplay.unacknowledgedBytes(),
        // Two threads may log a stream, so the later line may have the older figure. The session's
        // figure is exact, and a part cannot exceed it.
        Math.min(cancelled, unreadBytes()),
        hasStreamCount ? streams.unseenStreams(openStreams) : 0,
        receiveStalls.sessionStalledSinceNanos(),
        sendStalls.sessionStalledSinceNanos(),
        streamStates);
  }

  SessionDiagnosis diagnosis() {
    return new SessionDiagnosis(
        stalledState.orElse(stateAtEnd),
        stalledState.isPresent(),
        windowReplay.hasGaps() || !windowReplay.isKnown() && streams.initialWindow > 0,
        windowReplay.initialWindow(),
        streams.initialWindow,
        streams.maxOpenStreams,
        windowUpdatesSent,
        unreadSeries.peak,
        sessionStalls,
        streamStalls,
        new Timeline(
            axis.startNanos == FlowControlEvent.UNKNOWN ? 0 : axis.startNanos,
            1L << axis.shift,
            windowSeries.values(),
            sendSeries.values(),
            unreadSeries.values(),
            unacknowledgedSeries.values(),
            streams.drawnLanes()));
  }
}
