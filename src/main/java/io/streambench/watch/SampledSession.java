package io.streambench.watch;

import io.streambench.eventlog.Cause;
import io.streambench.live.ClientSession;
import io.streambench.live.SessionLook;
import io.streambench.live.StreamLook;
import io.streambench.watch.WatchStatus.SilentSession;
import java.io.IOException;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** A session that is looked at again and again, and what is recorded of it. For one thread. */
final class SampledSession {
  private static final Duration BETWEEN_STATES = Duration.ofSeconds(1);

  private final ClientSession session;
  private final SampleWriter samples;
  private final Map<Integer, Sampled> streams = new LinkedHashMap<>();
  private SessionLook last;
  private long stateNanos;
  private long movedNanos;
  private long exhaustedNanos;

  private record Sampled(Object stream, StreamLook look) {}

  SampledSession(ClientSession session, SampleWriter samples, long nowNanos) throws IOException {
    this.session = session;
    this.samples = samples;
    this.last = session.look();
    this.movedNanos = nowNanos;
    this.exhaustedNanos = nowNanos;
    describe(Cause.OPENED, nowNanos);
    lookAtStreams(nowNanos);
  }

  ClientSession session() {
    return session;
  }

  /** Looks again, and writes what has changed since; once a second all. */
  void look(long nowNanos) throws IOException {
    SessionLook now = session.look();
    Movement moved = Movement.between(last, now);
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
    if (nowNanos - stateNanos >= BETWEEN_STATES.toNanos()) {
      describe(Cause.STATE, nowNanos);
    }
    lookAtStreams(nowNanos);
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

  /** Records each stream that is new, has changed, or is over; all with the session's state. */
  private void lookAtStreams(long nowNanos) throws IOException {
    Map<Integer, Object> open = session.openStreams();
    for (Map.Entry<Integer, Object> one : open.entrySet()) {
      StreamLook look = session.look(one.getValue());
      Sampled before = streams.put(one.getKey(), new Sampled(one.getValue(), look));
      if (before == null) {
        samples.write(Sample.ofStream(Cause.OPENED, session, last, look));
      } else if (nowNanos == stateNanos || !before.look.equals(look)) {
        samples.write(Sample.ofStream(cause(look), session, last, look));
      }
    }
    for (Sampled one : List.copyOf(streams.values())) {
      if (!open.containsKey(one.look.id())) {
        streams.remove(one.look.id());
        writeEnd(one);
      }
    }
  }

  private static Cause cause(StreamLook look) {
    if (look.isReset()) {
      return Cause.RESET;
    }
    return look.isRemotelyClosed() ? Cause.REMOTELY_CLOSED : Cause.STATE;
  }

  /** What was unread of a stream that was reset, nobody will read. */
  private void writeEnd(Sampled over) throws IOException {
    StreamLook look = over.look;
    if (session.isReset(over.stream)) {
      samples.write(Sample.ofStream(Cause.RESET, session, last, look));
    } else {
      StreamLook read = new StreamLook(look.id(), look.window(), 0, 0, true, false);
      samples.write(Sample.ofStream(Cause.CLOSED, session, last, read));
    }
  }

  /** The connection has ended. */
  void end() throws IOException {
    samples.write(Sample.ofMovement(Cause.CLOSED, session, last, 0));
  }

  /** Returns it if it has had no window, and nothing has moved, for at least so long. */
  Optional<SilentSession> silent(Duration silence, long nowNanos) {
    Duration quiet = Duration.ofNanos(nowNanos - Math.max(movedNanos, exhaustedNanos));
    return last.window() > 0 || quiet.compareTo(silence) < 0
        ? Optional.empty()
        : Optional.of(
            new SilentSession(session.id(), session.remote(), quiet.toSeconds(), last.unread()));
  }
}
