package io.streambench.analysis;

import io.streambench.analysis.StallEpisode.Window;
import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;

/** One session while events are replayed: its own windows and those of its streams. */
final class SessionTrack {
  /** Lanes of a timeline; beyond that those go first that are done and held the least. */
  static final int MAX_LANES = 64;

  private static final int STEPS = 512;

  /** Streams that a log never closes would otherwise pile up. */
  static final int MAX_STREAMS = 1024;

  /** So many of the streams that are over are known again when a line is late. */
  private static final int MAX_SETTLED = 256;

  private final Session session;
  private final double bufferRatio;
  private final LaneBudget lanes;
  private final Consumer<StallEpisode> episodes;
  private final WindowAccount account;
  private final Map<Integer, StreamTrack> streams = new HashMap<>();
  private final List<StreamTrack> done = new ArrayList<>();
  private final Set<Integer> settled = new LinkedHashSet<>();
  private final TimeAxis axis = new TimeAxis(STEPS);
  private final TimeAxis.Series unread = axis.series();
  private final TimeAxis.Series window = axis.series();
  private final TimeAxis.Series unacknowledged = axis.series();
  private final TimeAxis.Series send = axis.series();
  private final StallClock receiveStall;
  private final StallClock sendStall;
  private final SendStalls streamSendStalls;
  private StreamTrack last;
  private long streamWindow;
  private long sendWindow = Integer.MAX_VALUE;
  private long lastConsumedNanos = FlowControlEvent.UNKNOWN;
  private long lastChangeNanos = FlowControlEvent.UNKNOWN;
  private long windowUpdatesSent;
  private boolean recorded;
  private boolean closed;
  private int maxOpenStreams;
  private StallTotals sessionStalls = StallTotals.NONE;
  private StallTotals streamStalls = StallTotals.NONE;
  private Optional<SessionState> stalled = Optional.empty();
  private long stalledIdleNanos;

  SessionTrack(
      Session session, double bufferRatio, LaneBudget lanes, Consumer<StallEpisode> episodes) {
    this.session = session;
    this.bufferRatio = bufferRatio;
    this.lanes = lanes;
    this.episodes = episodes;
    this.account = new WindowAccount(bufferRatio);
    this.receiveStall = new StallClock(session, 0, Window.RECEIVE, this::count);
    this.sendStall = new StallClock(session, 0, Window.SEND, this::count);
    this.streamSendStalls = new SendStalls(session, this::count);
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
      case STATE, REMOTELY_CLOSED, STALLED, RESUMED -> !event.recorded();
      default -> true;
    };
  }

  private void acceptSession(FlowControlEvent event) {
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED, STALLED, RESUMED -> acceptSending(event);
      case OPENED -> account.accept(event);
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
        receiveStall.set(account.exhausted(), event.timeNanos());
      }
    }
  }

  private void acceptSending(FlowControlEvent event) {
    if (event.windowAfter() != FlowControlEvent.UNKNOWN) {
      sendWindow = event.windowAfter();
      send.set(sendWindow);
    }
    sendStall.set(
        event.cause() == Cause.STALLED || event.cause() != Cause.RESUMED && sendWindow <= 0,
        event.timeNanos());
  }

  private void acceptStream(FlowControlEvent event) {
    boolean sending = acceptSendingOfStream(event);
    if (sending && session.role() == Role.SERVER) {
      return; // a client that sends waits for an answer, so that its stream is one to look at
    }
    if (settled.contains(event.streamId())) {
      return; // an event that another thread was late with
    }
    if (shownByAServer(event)) {
      streamWindow = Math.max(streamWindow, event.windowAfter());
      return;
    }
    StreamTrack stream = stream(event.streamId());
    if (sending) {
      return;
    }
    stream.accept(event);
    if (event.cause() == Cause.WINDOW_UPDATE_SENT) {
      windowUpdatesSent++;
    }
    streamWindow = Math.max(streamWindow, stream.account().initialWindow());
    if (stream.wantsLane()) {
      stream.enter(axis);
      lanes.take(this);
    }
    stream.draw(streamWindow);
    if (stream.settled(streamWindow)) {
      retire(stream, event.timeNanos());
    }
  }

  /**
   * A log shows the receive window of a stream that a server only sends on, and never tells its
   * end.
   */
  private boolean shownByAServer(FlowControlEvent event) {
    return event.cause() == Cause.STATE
        && !event.recorded()
        && session.role() == Role.SERVER
        && !streams.containsKey(event.streamId());
  }

  /** Returns whether the event is about sending alone. */
  private boolean acceptSendingOfStream(FlowControlEvent event) {
    int id = event.streamId();
    switch (event.cause()) {
      case DATA_SENT, WINDOW_UPDATE_RECEIVED ->
          streamSendStalls.set(id, event.windowAfter() <= 0, event.timeNanos());
      case STALLED -> streamSendStalls.set(id, true, event.timeNanos());
      case RESUMED -> streamSendStalls.set(id, false, event.timeNanos());
      case CLOSED -> {
        streamSendStalls.close(id, event.timeNanos());
        return false;
      }
      default -> {
        return false;
      }
    }
    return true;
  }

  private StreamTrack stream(int id) {
    if (last != null && last.id() == id) {
      return last;
    }
    StreamTrack stream = streams.get(id);
    if (stream == null) {
      StreamTrack added = new StreamTrack(session, id, bufferRatio, this::count);
      stream = added;
      streams.put(id, added);
      maxOpenStreams = Math.max(maxOpenStreams, streams.size());
      if (streams.size() > MAX_STREAMS) {
        streams.values().stream()
            .filter(old -> old != added)
            .min(
                Comparator.comparing((StreamTrack old) -> old.unreadBytes(streamWindow) > 0)
                    .thenComparingInt(StreamTrack::id))
            .ifPresent(old -> retire(old, lastChangeNanos));
      }
    }
    last = stream;
    return stream;
  }

  private void retire(StreamTrack stream, long timeNanos) {
    stream.finish(timeNanos);
    streams.remove(stream.id());
    if (last == stream) {
      last = null;
    }
    settled.add(stream.id());
    if (settled.size() > MAX_SETTLED) {
      settled.remove(settled.iterator().next());
    }
    if (!stream.hasLane()) {
      return;
    }
    done.add(stream);
    if (done.size() + streams.size() > MAX_LANES) {
      StreamTrack least =
          done.stream().min(Comparator.comparingInt(StreamTrack::peakUnread)).orElseThrow();
      done.remove(least);
      least.leave(axis);
      lanes.give(1);
    }
  }

  /** Whether its lanes are among the last to go. */
  boolean worthDrawing() {
    return receiveStall.stalled() || stalled.isPresent();
  }

  long lastChangeNanos() {
    return lastChangeNanos;
  }

  /** Makes room for others; a stream of which more is told begins anew. */
  void dropLanes() {
    done.forEach(stream -> stream.leave(axis));
    lanes.give(done.size());
    done.clear();
    for (StreamTrack stream : streams.values()) {
      if (stream.hasLane()) {
        stream.leave(axis);
        lanes.give(1);
      }
    }
  }

  /** How long nobody has read on it, if its receive window is used up. */
  OptionalLong idleNanos(long nowNanos) {
    return receiveStall.idleNanos(nowNanos, lastConsumedNanos);
  }

  /** How long this end may not send, if it may not. */
  OptionalLong senderIdleNanos(long nowNanos) {
    return sendStall.idleNanos(nowNanos, FlowControlEvent.UNKNOWN);
  }

  /** Remembers how things stood when a stall was found; the longest one stays. */
  void stalled(SessionState state, long idleNanos) {
    if (stalled.isEmpty() || idleNanos >= stalledIdleNanos) {
      stalled = Optional.of(state);
      stalledIdleNanos = idleNanos;
    }
  }

  Optional<SessionState> stalled() {
    return stalled;
  }

  boolean closed() {
    return closed;
  }

  Session session() {
    return session;
  }

  int maxOpenStreams() {
    return maxOpenStreams;
  }

  long unreadBytes() {
    return account.unreadBytes(account.initialWindow());
  }

  void finish(long timeNanos) {
    receiveStall.finish(timeNanos);
    sendStall.finish(timeNanos);
    streamSendStalls.finish(timeNanos);
    streams.values().forEach(stream -> stream.finish(timeNanos));
  }

  SessionState state() {
    return new SessionState(
        session.id(),
        session.role(),
        session.owner(),
        session.local(),
        session.remote(),
        account.window(),
        sendStall.stalled() ? Math.min(0, sendWindow) : sendWindow,
        unreadBytes(),
        account.unacknowledgedBytes(),
        receiveStall.sinceNanos(),
        sendStall.sinceNanos(),
        streams.values().stream()
            .filter(StreamTrack::receives)
            .map(stream -> stream.state(streamWindow))
            .sorted(Comparator.comparingInt(StreamState::id))
            .toList());
  }

  /**
   * @param atEnd how it stood before {@link #finish}
   */
  SessionDiagnosis diagnosis(SessionState atEnd) {
    List<Timeline.Lane> drawn = new ArrayList<>();
    done.forEach(stream -> drawn.add(stream.lane()));
    streams.values().stream()
        .filter(StreamTrack::hasLane)
        .sorted(Comparator.comparingInt(StreamTrack::peakUnread).reversed())
        .limit(Math.max(0, MAX_LANES - drawn.size()))
        .forEach(stream -> drawn.add(stream.lane()));
    drawn.sort(Comparator.comparingInt(Timeline.Lane::streamId));
    return new SessionDiagnosis(
        stalled.orElse(atEnd),
        stalled.isPresent(),
        account.initialWindow(),
        streamWindow,
        maxOpenStreams,
        windowUpdatesSent,
        unread.peak(),
        sessionStalls,
        streamStalls,
        new Timeline(
            axis.startNanos(),
            axis.stepNanos(),
            window.values(),
            send.values(),
            unread.values(),
            unacknowledged.values(),
            drawn));
  }
}
