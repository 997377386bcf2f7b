package io.streambench.diagnose.judge;

import io.streambench.flow.events.JettyDumpParser.DumpedPool;
import io.streambench.flow.events.JettyDumpParser.DumpedSession;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.TextFindings;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.LookAlike;
import io.streambench.flow.replay.DumpDiagnosis.NextStep;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Verdict;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Finds causes of a hang in Jetty's dump other than a session window, such as a full socket, a
 * stream window or a thread pool.
 */
final class DumpedConnections {
  /** A wait, with its reason, the affected session if any, and the next step. */
  private record Wait(Reason reason, Optional<DumpedSession> session, NextStep nextStep) {}

  private final List<DumpedSession> sessions;
  private final List<DumpedPool> pools;

  DumpedConnections(TextFindings dumps) {
    sessions = dumps.sessions();
    pools = dumps.pools();
  }

  /** Returns the verdict for the first wait or, without waits and sessions, for a thread pool. */
  Optional<Verdict> verdict() {
    return waits().stream()
        .findFirst()
        .map(wait -> verdict(Kind.OTHER_WAIT.of(wait.reason()), wait.session()))
        .or(() -> sessions.isEmpty() ? poolVerdict() : Optional.empty());
  }

  private static Verdict verdict(Reason reason, Optional<DumpedSession> session) {
    return DumpedHang.verdict(Finding.POSSIBLE, Optional.empty(), List.of(reason), session);
  }

  /** Returns the verdict for a dump without HTTP/2 sessions and without exhausted thread pools. */
  private Optional<Verdict> poolVerdict() {
    return pools.stream()
        .min(Comparator.comparingInt(DumpedPool::idleThreads))
        .map(
            pool ->
                verdict(
                    Kind.NO_SESSION.of(pool.name(), pool.idleThreads(), pool.threads()),
                    Optional.empty()));
  }

  /**
   * Adds the waits to a diagnosis. If the verdict already names a wait, the next step of that wait
   * replaces the next steps of the diagnosis.
   */
  DumpDiagnosis addTo(DumpDiagnosis diagnosis) {
    Predicate<Wait> inVerdict = wait -> diagnosis.verdict().hasReason(wait.reason());
    List<NextStep> steps =
        waits().stream()
            .filter(inVerdict)
            .findFirst()
            .map(wait -> List.of(wait.nextStep()))
            .orElse(diagnosis.nextSteps());
    List<LookAlike> others =
        Stream.concat(
                waits().stream()
                    .filter(inVerdict.negate())
                    .map(wait -> new LookAlike("", wait.reason())),
                diagnosis.lookAlikes().stream())
            .toList();
    return new DumpDiagnosis(diagnosis.verdict(), diagnosis.jvms(), others, steps);
  }

  private List<Wait> waits() {
    return Stream.of(
            firstSessionWait(
                session -> session.isCongested() && session.sendWindow() > 0,
                DumpedConnections::congestedSocketReason,
                NextStep.NETWORK),
            firstSessionWait(
                session -> session.blockedStreams() > 0 && session.sendWindow() > 0,
                DumpedConnections::fullStreamsReason,
                NextStep.RECEIVER_OF_SESSION),
            firstSessionWait(
                session ->
                    session.role() == Role.CLIENT
                        && session.sendWindow() <= 0
                        && session.streamCount() > 0,
                DumpedConnections::blockedUploadReason,
                NextStep.RECEIVER_OF_SESSION),
            pools.stream()
                .filter(DumpedPool::isExhausted)
                .map(
                    pool ->
                        new Wait(
                            exhaustedPoolReason(pool), Optional.empty(), NextStep.POOL_THREADS)))
        .flatMap(waits -> waits)
        .toList();
  }

  private Stream<Wait> firstSessionWait(
      Predicate<DumpedSession> waits, Function<DumpedSession, Reason> reason, NextStep nextStep) {
    return sessions.stream()
        .filter(waits)
        .limit(1)
        .map(session -> new Wait(reason.apply(session), Optional.of(session), nextStep));
  }

  private static Reason congestedSocketReason(DumpedSession session) {
    return Kind.SOCKET_FULL.of(session.remoteAddress(), session.sendWindow());
  }

  private static Reason fullStreamsReason(DumpedSession session) {
    return Kind.STREAMS_FULL.of(
        session.blockedStreams(),
        session.streamCount(),
        session.id(),
        session.sendWindow(),
        session.remoteAddress());
  }

  private static Reason blockedUploadReason(DumpedSession session) {
    return Kind.UPLOAD_WITHOUT_WINDOW.of(session.id(), session.remoteAddress());
  }

  private static Reason exhaustedPoolReason(DumpedPool pool) {
    return Kind.POOL_EXHAUSTED.of(
        pool.name(), pool.threads(), pool.maxThreads(), pool.queuedTasks());
  }
}
