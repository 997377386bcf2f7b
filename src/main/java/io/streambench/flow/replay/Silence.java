package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A silence on an exhausted session that lasted as long as a stall. Its end decides whether it was
 * one. If the reader continues, it had only paused. It was a stall if one of its streams is reset,
 * if the session ends, or if credit is given without a read. A reader that gives up also consumes
 * some data: Jetty drops what a stream holds before or after its reset, and the other streams may
 * be read until they are reset. Therefore the events after the end are watched for a while. A log
 * does not show the reset of an empty stream, but its session then counts fewer open streams. Not
 * thread-safe.
 */
final class Silence {
  /** A recording shows a read at most one second late. */
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The end of a silence, as far as it is known. */
  enum End {
    NOT_YET,
    HUNG,
    READ_ON
  }

  final SessionState state;
  final long idleNanos;

  /** The time of this verdict; while the silence lasts, a later one may be based on more events. */
  final long judgedNanos;

  /** The start time of the blocked operation; may be unknown. */
  final long operationNanos;

  private final Verdict verdict;
  private final Set<Integer> starved;
  private final Set<Integer> open;
  private final Set<Integer> cancelled;
  private final Set<Integer> read = new HashSet<>();

  /** Unread bytes of the streams that cannot have ended unless they are read. */
  private final Map<Integer, Long> unended;

  private final long openStreams;
  private long fewest;
  private long endNanos = UNKNOWN;
  private long resetNanos = UNKNOWN;
  private Reason ender = Kind.BY_WINDOW_UPDATE.of();
  private boolean named;
  private boolean fed;
  private boolean gaveUp;
  private boolean closed;

  /** Creates a silence of {@code idleNanos}; the verdict applies if it was a stall. */
  Silence(
      Verdict verdict,
      SessionState state,
      long openStreams,
      long operationNanos,
      long idleNanos,
      long judgedNanos) {
    this.verdict = verdict;
    this.state = state;
    this.idleNanos = idleNanos;
    this.judgedNanos = judgedNanos;
    this.operationNanos = operationNanos;
    this.starved = ids(state.starvedStreams().stream());
    this.open = ids(state.streams().stream().filter(stream -> !stream.cancelled()));
    this.cancelled = ids(state.streams().stream().filter(StreamState::cancelled));
    this.unended =
        state.streams().stream()
            .filter(stream -> open.contains(stream.id()) && !stream.remotelyClosed())
            .filter(stream -> stream.hungry() || holdsMore(stream.unreadBytes()))
            .collect(Collectors.toMap(StreamState::id, StreamState::unreadBytes));
    this.openStreams = openStreams;
    this.fewest = Math.min(openStreams, unended.size());
  }

  private static Set<Integer> ids(Stream<StreamState> streams) {
    return streams.map(StreamState::id).collect(Collectors.toSet());
  }

  private static boolean holdsMore(long unread) {
    return unread > ReceivingStreams.LAST_FRAMES;
  }

  /** The verdict if it was a stall; the reason includes duration and end, if it has ended. */
  Verdict verdict() {
    return endNanos == UNKNOWN
        ? verdict
        : verdict.and(Kind.LASTED.of(time(sinceNanos()), time(endNanos), ender));
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS);
  }

  /** The time of the last read. */
  long sinceNanos() {
    return judgedNanos - idleNanos;
  }

  /** Returns whether it still lasts and nothing has happened that may end it. */
  boolean lasts(long nowNanos) {
    return endNanos == UNKNOWN && !justReset(nowNanos);
  }

  private boolean justReset(long nowNanos) {
    return resetNanos != UNKNOWN && nowNanos - resetNanos < WATCHED_NANOS;
  }

  void accept(FlowControlEvent event) {
    if (event.ofSession()) {
      count(event);
      switch (event.cause()) {
        case CLOSED -> {
          ends(event);
          closed = true;
          names(event, Kind.BY_SESSION_END.of());
        }
        case DATA_CONSUMED, WINDOW_UPDATE_SENT, DATA_RECEIVED -> ends(event);
        default -> {}
      }
      return;
    }
    int stream = event.streamId();
    switch (event.cause()) {
      case RESET -> reset(event);
      case REMOTELY_CLOSED -> unended.remove(stream);
      case DATA_CONSUMED -> {
        ends(event);
        if (!cancelled.contains(stream)) {
          read.add(stream);
        }
        unended.computeIfPresent(
            stream,
            (id, unread) -> holdsMore(unread - event.bytes()) ? unread - event.bytes() : null);
      }
      case DATA_RECEIVED -> {
        unended.remove(stream);
        fed |= starved.remove(stream) && resetNanos == UNKNOWN;
      }
      default -> {}
    }
  }

  private void reset(FlowControlEvent event) {
    int stream = event.streamId();
    read.remove(stream);
    cancelled.add(stream);
    if (open.remove(stream) && givesUp(event)) {
      names(event, Kind.BY_RESET.of(stream));
      if (starved.contains(stream)) {
        ends(event);
      }
    }
  }

  /** Compares the number of open streams: without a window, only a reset can have ended them. */
  private void count(FlowControlEvent event) {
    long now = event.session().openStreams();
    if (openStreams != UNKNOWN && now < Math.min(fewest, unended.size())) {
      fewest = now;
      if (givesUp(event) && !named) {
        ender = Kind.BY_UNNAMED_RESET.of();
      }
    }
  }

  /** Records a reset that the reader may have caused; false if its data has already arrived. */
  private boolean givesUp(FlowControlEvent event) {
    if (!fed) {
      resetNanos = event.timeNanos();
      gaveUp |= endNanos != UNKNOWN;
    }
    return !fed;
  }

  private void names(FlowControlEvent event, Reason how) {
    if (!named) {
      named = true;
      ender = event.session().failure().map(why -> Kind.WITH_FAILURE.of(how, why)).orElse(how);
    }
  }

  private void ends(FlowControlEvent event) {
    if (endNanos == UNKNOWN) {
      endNanos = event.timeNanos();
      gaveUp |= justReset(endNanos);
    }
  }

  /** Returns how the silence ended, as far as known at this time. */
  End end(long nowNanos) {
    return closed || endNanos != UNKNOWN && nowNanos - endNanos >= WATCHED_NANOS
        ? atEnd()
        : End.NOT_YET;
  }

  /** Returns how the silence ended if no event follows; a silence that still lasts is HUNG. */
  End atEnd() {
    return closed || gaveUp || read.isEmpty() ? End.HUNG : End.READ_ON;
  }
}
