package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import io.streambench.flow.events.Cause;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Observes one session and writes a sample of each change. Not thread-safe. */
final class SampledSession {
  private static final Duration STATE_INTERVAL = Duration.ofSeconds(1);

  private final ClientSession session;
  private final SampleWriter samples;
  private final Map<Integer, SampledStream> streams = new LinkedHashMap<>();
  private final Map<Integer, StreamSnapshot> endedUnread = new LinkedHashMap<>();
  private SessionSnapshot last;
  private long stateWrittenNanos;
  private long lastMovedNanos;
  private long exhaustedSinceNanos;

  private record SampledStream(Object stream, StreamSnapshot snapshot) {}

  SampledSession(ClientSession session, SampleWriter samples, long nowNanos) throws IOException {
    this.session = session;
    this.samples = samples;
    this.last = session.snapshot();
    this.lastMovedNanos = nowNanos;
    this.exhaustedSinceNanos = nowNanos;
    writeState(Cause.OPENED, nowNanos);
    sampleStreams(nowNanos);
  }

  ClientSession session() {
    return session;
  }

  /**
   * Writes samples of all changes since the previous call. Writes the complete state every second,
   * and when the window becomes exhausted.
   */
  void sample(long nowNanos) throws IOException {
    SessionSnapshot now = session.snapshot();
    Movement moved = Movement.between(last, now);
    boolean isJustExhausted = now.window() <= 0 && last.window() > 0;
    if (now.window() > 0) {
      exhaustedSinceNanos = nowNanos;
    }
    last = now;
    if (moved.isNonZero()) {
      lastMovedNanos = nowNanos;
      writeMoved(Cause.DATA_RECEIVED, Sample.NO_STREAM, moved.received());
      writeMoved(Cause.DATA_CONSUMED, Sample.NO_STREAM, moved.consumed());
      writeMoved(Cause.WINDOW_UPDATE_SENT, Sample.NO_STREAM, moved.credited());
    }
    if (isJustExhausted || nowNanos - stateWrittenNanos >= STATE_INTERVAL.toNanos()) {
      writeState(Cause.STATE, nowNanos);
    }
    sampleStreams(nowNanos);
  }

  private void writeState(Cause cause, long nowNanos) throws IOException {
    stateWrittenNanos = nowNanos;
    long exhaustedMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - exhaustedSinceNanos);
    samples.write(Sample.ofSession(cause, session, last, last.window() > 0 ? 0 : exhaustedMillis));
  }

  /**
   * Writes samples of new, changed and ended streams. Also writes samples of unchanged streams if
   * the session's state has just been written.
   */
  private void sampleStreams(long nowNanos) throws IOException {
    Map<Integer, Object> open = session.openStreams();
    for (Map.Entry<Integer, Object> stream : open.entrySet()) {
      StreamSnapshot snapshot = session.snapshot(stream.getValue());
      SampledStream before =
          streams.put(stream.getKey(), new SampledStream(stream.getValue(), snapshot));
      if (before == null) {
        write(Cause.OPENED, snapshot, 0);
      } else {
        writeChanges(stream.getValue(), before.snapshot, snapshot, nowNanos == stateWrittenNanos);
      }
    }
    for (SampledStream stream : List.copyOf(streams.values())) {
      if (!open.containsKey(stream.snapshot.id())) {
        streams.remove(stream.snapshot.id());
        writeEnd(stream);
      }
    }
    estimateReadsOfEnded();
  }

  private void writeChanges(
      Object stream, StreamSnapshot before, StreamSnapshot now, boolean isStateDue)
      throws IOException {
    if (!now.isRemotelyClosed()) {
      Movement moved = Movement.between(before, now);
      writeMoved(Cause.DATA_RECEIVED, now, moved.received());
      writeMoved(Cause.DATA_CONSUMED, now, moved.consumed());
    }
    if (isStateDue || now.differsFrom(before)) {
      write(cause(stream, now), now, 0);
    }
  }

  private void writeMoved(Cause cause, StreamSnapshot stream, long bytes) throws IOException {
    if (bytes > 0) {
      write(cause, stream, bytes);
    }
  }

  private void write(Cause cause, StreamSnapshot stream, long bytes) throws IOException {
    samples.write(Sample.ofStream(cause, session, last, stream, bytes));
  }

  /** Returns the cause to write in a sample. Searches for waiting readers only if necessary. */
  private Cause cause(Object stream, StreamSnapshot snapshot) {
    if (snapshot.isReset()) {
      return Cause.RESET;
    } else if (snapshot.isRemotelyClosed()) {
      return Cause.REMOTELY_CLOSED;
    } else if (last.window() > 0 || !snapshot.isEmpty()) {
      return Cause.STATE;
    }
    return session.isAwaited(stream) ? Cause.AWAITED : Cause.NOT_AWAITED;
  }

  /**
   * Writes a sample for the end of a stream. Unless the stream was reset, remembers its unread
   * bytes, which can still be read.
   */
  private void writeEnd(SampledStream stream) throws IOException {
    boolean reset = session.isReset(stream.stream);
    write(reset ? Cause.RESET : Cause.CLOSED, stream.snapshot, 0);
    if (!reset && stream.snapshot.unread() > 0) {
      endedUnread.put(stream.snapshot.id(), stream.snapshot);
    }
  }

  /**
   * Estimates the reads of ended streams, which Jetty does not count. The session's unread bytes
   * limit how many bytes of ended streams can still be unread. All other bytes count as read,
   * beginning with the oldest stream.
   */
  private void estimateReadsOfEnded() throws IOException {
    long unreadOfOpenStreams =
        streams.values().stream().mapToLong(stream -> stream.snapshot.unread()).sum();
    long maxUnread = Math.max(0, last.unreadBytes() - unreadOfOpenStreams);
    long read = endedUnread.values().stream().mapToLong(StreamSnapshot::unread).sum() - maxUnread;
    for (StreamSnapshot stream : List.copyOf(endedUnread.values())) {
      long readBytes = Math.min(read, stream.unread());
      if (readBytes > 0) {
        read -= readBytes;
        StreamSnapshot remaining =
            new StreamSnapshot(
                stream.id(),
                stream.window(),
                stream.unread() - readBytes,
                stream.uncreditedBytes(),
                true,
                false);
        write(Cause.DATA_CONSUMED, remaining, readBytes);
        endedUnread.put(stream.id(), remaining);
      }
    }
    endedUnread.values().removeIf(stream -> stream.unread() == 0);
  }

  /** Excludes a pause of the JVM from the inactive time of the session. */
  void addPause(long nanos) {
    lastMovedNanos += nanos;
    exhaustedSinceNanos += nanos;
  }

  /** Writes a sample for the end of the session. */
  void end() throws IOException {
    write(Cause.CLOSED, Sample.NO_STREAM, 0);
  }

  /** Returns the session if its window is exhausted and no byte moved for {@code silence}. */
  Optional<SilentSession> silentSession(Duration silence, long nowNanos) {
    Duration inactive = Duration.ofNanos(nowNanos - Math.max(lastMovedNanos, exhaustedSinceNanos));
    return last.window() > 0 || inactive.compareTo(silence) < 0
        ? Optional.empty()
        : Optional.of(
            new SilentSession(
                session.id(), session.remoteAddress(), inactive.toSeconds(), last.unreadBytes()));
  }
}
