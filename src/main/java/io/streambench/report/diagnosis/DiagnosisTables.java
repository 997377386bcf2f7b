package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionDiagnosis.StallTotals;
import io.streambench.analysis.StallEpisode;
import io.streambench.eventlog.EpochTime;
import io.streambench.report.table.Amounts;
import io.streambench.report.table.Table;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;

/** The sessions of a diagnosis, and how long their windows were used up, as tables. */
record DiagnosisTables(Diagnosis diagnosis) {
  static final String USED_UP = "How often a window was used up (short times are normal)";

  /** The tables that have rows, in the order of reading. */
  Map<String, Table> byTitle() {
    Map<String, Table> tables = new LinkedHashMap<>();
    tables.put("Sessions", sessions());
    if (!diagnosis.ofMoment()) {
      tables.put(USED_UP, usedUp());
    }
    tables.put("Longest periods without window", stalls());
    tables.values().removeIf(Table::isEmpty);
    return tables;
  }

  /** Sessions on which data lay unread or a window was used up. */
  private Table sessions() {
    List<SessionDiagnosis> shown = shown();
    Table table =
        new Table()
            .text("session", column(shown, s -> s.state().id()))
            .text("side", column(shown, s -> s.state().role().toString()));
    if (shown.stream().anyMatch(s -> !s.state().owner().isEmpty())) {
      table.text("owner", column(shown, s -> s.state().owner()));
    }
    table
        .text("remote", column(shown, s -> s.state().remote()))
        .number("window", column(shown, s -> Amounts.rounded(s.sessionWindow())))
        .number("stream window", column(shown, s -> Amounts.rounded(s.streamWindow())))
        .number(
            diagnosis.ofMoment() ? "streams" : "most streams",
            column(shown, s -> Integer.toString(s.maxOpenStreams())))
        .number("unread", column(shown, s -> Amounts.rounded(s.state().unreadBytes())));
    return diagnosis.ofMoment()
        ? table
        : table.number("most unread", column(shown, s -> Amounts.rounded(s.peakUnreadBytes())));
  }

  /**
   * The table of used-up windows: how often and for how long, of each session and of its streams.
   */
  private Table usedUp() {
    List<UsedUp> rows =
        shown().stream()
            .flatMap(
                s ->
                    Stream.of(
                        new UsedUp(s.state().id(), "session", s.sessionStalls()),
                        new UsedUp(s.state().id(), "its streams, added up", s.streamStalls())))
            .filter(row -> row.totals().count() > 0)
            .toList();
    return new Table()
        .text("session", column(rows, UsedUp::session))
        .text("window of", column(rows, UsedUp::windowOf))
        .number("times", column(rows, row -> Amounts.count(row.totals().count())))
        .number("in all, ms", column(rows, row -> ms(row.totals().totalNanos())))
        .number("longest, ms", column(rows, row -> ms(row.totals().longestNanos())));
  }

  private record UsedUp(String session, String windowOf, StallTotals totals) {}

  private String ms(long nanos) {
    return diagnosis.fromNanos().isEmpty()
        ? Amounts.UNKNOWN
        : Amounts.count(DiagnosisReport.millis(nanos));
  }

  private List<SessionDiagnosis> shown() {
    return diagnosis.sessions().stream().filter(DiagnosisTables::worthALine).toList();
  }

  /** Sessions on which nothing but a request or two happened only hide the others. */
  private static boolean worthALine(SessionDiagnosis session) {
    return session.stalled()
        || session.peakUnreadBytes() > 0
        || session.sessionStalls().count() > 0
        || session.streamStalls().count() > 0;
  }

  /** The longest times in which a window was used up. */
  private Table stalls() {
    List<StallEpisode> stalls = diagnosis.longestStalls();
    return new Table()
        .number(
            "lasted, ms",
            column(
                stalls,
                stall ->
                    stall.timed()
                        ? Amounts.count(DiagnosisReport.millis(stall.nanos()))
                        : Amounts.UNKNOWN))
        .text("since", column(stalls, stall -> EpochTime.text(stall.sinceNanos())))
        .text("session", column(stalls, StallEpisode::session))
        .text("side", column(stalls, stall -> stall.role().toString()))
        .text(
            "window",
            column(
                stalls,
                stall ->
                    (stall.streamId() == 0 ? "session" : "stream " + stall.streamId())
                        + ", "
                        + stall.window()))
        .text("ended", column(stalls, stall -> stall.ended() ? "yes" : "no"));
  }

  private static <T> List<String> column(List<T> rows, Function<T, String> cell) {
    return rows.stream().map(cell).toList();
  }
}
