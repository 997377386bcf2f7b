package io.streambench.diagnose.heap;

import io.streambench.flow.events.Role;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StallRule;
import io.streambench.flow.rule.Verdict;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Judges the sessions of a heap dump. An exhausted session for which a thread waits is STALLED in
 * two cases: its state is the same as in an earlier dump, or no data or credit is in transit and no
 * thread can read the unread data.
 */
record HeapVerdict(
    List<HeapSession> openSessions, ClientResources resources, ThreadActivity activity) {
  private static final StallRule IMMEDIATE_RULE = new StallRule(Duration.ZERO);

  /**
   * Returns the verdict on the most certain hang; empty if there is none. Client sessions take
   * precedence.
   */
  Optional<Verdict> verdict() {
    List<Verdict> verdicts = new ArrayList<>();
    possibleHangs(Role.CLIENT).forEach(session -> judge(session).ifPresent(verdicts::add));
    IMMEDIATE_RULE
        .judge(0, List::of, () -> resources)
        .filter(verdict -> verdict.finding() != Finding.NO_STALL)
        .ifPresent(verdict -> verdicts.add(asPossible(verdict)));
    Set<String> clients =
        openSessions.stream()
            .filter(HeapSession::isIdentifiable)
            .map(HeapSession::state)
            .filter(state -> state.role() == Role.CLIENT)
            .map(state -> state.localAddress() + " " + state.remoteAddress())
            .collect(Collectors.toSet());
    possibleHangs(Role.SERVER)
        .filter(
            session ->
                !clients.contains(
                    session.state().remoteAddress() + " " + session.state().localAddress()))
        .forEach(session -> judge(session).ifPresent(verdicts::add));
    return verdicts.stream()
        .filter(verdict -> verdict.finding() == Finding.STALLED)
        .findFirst()
        .or(
            () ->
                verdicts.stream()
                    .filter(verdict -> !verdict.awaitedStreamIds().isEmpty())
                    .findFirst())
        .or(this::missingHeadersVerdict)
        .or(() -> verdicts.stream().findFirst())
        .or(this::noCreditVerdict);
  }

  /**
   * Returns the verdict on a session that is not exhausted but on which requests wait for response
   * headers. The cause may also be a slow search.
   */
  private Optional<Verdict> missingHeadersVerdict() {
    return openSessions.stream()
        .filter(HeapSession::isAwaitingHeaders)
        .filter(this::isHeaderHangPossible)
        .max(Comparator.comparingInt(session -> session.headerWaiters().size()))
        .map(this::missingHeadersVerdict);
  }

  private Verdict missingHeadersVerdict(HeapSession session) {
    SessionState state = session.state();
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        Kind.NO_HEADERS.of(
            session.headerWaiters().size(),
            state.id(),
            state.remoteAddress(),
            state.receiveWindow()));
    if (activity.durationNanos() > 0) {
      reasons.add(Kind.THREADS_IDLE_FOR.of(observedSeconds()));
    }
    reasons.add(Kind.AFTER_EARLY_CLOSE.of());
    return new Verdict(
        Source.HEAP_DUMP,
        Finding.POSSIBLE,
        Optional.of(StallCause.EARLY_CLOSE),
        reasons,
        Optional.of(state),
        List.of(),
        List.of(state));
  }

  private double observedSeconds() {
    return activity.durationNanos() / 1e9;
  }

  /** Returns whether missing response headers may mean a hang, not only a slow search. */
  private boolean isHeaderHangPossible(HeapSession session) {
    return activity.durationNanos() == 0
        ? session.headerWaiters().size() > 1
        : activity.isUnchanged(session)
            || session.headerWaiters().stream().allMatch(activity::wasIdle);
  }

  /** Returns the verdict on a session that will get no more credit because of cancelled streams. */
  private Optional<Verdict> noCreditVerdict() {
    return openSessions.stream()
        .filter(session -> session.state().role() == Role.CLIENT && session.isCreditExhausted())
        .findFirst()
        .map(HeapSession::state)
        .map(
            state ->
                possibleVerdict(
                    Kind.NO_MORE_CREDIT.of(
                        state.id(),
                        state.remoteAddress(),
                        state.cancelledBytes(),
                        state.receiveWindow()),
                    state));
  }

  private static Verdict possibleVerdict(Reason reason, SessionState state) {
    return Verdict.possible(List.of(reason), state, List.of(state));
  }

  /**
   * Returns the sessions that are exhausted, and the sessions whose data waits for the send window.
   */
  private Stream<HeapSession> possibleHangs(Role role) {
    return openSessions.stream()
        .filter(session -> session.state().role() == role)
        .filter(session -> session.isExhausted() || !session.canSendNow());
  }

  /**
   * Downgrades a hang to a possible hang, because a busy client may also have run out of streams,
   * connections, permits or memory.
   */
  private static Verdict asPossible(Verdict hang) {
    List<Reason> reasons = hang.withAdditionalReason(Kind.MAYBE_BUSY.of()).reasons();
    return Verdict.of(Source.HEAP_DUMP, Finding.POSSIBLE, hang.cause(), reasons);
  }

  private Optional<Verdict> judge(HeapSession session) {
    SessionState state = session.state();
    if (!state.isExhausted()
        && session.isExhausted()
        && !state.streamsWithWaitingReader().isEmpty()) {
      return Optional.of(
          possibleVerdict(
              Kind.CREDIT_NOT_WRITTEN.of(
                  state.id(), state.remoteAddress(), session.pendingCreditBytes()),
              state));
    }
    return IMMEDIATE_RULE
        .judge(0, () -> List.of(state))
        .filter(verdict -> verdict.finding() != Finding.NO_STALL)
        .map(verdict -> withDoubts(verdict, session));
  }

  private Verdict withDoubts(Verdict verdict, HeapSession session) {
    if (verdict.finding() != Finding.STALLED) {
      return verdict;
    }
    Optional<Reason> doubts =
        doubts(session).stream().reduce((first, next) -> Kind.JOINED.of(first, next));
    if (doubts.isPresent()) {
      SessionState state = session.state();
      return verdict.asPossible(Kind.DOUBT.of(doubts.get()), state, List.of(state));
    }
    if (activity.isUnchanged(session)) {
      return verdict.withAdditionalReason(Kind.NO_BYTE_MOVED.of(observedSeconds()));
    }
    List<HeapDumpThread> waiting = session.waitingThreads();
    return !waiting.isEmpty() && waiting.stream().allMatch(activity::wasIdle)
        ? verdict.withAdditionalReason(Kind.READER_IDLE_FOR.of(observedSeconds()))
        : verdict;
  }

  /** Returns reasons why the session may continue by itself; empty if there is none. */
  private List<Reason> doubts(HeapSession session) {
    if (!session.state().isExhausted()) {
      return List.of(Kind.SENDING_END_ONLY.of());
    }
    if (session.state().streamsWithWaitingReader().isEmpty()) {
      return List.of(Kind.NO_THREAD_WAITS.of());
    }
    Optional<HeapDumpThread> writer =
        session.holders().stream().filter(HeapDumpThread::isWritingResponse).findFirst();
    if (writer.isPresent()) { // regardless of how long it has waited
      return List.of(Kind.HOLDER_AWAITS_CLIENT.of(writer.get().name()));
    }
    if (activity.isUnchanged(session)) {
      return List.of(); // no thread has read or given credit
    }
    List<Reason> doubts = new ArrayList<>();
    session.waitingThreads().stream()
        .filter(activity::wasActive)
        .limit(1)
        .forEach(thread -> doubts.add(Kind.WAITER_MOVED.of(thread.name(), observedSeconds())));
    addDoubt(session.pendingCreditBytes(), Kind.CREDIT_PENDING, doubts);
    if (session.isDataInTransit()) {
      doubts.add(Kind.DATA_IN_TRANSIT.of());
    }
    addDoubt(session.unaccountedBytes(), Kind.WINDOW_NOT_FOUND, doubts);
    session.holders().stream()
        .filter(thread -> !(thread.isWaitingIndefinitely() && activity.wasIdle(thread)))
        .limit(1)
        .forEach(thread -> doubts.add(Kind.HOLDER_MAY_READ.of(thread.name())));
    addDoubt(session.unseenThreadCount(), Kind.VIRTUAL_UNSEEN, doubts);
    if (!session.isHolderSearchComplete()) {
      doubts.add(Kind.SEARCH_INCOMPLETE.of());
    }
    addDoubt(session.unreadBytesWithoutReader(), Kind.READERS_UNKNOWN, doubts);
    return doubts;
  }

  private static void addDoubt(long number, Kind doubt, List<Reason> doubts) {
    if (number != 0) {
      doubts.add(doubt.of(number));
    }
  }
}
