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
 * Judges the sessions of a dump. One moment does not show silence, so the verdict is STALLED only
 * in two cases. Either a thread waits for a stream that the session's window blocks, no credit or
 * data is on its way, and each thread that holds unread data waits for such a stream, too, or was
 * seen to do nothing. Or not a byte differs from an earlier dump.
 */
record HeapVerdict(List<HeapSession> open, ClientResources resources, ThreadActivity activity) {
  private static final StallRule AT_ONCE = new StallRule(Duration.ZERO);

  /** Returns a hang before a possible one, clients before servers; empty if there is neither. */
  Optional<Verdict> verdict() {
    List<Verdict> verdicts = new ArrayList<>();
    mayHang(Role.CLIENT).forEach(session -> judged(session).ifPresent(verdicts::add));
    AT_ONCE
        .judge(0, List::of, () -> resources)
        .filter(verdict -> verdict.finding() != Finding.NO_STALL)
        .ifPresent(verdict -> verdicts.add(busy(verdict)));
    Set<String> clients =
        open.stream()
            .filter(HeapSession::isKnown)
            .map(HeapSession::state)
            .filter(state -> state.role() == Role.CLIENT)
            .map(state -> state.local() + " " + state.remote())
            .collect(Collectors.toSet());
    mayHang(Role.SERVER)
        .filter(
            session -> !clients.contains(session.state().remote() + " " + session.state().local()))
        .forEach(session -> judged(session).ifPresent(verdicts::add));
    return verdicts.stream()
        .filter(verdict -> verdict.finding() == Finding.STALLED)
        .findFirst()
        .or(() -> verdicts.stream().filter(one -> !one.streams().isEmpty()).findFirst())
        .or(this::opening)
        .or(() -> verdicts.stream().findFirst())
        .or(this::nextMayHang);
  }

  /** Finds requests without headers on a session with window. A slow search looks the same. */
  private Optional<Verdict> opening() {
    return open.stream()
        .filter(HeapSession::opens)
        .filter(this::mayHangOpening)
        .max(Comparator.comparingInt(session -> session.opening().size()))
        .map(this::opening);
  }

  private Verdict opening(HeapSession session) {
    SessionState state = session.state();
    List<Reason> reasons = new ArrayList<>();
    reasons.add(
        Kind.NO_HEADERS.of(
            session.opening().size(), state.id(), state.remote(), state.receiveWindow()));
    if (activity.nanos() > 0) {
      reasons.add(Kind.THREADS_DID_NOTHING.of(seconds()));
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

  private double seconds() {
    return activity.nanos() / 1e9;
  }

  /** Returns whether missing headers may be a hang; in one dump, a single request is normal. */
  private boolean mayHangOpening(HeapSession session) {
    return activity.nanos() == 0
        ? session.opening().size() > 1
        : activity.sawUnchanged(session) || session.opening().stream().allMatch(activity::sawStill);
  }

  /** Finds a session that will get no more credit, because of cancelled streams. */
  private Optional<Verdict> nextMayHang() {
    return open.stream()
        .filter(session -> session.state().role() == Role.CLIENT && session.keepsItsCredit())
        .findFirst()
        .map(HeapSession::state)
        .map(
            state ->
                possible(
                    Kind.NO_MORE_CREDIT.of(
                        state.id(), state.remote(), state.cancelledBytes(), state.receiveWindow()),
                    state));
  }

  private static Verdict possible(Reason reason, SessionState state) {
    return Verdict.possible(List.of(reason), state, List.of(state));
  }

  /** Returns sessions that may hang. A used-up send window matters only with data to send. */
  private Stream<HeapSession> mayHang(Role role) {
    return open.stream()
        .filter(session -> session.state().role() == role)
        .filter(session -> session.exhausted() || !session.maySendNow());
  }

  /** Slots, connections, permits and memory may also be used up in a client that is only busy. */
  private static Verdict busy(Verdict hang) {
    List<Reason> reasons = hang.and(Kind.PERHAPS_BUSY.of()).reasons();
    return Verdict.of(Source.HEAP_DUMP, Finding.POSSIBLE, hang.cause(), reasons);
  }

  private Optional<Verdict> judged(HeapSession session) {
    SessionState state = session.state();
    if (!state.exhausted() && session.exhausted() && !state.awaitedStreams().isEmpty()) {
      return Optional.of(
          possible(
              Kind.CREDIT_NOT_WRITTEN.of(state.id(), state.remote(), session.creditUnderWay()),
              state));
    }
    return AT_ONCE
        .judge(0, () -> List.of(state))
        .filter(verdict -> verdict.finding() != Finding.NO_STALL)
        .map(verdict -> certain(verdict, session));
  }

  private Verdict certain(Verdict verdict, HeapSession session) {
    if (verdict.finding() != Finding.STALLED) {
      return verdict;
    }
    Optional<Reason> doubts =
        doubts(session).stream().reduce((one, next) -> Kind.BOTH.of(one, next));
    if (doubts.isPresent()) {
      SessionState state = session.state();
      return verdict.onlyPossible(Kind.DOUBT.of(doubts.get()), state, List.of(state));
    }
    if (activity.sawUnchanged(session)) {
      return verdict.and(Kind.NOT_A_BYTE_MOVED.of(seconds()));
    }
    List<HeapDumpThread> waiting = session.waiting();
    return !waiting.isEmpty() && waiting.stream().allMatch(activity::sawStill)
        ? verdict.and(Kind.READER_DID_NOTHING.of(seconds()))
        : verdict;
  }

  /** The reasons why the session may continue by itself; empty if there is none. */
  private List<Reason> doubts(HeapSession session) {
    if (!session.state().exhausted()) {
      return List.of(Kind.SENDING_END_ONLY.of());
    }
    if (session.state().awaitedStreams().isEmpty()) {
      return List.of(Kind.NO_THREAD_WAITS.of());
    }
    Optional<HeapDumpThread> writer =
        session.holders().stream().filter(HeapDumpThread::writesAnAnswer).findFirst();
    if (writer.isPresent()) { // no matter how long it has waited
      return List.of(Kind.HOLDER_AWAITS_CLIENT.of(writer.get().name()));
    }
    if (activity.sawUnchanged(session)) {
      return List.of(); // no thread has read or given credit
    }
    List<Reason> doubts = new ArrayList<>();
    session.waiting().stream()
        .filter(activity::sawMove)
        .limit(1)
        .forEach(thread -> doubts.add(Kind.WAITER_MOVED.of(thread.name(), seconds())));
    count(session.creditUnderWay(), Kind.CREDIT_UNDER_WAY, doubts);
    if (session.dataUnderWay()) {
      doubts.add(Kind.DATA_UNDER_WAY.of());
    }
    count(session.unaccountedBytes(), Kind.WINDOW_NOT_FOUND, doubts);
    session.holders().stream()
        .filter(thread -> !(thread.untimed() && activity.sawStill(thread)))
        .limit(1)
        .forEach(thread -> doubts.add(Kind.HOLDER_MAY_READ.of(thread.name())));
    count(session.unseenThreads(), Kind.VIRTUAL_UNSEEN, doubts);
    if (!session.searched()) {
      doubts.add(Kind.SEARCH_INCOMPLETE.of());
    }
    count(session.unreadOfUnknown(), Kind.READERS_UNKNOWN, doubts);
    return doubts;
  }

  private static void count(long bytesOrThreads, Kind doubt, List<Reason> doubts) {
    if (bytesOrThreads != 0) {
      doubts.add(doubt.of(bytesOrThreads));
    }
  }
}
