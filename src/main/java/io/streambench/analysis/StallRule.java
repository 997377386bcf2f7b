package io.streambench.analysis;

import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides when silence is a stall, and by what. An exhausted window alone says nothing, and neither
 * does silence that is shorter than the timeout. After that, the first of these that holds:
 *
 * <ol>
 *   <li>A reader waits for a stream that an exhausted session window keeps away: STALLED. That
 *       alone is a proof: nothing can come, whatever else is short. It holds where every stream for
 *       which a reader may wait is on an exhausted session, and where the stream is known.
 *   <li>Only the sending end is seen, and its session window is used up: STALLED.
 *   <li>A resource of the client is exhausted: STALLED, by direct memory before stream slots before
 *       permits. Without memory no stream ends, so that its slot stays taken; and a request that
 *       waits for a slot holds a permit.
 *   <li>A session window is used up, and it is not known whether a reader waits for it: FAILED,
 *       with a possible stall.
 *   <li>Requests wait, and all connections over HTTP/1.1 are in use: FAILED, with a possible stall.
 *   <li>No progress, and the cause is unknown: FAILED.
 * </ol>
 *
 * <p>Pure: time and progress are arguments.
 *
 * @param stallTimeout the silence that calls for a verdict
 */
public record StallRule(Duration stallTimeout) {

  /** Judges one operation of a client of whose resources nothing is known. */
  public Optional<Verdict> judge(long idleNanos, Supplier<List<SessionState>> sessions) {
    return judge(idleNanos, sessions, ClientResources::unknown);
  }

  /**
   * Judges one operation.
   *
   * @param idleNanos how long its reader has been without a tuple
   * @param sessions the sessions of the reader's client; asked only once the timeout has passed
   * @param resources of that client; asked only once the timeout has passed
   */
  public Optional<Verdict> judge(
      long idleNanos, Supplier<List<SessionState>> sessions, Supplier<ClientResources> resources) {
    if (idleNanos < stallTimeout.toNanos()) {
      return Optional.empty();
    }
    WindowEvidence windows = new WindowEvidence(sessions.get());
    Optional<Verdict> stalled = windows.stalled();
    if (stalled.isPresent()) {
      return stalled;
    }
    ClientResources now = resources.get();
    return now.stalled(windows.sessions)
        .or(windows::possible)
        .or(() -> now.possible(windows.sessions))
        .or(
            () ->
                Optional.of(
                    windows.unknown(
                        "no progress: no tuple for " + Durations.text(stallTimeout), now.seen())));
  }
}
