package io.streambench.report.diagnosis;

import io.streambench.config.Text;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.report.table.EpochTime;
import java.util.List;

/** Explains exceptions in a log, in one sentence each; none of them is a verdict. */
public final class LoggedEndWords {
  private LoggedEndWords() {}

  /** A line for each. */
  public static List<String> of(List<LoggedEnd> ends) {
    return ends.stream().map(LoggedEndWords::of).toList();
  }

  private static String of(LoggedEnd end) {
    return switch (end.kind()) {
      case IDLE_TIMEOUT ->
          Text.of(
              "perhaps the end of a stall, %s: a node could not send its answers, and its idle timeout"
                  + " (%,d ms) ended them; a reader that only pauses that long looks the same",
              time(end), end.amount());
      case TOTAL_TIMEOUT ->
          Text.of(
              "perhaps the end of a stall, %s: a client's request took longer than its total timeout"
                  + " (%,d ms); a query that is only slow looks the same",
              time(end), end.amount());
      case DIRECT_MEMORY ->
          Text.of(
              "perhaps the beginning of a hang, %s: no direct memory was left for %,d bytes; readers"
                  + " get no more data after that, and the connection stays open",
              time(end), end.amount());
      case RESET_RATE -> tooFast(end, "RST_STREAM", "streams that were reset cause them");
      case WINDOW_UPDATE_RATE -> tooFast(end, "WINDOW_UPDATE", "small windows cause them");
    };
  }

  private static String tooFast(LoggedEnd end, String frames, String why) {
    return Text.of(
        "a closed connection, %s: the server received too many %s frames per second"
            + " (ENHANCE_YOUR_CALM), and all requests on it failed; %s",
        time(end), frames, why);
  }

  private static String time(LoggedEnd end) {
    if (end.firstNanos() == FlowControlEvent.UNKNOWN) {
      return "at an unknown time";
    }
    String first = EpochTime.text(end.firstNanos());
    return end.firstNanos() == end.lastNanos()
        ? "at " + first
        : "from " + first + " to " + EpochTime.text(end.lastNanos());
  }
}
