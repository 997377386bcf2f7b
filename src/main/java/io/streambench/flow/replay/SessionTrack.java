package io.streambench.flow.replay;

import io.streambench.flow.events.EventCause;
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

/** The state of one session during a replay. */
final class SessionTrack {
  /** The current silence, which may be a stall; null if there is none. */
  Silence silence;

  /** Jetty's count of open streams at the last event; UNKNOWN in a recording. */
  long openStreams = FlowControlEvent.UNKNOWN;

  long lastChangeNanos = FlowControlEvent.UNKNOWN;
  boolean closed;

  /** Whether the reader paused for long and then continued while the window stayed exhausted. */
  boolean hasReaderPaused;

  /** The session's state during its longest stall; empty if it did not stall. */
  Optional<SessionState> stalledState = Optional.empty();

  final Session session;
  final TimeAxis axis;
  final ReceivingStreams streams;
  final StallTracker receiveStalls;
  private final StallTracker sendStalls;
  private final Consumer<StallEpisode> episodeSink;
  private final ReplayedWindow windowReplay;
  private final TimeAxis.Series unreadSeries;
  private final TimeAxis.Series windowSeries;
  private final TimeAxis.Series unacknowledgedSeries;
  private final TimeAxis.Series sendWindowSeries;
  private long sendWindow = Integer.MAX_VALUE;
  private long lastConsumedNanos = FlowControlEvent.UNKNOWN;
  private long windowUpdatesSent;
  private boolean isRecorded;
  private StallTotals sessionStalls = StallTotals.NONE;
  private StallTotals streamStalls = StallTotals.NONE;
  private long longestStallNanos;
  private SessionState stateAtEnd;

  SessionTrack(
      Session session,
      double bufferRatio,
      TimeAxis axis,
      Semaphore freeLanes,
      Consumer<StallEpisode> episodes) {
    this.session = session;
    this.axis = axis;
    this.unreadSeries = axis.addSeries();
    this.windowSeries = axis.addSeries();
    this.unacknowledgedSeries = axis.addSeries();
    this.sendWindowSeries = axis.addSeries();
    this.episodeSink = episodes;
    this.windowReplay = new ReplayedWindow(bufferRatio);
    this.receiveStalls = new StallTracker(session, Window.RECEIVE, this::addStall);
    this.sendStalls = new StallTracker(session, Window.SEND, this::addStall);
    this.streams = new ReceivingStreams(this, bufferRatio, freeLanes);
  }

  private void addStall(StallEpisode episode) {
    if (episode.streamId() == 0) {
      sessionStalls = sessionStalls.plus(episode);
    } else {
      streamStalls = streamStalls.plus(episode);
    }
    episodeSink.accept(episode);
  }

  void accept(FlowControlEvent event) {
    if (isRecorded && !event.isRecorded()) {
      return; // a log of the same run; the recording is more detailed
    }
    isRecorded |= event.isRecorded();
    openStreams = session.openStreams();
    if (axis.startNanos == FlowControlEvent.UNKNOWN || mayChangeWindow(event)) {
      lastChangeNanos = event.timeNanos();
      axis.moveTo(event.timeNanos());
    }
    if (event.isSessionEvent()) {
      acceptSession(event);
    } else {
      acceptStream(event);
    }
    if (windowReplay.isWindowKnown()) {
      unreadSeries.set(unreadBytes());
      windowSeries.set(windowReplay.window());
      unacknowledgedSeries.set(windowReplay.unacknowledgedBytes());
    }
  }

  /** Returns whether an event may change a window. Other events do not advance the timeline. */
  private static boolean mayChangeWindow(FlowControlEvent event) {
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
        if (event.cause() == EventCause.DATA_CONSUMED) {
          lastConsumedNanos = event.timeNanos();
        } else if (event.cause() == EventCause.WINDOW_UPDATE_SENT) {
          windowUpdatesSent++;
        }
        windowReplay.accept(event);
        receiveStalls.update(0, windowReplay.isExhausted() && !closed, event.timeNanos());
        hasReaderPaused &= windowReplay.isExhausted();
      }
    }
  }

  private void acceptSending(FlowControlEvent event) {
    if (event.windowAfter() != FlowControlEvent.UNKNOWN) {
      sendWindow = event.windowAfter();
      sendWindowSeries.set(sendWindow);
    }
    sendStalls.update(0, isStall(event, sendWindow), event.timeNanos());
  }

  private static boolean isStall(FlowControlEvent event, long window) {
    return event.cause() == EventCause.STALLED
        || event.cause() != EventCause.RESUMED && window <= 0;
  }

  private void acceptStream(FlowControlEvent event) {
    int id = event.streamId();
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> {
        sendStalls.update(id, isStall(event, event.windowAfter()), event.timeNanos());
        if (session.role() != Role.SERVER) { // a client that sends expects a response
          streams.track(id, event.timeNanos());
        }
        return;
      }
      case CLOSED, RESET -> sendStalls.close(id, event.timeNanos());
      default -> {}
    }
    if (streams.acceptEvent(event) && event.cause() == EventCause.WINDOW_UPDATE_SENT) {
      windowUpdatesSent++;
    }
  }

  /**
   * Returns the time since the last read or the start of the stall, whichever is later; empty if
   * the receive window is open.
   */
  OptionalLong idleNanos(long nowNanos) {
    return receiveStalls.idleNanos(nowNanos, lastConsumedNanos);
  }

  /** Returns how long the send window has been exhausted; empty if the send window is open. */
  OptionalLong senderIdleNanos(long nowNanos) {
    return sendStalls.idleNanos(nowNanos, FlowControlEvent.UNKNOWN);
  }

  /** Keeps {@code state} as the stalled state if this stall is the longest so far. */
  void keepIfLongestStall(SessionState state, long idleNanos) {
    if (stalledState.isEmpty() || idleNanos >= longestStallNanos) {
      stalledState = Optional.of(state);
      longestStallNanos = idleNanos;
    }
  }

  long unreadBytes() {
    return windowReplay.unreadBytes(windowReplay.initialWindow());
  }

  /**
   * Returns the time until which the source shows the session: the end of the session, a restart of
   * the JVM, or the end of the source.
   */
  long endNanos(long sourceEndNanos) {
    return session
        .restart()
        .map(restart -> Math.max(restart.lifeEndNanos(), lastChangeNanos))
        .orElse(sourceEndNanos);
  }

  /** Keeps the final state of the session, and ends all stalls. */
  void finish(long timeNanos) {
    stateAtEnd = state();
    receiveStalls.endAll(timeNanos);
    sendStalls.endAll(timeNanos);
  }

  /**
   * Returns whether both sessions belong to the same client, judging by owner, local host and
   * restart.
   */
  boolean hasSameClient(SessionTrack other) {
    return session.role() == Role.CLIENT
        && other.session.role() == Role.CLIENT
        && session.owner().equals(other.session.owner())
        && session.restart().equals(other.session.restart())
        && host(session.localAddress()).equals(host(other.session.localAddress()));
  }

  private static String host(String address) {
    return address.substring(0, Math.max(0, address.lastIndexOf(':')));
  }

  boolean isExhausted() {
    return windowReplay.isExhausted();
  }

  /** Returns whether the source shows what the local endpoint received. */
  boolean hasReceivingEvents() {
    return isRecorded || windowReplay.hasReceived();
  }

  /**
   * Returns the state with only the {@linkplain StreamState#isOpenWithoutData open streams without
   * data} that were seen at {@code timeNanos} or later; empty if there are none. An unknown receive
   * window counts as open.
   */
  Optional<SessionState> stateOfEmptyStreams(long timeNanos) {
    List<StreamState> hungry =
        streams.statesSince(timeNanos).stream().filter(StreamState::isOpenWithoutData).toList();
    long window = windowReplay.isWindowKnown() ? windowReplay.window() : Integer.MAX_VALUE;
    return hungry.isEmpty() ? Optional.empty() : Optional.of(state(hungry, window));
  }

  SessionState state() {
    return state(streams.states(), windowReplay.window());
  }

  private SessionState state(List<StreamState> streamStates, long window) {
    boolean hasStreamCount =
        windowReplay.isExhausted()
            && !isRecorded
            && session.role() == Role.CLIENT
            && openStreams != FlowControlEvent.UNKNOWN;
    long known = streams.cancelledBytes();
    long cancelled =
        hasStreamCount ? Math.max(known, streams.minCancelledBytes(openStreams)) : known;
    return new SessionState(
        session.id(),
        session.role(),
        session.owner(),
        session.localAddress(),
        session.remoteAddress(),
        window,
        sendStalls.isSessionStalled() ? Math.min(0, sendWindow) : sendWindow,
        unreadBytes(),
        windowReplay.unacknowledgedBytes(),
        // Two threads may log a stream, so the later line may show the older number. The session's
        // number is exact, and no stream can exceed it.
        Math.min(cancelled, unreadBytes()),
        hasStreamCount ? streams.minUnseenStreams(openStreams) : 0,
        receiveStalls.sessionStalledSinceNanos(),
        sendStalls.sessionStalledSinceNanos(),
        streamStates);
  }

  SessionDiagnosis diagnosis() {
    return new SessionDiagnosis(
        stalledState.orElse(stateAtEnd),
        stalledState.isPresent(),
        windowReplay.hasGaps() || !windowReplay.isWindowKnown() && streams.initialWindow > 0,
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
            sendWindowSeries.values(),
            unreadSeries.values(),
            unacknowledgedSeries.values(),
            streams.drawnLanes()));
  }
}
