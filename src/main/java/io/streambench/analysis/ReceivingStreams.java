package io.streambench.analysis;

import io.streambench.eventlog.Cause;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.Role;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * The streams on which one session receives: those that are followed, those that are over and still
 * drawn, and those that are known to be over. Bounded, whatever a log tells. Not thread-safe.
 */
final class ReceivingStreams {
  /** Lanes of a timeline; beyond that those go first that are done and held the least. */
  static final int MAX_LANES = 64;

  /** Streams that a log never closes would otherwise pile up. */
  static final int MAX_STREAMS = 1024;

  /** A stream that is over may be counted by its session for so many events more. */
  private static final int STILL_COUNTED = 32;

  /** A stream that was read and is over has no more unread than its last few frames. */
  static final long LAST_FRAMES = 65_536;

  /** Number of ended streams that are remembered, to recognize late lines about them. */
  private static final int MAX_SETTLED = 256;

  /** The largest initial window that one of them was seen to have. */
  long window;

  /** The most that were followed at the same time. */
  int maxOpen;

  private final double bufferRatio;
  private final SessionTrack owner;
  private final LaneBudget lanes;
  private final Map<Integer, StreamTrack> followed = new HashMap<>();
  private final List<StreamTrack> done = new ArrayList<>();
  private final Set<Integer> settled = new LinkedHashSet<>();
  private final Deque<Long> retired = new ArrayDeque<>();
  private long accepted;
  private long cancelledBefore;

  ReceivingStreams(SessionTrack owner, double bufferRatio, LaneBudget lanes) {
    this.bufferRatio = bufferRatio;
    this.owner = owner;
    this.lanes = lanes;
  }

  /** Takes an event of a stream, apart from events of sending; false for what came late. */
  boolean accept(FlowControlEvent event) {
    accepted++;
    if (settled.contains(event.streamId())) {
      return false;
    }
    if (shownByAServer(event)) {
      window = Math.max(window, event.windowAfter());
      return false;
    }
    StreamTrack stream = stream(event.streamId());
    stream.accept(event);
    window = Math.max(window, stream.account.initialWindow());
    if (stream.wantsLane() && owner.axis.shows(stream.firstNanos)) {
      stream.enter(owner.axis);
      lanes.take(owner);
    }
    stream.draw(window);
    if (stream.settled(window)) {
      retire(stream, event.timeNanos());
    }
    return true;
  }

  /** Follows a stream from now on, unless it is known to be over. */
  void follow(int id, long timeNanos) {
    if (!settled.contains(id)) {
      stream(id).seen(timeNanos);
    }
  }

  /** A log shows the receive window of a stream that a server only sends on, and never its end. */
  private boolean shownByAServer(FlowControlEvent event) {
    return event.cause() == Cause.STATE
        && !event.recorded()
        && owner.session.role() == Role.SERVER
        && !followed.containsKey(event.streamId());
  }

  private StreamTrack stream(int id) {
    StreamTrack known = followed.get(id);
    if (known != null) {
      return known;
    }
    maxOpen = Math.max(maxOpen, followed.size() + 1);
    if (followed.size() == MAX_STREAMS) {
      followed.values().stream()
          .min(
              Comparator.comparing((StreamTrack old) -> old.unreadBytes(window) > 0)
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
      cancelledBefore += Math.max(0, stream.unreadBytes(window));
    }
    retired.add(accepted);
    forgetRetired();
    settled.add(stream.id);
    if (settled.size() > MAX_SETTLED) {
      settled.remove(settled.iterator().next());
    }
    if (!stream.hasLane()) {
      return;
    }
    done.add(stream);
    if (done.size() + followed.size() > MAX_LANES) {
      StreamTrack least =
          done.stream().min(Comparator.comparingInt(StreamTrack::peakUnread)).orElseThrow();
      done.remove(least);
      least.leave(owner.axis);
      lanes.held--;
    }
  }

  private void forgetRetired() {
    while (!retired.isEmpty() && retired.peek() < accepted - STILL_COUNTED) {
      retired.remove();
    }
  }

  /** The least number of streams that Jetty counts as open and the source does not show. */
  int unheard(long open) {
    forgetRetired();
    return (int) Math.max(0, open - followed.size() - retired.size());
  }

  /** Unread bytes of streams that were reset, as far as the source tells of that. */
  long cancelledBytes() {
    return cancelledBefore
        + followed.values().stream()
            .filter(stream -> stream.cancelled)
            .mapToLong(stream -> Math.max(0, stream.unreadBytes(window)))
            .sum();
  }

  /**
   * The least that must lie unread on streams that were reset, by the number that are open: those
   * that are hungry or hold more than the last frames of a response are open, unless they were.
   */
  long cancelledBytes(long open) {
    List<StreamState> states = states();
    List<Long> held =
        states.stream()
            .map(StreamState::unreadBytes)
            .filter(unread -> unread > LAST_FRAMES)
            .sorted()
            .toList();
    long hungry = states.stream().filter(StreamState::hungry).count();
    long cancelled = Math.max(0, held.size() + hungry - open);
    return held.stream().limit(cancelled).mapToLong(Long::longValue).sum();
  }

  /** Earliest time at which the source reported such a stream, followed and receiving. */
  long firstNanos(Predicate<StreamTrack> of) {
    return followed.values().stream()
        .filter(stream -> stream.receives() && of.test(stream))
        .mapToLong(stream -> stream.firstNanos)
        .min()
        .orElse(FlowControlEvent.UNKNOWN);
  }

  /** Makes room for others; a stream with further events begins anew. */
  void dropLanes() {
    done.forEach(stream -> stream.leave(owner.axis));
    lanes.held -= done.size();
    done.clear();
    for (StreamTrack stream : followed.values()) {
      if (stream.hasLane()) {
        stream.leave(owner.axis);
        lanes.held--;
      }
    }
  }

  /** States of the followed streams on which this end receives, by identifier. */
  List<StreamState> states() {
    return statesSince(FlowControlEvent.UNKNOWN); // which is less than any time
  }

  /** The same of those that the source has reported since that time. */
  List<StreamState> statesSince(long timeNanos) {
    return followed.values().stream()
        .filter(stream -> stream.receives() && stream.lastNanos >= timeNanos)
        .map(stream -> stream.state(window))
        .sorted(Comparator.comparingInt(StreamState::id))
        .toList();
  }

  List<Timeline.Lane> drawn() {
    List<Timeline.Lane> drawn = new ArrayList<>();
    done.forEach(stream -> drawn.add(stream.lane()));
    followed.values().stream()
        .filter(StreamTrack::hasLane)
        .sorted(Comparator.comparingInt(StreamTrack::peakUnread).reversed())
        .limit(Math.max(0, MAX_LANES - drawn.size()))
        .forEach(stream -> drawn.add(stream.lane()));
    drawn.sort(Comparator.comparingInt(Timeline.Lane::streamId));
    return drawn;
  }
}
