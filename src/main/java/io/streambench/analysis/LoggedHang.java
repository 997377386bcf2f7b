package io.streambench.analysis;

import io.streambench.config.Text;
import io.streambench.eventlog.LoggedEnd;
import java.util.List;
import java.util.Optional;

/**
 * Judges a log without flow control by the exception that ended a hang. A reader that pauses, or a
 * query that is merely slow, ends with the same words, so this is never more than a possible stall.
 */
public final class LoggedHang {
  private LoggedHang() {}

  /** The verdict of the first such exception that there is; empty if there is none. */
  public static Optional<Verdict> of(List<LoggedEnd> ends) {
    return ends.stream().flatMap(end -> of(end).stream()).findFirst();
  }

  private static Optional<Verdict> of(LoggedEnd end) {
    return switch (end.kind()) {
      case IDLE_TIMEOUT ->
          Optional.of(
              Verdict.ofLog(
                  StallCause.SESSION_WINDOW,
                  Text.of(
                      "a node could not send its answer for %,d ms and gave up (idle timeout): a "
                          + "stall can end like this",
                      end.amount())));
      case TOTAL_TIMEOUT ->
          Optional.of(
              Verdict.ofLog(
                  StallCause.SESSION_WINDOW,
                  Text.of(
                      "a client's request took more than %,d ms and was aborted: a stall "
                          + "can end like this",
                      end.amount())));
      case DIRECT_MEMORY ->
          Optional.of(
              Verdict.ofLog(
                  StallCause.DIRECT_MEMORY,
                  Text.of(
                      "no direct memory was left for %,d received bytes: their reader may "
                          + "wait forever",
                      end.amount())));
      case RESET_RATE, WINDOW_UPDATE_RATE -> Optional.empty(); // ends requests, and hangs nothing
    };
  }
}
