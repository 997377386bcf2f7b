package io.streambench.flow.replay;

import io.streambench.flow.events.Cause;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.Role;
import io.streambench.flow.rule.StreamState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Semaphore;
import java.util.function.Predicate;

/**
 * The streams on which one session receives: followed ones, ended ones still drawn, and ended ones
 * whose late events are ignored. Memory is bounded for any log. Not thread-safe.
 */
final class ReceivingStreams {
  /** Maximum number of drawn streams; the ended one with the smallest peak is removed first. */
  static final int MAX_LANES = 64;

  /** The maximum number of followed streams, since a log may not show the end of some. */
  static final int MAX_STREAMS = 1024;

  /** The number of events for which the session may still count an ended stream as open. */
  private static final int MAX_LATE_EVENTS = 32;

  /** A stream with at most this many unread bytes (its last frames) counts as read to its end. */
  static final long MAX_LAST_FRAMES_BYTES = 65_536;

  /** Number of ended streams that are remembered, to recognize late lines about them. */
  private static final int MAX_SETTLED = 256;

  private static final Comparator<StreamTrack> BY_PEAK =
      Comparator.comparingInt(stream -> stream.unreadSeries.peak);

  /** The largest initial receive window of any stream, in bytes. */
  long initialWindow;

  /** The maximum number of streams that were followed at the same time. */
  int maxOpenStreams;

  private final double bufferRatio;
  private final SessionTrack owner;
  private final Semaphore freeLanes;
  private final Map<Integer, StreamTrack> followed = new HashMap<>();
  private final List<StreamTrack> ended = new ArrayList<>();

  /** The number of events accepted until the end of each recently ended stream. */
  private final Map<Integer, Long> countsAtEnd = new LinkedHashMap<>();

  private long accepted;
  private long retiredCancelledBytes;

  ReceivingStreams(SessionTrack owner, double bufferRatio, Semaphore freeLanes) {
    this.bufferRatio = bufferRatio;
    this.owner = owner;
    this.freeLanes = freeLanes;
  }

  /** Handles a stream's event other than sending; returns false if the event is ignored. */
  boolean acceptEvent(FlowControlEvent event) {
    accepted++;
    if (countsAtEnd.containsKey(event.streamId())) {
      return false;
    }
    if (isFromServerLog(event)) {
      initialWindow = Math.max(initialWindow, event.windowAfter());
      return false;
    }
    StreamTrack stream = stream(event.streamId());
    stream.accept(event);
    initialWindow = Math.max(initialWindow, stream.windowReplay.initialWindow());
    if (stream.needsLane() && owner.axis.covers(stream.firstNanos) && freeLanes.tryAcquire()) {
      stream.unreadSeries = owner.axis.series();
    }
    stream.draw(initialWindow);
    if (stream.isSettled(initialWindow)) {
      retire(stream, event.timeNanos());
    }
    return true;
  }

  /** Follows a stream from now on, unless it is known to have ended. */
  void follow(int id, long timeNanos) {
    if (!countsAtEnd.containsKey(id)) {
      stream(id).markSeen(timeNanos);
    }
  }

  /**
   * Returns whether an event is from a server's log, which shows the receive window of streams on
   * which the server only sends, but not their end.
   */
  private boolean isFromServerLog(FlowControlEvent event) {
    return event.cause() == Cause.STATE
        && !event.isRecorded()
        && owner.session.role() == Role.SERVER
        && !followed.containsKey(event.streamId());
  }

  private StreamTrack stream(int id) {
    StreamTrack known = followed.get(id);
    if (known != null) {
      return known;
    }
    maxOpenStreams = Math.max(maxOpenStreams, followed.size() + 1);
    if (followed.size() == MAX_STREAMS) {
      followed.values().stream()
          .min(
              Comparator.comparing((StreamTrack old) -> old.unreadBytes(initialWindow) > 0)
                  .thenComparingInt(old -> old.id))
          .ifPresent(old -> retire(old, owner.lastChangeNanos));
    }
    StreamTrack added = new StreamTrack(owner.session, id, bufferRatio, owner.receiveStalls);
    followed.put(id, added);
    return added;
  }

  private void retire(StreamTrack stream, long timeNanos) {
    owner.receiveStalls.end(stream.id, timeNanos, false);
    followed.remove(stream.id);
    if (stream.cancelled) {
      retiredCancelledBytes += Math.max(0, stream.unreadBytes(initialWindow));
    }
    countsAtEnd.put(stream.id, accepted);
    if (countsAtEnd.size() > MAX_SETTLED) {
      countsAtEnd.remove(countsAtEnd.keySet().iterator().next());
    }
    if (stream.unreadSeries == null) {
      return;
    }
    ended.add(stream);
    if (ended.size() + followed.size() > MAX_LANES) {
      StreamTrack smallest = ended.stream().min(BY_PEAK).orElseThrow();
      ended.remove(smallest);
      owner.axis.series.remove(smallest.unreadSeries);
      freeLanes.release();
    }
  }

  /** Minimum number of streams missing from the source, if Jetty counts {@code open} streams. */
  int unseenStreams(long open) {
    long late =
        countsAtEnd.values().stream().filter(count -> count >= accepted - MAX_LATE_EVENTS).count();
    return (int) Math.max(0, open - followed.size() - late);
  }

  /** Unread bytes of reset streams whose resets the source shows. */
  long cancelledBytes() {
    return retiredCancelledBytes
        + followed.values().stream()
            .filter(stream -> stream.cancelled)
            .mapToLong(stream -> Math.max(0, stream.unreadBytes(initialWindow)))
            .sum();
  }

  /**
   * Minimum unread bytes on reset streams, if Jetty counts {@code open} streams: one that has
   * nothing to read, or more than its last frames, is either open or reset.
   */
  long cancelledBytes(long open) {
    List<StreamState> states = states();
    List<Long> held =
        states.stream()
            .map(StreamState::unreadBytes)
            .filter(unread -> unread > MAX_LAST_FRAMES_BYTES)
            .sorted()
            .toList();
    long hungry = states.stream().filter(StreamState::isHungry).count();
    long cancelled = Math.max(0, held.size() + hungry - open);
    return held.stream().limit(cancelled).mapToLong(Long::longValue).sum();
  }

  /** The earliest time at which a matching receiving stream was reported; UNKNOWN if none. */
  long firstNanos(Predicate<StreamTrack> condition) {
    return followed.values().stream()
        .filter(stream -> stream.isReceiving() && condition.test(stream))
        .mapToLong(stream -> stream.firstNanos)
        .min()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  /** States of the followed streams on which this end receives, by identifier. */
  List<StreamState> states() {
    return statesSince(FlowControlEvent.UNKNOWN); // less than any time
  }

  /** States of the receiving streams reported at {@code timeNanos} or later, by identifier. */
  List<StreamState> statesSince(long timeNanos) {
    return followed.values().stream()
        .filter(stream -> stream.isReceiving() && stream.lastNanos >= timeNanos)
        .map(stream -> stream.state(initialWindow))
        .sorted(Comparator.comparingInt(StreamState::id))
        .toList();
  }

  List<Timeline.Lane> drawnLanes() {
    List<Timeline.Lane> drawn = new ArrayList<>();
    ended.forEach(stream -> drawn.add(stream.lane()));
    followed.values().stream()
        .filter(stream -> stream.unreadSeries != null)
        .sorted(BY_PEAK.reversed())
        .limit(Math.max(0, MAX_LANES - drawn.size()))
        .forEach(stream -> drawn.add(stream.lane()));
    drawn.sort(Comparator.comparingInt(Timeline.Lane::streamId));
    return drawn;
  }
}
