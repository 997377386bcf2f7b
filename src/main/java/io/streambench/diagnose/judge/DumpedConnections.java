package io.streambench.diagnose.judge;

import io.streambench.flow.events.JettyDumpText.DumpedPool;
import io.streambench.flow.events.JettyDumpText.DumpedSession;
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
 * Finds causes of a wait other than a session window in Jetty's own dump: the socket, a stream
 * window, the window for uploads, or threads.
 */
final class DumpedConnections {
  /** A wait and its cause, and where to look. */
  private record Waits(Reason reason, Optional<DumpedSession> session, NextStep next) {}

  private final List<DumpedSession> sessions;
  private final List<DumpedPool> pools;

  DumpedConnections(TextFindings dumps) {
    sessions = dumps.sessions();
    pools = dumps.pools();
  }

  /** The verdict for the first wait; empty if nothing waits. */
  Optional<Verdict> verdict() {
    return all().stream()
        .findFirst()
        .map(one -> verdict(Kind.ANOTHER_THING.of(one.reason()), one.session()))
        .or(() -> sessions.isEmpty() ? withThreads() : Optional.empty());
  }

  private static Verdict verdict(Reason reason, Optional<DumpedSession> session) {
    return DumpedHang.verdict(Finding.POSSIBLE, Optional.empty(), List.of(reason), session);
  }

  /** The verdict for a dump without HTTP/2 sessions in which no pool is exhausted. */
  private Optional<Verdict> withThreads() {
    return pools.stream()
        .min(Comparator.comparingInt(DumpedPool::idle))
        .map(
            pool ->
                verdict(
                    Kind.NO_SESSION.of(pool.name(), pool.idle(), pool.threads()),
                    Optional.empty()));
  }

  /** Adds the other waits to a diagnosis; one that explains the verdict gives the next step. */
  DumpDiagnosis addedTo(DumpDiagnosis diagnosis) {
    Predicate<Waits> inVerdict = one -> diagnosis.verdict().says(one.reason());
    List<NextStep> steps =
        all().stream()
            .filter(inVerdict)
            .findFirst()
            .map(one -> List.of(one.next()))
            .orElse(diagnosis.next());
    List<LookAlike> others =
        Stream.concat(
                all().stream()
                    .filter(inVerdict.negate())
                    .map(one -> new LookAlike("", one.reason())),
                diagnosis.lookAlikes().stream())
            .toList();
    return new DumpDiagnosis(diagnosis.verdict(), diagnosis.jvms(), others, steps);
  }

  private List<Waits> all() {
    return Stream.of(
            waiting(
                session -> session.congested() && session.sendWindow() > 0,
                DumpedConnections::congested,
                NextStep.NETWORK),
            waiting(
                session -> session.fullStreams() > 0 && session.sendWindow() > 0,
                DumpedConnections::fullStreams,
                NextStep.RECEIVER_OF_SESSION),
            waiting(
                session ->
                    session.role() == Role.CLIENT
                        && session.sendWindow() <= 0
                        && session.streams() > 0,
                DumpedConnections::upload,
                NextStep.RECEIVER_OF_SESSION),
            pools.stream()
                .filter(DumpedPool::isUsedUp)
                .map(pool -> new Waits(usedUp(pool), Optional.empty(), NextStep.THREADS_OF_POOL)))
        .flatMap(waits -> waits)
        .toList();
  }

  private Stream<Waits> waiting(
      Predicate<DumpedSession> waits, Function<DumpedSession, Reason> reason, NextStep next) {
    return sessions.stream()
        .filter(waits)
        .limit(1)
        .map(session -> new Waits(reason.apply(session), Optional.of(session), next));
  }

  private static Reason congested(DumpedSession session) {
    return Kind.TCP_FULL.of(session.remote(), session.sendWindow());
  }

  private static Reason fullStreams(DumpedSession session) {
    return Kind.STREAMS_FULL.of(
        session.fullStreams(),
        session.streams(),
        session.id(),
        session.sendWindow(),
        session.remote());
  }

  private static Reason upload(DumpedSession session) {
    return Kind.UPLOAD_WITHOUT_WINDOW.of(session.id(), session.remote());
  }

  private static Reason usedUp(DumpedPool pool) {
    return Kind.POOL_USED_UP.of(pool.name(), pool.threads(), pool.most(), pool.queued());
  }
}
