package io.streambench.report.diagnosis;

import io.streambench.config.Text;
import io.streambench.eventlog.EpochTime;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.LoggedEnd;
import java.util.List;

/** Explains known messages in a log, in one line each; none of them is a verdict. */
public final class LoggedEndWords {
  private LoggedEndWords() {}

  /**
   * A line for each: when it was logged, what it is, and what to do.
   *
   * @param answer what the reader has read already
   */
  public static List<String> of(List<LoggedEnd> ends, String answer) {
    return ends.stream().map(end -> of(end, answer)).toList();
  }

  private static String of(LoggedEnd end, String answer) {
    return Text.of(
        "%s %s. %sWhat to do: %s",
        end.kind().messages().findFirst().map(text -> '"' + text + '"').orElse("a failed upload"),
        time(end),
        answer.contains(end.words()) ? "" : end.words() + " ",
        end.kind().whatToDo());
  }

  private static String time(LoggedEnd end) {
    String times = end.count() == 1 ? "" : Text.of("%,d times ", end.count());
    if (end.firstNanos() == FlowControlEvent.UNKNOWN) {
      return times + "at an unknown time";
    }
    String first = EpochTime.text(end.firstNanos());
    return times
        + (end.firstNanos() == end.lastNanos()
            ? "at " + first
            : "from " + first + " to " + EpochTime.text(end.lastNanos()));
  }
}
