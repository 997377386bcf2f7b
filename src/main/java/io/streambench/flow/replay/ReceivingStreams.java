package io.streambench.flow.replay;

import io.streambench.flow.events.EventCause;
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
 * The streams on which a session receives data: tracked streams, ended streams that are still
 * drawn, and ended streams whose late events are ignored. Not thread-safe.
 */
final class ReceivingStreams {
  /** The maximum number of drawn streams. Ended streams with few unread bytes are removed first. */
  static final int MAX_LANES = 64;

  /** The maximum number of tracked streams. A log may not show that a stream has ended. */
  static final int MAX_TRACKED_STREAMS = 1024;

  /** The number of events for which Jetty may count a stream as open after the stream has ended. */
  private static final int MAX_LATE_EVENTS = 32;

  /** The maximum number of unread bytes of a stream that may already have ended. */
  static final long MAX_LAST_FRAMES_BYTES = 65_536;

  /** The number of ended streams that are remembered to recognize late events. */
  private static final int MAX_ENDED_STREAMS = 256;

  private static final Comparator<StreamTrack> BY_PEAK =
      Comparator.comparingInt(stream -> stream.unreadSeries.peak);

  /** The largest initial receive window of any stream, in bytes. */
  long initialWindow;

  /** The maximum number of streams that were tracked at the same time. */
  int maxOpenStreams;

  private final double bufferRatio;
  private final SessionTrack owner;
  private final Semaphore freeLanes;
  private final Map<Integer, StreamTrack> trackedStreams = new HashMap<>();
  private final List<StreamTrack> ended = new ArrayList<>();

  /** The number of events accepted before the end of each recently ended stream. */
  private final Map<Integer, Long> eventCountsAtEnd = new LinkedHashMap<>();

  private long acceptedEventCount;
  private long retiredCancelledBytes;

  ReceivingStreams(SessionTrack owner, double bufferRatio, Semaphore freeLanes) {
    this.bufferRatio = bufferRatio;
    this.owner = owner;
    this.freeLanes = freeLanes;
  }

  /** Processes an event about receiving on a stream. Returns false if the event is ignored. */
  boolean acceptEvent(FlowControlEvent event) {
    acceptedEventCount++;
    if (eventCountsAtEnd.containsKey(event.streamId())) {
      return false;
    }
    if (isFirstInServerLog(event)) {
      initialWindow = Math.max(initialWindow, event.windowAfter());
      return false;
    }
    StreamTrack stream = findOrTrack(event.streamId());
    stream.accept(event);
    initialWindow = Math.max(initialWindow, stream.windowReplay.initialWindow());
    if (stream.needsLane() && owner.axis.covers(stream.firstNanos) && freeLanes.tryAcquire()) {
      stream.unreadSeries = owner.axis.addSeries();
    }
    stream.draw(initialWindow);
    if (stream.isSettled(initialWindow)) {
      retire(stream, event.timeNanos());
    }
    return true;
  }

  /** Starts tracking a stream unless it has ended. */
  void track(int id, long timeNanos) {
    if (!eventCountsAtEnd.containsKey(id)) {
      findOrTrack(id).markSeen(timeNanos);
    }
  }

  /**
   * Returns whether an event is the first event of a stream in a server's log. Such an event does
   * not prove that the server receives data on the stream.
   */
  private boolean isFirstInServerLog(FlowControlEvent event) {
    return event.cause() == EventCause.STATE
        && !event.isRecorded()
        && owner.session.role() == Role.SERVER
        && !trackedStreams.containsKey(event.streamId());
  }

  private StreamTrack findOrTrack(int id) {
    StreamTrack known = trackedStreams.get(id);
    if (known != null) {
      return known;
    }
    maxOpenStreams = Math.max(maxOpenStreams, trackedStreams.size() + 1);
    if (trackedStreams.size() == MAX_TRACKED_STREAMS) {
      trackedStreams.values().stream()
          .min(
              Comparator.comparing((StreamTrack old) -> old.unreadBytes(initialWindow) > 0)
                  .thenComparingInt(old -> old.id))
          .ifPresent(old -> retire(old, owner.lastChangeNanos));
    }
    StreamTrack added = new StreamTrack(owner.session, id, bufferRatio, owner.receiveStalls);
    trackedStreams.put(id, added);
    return added;
  }

  private void retire(StreamTrack stream, long timeNanos) {
    owner.receiveStalls.endStall(stream.id, timeNanos, false);
    trackedStreams.remove(stream.id);
    if (stream.cancelled) {
      retiredCancelledBytes += Math.max(0, stream.unreadBytes(initialWindow));
    }
    eventCountsAtEnd.put(stream.id, acceptedEventCount);
    if (eventCountsAtEnd.size() > MAX_ENDED_STREAMS) {
      eventCountsAtEnd.remove(eventCountsAtEnd.keySet().iterator().next());
    }
    if (stream.unreadSeries == null) {
      return;
    }
    ended.add(stream);
    if (ended.size() + trackedStreams.size() > MAX_LANES) {
      StreamTrack smallest = ended.stream().min(BY_PEAK).orElseThrow();
      ended.remove(smallest);
      owner.axis.series.remove(smallest.unreadSeries);
      freeLanes.release();
    }
  }

  /**
   * Returns the minimum number of open streams that the source does not show.
   *
   * @param openStreamCount the number of open streams according to Jetty
   */
  int minUnseenStreams(long openStreamCount) {
    long late =
        eventCountsAtEnd.values().stream()
            .filter(count -> count >= acceptedEventCount - MAX_LATE_EVENTS)
            .count();
    return (int) Math.max(0, openStreamCount - trackedStreams.size() - late);
  }

  /** Returns the unread bytes of the streams that were reset according to the source. */
  long cancelledBytes() {
    return retiredCancelledBytes
        + trackedStreams.values().stream()
            .filter(stream -> stream.cancelled)
            .mapToLong(stream -> Math.max(0, stream.unreadBytes(initialWindow)))
            .sum();
  }

  /**
   * Returns the minimum number of unread bytes on reset streams.
   *
   * @param openStreamCount the number of open streams according to Jetty
   */
  long minCancelledBytes(long openStreamCount) {
    List<StreamState> states = states();
    List<Long> unreadSizes =
        states.stream()
            .map(StreamState::unreadBytes)
            .filter(unread -> unread > MAX_LAST_FRAMES_BYTES)
            .sorted()
            .toList();
    long hungry = states.stream().filter(StreamState::isOpenWithoutData).count();
    long cancelled = Math.max(0, unreadSizes.size() + hungry - openStreamCount);
    return unreadSizes.stream().limit(cancelled).mapToLong(Long::longValue).sum();
  }

  /** Returns the earliest time at which a matching stream was seen; UNKNOWN if none matches. */
  long firstNanos(Predicate<StreamTrack> condition) {
    return trackedStreams.values().stream()
        .filter(stream -> stream.isReceiving() && condition.test(stream))
        .mapToLong(stream -> stream.firstNanos)
        .min()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  /** Returns the states of the tracked streams on which the local endpoint receives data. */
  List<StreamState> states() {
    return statesSince(FlowControlEvent.UNKNOWN); // UNKNOWN is smaller than any time
  }

  /**
   * Returns the states of the receiving streams that were last seen at {@code timeNanos} or later.
   */
  List<StreamState> statesSince(long timeNanos) {
    return trackedStreams.values().stream()
        .filter(stream -> stream.isReceiving() && stream.lastNanos >= timeNanos)
        .map(stream -> stream.state(initialWindow))
        .sorted(Comparator.comparingInt(StreamState::id))
        .toList();
  }

  List<Timeline.Lane> drawnLanes() {
    List<Timeline.Lane> drawn = new ArrayList<>();
    ended.forEach(stream -> drawn.add(stream.lane()));
    trackedStreams.values().stream()
        .filter(stream -> stream.unreadSeries != null)
        .sorted(BY_PEAK.reversed())
        .limit(Math.max(0, MAX_LANES - drawn.size()))
        .forEach(stream -> drawn.add(stream.lane()));
    drawn.sort(Comparator.comparingInt(Timeline.Lane::streamId));
    return drawn;
  }
}
