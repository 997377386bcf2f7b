package io.streambench.analysis;

import io.streambench.config.Text;
import io.streambench.eventlog.EpochTime;
import io.streambench.eventlog.FailedTogether;
import io.streambench.eventlog.FlowControlEvent;
import io.streambench.eventlog.LoggedEnd;
import io.streambench.eventlog.LoggedEnd.Meaning;
import io.streambench.eventlog.ReadCounts;
import io.streambench.eventlog.TextFindings.StreamRequest;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/**
 * Gives a verdict from the known messages in a log without flow control. A paused reader or a slow
 * query ends with the same messages as a stall, so such a log shows a possible stall at most. It
 * does not prove that there was none either; a message of another fault is reported as such.
 */
public final class LoggedHang {
  private static final int MOST_NAMES = 12;

  /** Direct memory that was exhausted this long before another hint is unrelated to it. */
  private static final long UNRELATED_NANOS = TimeUnit.HOURS.toNanos(1);

  private LoggedHang() {}

  /** The most significant message; empty if there is none. */
  public static Optional<LoggedEnd> strongest(ReadCounts counts) {
    return counts.ends().stream()
        .min(
            Comparator.comparing((LoggedEnd end) -> end.kind().meaning())
                .thenComparing(end -> isUnrelated(end, counts.ends()))
                .thenComparing(LoggedEnd::kind));
  }

  private static boolean isUnrelated(LoggedEnd end, List<LoggedEnd> all) {
    return end.kind() == LoggedEnd.Kind.DIRECT_MEMORY
        && end.lastNanos() != FlowControlEvent.UNKNOWN
        && all.stream()
            .filter(other -> other.kind().meaning() == Meaning.HINT)
            .anyMatch(other -> other.firstNanos() - end.lastNanos() > UNRELATED_NANOS);
  }

  /** The verdict from the most significant message; empty if there is none. */
  public static Optional<Verdict> of(ReadCounts counts) {
    return strongest(counts).map(end -> verdict(end, counts));
  }

  private static Verdict verdict(LoggedEnd end, ReadCounts counts) {
    boolean other = end.kind().meaning() == Meaning.OTHER;
    String together =
        end.together().stream()
            .min(FailedTogether.STRONGEST_FIRST)
            .filter(failed -> failed.shards().size() > 1)
            .map(failed -> words(end, failed) + " " + end.words() + beside(failed, counts))
            .orElse(
                other
                    ? "another thing. "
                        + end.words()
                        + " Whether a reader hung besides, these messages do not show."
                    : end.words());
    return Verdict.of(Finding.POSSIBLE, cause(end.kind()), together, Optional.empty(), List.of());
  }

  private static Optional<StallCause> cause(LoggedEnd.Kind kind) {
    return switch (kind) {
      case IDLE_TIMEOUT, HTTP_2_IDLE, CONNECTION_IDLE, TOTAL_TIMEOUT ->
          Optional.of(StallCause.SESSION_WINDOW);
      case DIRECT_MEMORY -> Optional.of(StallCause.DIRECT_MEMORY);
      default -> Optional.empty();
    };
  }

  private static String words(LoggedEnd end, FailedTogether failed) {
    List<String> names = failed.shards().stream().limit(MOST_NAMES).toList();
    int more = failed.shards().size() - names.size();
    return Text.of(
        "%d shards%s (%s%s) %sfailed within %.1f s at %s.",
        failed.shards().size(),
        failed.collection().isEmpty() ? "" : " of " + failed.collection(),
        String.join(", ", names),
        more == 0 ? "" : Text.of(" and %d more", more),
        end.kind() == LoggedEnd.Kind.IDLE_TIMEOUT
            ? Text.of("could send nothing for %,d s and ", failed.amount() / 1000)
            : "",
        (failed.lastNanos() - failed.firstNanos()) / 1e9,
        EpochTime.text(failed.firstNanos()));
  }

  /** Describes the query that read these shards; Solr logs a query when it begins. */
  private static String beside(FailedTogether failed, ReadCounts counts) {
    boolean merged =
        counts.ends().stream()
            .filter(end -> end.kind() == LoggedEnd.Kind.FAILED_ON_SERVER)
            .flatMap(end -> end.together().stream())
            .anyMatch(failed::near);
    List<StreamRequest> requests =
        counts.text().streams().stream()
            .filter(request -> request.concerns(failed.collection()))
            .toList();
    return (merged ? " A merge failed with them (ExceptionStream)." : "")
        + requests.stream()
            .filter(request -> request.timeNanos() <= failed.firstNanos())
            .findFirst()
            .map(request -> begun("A", request))
            .or(
                () ->
                    requests.stream()
                        .reduce((later, earlier) -> earlier)
                        .map(request -> begun("The next", request)))
            .orElse("");
  }

  private static String begun(String which, StreamRequest request) {
    return Text.of(
        " %s /stream on this collection began at %s: %s",
        which, EpochTime.text(request.timeNanos()), request.expression());
  }
}
