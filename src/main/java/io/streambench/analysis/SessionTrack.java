package io.streambench.analysis;

import io.streambench.analysis.SessionDiagnosis.StallTotals;
import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Consumer;

/** One session while events are replayed: its own windows, and what its streams come to. */
final class SessionTrack {
  /** A silence on it that may have been a stall; null if there is none. */
  Silence silence;

  /** The open streams that Jetty counts, as of the last event; unknown in a recording. */
  long openStreams = FlowControlEvent.UNKNOWN;

  long lastChangeNanos = FlowControlEvent.UNKNOWN;
  boolean closed;

  /**
   * Whether its reader paused for as long as a stall is, and read on by itself, since the receive
   * window was used up.
   */
  boolean readerPaused;

  /** How things stood when it was found stalled. */
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

  /** Tracks with a timeline on that axis, whose steps take up to 16 bytes each. */
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
      return; // a log of the same run beside our recording, which knows more
    }
    recorded |= event.recorded();
    openStreams = session.openStreams();
    if (axis.empty() || changes(event)) {
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
   * A heartbeat only tells that things stand as they stood: a timeline that followed it would be
   * all of the silence and nothing of what led to it.
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
        if (session.role() != Role.SERVER) { // a client that sends waits for an answer
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

  /** Returns whether its lanes are among the last to go. */
  boolean worthDrawing() {
    return receiveStalls.ofSession() || stalled.isPresent();
  }

  /** Time without a read since the receive window was used up; empty if it is not used up. */
  OptionalLong idleNanos(long nowNanos) {
    return receiveStalls.idleNanos(nowNanos, lastConsumedNanos);
  }

  /** Time for which this end has not been allowed to send; empty if it may send. */
  OptionalLong senderIdleNanos(long nowNanos) {
    return sendStalls.idleNanos(nowNanos, FlowControlEvent.UNKNOWN);
  }

  /** Remembers how things stood when a stall was found; the longest one stays. */
  void stalled(SessionState state, long idleNanos) {
    if (stalled.isEmpty() || idleNanos >= stalledIdleNanos) {
      stalled = Optional.of(state);
      stalledIdleNanos = idleNanos;
    }
  }

  long unreadBytes() {
    return account.unreadBytes(account.initialWindow());
  }

  /** The source has ended, or the session has. */
  void finish(long timeNanos) {
    atEnd = state();
    receiveStalls.finish(timeNanos);
    sendStalls.finish(timeNanos);
  }

  /** Returns whether another session is of the same client, as far as the source tells. */
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

  /** Its state with the hungry streams alone that were reported since; open if no window was. */
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
        // Of a stream two threads may tell, so that the later figure is the older one. That of the
        // session is exact, and its part is no more than the whole.
        Math.min(cancelled, unreadBytes()),
        counted ? streams.unheard(openStreams) : 0,
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
            axis.startNanos(),
            axis.stepNanos(),
            window.values(),
            send.values(),
            unread.values(),
            unacknowledged.values(),
            streams.drawn()));
  }
}
