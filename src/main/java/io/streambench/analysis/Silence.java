package io.streambench.analysis;

import static io.streambench.eventlog.FlowControlEvent.UNKNOWN;

import io.streambench.eventlog.FlowControlEvent;
import java.util.HashSet;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * A silence on an exhausted session that lasted as long as a stall does. Whether it was one depends
 * on what ends it. A reader that reads on has paused, and nobody hung. It was a stall if a stream
 * that starved is reset, if the session ends, or if credit comes although nobody reads. A stream
 * that is given up is read a little, too (Jetty drops what it holds), before or after it is reset:
 * so what happens is watched for a while. Not thread-safe.
 */
final class Silence {
  /** A recording tells of what was read a second late at the most. */
  private static final long WATCHED_NANOS = TimeUnit.SECONDS.toNanos(2);

  /** The end of a silence, as far as it is known. */
  enum End {
    NOT_YET,
    HUNG,
    READ_ON
  }

  private final Verdict verdict;
  private final SessionState state;
  private final long idleNanos;
  private final long judgedNanos;
  private final Set<Integer> starved;
  private final Set<Integer> read = new HashSet<>();
  private final Set<Integer> reset = new HashSet<>();
  private long endNanos = UNKNOWN;
  private boolean gaveUp;

  /**
   * @param verdict if it was a stall
   * @param state of the session
   * @param idleNanos how long it had lasted
   * @param judgedNanos at this time
   */
  Silence(Verdict verdict, SessionState state, long idleNanos, long judgedNanos) {
    this.verdict = verdict;
    this.state = state;
    this.idleNanos = idleNanos;
    this.judgedNanos = judgedNanos;
    this.starved = state.starvedStreams().stream().map(StreamState::id).collect(Collectors.toSet());
  }

  Verdict verdict() {
    return verdict;
  }

  SessionState state() {
    return state;
  }

  long idleNanos() {
    return idleNanos;
  }

  /** Time of this judgement; while the silence lasts, a later judgement may know more. */
  long judgedNanos() {
    return judgedNanos;
  }

  /** Returns whether it lasts. */
  boolean lasts() {
    return endNanos == UNKNOWN && !gaveUp;
  }

  /** Takes note of what happens on the session. */
  void accept(FlowControlEvent event) {
    if (event.ofSession()) {
      switch (event.cause()) {
        case CLOSED -> gaveUp = true;
        case DATA_CONSUMED, WINDOW_UPDATE_SENT, DATA_RECEIVED -> ends(event);
        default -> {}
      }
      return;
    }
    switch (event.cause()) {
      case RESET -> {
        gaveUp |= starved.contains(event.streamId());
        reset.add(event.streamId());
        read.remove(event.streamId());
      }
      case DATA_CONSUMED -> {
        ends(event);
        if (!reset.contains(event.streamId())) {
          read.add(event.streamId());
        }
      }
      case DATA_RECEIVED -> starved.remove(event.streamId());
      default -> {}
    }
  }

  private void ends(FlowControlEvent event) {
    if (endNanos == UNKNOWN) {
      endNanos = event.timeNanos();
    }
  }

  /** Returns how the silence ended, as far as that can be told at a time. */
  End end(long nowNanos) {
    if (gaveUp) {
      return End.HUNG;
    }
    return endNanos == UNKNOWN || nowNanos - endNanos < WATCHED_NANOS ? End.NOT_YET : atEnd();
  }

  /** Returns how the silence ended if no event follows; one that lasts until then is HUNG. */
  End atEnd() {
    return gaveUp || read.isEmpty() ? End.HUNG : End.READ_ON;
  }
}
