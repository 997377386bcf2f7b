package io.streambench.analysis;

import io.streambench.config.Text;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.TextDump;
import io.streambench.eventlog.TextDump.DumpedSession;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * Judges thread dumps and Jetty's own dumps. They have windows and waiting threads, and not which
 * thread waits for which session: a hang is called STALLED only where every session of the client
 * that has a stream is without window, and a thread waits.
 */
public final class DumpedHang {
  private DumpedHang() {}

  /** The verdict; empty where nothing looks like a hang. */
  public static Optional<Verdict> of(TextDump dump) {
    List<DumpedSession> clients =
        dump.sessions().stream().filter(session -> session.role() == Role.CLIENT).toList();
    Optional<DumpedSession> exhausted =
        clients.stream().filter(DumpedHang::exhausted).filter(busy()).findFirst();
    if (exhausted.isPresent()) {
      boolean all = clients.stream().filter(busy()).allMatch(DumpedHang::exhausted);
      return Optional.of(exhausted(exhausted.get(), dump.readers(), all));
    }
    return clients.stream()
        .filter(DumpedHang::exhausted)
        .findFirst()
        .map(DumpedHang::lost)
        .or(
            () ->
                dump.readers().isEmpty()
                    ? Optional.empty()
                    : Optional.of(
                        clients.isEmpty()
                            ? verdict(
                                Finding.POSSIBLE,
                                Optional.empty(),
                                waits(dump.readers())
                                    + "; a thread dump shows no window, so why is not known",
                                Optional.empty())
                            : verdict(
                                Finding.POSSIBLE,
                                Optional.of(StallCause.UNKNOWN),
                                waits(dump.readers()) + ", and every session has a window",
                                Optional.empty())));
  }

  private static Verdict exhausted(DumpedSession session, List<String> readers, boolean all) {
    String held =
        Text.of(
            "session %s to %s has no receive window left, and %,d open streams",
            session.id(), session.remote(), session.streams());
    if (readers.isEmpty()) {
      return verdict(
          Finding.POSSIBLE,
          Optional.of(StallCause.SESSION_WINDOW),
          held + "; a thread dump would show whether a reader waits",
          Optional.of(session));
    }
    return all
        ? verdict(
            Finding.STALLED,
            Optional.of(StallCause.SESSION_WINDOW),
            held + "; " + waits(readers),
            Optional.of(session))
        : verdict(
            Finding.POSSIBLE,
            Optional.of(StallCause.SESSION_WINDOW),
            held + "; " + waits(readers) + ", maybe for another session, which has a window",
            Optional.of(session));
  }

  private static Verdict lost(DumpedSession session) {
    return verdict(
        Finding.POSSIBLE,
        Optional.of(StallCause.CANCELLED_STREAMS),
        Text.of(
            "session %s to %s has no receive window left, and no stream: what lay unread on cancelled"
                + " streams was not given back, and the next query on it hangs",
            session.id(), session.remote()),
        Optional.of(session));
  }

  private static String waits(List<String> readers) {
    return readers.size() == 1
        ? Text.of("thread \"%s\" waits for the next document of a stream", readers.get(0))
        : Text.of(
            "%,d threads wait for the next document of a stream, the first is \"%s\"",
            readers.size(), readers.get(0));
  }

  private static boolean exhausted(DumpedSession session) {
    return session.receiveWindow() <= 0;
  }

  private static Predicate<DumpedSession> busy() {
    return session -> session.streams() > 0;
  }

  private static Verdict verdict(
      Finding finding, Optional<StallCause> cause, String reason, Optional<DumpedSession> session) {
    Optional<SessionState> state = session.map(DumpedHang::state);
    return new Verdict(
        finding == Finding.STALLED ? Outcome.STALLED : Outcome.FAILED,
        finding,
        cause,
        reason,
        state,
        List.of(),
        state.stream().toList());
  }

  /** Such a dump does not show the unread bytes. */
  private static SessionState state(DumpedSession session) {
    return new SessionState(
        session.id(),
        session.role(),
        "",
        session.local(),
        session.remote(),
        session.receiveWindow(),
        session.sendWindow(),
        0,
        0,
        0,
        session.streams(),
        OptionalLong.empty(),
        OptionalLong.empty(),
        List.of());
  }
}
