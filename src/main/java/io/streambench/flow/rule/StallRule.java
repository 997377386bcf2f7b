package io.streambench.flow.rule;

import io.streambench.flow.rule.Reason.Kind;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * Decides whether a period without progress is a stall, and what caused it. Neither an exhausted
 * window nor a period shorter than the timeout proves a stall. After the timeout, the first rule
 * that applies determines the verdict:
 *
 * <ol>
 *   <li>A reader waits for a stream that an exhausted session window blocks: STALLED. No data can
 *       arrive, whatever other resources are exhausted. This rule applies if every stream for which
 *       a reader may wait is on an exhausted session, or if the awaited stream is known.
 *   <li>Only the sending endpoint is known, and its session window is exhausted: STALLED.
 *   <li>A resource of the client is exhausted: STALLED. Direct memory is checked first, then stream
 *       slots, then permits, because a lack of memory keeps streams open, and a request that waits
 *       for a slot holds a permit.
 *   <li>A session window is exhausted, but it is unknown whether a reader waits for it: FAILED,
 *       with a possible stall.
 *   <li>Requests wait, and all connections over HTTP/1.1 are in use: FAILED, with a possible stall.
 *   <li>No progress, and the cause is unknown: FAILED.
 * </ol>
 *
 * <p>The rule has no state and reads no clock.
 *
 * @param stallTimeout minimum time without progress before a verdict is given
 */
public record StallRule(Duration stallTimeout) {

  /** Returns the verdict based only on the sessions; empty if the timeout has not been reached. */
  public Optional<Verdict> judge(long idleNanos, Supplier<List<SessionState>> sessions) {
    return judge(idleNanos, sessions, ClientResources::unknown);
  }

  /**
   * Returns the verdict on an operation; empty if the timeout has not been reached.
   *
   * @param idleNanos time since the reader's last tuple
   * @param sessions supplies the sessions of the reader's client; not called before the timeout
   * @param resources supplies the client's resources; not called before the timeout
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
    return now.stalledVerdict(windows.sessions)
        .or(windows::possibleVerdict)
        .or(() -> now.possibleVerdict(windows.sessions))
        .or(
            () ->
                Optional.of(
                    windows.unknownVerdict(
                        Kind.NO_PROGRESS.of(Durations.format(stallTimeout)),
                        now.describeResources())));
  }
}
