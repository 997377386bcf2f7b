package io.streambench.report.diagnosis;

import io.streambench.analysis.Diagnosis;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.StallEpisode;
import io.streambench.config.Text;
import io.streambench.report.table.EpochTime;
import io.streambench.report.table.Table;
import java.util.List;
import java.util.function.Function;

/** The sessions and the stalls of a diagnosis, as tables. */
record DiagnosisTables(Diagnosis diagnosis) {
  /** Sessions that have anything to tell. */
  Table sessions() {
    List<SessionDiagnosis> shown =
        diagnosis.sessions().stream().filter(DiagnosisTables::worthALine).toList();
    return new Table()
        .text("session", column(shown, s -> s.state().id()))
        .text("role", column(shown, s -> s.state().role().toString()))
        .text("owner", column(shown, s -> s.state().owner()))
        .text("remote", column(shown, s -> s.state().remote()))
        .number("window", column(shown, s -> Text.of("%,d", s.sessionWindow())))
        .number("stream window", column(shown, s -> Text.of("%,d", s.streamWindow())))
        .number("streams", column(shown, s -> Integer.toString(s.maxOpenStreams())))
        .number("unread", column(shown, s -> Text.of("%,d", s.state().unreadBytes())))
        .number("peak unread", column(shown, s -> Text.of("%,d", s.peakUnreadBytes())))
        .number("stalls", column(shown, s -> Text.of("%,d", s.sessionStalls().count())))
        .number(
            "ms",
            column(
                shown, s -> Text.of("%,d", DiagnosisReport.millis(s.sessionStalls().totalNanos()))))
        .number("longest", column(shown, s -> ms(s.sessionStalls().longestNanos())))
        .number("stream stalls", column(shown, s -> Text.of("%,d", s.streamStalls().count())))
        .number("ms", column(shown, s -> ms(s.streamStalls().totalNanos())))
        .number("longest", column(shown, s -> ms(s.streamStalls().longestNanos())));
  }

  private static String ms(long nanos) {
    return Text.of("%,d", DiagnosisReport.millis(nanos));
  }

  /** Sessions on which nothing but a request or two happened only hide the others. */
  private static boolean worthALine(SessionDiagnosis session) {
    return session.stalled()
        || session.peakUnreadBytes() > 0
        || session.sessionStalls().count() > 0
        || session.streamStalls().count() > 0;
  }

  /** The longest times in which a window was used up. */
  Table stalls() {
    List<StallEpisode> stalls = diagnosis.longestStalls();
    return new Table()
        .number("ms", column(stalls, stall -> ms(stall.nanos())))
        .text("since", column(stalls, stall -> EpochTime.text(stall.sinceNanos())))
        .text("session", column(stalls, StallEpisode::session))
        .text("role", column(stalls, stall -> stall.role().toString()))
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
