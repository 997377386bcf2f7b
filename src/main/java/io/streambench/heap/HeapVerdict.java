package io.streambench.heap;

import io.streambench.analysis.ClientResources;
import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StallRule;
import io.streambench.analysis.Verdict;
import io.streambench.config.Text;
import io.streambench.eventlog.Role;
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
        .map(
            session ->
                new Verdict(
                    Finding.POSSIBLE,
                    Optional.of(StallCause.EARLY_CLOSE),
                    Text.of(
                            "response headers of %,d request(s) on session %s to %s did not come,"
                                + " although it has %,d bytes of window left",
                            session.opening().size(),
                            session.state().id(),
                            session.state().remote(),
                            session.state().receiveWindow())
                        + (activity.nanos() > 0
                            ? Text.of(
                                "; their threads did nothing for %.1f s", activity.nanos() / 1e9)
                            : "")
                        + ". Queries that were closed early can cause this with Jetty 12; a slow"
                        + " search looks the same",
                    Optional.of(session.state()),
                    List.of(),
                    List.of(session.state())));
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
        .map(
            session -> {
              SessionState state = session.state();
              return Verdict.possible(
                  Text.of(
                      "session %s to %s gets no more credit: cancelled streams hold %,d bytes of its"
                          + " window. Nobody waits on it yet, but an answer of more than %,d bytes"
                          + " will hang",
                      state.id(), state.remote(), state.cancelledBytes(), state.receiveWindow()),
                  state,
                  List.of(state));
            });
  }

  /** Returns sessions that may hang. A used-up send window matters only with data to send. */
  private Stream<HeapSession> mayHang(Role role) {
    return open.stream()
        .filter(session -> session.state().role() == role)
        .filter(session -> session.exhausted() || !session.maySendNow());
  }

  /** Slots, connections, permits and memory may also be used up in a client that is only busy. */
  private static Verdict busy(Verdict hang) {
    return new Verdict(
        Finding.POSSIBLE,
        hang.cause(),
        hang.reason() + "; a busy client can look the same for a moment: dump again in ten seconds",
        Optional.empty(),
        List.of(),
        List.of());
  }

  private Optional<Verdict> judged(HeapSession session) {
    SessionState state = session.state();
    if (!state.exhausted() && session.exhausted() && !state.awaitedStreams().isEmpty()) {
      return Optional.of(
          Verdict.possible(
              Text.of(
                  "session %s to %s: credit of %,d bytes is not written to the connection yet",
                  state.id(), state.remote(), session.creditUnderWay()),
              state,
              List.of(state)));
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
    List<String> doubts = doubts(session);
    if (!doubts.isEmpty()) {
      return Verdict.possible(
          verdict.reason() + " (" + String.join("; ", doubts) + ")",
          session.state(),
          List.of(session.state()));
    }
    if (activity.sawUnchanged(session)) {
      return verdict.withReason(
          verdict.reason()
              + Text.of("; not a byte of it had moved for %.1f s", activity.nanos() / 1e9));
    }
    List<HeapDumpThread> waiting = session.waiting();
    return !waiting.isEmpty() && waiting.stream().allMatch(activity::sawStill)
        ? verdict.withReason(
            verdict.reason()
                + Text.of(
                    "; its reader did nothing in the %.1f s after the dump",
                    activity.nanos() / 1e9))
        : verdict;
  }

  /** The reasons why the session may continue by itself, one line each; empty if there is none. */
  private List<String> doubts(HeapSession session) {
    if (!session.state().exhausted()) {
      return List.of("one dump of the sending end cannot show more");
    }
    if (session.state().awaitedStreams().isEmpty()) {
      return List.of("no thread in the dump waits for it");
    }
    Optional<HeapDumpThread> writer =
        session.holders().stream().filter(HeapDumpThread::writesAnAnswer).findFirst();
    if (writer.isPresent()) { // no matter how long it has waited
      return List.of(
          Text.of(
              "thread \"%s\" holds an unread stream of it, and waits until its own client reads: a slow"
                  + " client looks the same, unless it waits for this JVM, as with parallel()",
              writer.get().name()));
    }
    if (activity.sawUnchanged(session)) {
      return List.of(); // no thread has read or given credit
    }
    List<String> doubts = new ArrayList<>();
    session.waiting().stream()
        .filter(activity::sawMove)
        .limit(1)
        .map(
            thread ->
                Text.of(
                    "thread \"%s\" waited for it, and continued or ended within %.1f s",
                    thread.name(), activity.nanos() / 1e9))
        .forEach(doubts::add);
    count(session.creditUnderWay(), "credit of %,d bytes is about to be sent", doubts);
    if (session.dataUnderWay()) {
      doubts.add("the client was handling data at that moment");
    }
    count(session.unaccountedBytes(), "%,d bytes of the window were not found", doubts);
    session.holders().stream()
        .filter(thread -> !(thread.untimed() && activity.sawStill(thread)))
        .limit(1)
        .map(
            thread ->
                Text.of(
                    "thread \"%s\" holds an unread stream of it and may continue to read",
                    thread.name()))
        .forEach(doubts::add);
    count(session.unseenThreads(), "the dump does not show what %,d virtual threads do", doubts);
    if (!session.searched()) {
      doubts.add("too many objects refer to its unread streams to search them all");
    }
    count(session.unreadOfUnknown(), "it is unknown who reads %,d of the unread bytes", doubts);
    return doubts;
  }

  private static void count(long bytesOrThreads, String doubt, List<String> doubts) {
    if (bytesOrThreads != 0) {
      doubts.add(Text.of(doubt, bytesOrThreads));
    }
  }
}
