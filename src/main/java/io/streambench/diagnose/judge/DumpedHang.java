package io.streambench.diagnose.judge;

import io.streambench.flow.events.JettyDumpParser.DumpedSession;
import io.streambench.flow.events.Role;
import io.streambench.flow.events.TextFindings;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.replay.DumpDiagnosis.JvmResult;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;
import java.util.stream.Stream;

/**
 * Diagnoses hangs from thread dumps and Jetty's own dumps, of one or more JVMs. Such dumps show
 * windows and waiting threads, but not which thread waits for which session. Therefore they never
 * prove a stall, and the verdict is never STALLED.
 */
public final class DumpedHang {
  /** The maximum time zone difference between two dumps, whose local times do not name a zone. */
  public static final Duration MAX_TIME_ZONE_DIFFERENCE = Duration.ofHours(26);

  private final List<DumpedSession> clients;
  private final List<DumpedSession> servers;
  private final List<DumpedJvm> jvms;
  private final Senders senders;
  private final DumpedConnections connections;

  private DumpedHang(TextFindings dumps, Duration silence) {
    this.clients = sessionsWithRole(dumps, Role.CLIENT);
    this.servers = sessionsWithRole(dumps, Role.SERVER);
    this.jvms = DumpedJvm.of(dumps.threadDumps(), silence);
    this.connections = new DumpedConnections(dumps);
    this.senders =
        new Senders(
            jvms.stream().flatMap(jvm -> jvm.senders().threads().stream()).toList(), silence);
  }

  private static List<DumpedSession> sessionsWithRole(TextFindings dumps, Role role) {
    return dumps.sessions().stream().filter(session -> session.role() == role).toList();
  }

  /**
   * Returns the diagnosis; empty if {@code dumps} has no thread dump, session or thread pool.
   *
   * @param silence minimum idle time of a thread that counts as hanging
   */
  public static Optional<DumpDiagnosis> of(TextFindings dumps, Duration silence) {
    DumpedHang hang = new DumpedHang(dumps, silence);
    return hang.diagnosis()
        .map(hang.connections::addTo)
        .map(found -> FullHeap.addMeasuredFullHeap(found, hang.jvms));
  }

  private Optional<DumpDiagnosis> diagnosis() {
    List<JvmResult> results =
        jvms.stream()
            .sorted(
                Comparator.comparing(
                        (DumpedJvm jvm) -> new JvmVerdict(jvm).result().verdict().finding())
                    .thenComparing(jvm -> jvm.deadlock().isEmpty())
                    .thenComparing(jvm -> !jvm.hasIdleReader())
                    .thenComparing(jvm -> jvm.waitingReaders.isEmpty())
                    .thenComparing(jvm -> jvm.readers.isEmpty()))
            .map(jvm -> new JvmVerdict(jvm).result())
            .toList();
    return sessionsVerdict()
        .or(() -> threadsVerdict(results))
        .map(
            verdict ->
                new DumpDiagnosis(
                    verdict,
                    results,
                    StallLookAlikes.of(jvms),
                    new DumpedSteps(jvms, senders).of(verdict)));
  }

  private Optional<Verdict> sessionsVerdict() {
    return firstMatching(clients, session -> isExhausted(session) && session.streamCount() > 0)
        .map(this::verdictWithoutWindow)
        .or(() -> firstMatching(clients, DumpedHang::isExhausted).map(this::verdictOnLostWindow))
        .or(
            () ->
                firstMatching(
                        servers, session -> session.sendWindow() <= 0 && session.streamCount() > 0)
                    .map(this::verdictOnBlockedSender));
  }

  private Optional<Verdict> threadsVerdict(List<JvmResult> results) {
    if (results.isEmpty() && connections.verdict().isPresent()) {
      return connections.verdict();
    }
    if (results.isEmpty()) {
      return Stream.concat(clients.stream(), servers.stream())
          .min(Comparator.comparingLong(DumpedSession::receiveWindow))
          .map(DumpedHang::verdictWithWindow);
    }
    Verdict first = results.get(0).verdict();
    boolean windowLeft =
        !clients.isEmpty() && jvms.stream().anyMatch(jvm -> !jvm.waitingReaders.isEmpty());
    List<Reason> reasons = new ArrayList<>(first.reasons());
    if (windowLeft) {
      reasons.replaceAll(
          reason -> reason.kind() == Kind.NO_WINDOWS ? Kind.WINDOW_LEFT.of() : reason);
    }
    if (results.size() > 1) {
      reasons.add(0, Kind.JVM_PREFIX.of(results.get(0).name()));
      reasons.add(summarizeSenders());
    }
    return Optional.of(
        verdict(
            first.finding(),
            windowLeft ? Optional.of(StallCause.UNKNOWN) : first.cause(),
            reasons,
            Optional.empty()));
  }

  private Reason summarizeSenders() {
    int blocked = senders.blockedThreads().size();
    int all = senders.threads().size();
    return all == 0
        ? Kind.NO_JVM_SENDS.of(jvms.size())
        : senders.unknownReason().isPresent()
            ? Kind.SENDERS_OF_JVMS_UNKNOWN.of(jvms.size(), all)
            : Kind.SENDERS_OF_JVMS_BLOCKED.of(jvms.size(), blocked, all);
  }

  private Verdict verdictWithoutWindow(DumpedSession session) {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(Kind.NO_WINDOW.of(session.id(), session.remoteAddress(), session.streamCount()));
    reasons.addAll(waitingThreadReasons());
    return possibleVerdict(StallCause.SESSION_WINDOW, session, reasons);
  }

  private List<Reason> waitingThreadReasons() {
    Optional<DumpedJvm> reader =
        jvms.stream().filter(jvm -> !jvm.waitingReaders.isEmpty()).findFirst();
    if (reader.isEmpty()) {
      return List.of(Kind.TAKE_A_THREAD_DUMP.of());
    }
    boolean allExhausted =
        clients.stream()
            .filter(session -> session.streamCount() > 0)
            .allMatch(DumpedHang::isExhausted);
    Kind doubt =
        !allExhausted
            ? Kind.PERHAPS_ANOTHER_SESSION
            : reader.get().haveAllReadersRun()
                ? Kind.ALL_RAN
                : reader.get().hasIdleReader()
                    ? Kind.HANG_UNLESS_READ_ELSEWHERE
                    : Kind.TAKE_ANOTHER_DUMP;
    List<Reason> reasons = new ArrayList<>(new JvmVerdict(reader.get()).waitingThreadReasons());
    reasons.add(doubt.of());
    return reasons;
  }

  /** Returns the verdict for a dump without threads in which no session window is exhausted. */
  private static Verdict verdictWithWindow(DumpedSession session) {
    Reason reason =
        Kind.SESSIONS_HAVE_WINDOW.of(
            session.receiveWindow(), session.id(), session.remoteAddress());
    return verdict(Finding.POSSIBLE, Optional.empty(), List.of(reason), Optional.empty());
  }

  private Verdict verdictOnLostWindow(DumpedSession session) {
    Reason reason = Kind.WINDOW_LOST.of(session.id(), session.remoteAddress());
    return possibleVerdict(StallCause.CANCELLED_STREAMS, session, List.of(reason));
  }

  private Verdict verdictOnBlockedSender(DumpedSession session) {
    Reason reason =
        session.stallMillis() > 0
            ? Kind.SERVER_SEND_WINDOW_EXHAUSTED_FOR.of(
                session.id(), session.remoteAddress(), session.stallMillis() / 1e3)
            : Kind.SERVER_SEND_WINDOW_EXHAUSTED.of(session.id(), session.remoteAddress());
    return possibleVerdict(StallCause.SESSION_WINDOW, session, List.of(reason));
  }

  private Verdict possibleVerdict(StallCause cause, DumpedSession session, List<Reason> reasons) {
    List<Reason> all = Stream.concat(reasons.stream(), senders.reasons().stream()).toList();
    return verdict(Finding.POSSIBLE, Optional.of(cause), all, Optional.of(session));
  }

  private static boolean isExhausted(DumpedSession session) {
    return session.receiveWindow() <= 0;
  }

  private static Optional<DumpedSession> firstMatching(
      List<DumpedSession> sessions, Predicate<DumpedSession> condition) {
    return sessions.stream().filter(condition).findFirst();
  }

  /** Creates a verdict from dumps, and adds the affected session if any. */
  static Verdict verdict(
      Finding finding,
      Optional<StallCause> cause,
      List<Reason> reasons,
      Optional<DumpedSession> session) {
    Optional<SessionState> state = session.map(DumpedHang::state);
    return Verdict.of(Source.THREADS, finding, cause, reasons)
        .withSessions(state, state.stream().toList());
  }

  /** Returns the state of a session, without unread bytes, which Jetty's dump does not show. */
  static SessionState state(DumpedSession session) {
    return new SessionState(
        session.id(),
        session.role(),
        "",
        session.localAddress(),
        session.remoteAddress(),
        session.receiveWindow(),
        session.sendWindow(),
        0,
        0,
        0,
        session.streamCount(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of());
  }
}
