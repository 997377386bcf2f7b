package io.streambench.diagnose.watch;

import io.streambench.diagnose.live.ClientSession;
import io.streambench.diagnose.live.SessionSnapshot;
import io.streambench.diagnose.live.StreamSnapshot;
import io.streambench.diagnose.watch.WatchStatus.SilentSession;
import io.streambench.flow.events.EventCause;
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
  private final Map<Integer, StreamSnapshot> endedStreamsWithData = new LinkedHashMap<>();
  private SessionSnapshot lastSnapshot;
  private long lastStateWriteNanos;
  private long lastMovementNanos;
  private long exhaustedSinceNanos;

  private record SampledStream(Object jettyStream, StreamSnapshot snapshot) {}

  SampledSession(ClientSession session, SampleWriter samples, long nowNanos) throws IOException {
    this.session = session;
    this.samples = samples;
    this.lastSnapshot = session.snapshot();
    this.lastMovementNanos = nowNanos;
    this.exhaustedSinceNanos = nowNanos;
    writeState(EventCause.OPENED, nowNanos);
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
    Movement moved = Movement.between(lastSnapshot, now);
    boolean isJustExhausted = now.window() <= 0 && lastSnapshot.window() > 0;
    if (now.window() > 0) {
      exhaustedSinceNanos = nowNanos;
    }
    lastSnapshot = now;
    if (moved.isNonZero()) {
      lastMovementNanos = nowNanos;
      writeMovement(EventCause.DATA_RECEIVED, Sample.NO_STREAM, moved.receivedBytes());
      writeMovement(EventCause.DATA_CONSUMED, Sample.NO_STREAM, moved.consumedBytes());
      writeMovement(EventCause.WINDOW_UPDATE_SENT, Sample.NO_STREAM, moved.creditedBytes());
    }
    if (isJustExhausted || nowNanos - lastStateWriteNanos >= STATE_INTERVAL.toNanos()) {
      writeState(EventCause.STATE, nowNanos);
    }
    sampleStreams(nowNanos);
  }

  private void writeState(EventCause cause, long nowNanos) throws IOException {
    lastStateWriteNanos = nowNanos;
    long exhaustedMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - exhaustedSinceNanos);
    samples.write(
        Sample.formatSession(
            cause, session, lastSnapshot, lastSnapshot.window() > 0 ? 0 : exhaustedMillis));
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
        write(EventCause.OPENED, snapshot, 0);
      } else {
        writeChanges(stream.getValue(), before.snapshot, snapshot, nowNanos == lastStateWriteNanos);
      }
    }
    for (SampledStream stream : List.copyOf(streams.values())) {
      if (!open.containsKey(stream.snapshot.id())) {
        streams.remove(stream.snapshot.id());
        writeEnd(stream);
      }
    }
    estimateEndedStreamReads();
  }

  private void writeChanges(
      Object stream, StreamSnapshot before, StreamSnapshot after, boolean isStateDue)
      throws IOException {
    if (!after.isRemotelyClosed()) {
      Movement moved = Movement.between(before, after);
      writeMovement(EventCause.DATA_RECEIVED, after, moved.receivedBytes());
      writeMovement(EventCause.DATA_CONSUMED, after, moved.consumedBytes());
    }
    if (isStateDue || after.differsFrom(before)) {
      write(cause(stream, after), after, 0);
    }
  }

  private void writeMovement(EventCause cause, StreamSnapshot stream, long bytes)
      throws IOException {
    if (bytes > 0) {
      write(cause, stream, bytes);
    }
  }

  private void write(EventCause cause, StreamSnapshot stream, long bytes) throws IOException {
    samples.write(Sample.formatStream(cause, session, lastSnapshot, stream, bytes));
  }

  /** Returns the cause to write in a sample. Searches for waiting readers only if necessary. */
  private EventCause cause(Object stream, StreamSnapshot snapshot) {
    if (snapshot.isReset()) {
      return EventCause.RESET;
    } else if (snapshot.isRemotelyClosed()) {
      return EventCause.REMOTELY_CLOSED;
    } else if (lastSnapshot.window() > 0 || !snapshot.isEmpty()) {
      return EventCause.STATE;
    }
    return session.hasWaitingReader(stream) ? EventCause.AWAITED : EventCause.NOT_AWAITED;
  }

  /**
   * Writes a sample for the end of a stream. Unless the stream was reset, remembers its unread
   * bytes, which can still be read.
   */
  private void writeEnd(SampledStream stream) throws IOException {
    boolean reset = session.isReset(stream.jettyStream);
    write(reset ? EventCause.RESET : EventCause.CLOSED, stream.snapshot, 0);
    if (!reset && stream.snapshot.unreadBytes() > 0) {
      endedStreamsWithData.put(stream.snapshot.id(), stream.snapshot);
    }
  }

  /**
   * Estimates the reads of ended streams, which Jetty does not count. The session's unread bytes
   * limit how many bytes of ended streams can still be unread. All other bytes count as read,
   * starting with the oldest stream.
   */
  private void estimateEndedStreamReads() throws IOException {
    long unreadOfOpenStreams =
        streams.values().stream().mapToLong(stream -> stream.snapshot.unreadBytes()).sum();
    long maxUnread = Math.max(0, lastSnapshot.unreadBytes() - unreadOfOpenStreams);
    long read =
        endedStreamsWithData.values().stream().mapToLong(StreamSnapshot::unreadBytes).sum()
            - maxUnread;
    for (StreamSnapshot stream : List.copyOf(endedStreamsWithData.values())) {
      long readBytes = Math.min(read, stream.unreadBytes());
      if (readBytes > 0) {
        read -= readBytes;
        StreamSnapshot remaining =
            new StreamSnapshot(
                stream.id(),
                stream.window(),
                stream.unreadBytes() - readBytes,
                stream.uncreditedBytes(),
                true,
                false);
        write(EventCause.DATA_CONSUMED, remaining, readBytes);
        endedStreamsWithData.put(stream.id(), remaining);
      }
    }
    endedStreamsWithData.values().removeIf(stream -> stream.unreadBytes() == 0);
  }

  /** Excludes a pause of the JVM from the inactive time of the session. */
  void excludePause(long nanos) {
    lastMovementNanos += nanos;
    exhaustedSinceNanos += nanos;
  }

  /** Writes a sample for the end of the session. */
  void end() throws IOException {
    write(EventCause.CLOSED, Sample.NO_STREAM, 0);
  }

  /** Returns the session if its window is exhausted and no byte moved for {@code silence}. */
  Optional<SilentSession> silentSession(Duration silence, long nowNanos) {
    Duration inactive =
        Duration.ofNanos(nowNanos - Math.max(lastMovementNanos, exhaustedSinceNanos));
    return lastSnapshot.window() > 0 || inactive.compareTo(silence) < 0
        ? Optional.empty()
        : Optional.of(
            new SilentSession(
                session.id(),
                session.remoteAddress(),
                inactive.toSeconds(),
                lastSnapshot.unreadBytes()));
  }
}
