package io.streambench.analysis;

import io.streambench.analysis.DumpDiagnosis.NextStep;
import io.streambench.config.Text;
import io.streambench.eventlog.JettyDumpText.DumpedPool;
import io.streambench.eventlog.JettyDumpText.DumpedSession;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.TextFindings;
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
  /** A wait and its cause, as a sentence, and where to look. */
  private record Waits(String reason, Optional<DumpedSession> session, NextStep next) {}

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
        .map(one -> verdict("another thing waits: " + one.reason(), one.session()))
        .or(() -> sessions.isEmpty() ? withThreads() : Optional.empty());
  }

  private static Verdict verdict(String reason, Optional<DumpedSession> session) {
    Optional<SessionState> state = session.map(DumpedHang::state);
    return Verdict.of(Finding.POSSIBLE, Optional.empty(), reason, state, state.stream().toList());
  }

  /** The verdict for a dump without HTTP/2 sessions in which no pool is exhausted. */
  private Optional<Verdict> withThreads() {
    return pools.stream()
        .min(Comparator.comparingInt(DumpedPool::idle))
        .map(
            pool ->
                verdict(
                    Text.of(
                        "this dump has no HTTP/2 session, and no thread pool is used up (%s: %,d of"
                            + " %,d threads are idle)",
                        pool.name(), pool.idle(), pool.threads()),
                    Optional.empty()));
  }

  /** Adds the other waits to a diagnosis; one that explains the verdict gives the next step. */
  DumpDiagnosis addedTo(DumpDiagnosis diagnosis) {
    String reason = diagnosis.verdict().reason();
    Predicate<Waits> told = one -> reason.contains(one.reason());
    List<NextStep> steps =
        all().stream()
            .filter(told)
            .findFirst()
            .map(one -> List.of(one.next()))
            .orElse(diagnosis.next());
    List<String> lines =
        Stream.concat(
                all().stream().filter(told.negate()).map(Waits::reason),
                diagnosis.lookAlikes().stream())
            .toList();
    return new DumpDiagnosis(diagnosis.verdict(), diagnosis.jvms(), lines, steps);
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
                .map(pool -> new Waits(words(pool), Optional.empty(), NextStep.THREADS_OF_POOL)))
        .flatMap(waits -> waits)
        .toList();
  }

  private Stream<Waits> waiting(
      Predicate<DumpedSession> waits, Function<DumpedSession, String> words, NextStep next) {
    return sessions.stream()
        .filter(waits)
        .limit(1)
        .map(session -> new Waits(words.apply(session), Optional.of(session), next));
  }

  private static String congested(DumpedSession session) {
    return Text.of(
        "the socket to %s takes no more bytes (flush=P), so TCP is full; the HTTP/2 window has"
            + " %,d bytes left. That JVM does not read its socket, or the network is slow",
        session.remote(), session.sendWindow());
  }

  private static String fullStreams(DumpedSession session) {
    return Text.of(
        "%,d of %,d stream(s) of session %s have no send window left, while the session has %,d"
            + " bytes: %s does not read these streams; others go on",
        session.fullStreams(),
        session.streams(),
        session.id(),
        session.sendWindow(),
        session.remote());
  }

  private static String upload(DumpedSession session) {
    return Text.of(
        "session %s of this client has no send window left for uploads: the server at %s gives no"
            + " credit; look at that JVM",
        session.id(), session.remote());
  }

  private static String words(DumpedPool pool) {
    return Text.of(
        "thread pool %s is used up: %,d of at most %,d threads, none idle, %,d task(s) in its queue",
        pool.name(), pool.threads(), pool.most(), pool.queued());
  }
}
