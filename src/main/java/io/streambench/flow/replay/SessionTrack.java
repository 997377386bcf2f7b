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
import java.util.function.Consumer;

/** One session during a replay: its own windows, and the totals of its streams. */
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

  /** The state when the session was found stalled. */
  Optional<SessionState> stalled = Optional.empty();

  final Session session;
  final TimeAxis axis;
  final ReceivingStreams streams;
  final Stalls receiveStalls;
  private final Stalls sendStalls;
  private final Consumer<StallEpisode> episodes;
  private final ReplayedWindow account;
  private final TimeAxis.Series unread;
  private final TimeAxis.Series window;
  private final TimeAxis.Series unacknowledged;
  private final TimeAxis.Series send;
  private long sendWindow = Integer.MAX_VALUE;
  private long lastConsumedNanos = FlowControlEvent.UNKNOWN;
  private long windowUpdatesSent;
  private boolean recorded;
  private StallTotals sessionStalls = StallTotals.NONE;
  private StallTotals streamStalls = StallTotals.NONE;
  private long stalledIdleNanos;
  private SessionState atEnd;

  /** Creates a track with a timeline on {@code axis}, whose steps take up to 16 bytes each. */
  SessionTrack(
      Session session,
      double bufferRatio,
      TimeAxis axis,
      LaneBudget lanes,
      Consumer<StallEpisode> episodes) {
    this.session = session;
    this.axis = axis;
    this.unread = axis.series();
    this.window = axis.series();
    this.unacknowledged = axis.series();
    this.send = axis.series();
    this.episodes = episodes;
    this.account = new ReplayedWindow(bufferRatio);
    this.receiveStalls = new Stalls(session, Window.RECEIVE, this::count);
    this.sendStalls = new Stalls(session, Window.SEND, this::count);
    this.streams = new ReceivingStreams(this, bufferRatio, lanes);
  }

  private void count(StallEpisode episode) {
    if (episode.streamId() == 0) {
      sessionStalls = sessionStalls.plus(episode);
    } else {
      streamStalls = streamStalls.plus(episode);
    }
    episodes.accept(episode);
  }

  void accept(FlowControlEvent event) {
    if (recorded && !event.recorded()) {
      return; // a log of the same run as our recording, which is more detailed
    }
    recorded |= event.recorded();
    openStreams = session.openStreams();
    if (axis.startNanos == FlowControlEvent.UNKNOWN || changes(event)) {
      lastChangeNanos = event.timeNanos();
      axis.moveTo(event.timeNanos());
    }
    if (event.ofSession()) {
      acceptSession(event);
    } else {
      acceptStream(event);
    }
    if (account.known()) {
      unread.set(unreadBytes());
      window.set(account.window());
      unacknowledged.set(account.unacknowledgedBytes());
    }
  }

  /**
   * A heartbeat only repeats the state: if it advanced the timeline, the silence would leave no
   * room for the events before it.
   */
  private static boolean changes(FlowControlEvent event) {
    return switch (event.cause()) {
      case STATE, REMOTELY_CLOSED, RESET, STALLED, RESUMED -> !event.recorded();
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
        account.accept(event);
        receiveStalls.set(0, account.exhausted() && !closed, event.timeNanos());
        readerPaused &= account.exhausted();
      }
    }
  }

  private void acceptSending(FlowControlEvent event) {
    if (event.windowAfter() != FlowControlEvent.UNKNOWN) {
      sendWindow = event.windowAfter();
      send.set(sendWindow);
    }
    sendStalls.set(0, stalls(event, sendWindow), event.timeNanos());
  }

  private static boolean stalls(FlowControlEvent event, long window) {
    return event.cause() == Cause.STALLED || event.cause() != Cause.RESUMED && window <= 0;
  }

  private void acceptStream(FlowControlEvent event) {
    int id = event.streamId();
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> {
        sendStalls.set(id, stalls(event, event.windowAfter()), event.timeNanos());
        if (session.role() != Role.SERVER) { // a client that sends expects a response
          streams.follow(id, event.timeNanos());
        }
        return;
      }
      case CLOSED, RESET -> sendStalls.close(id, event.timeNanos());
      default -> {}
    }
    if (streams.accept(event) && event.cause() == Cause.WINDOW_UPDATE_SENT) {
      windowUpdatesSent++;
    }
  }

  /** Returns whether its lanes are kept longer than those of other sessions. */
  boolean worthDrawing() {
    return receiveStalls.ofSession() || stalled.isPresent();
  }

  /** The time without a read since the receive window was exhausted; empty if it is not. */
  OptionalLong idleNanos(long nowNanos) {
    return receiveStalls.idleNanos(nowNanos, lastConsumedNanos);
  }

  /** Time for which this end has not been allowed to send; empty if it may send. */
  OptionalLong senderIdleNanos(long nowNanos) {
    return sendStalls.idleNanos(nowNanos, FlowControlEvent.UNKNOWN);
  }

  /** Keeps the state of a stall, if no longer one is known. */
  void stalled(SessionState state, long idleNanos) {
    if (stalled.isEmpty() || idleNanos >= stalledIdleNanos) {
      stalled = Optional.of(state);
      stalledIdleNanos = idleNanos;
    }
  }

  long unreadBytes() {
    return account.unreadBytes(account.initialWindow());
  }

  /** Called when the source or the session has ended. */
  void finish(long timeNanos) {
    atEnd = state();
    receiveStalls.finish(timeNanos);
    sendStalls.finish(timeNanos);
  }

  /** Returns whether another session belongs to the same client, as far as the source shows. */
  boolean sameClient(SessionTrack other) {
    return session.role() == Role.CLIENT
        && other.session.role() == Role.CLIENT
        && session.owner().equals(other.session.owner())
        && host(session.local()).equals(host(other.session.local()));
  }

  private static String host(String address) {
    return address.substring(0, Math.max(0, address.lastIndexOf(':')));
  }

  boolean exhausted() {
    return account.exhausted();
  }

  /** The state with only the hungry streams reported since then; an unknown window is open. */
  Optional<SessionState> hungrySince(long timeNanos) {
    List<StreamState> hungry =
        streams.statesSince(timeNanos).stream().filter(StreamState::hungry).toList();
    long window = account.known() ? account.window() : Integer.MAX_VALUE;
    return hungry.isEmpty() ? Optional.empty() : Optional.of(state(hungry, window));
  }

  SessionState state() {
    return state(streams.states(), account.window());
  }

  private SessionState state(List<StreamState> shown, long window) {
    boolean counted =
        account.exhausted()
            && !recorded
            && session.role() == Role.CLIENT
            && openStreams != FlowControlEvent.UNKNOWN;
    long known = streams.cancelledBytes();
    long cancelled = counted ? Math.max(known, streams.cancelledBytes(openStreams)) : known;
    return new SessionState(
        session.id(),
        session.role(),
        session.owner(),
        session.local(),
        session.remote(),
        window,
        sendStalls.ofSession() ? Math.min(0, sendWindow) : sendWindow,
        unreadBytes(),
        account.unacknowledgedBytes(),
        // Two threads may log a stream, so that the later figure is the older one. The session's
        // figure is exact, and a part cannot exceed it.
        Math.min(cancelled, unreadBytes()),
        counted ? streams.unseen(openStreams) : 0,
        receiveStalls.sinceNanos(),
        sendStalls.sinceNanos(),
        shown);
  }

  SessionDiagnosis diagnosis() {
    return new SessionDiagnosis(
        stalled.orElse(atEnd),
        stalled.isPresent(),
        account.initialWindow(),
        streams.window,
        streams.maxOpen,
        windowUpdatesSent,
        unread.peak,
        sessionStalls,
        streamStalls,
        new Timeline(
            axis.startNanos == FlowControlEvent.UNKNOWN ? 0 : axis.startNanos,
            1L << axis.shift,
            window.values(),
            send.values(),
            unread.values(),
            unacknowledged.values(),
            streams.drawn()));
  }
}
