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

  /** Streams that ended with unread bytes. */
  private final Map<Integer, StreamSnapshot> ended = new LinkedHashMap<>();

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
    describe(Cause.OPENED, nowNanos);
    sampleStreams(nowNanos);
  }

  ClientSession session() {
    return session;
  }

  /**
   * Writes the changes since the last call. Writes the whole state once per second, and when the
   * window has just been exhausted, because only the state shows whether a reader waits.
   */
  void sample(long nowNanos) throws IOException {
    SessionSnapshot now = session.snapshot();
    Movement moved = Movement.between(last, now);
    boolean justExhausted = now.window() <= 0 && last.window() > 0;
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
    if (justExhausted || nowNanos - stateWrittenNanos >= STATE_INTERVAL.toNanos()) {
      describe(Cause.STATE, nowNanos);
    }
    sampleStreams(nowNanos);
  }

  private void describe(Cause cause, long nowNanos) throws IOException {
    stateWrittenNanos = nowNanos;
    long exhaustedMillis = TimeUnit.NANOSECONDS.toMillis(nowNanos - exhaustedSinceNanos);
    samples.write(Sample.ofSession(cause, session, last, last.window() > 0 ? 0 : exhaustedMillis));
  }

  /** Writes new, changed and ended streams, or all streams along with the session's state. */
  private void sampleStreams(long nowNanos) throws IOException {
    Map<Integer, Object> open = session.openStreams();
    for (Map.Entry<Integer, Object> stream : open.entrySet()) {
      StreamSnapshot snapshot = session.snapshot(stream.getValue());
      SampledStream before =
          streams.put(stream.getKey(), new SampledStream(stream.getValue(), snapshot));
      if (before == null) {
        write(Cause.OPENED, snapshot, 0);
      } else {
        compareStream(stream.getValue(), before.snapshot, snapshot, nowNanos == stateWrittenNanos);
      }
    }
    for (SampledStream stream : List.copyOf(streams.values())) {
      if (!open.containsKey(stream.snapshot.id())) {
        streams.remove(stream.snapshot.id());
        writeEnd(stream);
      }
    }
    readEnded();
  }

  private void compareStream(Object stream, StreamSnapshot before, StreamSnapshot now, boolean all)
      throws IOException {
    if (!now.isRemotelyClosed()) {
      Movement moved = Movement.between(before, now);
      writeMoved(Cause.DATA_RECEIVED, now, moved.received());
      writeMoved(Cause.DATA_CONSUMED, now, moved.consumed());
    }
    if (all || now.differsFrom(before)) {
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

  /** Returns a sample's cause. Searches for readers, which is slow, only if they decide it. */
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
   * Writes the end of a stream. Its unread bytes are never read after a reset, but may be read
   * after a normal end.
   */
  private void writeEnd(SampledStream stream) throws IOException {
    boolean reset = session.isReset(stream.stream);
    write(reset ? Cause.RESET : Cause.CLOSED, stream.snapshot, 0);
    if (!reset && stream.snapshot.unread() > 0) {
      ended.put(stream.snapshot.id(), stream.snapshot);
    }
  }

  /**
   * Estimates reads of ended streams, which Jetty does not count. The ended streams hold at most
   * the session's unread bytes minus those of the open streams. Any excess has been read, from the
   * oldest stream first.
   */
  private void readEnded() throws IOException {
    long unreadOfOpenStreams =
        streams.values().stream().mapToLong(stream -> stream.snapshot.unread()).sum();
    long maxUnread = Math.max(0, last.unreadBytes() - unreadOfOpenStreams);
    long read = ended.values().stream().mapToLong(StreamSnapshot::unread).sum() - maxUnread;
    for (StreamSnapshot stream : List.copyOf(ended.values())) {
      long readHere = Math.min(read, stream.unread());
      if (readHere > 0) {
        read -= readHere;
        StreamSnapshot left =
            new StreamSnapshot(
                stream.id(),
                stream.window(),
                stream.unread() - readHere,
                stream.uncreditedBytes(),
                true,
                false);
        write(Cause.DATA_CONSUMED, left, readHere);
        ended.put(stream.id(), left);
      }
    }
    ended.values().removeIf(stream -> stream.unread() == 0);
  }

  /** Excludes a pause of the JVM from the silence of its readers. */
  void addPause(long nanos) {
    lastMovedNanos += nanos;
    exhaustedSinceNanos += nanos;
  }

  /** Writes that the connection has ended. */
  void end() throws IOException {
    write(Cause.CLOSED, Sample.NO_STREAM, 0);
  }

  /** Returns the session if its window was exhausted and no byte moved for at least this time. */
  Optional<SilentSession> silentSession(Duration silence, long nowNanos) {
    Duration quiet = Duration.ofNanos(nowNanos - Math.max(lastMovedNanos, exhaustedSinceNanos));
    return last.window() > 0 || quiet.compareTo(silence) < 0
        ? Optional.empty()
        : Optional.of(
            new SilentSession(
                session.id(), session.remoteAddress(), quiet.toSeconds(), last.unreadBytes()));
  }
}
