package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.Cause;
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
 * a stall. If the reader continues, the reader had only paused. It was a stall if one of the
 * session's streams is reset, if the session ends, or if credit is given without a read. A reader
 * that gives up also consumes some data: Jetty drops the data of a stream before or after its
 * reset, and the other streams may be read until they are reset. Therefore the events after the end
 * are watched for a while. A log does not show the reset of an empty stream, but its session then
 * counts fewer open streams. Not thread-safe.
 */
final class Silence {
  /** The time to wait for a read, because a recording shows reads up to one second late. */
  private static final long MAX_READ_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How a silence ended, as far as known. */
  enum End {
    NOT_YET,
    HUNG,
    READER_CONTINUED
  }

  final SessionState state;
  final long idleNanos;

  /**
   * The time of this verdict; while the silence lasts, a later verdict may be based on more events.
   */
  final long judgedNanos;

  /** The start time of the blocked operation; may be unknown. */
  final long operationNanos;

  private final Verdict verdict;
  private final Set<Integer> starvedStreamIds;
  private final Set<Integer> openStreamIds;
  private final Set<Integer> cancelledStreamIds;
  private final Set<Integer> readStreams = new HashSet<>();

  /** Unread bytes by stream, for streams that cannot end without a read, more data or a reset. */
  private final Map<Integer, Long> unreadByUnendedStream;

  private final long openStreams;
  private long minOpenStreams;
  private long endNanos = UNKNOWN;
  private long resetNanos = UNKNOWN;
  private Reason endReason = Kind.ENDED_BY_WINDOW_UPDATE.of();
  private boolean hasNamedEnd;
  private boolean receivedData;
  private boolean isOpen;
  private boolean hasCredit;
  private boolean readerGaveUp;
  private boolean closed;

  /** Creates a silence of {@code idleNanos}; the verdict applies if it proves to be a stall. */
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
    this.starvedStreamIds = streamIds(state.starvedStreams().stream());
    this.openStreamIds = streamIds(state.streams().stream().filter(stream -> !stream.cancelled()));
    this.cancelledStreamIds = streamIds(state.streams().stream().filter(StreamState::cancelled));
    this.unreadByUnendedStream =
        state.streams().stream()
            .filter(stream -> openStreamIds.contains(stream.id()) && !stream.remotelyClosed())
            .filter(stream -> stream.isHungry() || holdsMoreThanLastFrames(stream.unreadBytes()))
            .collect(Collectors.toMap(StreamState::id, StreamState::unreadBytes));
    this.openStreams = openStreams;
    this.minOpenStreams = Math.min(openStreams, unreadByUnendedStream.size());
  }

  private static Set<Integer> streamIds(Stream<StreamState> streams) {
    return streams.map(StreamState::id).collect(Collectors.toSet());
  }

  private static boolean holdsMoreThanLastFrames(long unread) {
    return unread > ReceivingStreams.MAX_LAST_FRAMES_BYTES;
  }

  /**
   * The verdict if the silence was a stall. Once it has ended, the reason includes its period and
   * how it ended.
   */
  Verdict verdict() {
    return endNanos == UNKNOWN
        ? verdict
        : verdict.withAdditionalReason(
            Kind.STALL_PERIOD.of(time(sinceNanos()), time(endNanos), endReason));
  }

  private static Instant time(long nanos) {
    return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS);
  }

  /** The time at which the silence began. */
  long sinceNanos() {
    return judgedNanos - idleNanos;
  }

  /** Returns whether the silence still lasts and nothing has happened that may end it. */
  boolean isOngoing(long nowNanos) {
    return endNanos == UNKNOWN && !wasJustReset(nowNanos);
  }

  private boolean wasJustReset(long nowNanos) {
    return resetNanos != UNKNOWN && nowNanos - resetNanos < MAX_READ_DELAY_NANOS;
  }

  void accept(FlowControlEvent event) {
    if (event.isSessionEvent()) {
      compareOpenStreams(event);
      switch (event.cause()) {
        case CLOSED -> {
          recordEnd(event);
          closed = true;
          recordNamedEnd(event, Kind.ENDED_BY_SESSION_END.of());
        }
        case DATA_CONSUMED, WINDOW_UPDATE_SENT, DATA_RECEIVED -> {
          recordEnd(event);
          hasCredit |= event.cause() == Cause.WINDOW_UPDATE_SENT;
          isOpen |= event.cause() == Cause.DATA_RECEIVED && event.windowBefore() > 0;
        }
        default -> {}
      }
      return;
    }
    int stream = event.streamId();
    switch (event.cause()) {
      case RESET -> reset(event);
      case REMOTELY_CLOSED -> unreadByUnendedStream.remove(stream);
      case DATA_CONSUMED -> {
        recordEnd(event);
        if (!cancelledStreamIds.contains(stream)) {
          readStreams.add(stream);
        }
        unreadByUnendedStream.computeIfPresent(
            stream,
            (id, unread) ->
                holdsMoreThanLastFrames(unread - event.bytes()) ? unread - event.bytes() : null);
      }
      case DATA_RECEIVED -> {
        unreadByUnendedStream.remove(stream);
        receivedData |= starvedStreamIds.remove(stream) && resetNanos == UNKNOWN;
      }
      default -> {}
    }
  }

  private void reset(FlowControlEvent event) {
    int stream = event.streamId();
    readStreams.remove(stream);
    cancelledStreamIds.add(stream);
    if (openStreamIds.remove(stream) && recordReset(event)) {
      recordNamedEnd(event, Kind.ENDED_BY_RESET.of(stream));
      if (starvedStreamIds.contains(stream)) {
        recordEnd(event);
      }
    }
  }

  /** Detects unseen resets: while the window is exhausted, only a reset ends an unread stream. */
  private void compareOpenStreams(FlowControlEvent event) {
    long now = event.session().openStreams();
    if (openStreams != UNKNOWN && now < Math.min(minOpenStreams, unreadByUnendedStream.size())) {
      minOpenStreams = now;
      if (recordReset(event) && !hasNamedEnd) {
        endReason = Kind.ENDED_BY_UNNAMED_RESET.of();
      }
    }
  }

  /**
   * Records a reset that the reader may have caused. Returns false if an awaited stream had already
   * received data.
   */
  private boolean recordReset(FlowControlEvent event) {
    if (!receivedData) {
      resetNanos = event.timeNanos();
      readerGaveUp |= endNanos != UNKNOWN;
    }
    return !receivedData;
  }

  private void recordNamedEnd(FlowControlEvent event, Reason reason) {
    if (!hasNamedEnd) {
      hasNamedEnd = true;
      endReason =
          event
              .session()
              .failure()
              .map(failure -> Kind.WITH_FAILURE.of(reason, failure))
              .orElse(reason);
    }
  }

  private void recordEnd(FlowControlEvent event) {
    if (endNanos == UNKNOWN) {
      endNanos = event.timeNanos();
      readerGaveUp |= wasJustReset(endNanos);
    }
  }

  /** Returns how the silence ended, as far as known at {@code nowNanos}. */
  End end(long nowNanos) {
    return closed || endNanos != UNKNOWN && nowNanos - endNanos >= MAX_READ_DELAY_NANOS
        ? endOfSource()
        : End.NOT_YET;
  }

  /**
   * Returns how the silence ended if no event follows; a silence that still lasts is HUNG. If data
   * arrives without credit, the lines of reads are missing.
   */
  End endOfSource() {
    boolean hasUnseenReads = isOpen && !hasCredit;
    return closed || readerGaveUp || readStreams.isEmpty() && !hasUnseenReads
        ? End.HUNG
        : End.READER_CONTINUED;
  }
}
