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
  private long stateNanos;
  private long movedNanos;
  private long exhaustedNanos;

  private record SampledStream(Object stream, StreamSnapshot snapshot) {}

  SampledSession(ClientSession session, SampleWriter samples, long nowNanos) throws IOException {
    this.session = session;
    this.samples = samples;
    this.last = session.snapshot();
    this.movedNanos = nowNanos;
    this.exhaustedNanos = nowNanos;
    describe(Cause.OPENED, nowNanos);
    sampleStreams(nowNanos);
  }

  ClientSession session() {
    return session;
  }

  /**
   * Writes the changes since the last call. Writes the whole state once per second, and when the
   * window has been used up: only the state shows whether a reader waits.
   */
  void sample(long nowNanos) throws IOException {
    SessionSnapshot now = session.snapshot();
    Movement moved = Movement.between(last, now);
    boolean usedUp = now.window() <= 0 && last.window() > 0;
    if (now.window() > 0) {
      exhaustedNanos = nowNanos;
    }
    last = now;
    if (moved.isAny()) {
      movedNanos = nowNanos;
      write(Cause.DATA_RECEIVED, moved.received());
      write(Cause.DATA_CONSUMED, moved.consumed());
      write(Cause.WINDOW_UPDATE_SENT, moved.credited());
    }
    if (usedUp || nowNanos - stateNanos >= STATE_INTERVAL.toNanos()) {
      describe(Cause.STATE, nowNanos);
    }
    sampleStreams(nowNanos);
  }

  private void write(Cause cause, long bytes) throws IOException {
    if (bytes > 0) {
      samples.write(Sample.ofMovement(cause, session, last, bytes));
    }
  }

  private void describe(Cause cause, long nowNanos) throws IOException {
    stateNanos = nowNanos;
    long exhausted = TimeUnit.NANOSECONDS.toMillis(nowNanos - exhaustedNanos);
    samples.write(Sample.ofSession(cause, session, last, last.window() > 0 ? 0 : exhausted));
  }

  /** Writes new, changed and ended streams; with the session's state, all streams. */
  private void sampleStreams(long nowNanos) throws IOException {
    Map<Integer, Object> open = session.openStreams();
    for (Map.Entry<Integer, Object> one : open.entrySet()) {
      StreamSnapshot look = session.snapshot(one.getValue());
      SampledStream before = streams.put(one.getKey(), new SampledStream(one.getValue(), look));
      if (before == null) {
        write(Cause.OPENED, look, 0);
      } else {
        compareStream(one.getValue(), before.snapshot, look, nowNanos == stateNanos);
      }
    }
    for (SampledStream one : List.copyOf(streams.values())) {
      if (!open.containsKey(one.snapshot.id())) {
        streams.remove(one.snapshot.id());
        writeEnd(one);
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

  /** Looks for readers only where they decide whether the session hangs, since that takes time. */
  private Cause cause(Object stream, StreamSnapshot look) {
    if (look.isReset()) {
      return Cause.RESET;
    } else if (look.isRemotelyClosed()) {
      return Cause.REMOTELY_CLOSED;
    } else if (last.window() > 0 || !look.isEmpty()) {
      return Cause.STATE;
    }
    return session.isAwaited(stream) ? Cause.AWAITED : Cause.NOT_AWAITED;
  }

  /**
   * Writes the end of a stream. Its unread bytes are never read after a reset, but may be read
   * after a normal end.
   */
  private void writeEnd(SampledStream over) throws IOException {
    boolean reset = session.isReset(over.stream);
    write(reset ? Cause.RESET : Cause.CLOSED, over.snapshot, 0);
    if (!reset && over.snapshot.unread() > 0) {
      ended.put(over.snapshot.id(), over.snapshot);
    }
  }

  /**
   * Estimates reads of ended streams, which Jetty does not count. The ended streams hold at most
   * the session's unread bytes minus those of the open streams. Any excess has been read, from the
   * oldest stream first.
   */
  private void readEnded() throws IOException {
    long ofOpen = streams.values().stream().mapToLong(one -> one.snapshot.unread()).sum();
    long most = Math.max(0, last.unreadBytes() - ofOpen);
    long read = ended.values().stream().mapToLong(StreamSnapshot::unread).sum() - most;
    for (StreamSnapshot one : List.copyOf(ended.values())) {
      long ofThis = Math.min(read, one.unread());
      if (ofThis > 0) {
        read -= ofThis;
        StreamSnapshot left =
            new StreamSnapshot(
                one.id(), one.window(), one.unread() - ofThis, one.uncreditedBytes(), true, false);
        write(Cause.DATA_CONSUMED, left, ofThis);
        ended.put(one.id(), left);
      }
    }
    ended.values().removeIf(one -> one.unread() == 0);
  }

  /** Excludes a pause of the JVM from the silence of its readers. */
  void addPause(long nanos) {
    movedNanos += nanos;
    exhaustedNanos += nanos;
  }

  /** Writes that the connection has ended. */
  void end() throws IOException {
    samples.write(Sample.ofMovement(Cause.CLOSED, session, last, 0));
  }

  /** Returns the session if its window was exhausted and no byte moved for at least this time. */
  Optional<SilentSession> silentSession(Duration silence, long nowNanos) {
    Duration quiet = Duration.ofNanos(nowNanos - Math.max(movedNanos, exhaustedNanos));
    return last.window() > 0 || quiet.compareTo(silence) < 0
        ? Optional.empty()
        : Optional.of(
            new SilentSession(
                session.id(), session.remoteAddress(), quiet.toSeconds(), last.unreadBytes()));
  }
}
