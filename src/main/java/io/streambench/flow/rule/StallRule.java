package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides whether a silence is a stall, and what caused it. An exhausted window alone proves
 * nothing, nor does a silence shorter than the timeout. After the timeout, the first rule that
 * applies gives the verdict:
 *
 * <ol>
 *   <li>A reader waits for a stream that an exhausted session window blocks: STALLED. This is a
 *       proof, because nothing can arrive, even if other resources are exhausted, too. It applies
 *       if every stream for which a reader may wait is on an exhausted session, or if the awaited
 *       stream is known.
 *   <li>Only the sending end is seen, and its session window is exhausted: STALLED.
 *   <li>A resource of the client is exhausted: STALLED. Direct memory is checked first, then stream
 *       slots, then permits: without memory no stream ends and frees its slot, and a request that
 *       waits for a slot holds a permit.
 *   <li>A session window is exhausted, but it is unknown whether a reader waits for it: FAILED,
 *       with a possible stall.
 *   <li>Requests wait, and all connections over HTTP/1.1 are in use: FAILED, with a possible stall.
 *   <li>No progress, and the cause is unknown: FAILED.
 * </ol>
 *
 * <p>Reads no clock and keeps no state: time and progress are arguments.
 *
 * @param stallTimeout minimum silence for a verdict
 */
public record StallRule(Duration stallTimeout) {

  /** Judges an operation whose client's resources are unknown; empty before the timeout. */
  public Optional<Verdict> judge(long idleNanos, Supplier<List<SessionState>> sessions) {
    return judge(idleNanos, sessions, ClientResources::unknown);
  }

  /**
   * Gives the verdict on an operation; empty before the timeout.
   *
   * @param idleNanos time since the reader's last tuple
   * @param sessions the sessions of the reader's client; called only once the timeout has passed
   * @param resources the client's resources; called only once the timeout has passed
   */
  public Optional<Verdict> judge(
      long idleNanos, Supplier<List<SessionState>> sessions, Supplier<ClientResources> resources) {
    if (idleNanos < stallTimeout.toNanos()) {
      return Optional.empty();
    }
    WindowEvidence windows = new WindowEvidence(sessions.get());
    Optional<Verdict> stalled = windows.stalledVerdict();
    if (stalled.isPresent()) {
      return stalled;
    }
    ClientResources now = resources.get();
    return now.stallVerdict(windows.sessions)
        .or(windows::possibleVerdict)
        .or(() -> now.possibleStall(windows.sessions))
        .or(
            () ->
                Optional.of(
                    windows.unknownVerdict(
                        Kind.NO_PROGRESS.of(Durations.format(stallTimeout)),
                        now.knownResources())));
  }
}
