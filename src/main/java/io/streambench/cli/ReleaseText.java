package io.streambench.cli;

import io.streambench.base.TextFormat;
import io.streambench.diagnose.release.ReleaseStatus;
import io.streambench.diagnose.release.SessionProgress;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The result of {@code streambench release}, as text and JSON. */
record ReleaseText(
    String pid, ReleaseStatus reportedStatus, ReleaseVerb.Verdict verdict, boolean isUntilRestart) {
  private static final int MIB = 1 << 20;

  Map<String, Object> json() {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("verdict", verdict);
    json.put("process", Long.parseLong(pid));
    json.put("directMemoryUsedBytes", reportedStatus.usedBytes());
    json.put("directMemoryLimitBytes", reportedStatus.limitBytes());
    json.put("allowedBytes", reportedStatus.allowedBytes());
    json.put("sessions", reportedStatus.sessions());
    return json;
  }

  String fullText() {
    StringBuilder text = new StringBuilder();
    text.append(TextFormat.wrap(verdict + ": " + verdictText(), "", "  ")).append('\n');
    List<ReleaseStatus.Session> sessions =
        reportedStatus.sessions().stream().filter(session -> !isIrrelevant(session)).toList();
    sessions.forEach(
        session -> text.append(TextFormat.wrap(describeSession(session), "- ", "  ")).append('\n'));
    int others = reportedStatus.sessions().size() - sessions.size();
    if (others > 0) {
      text.append(
          TextFormat.of(
              "- %d %ssession(s): not stalled%n", others, sessions.isEmpty() ? "" : "other "));
    }
    text.append(
        TextFormat.of(
            "Direct memory: %,d of %,d MiB in use.%n",
            reportedStatus.usedBytes() / MIB, reportedStatus.limitBytes() / MIB));
    if (verdict == ReleaseVerb.Verdict.STALLED) {
      text.append(
          TextFormat.of(
              "Nothing was changed. %,.1f MiB may be given at a time. To let it continue:%n"
                  + "    ./streambench release --yes %s%n",
              (double) reportedStatus.allowedBytes() / MIB, pid));
    }
    return text.toString();
  }

  private String verdictText() {
    return switch (verdict) {
      case NOTHING_STALLED ->
          (reportedStatus.sessions().isEmpty()
                  ? "no HTTP/2 client session was found"
                  : "no session stalls")
              + durationText();
      case POSSIBLE -> "no session is seen to stall, but not all could be judged" + durationText();
      case STALLED ->
          "a session has no window left, nothing moves on it, and a thread waits for data of it";
      case RELEASED ->
          isUntilRestart
              ? "the hung streams continue" + durationText()
              : reportedStatus.sessions().stream()
                      .anyMatch(session -> session.state() == SessionProgress.GOES_ON)
                  ? "the hung streams continue, without more credit from now on: they can hang"
                      + " again"
                  : "the hung streams continued and ended normally";
      case NOT_RELEASED ->
          reportedStatus.sessions().stream()
                  .filter(session -> session.state().isStalled())
                  .map(session -> session.state().text())
                  .findFirst()
                  .orElse("")
              + durationText();
      case UNDONE -> "";
    };
  }

  /**
   * Returns a sentence about the duration for which streams get credit. Returns empty if it ends
   * with this command.
   */
  private String durationText() {
    return !isUntilRestart
        ? ""
        : ". Credit is given until this JVM ends, or until ./streambench release --undo "
            + pid
            + ".";
  }

  private static boolean isIrrelevant(ReleaseStatus.Session session) {
    return session.givenBytes() == 0
        && session.waits().isEmpty()
        && switch (session.state()) {
          case WINDOW_LEFT, MOVES, IDLE -> true;
          default -> false;
        };
  }

  static String describeSession(ReleaseStatus.Session session) {
    if (session.state() == SessionProgress.UNKNOWN) {
      return TextFormat.of(
          "session %s to %s: %s", session.id(), session.remote(), session.refusal());
    }
    String given =
        session.givenBytes() == 0
            ? ""
            : TextFormat.of(
                    "; given %s in advance, read %s since",
                    formatMebibytes(session.givenBytes()), formatMebibytes(session.readBytes()))
                + (session.firstDataMillis() < 0
                    ? ""
                    : TextFormat.of(", first data after %d ms", session.firstDataMillis()))
                + (session.regainedBytes() == 0
                    ? ""
                    : TextFormat.of(
                        "; %s that streams closed early had lost were given back",
                        formatMebibytes(session.regainedBytes())));
    String wait = session.waits().isEmpty() ? "" : "; " + session.waits();
    return TextFormat.of(
        "session %s to %s: %s, %s of %s of the window left, %s unread, %d stream(s)%s%s%s",
        session.id(),
        session.remote(),
        session.state().text(),
        formatMebibytes(session.receiveWindow()),
        formatMebibytes(session.largestReceiveWindow()),
        formatMebibytes(session.unreadBytes()),
        session.streams(),
        session.state().isStalled() ? describeWaitingReaders(session.readers()) : "",
        wait,
        given);
  }

  private static String describeWaitingReaders(List<String> readers) {
    if (readers.isEmpty()) {
      return "";
    }
    String more = readers.size() == 1 ? "" : TextFormat.of(", and %d more", readers.size() - 1);
    return TextFormat.of("; waits: thread %s%s", readers.get(0), more);
  }

  private static String formatMebibytes(long bytes) {
    return bytes == 0 ? "0" : TextFormat.of("%,.1f MiB", (double) bytes / MIB);
  }
}
