package io.streambench.flow.replay;

import static io.streambench.flow.events.FlowControlEvent.UNKNOWN;

import io.streambench.flow.events.EventCause;
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
 * A period, at least as long as the stall timeout, in which no data of an exhausted session was
 * read. The silence was only a pause if the reader continues afterwards. The silence was a stall if
 * a stream is reset, the session ends, or credit is sent without a read. Not thread-safe.
 *
 * <p>A reader that gives up consumes data, too: Jetty drops the data of reset streams, and other
 * streams may be read until their reset. Therefore the events in the two seconds after a silence
 * are examined. A log does not show the reset of an empty stream, but shows that Jetty counts fewer
 * open streams afterwards.
 */
final class Silence {
  /** The time to wait for a read after a silence. A recording may show a read one second late. */
  private static final long MAX_READ_DELAY_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** How a silence ended. */
  enum End {
    NOT_YET,
    HUNG,
    READER_CONTINUED
  }

  final SessionState state;
  final long idleNanos;

  /** The time at which the verdict was given. */
  final long verdictNanos;

  /** The start time of the blocked operation; UNKNOWN if the source does not show it. */
  final long operationStartNanos;

  private final Verdict verdict;
  private final Set<Integer> awaitedStreamIds;
  private final Set<Integer> openStreamIds;
  private final Set<Integer> cancelledStreamIds;
  private final Set<Integer> readStreamIds = new HashSet<>();

  /** The unread bytes of each stream that is certainly open, by stream identifier. */
  private final Map<Integer, Long> unreadByOpenStream;

  private final long openStreams;
  private long minOpenStreams;
  private long endNanos = UNKNOWN;
  private long resetNanos = UNKNOWN;
  private Reason endReason = Kind.ENDED_BY_WINDOW_UPDATE.of();
  private boolean hasNamedEnd;
  private boolean hasReceivedAwaitedData;
  private boolean hasOpenWindow;
  private boolean hasSentCredit;
  private boolean hasReaderGivenUp;
  private boolean closed;

  /** Creates a silence. {@code verdict} applies if the silence proves to be a stall. */
  Silence(
      Verdict verdict,
      SessionState state,
      long openStreams,
      long operationNanos,
      long idleNanos,
      long verdictNanos) {
    this.verdict = verdict;
    this.state = state;
    this.idleNanos = idleNanos;
    this.verdictNanos = verdictNanos;
    this.operationStartNanos = operationNanos;
    this.awaitedStreamIds = streamIds(state.awaitedStreams().stream());
    this.openStreamIds = streamIds(state.streams().stream().filter(stream -> !stream.cancelled()));
    this.cancelledStreamIds = streamIds(state.streams().stream().filter(StreamState::cancelled));
    this.unreadByOpenStream =
        state.streams().stream()
            .filter(stream -> openStreamIds.contains(stream.id()) && !stream.remotelyClosed())
            .filter(
                stream ->
                    stream.isOpenWithoutData() || holdsMoreThanLastFrames(stream.unreadBytes()))
            .collect(Collectors.toMap(StreamState::id, StreamState::unreadBytes));
    this.openStreams = openStreams;
    this.minOpenStreams = Math.min(openStreams, unreadByOpenStream.size());
  }

  private static Set<Integer> streamIds(Stream<StreamState> streams) {
    return streams.map(StreamState::id).collect(Collectors.toSet());
  }

  private static boolean holdsMoreThanLastFrames(long unread) {
    return unread > ReceivingStreams.MAX_LAST_FRAMES_BYTES;
  }

  /**
   * Returns the verdict that applies if the silence was a stall. After the end of the silence, the
   * reasons contain the period and how the silence ended.
   */
  Verdict verdict() {
    return endNanos == UNKNOWN
        ? verdict
        : verdict.withAdditionalReason(
            Kind.STALL_PERIOD.of(toInstant(startNanos()), toInstant(endNanos), endReason));
  }

  private static Instant toInstant(long nanos) {
    return Instant.ofEpochSecond(0, nanos).truncatedTo(ChronoUnit.MILLIS);
  }

  long startNanos() {
    return verdictNanos - idleNanos;
  }

  /** Returns whether the silence continues and no stream was reset in the last two seconds. */
  boolean isOngoing(long nowNanos) {
    return endNanos == UNKNOWN && !wasJustReset(nowNanos);
  }

  private boolean wasJustReset(long nowNanos) {
    return resetNanos != UNKNOWN && nowNanos - resetNanos < MAX_READ_DELAY_NANOS;
  }

  void accept(FlowControlEvent event) {
    if (event.isSessionEvent()) {
      detectUnloggedResets(event);
      switch (event.cause()) {
        case CLOSED -> {
          recordEnd(event);
          closed = true;
          recordNamedEnd(event, Kind.ENDED_BY_SESSION_END.of());
        }
        case DATA_CONSUMED, WINDOW_UPDATE_SENT, DATA_RECEIVED -> {
          recordEnd(event);
          hasSentCredit |= event.cause() == EventCause.WINDOW_UPDATE_SENT;
          hasOpenWindow |= event.cause() == EventCause.DATA_RECEIVED && event.windowBefore() > 0;
        }
        default -> {}
      }
      return;
    }
    int stream = event.streamId();
    switch (event.cause()) {
      case RESET -> processReset(event);
      case REMOTELY_CLOSED -> unreadByOpenStream.remove(stream);
      case DATA_CONSUMED -> {
        recordEnd(event);
        if (!cancelledStreamIds.contains(stream)) {
          readStreamIds.add(stream);
        }
        unreadByOpenStream.computeIfPresent(
            stream,
            (id, unread) ->
                holdsMoreThanLastFrames(unread - event.bytes()) ? unread - event.bytes() : null);
      }
      case DATA_RECEIVED -> {
        unreadByOpenStream.remove(stream);
        hasReceivedAwaitedData |= awaitedStreamIds.remove(stream) && resetNanos == UNKNOWN;
      }
      default -> {}
    }
  }

  private void processReset(FlowControlEvent event) {
    int stream = event.streamId();
    readStreamIds.remove(stream);
    cancelledStreamIds.add(stream);
    if (openStreamIds.remove(stream) && recordReset(event)) {
      recordNamedEnd(event, Kind.ENDED_BY_RESET.of(stream));
      if (awaitedStreamIds.contains(stream)) {
        recordEnd(event);
      }
    }
  }

  /** Detects resets that the log does not show, using Jetty's count of open streams. */
  private void detectUnloggedResets(FlowControlEvent event) {
    long now = event.session().openStreams();
    if (openStreams != UNKNOWN && now < Math.min(minOpenStreams, unreadByOpenStream.size())) {
      minOpenStreams = now;
      if (recordReset(event) && !hasNamedEnd) {
        endReason = Kind.ENDED_BY_UNNAMED_RESET.of();
      }
    }
  }

  /** Records a reset unless awaited data has arrived. Returns whether the reset was recorded. */
  private boolean recordReset(FlowControlEvent event) {
    if (!hasReceivedAwaitedData) {
      resetNanos = event.timeNanos();
      hasReaderGivenUp |= endNanos != UNKNOWN;
    }
    return !hasReceivedAwaitedData;
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

  /** Ends the silence because the JVM was restarted, which ended the session. */
  void endWithRestart(long timeNanos) {
    endNanos = timeNanos;
    endReason = Kind.ENDED_BY_RESTART.of();
  }

  private void recordEnd(FlowControlEvent event) {
    if (endNanos == UNKNOWN) {
      endNanos = event.timeNanos();
      hasReaderGivenUp |= wasJustReset(endNanos);
    }
  }

  /** Returns how the silence ended; NOT_YET if undecided at {@code nowNanos}. */
  End end(long nowNanos) {
    return closed || endNanos != UNKNOWN && nowNanos - endNanos >= MAX_READ_DELAY_NANOS
        ? endWithoutMoreEvents()
        : End.NOT_YET;
  }

  /**
   * Returns how the silence ended if no event follows; HUNG if the silence still lasts. Data that
   * arrives without a WINDOW_UPDATE proves reads that are missing from the log.
   */
  End endWithoutMoreEvents() {
    boolean hasUnseenReads = hasOpenWindow && !hasSentCredit;
    return closed || hasReaderGivenUp || readStreamIds.isEmpty() && !hasUnseenReads
        ? End.HUNG
        : End.READER_CONTINUED;
  }
}
