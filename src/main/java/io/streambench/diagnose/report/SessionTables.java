package io.streambench.diagnose.report;

import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.SessionDiagnosis.StallTotals;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a diagnosis: its sessions, and how often their windows were used up. */
record SessionTables(Diagnosis diagnosis) {
  static final String USED_UP = "How often a window was used up (short times are normal)";

  /** The tables of sessions and of used-up windows; those without rows are left out. */
  List<ResultTable> tables() {
    boolean moment = diagnosis.ofMoment();
    List<SessionDiagnosis> shown =
        diagnosis.sessions().stream().filter(SessionTables::worthALine).toList();
    ResultTable.Of<SessionDiagnosis> sessions =
        ResultTable.of("Sessions", shown)
            .text("session", s -> s.state().id())
            .text("side", s -> s.state().role());
    if (shown.stream().anyMatch(s -> !s.state().owner().isEmpty())) {
      sessions.text("owner", s -> s.state().owner());
    }
    sessions
        .text("remote", s -> s.state().remote())
        .number("window", s -> Amounts.rounded(s.sessionWindow()))
        .number("stream window", s -> Amounts.rounded(s.streamWindow()))
        .number(moment ? "streams" : "most streams", SessionDiagnosis::maxOpenStreams)
        .number("unread", s -> Amounts.rounded(s.state().unreadBytes()));
    if (!moment) {
      sessions.number("most unread", s -> Amounts.rounded(s.peakUnreadBytes()));
    }
    return Stream.of(sessions, usedUp(shown)).filter(table -> table.rows() > 0).toList();
  }

  /** Sessions on which nothing but a request or two happened only hide the others. */
  private static boolean worthALine(SessionDiagnosis session) {
    return session.stalled()
        || session.peakUnreadBytes() > 0
        || session.sessionStalls().count() > 0
        || session.streamStalls().count() > 0;
  }

  private record UsedUp(String session, String windowOf, StallTotals totals) {}

  /** How often and for how long, of each session and of its streams. */
  private ResultTable usedUp(List<SessionDiagnosis> sessions) {
    List<UsedUp> rows =
        sessions.stream()
            .filter(session -> !diagnosis.ofMoment())
            .flatMap(
                s ->
                    Stream.of(
                        new UsedUp(s.state().id(), "session", s.sessionStalls()),
                        new UsedUp(s.state().id(), "its streams, added up", s.streamStalls())))
            .filter(row -> row.totals().count() > 0)
            .toList();
    boolean timed = diagnosis.fromNanos().isPresent();
    return ResultTable.grid(USED_UP, rows)
        .text("session", UsedUp::session)
        .text("window of", UsedUp::windowOf)
        .number("times", row -> Amounts.count(row.totals().count()))
        .number("in all, ms", row -> ms(timed, row.totals().totalNanos()))
        .number("longest, ms", row -> ms(timed, row.totals().longestNanos()));
  }

  private static String ms(boolean timed, long nanos) {
    return timed ? Amounts.count(Math.round(nanos / 1e6)) : "unknown";
  }
}
