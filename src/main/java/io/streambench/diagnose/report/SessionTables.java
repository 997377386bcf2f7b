package io.streambench.diagnose.report;

import io.streambench.base.table.Amounts;
import io.streambench.base.table.ResultTable;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.replay.SessionDiagnosis.StallTotals;
import java.util.List;
import java.util.stream.Stream;

/** The tables of a diagnosis: its sessions, and how often their windows were exhausted. */
record SessionTables(Diagnosis diagnosis) {
  static final String EXHAUSTED_WINDOWS_CAPTION =
      "How often a window was used up (short times are normal)";

  /** Returns the tables of sessions and of exhausted windows, without empty tables. */
  List<ResultTable> tables() {
    boolean moment = diagnosis.isSnapshot();
    List<SessionDiagnosis> shown =
        diagnosis.sessions().stream().filter(SessionTables::isWorthShowing).toList();
    ResultTable.Builder<SessionDiagnosis> sessions =
        ResultTable.of("Sessions", shown)
            .text("session", s -> s.state().id())
            .text("side", s -> s.state().role());
    if (shown.stream().anyMatch(s -> !s.state().owner().isEmpty())) {
      sessions.text("owner", s -> s.state().owner());
    }
    sessions
        .text("remote", s -> s.state().remoteAddress())
        .number("window", s -> Amounts.roundedBytes(s.initialSessionWindow()))
        .number("stream window", s -> Amounts.roundedBytes(s.initialStreamWindow()))
        .number(moment ? "streams" : "most streams", SessionDiagnosis::maxOpenStreams)
        .number("unread", s -> Amounts.roundedBytes(s.state().unreadBytes()));
    if (!moment) {
      sessions.number("most unread", s -> Amounts.roundedBytes(s.peakUnreadBytes()));
    }
    return Stream.of(sessions, exhaustedWindows(shown))
        .filter(table -> table.rowCount() > 0)
        .toList();
  }

  /** Returns whether a session stalled, had unread data, or had an exhausted window. */
  private static boolean isWorthShowing(SessionDiagnosis session) {
    return session.isStalled()
        || session.peakUnreadBytes() > 0
        || session.sessionStalls().count() > 0
        || session.streamStalls().count() > 0;
  }

  private record ExhaustedWindow(String session, String windowOwner, StallTotals totals) {}

  /** Returns how often and how long the windows of each session and its streams were exhausted. */
  private ResultTable exhaustedWindows(List<SessionDiagnosis> sessions) {
    List<ExhaustedWindow> rows =
        sessions.stream()
            .filter(session -> !diagnosis.isSnapshot())
            .flatMap(
                s ->
                    Stream.of(
                        new ExhaustedWindow(s.state().id(), "session", s.sessionStalls()),
                        new ExhaustedWindow(
                            s.state().id(), "its streams, added up", s.streamStalls())))
            .filter(row -> row.totals().count() > 0)
            .toList();
    boolean timed = diagnosis.startNanos().isPresent();
    return ResultTable.withAllColumns(EXHAUSTED_WINDOWS_CAPTION, rows)
        .text("session", ExhaustedWindow::session)
        .text("window of", ExhaustedWindow::windowOwner)
        .number("times", row -> Amounts.count(row.totals().count()))
        .number("in all, ms", row -> millisText(timed, row.totals().totalNanos()))
        .number("longest, ms", row -> millisText(timed, row.totals().longestNanos()));
  }

  private static String millisText(boolean hasTimes, long nanos) {
    return hasTimes ? Amounts.count(Math.round(nanos / 1e6)) : "unknown";
  }
}
