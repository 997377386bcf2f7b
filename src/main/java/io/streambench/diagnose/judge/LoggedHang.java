package io.streambench.diagnose.judge;

import io.streambench.base.TextFormat;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.LoggedFault.Meaning;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.SimultaneousFailures;
import io.streambench.flow.events.TextFindings.StreamRequest;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.rule.Source;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.Verdict;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;

/**
 * Diagnoses hangs from known messages in a log without flow-control events. A paused reader or a
 * slow query causes the same messages as a stall, so the verdict is always POSSIBLE. A message
 * about another fault is reported as that fault.
 */
public final class LoggedHang {
  private static final int MAX_SHARD_NAMES = 12;

  /** The maximum time from memory exhaustion to a message that the exhaustion may explain. */
  private static final long MAX_MEMORY_DELAY_NANOS = TimeUnit.HOURS.toNanos(1);

  /** The maximum time from the end of a pause to a timeout that the pause may have caused. */
  private static final long MAX_PAUSE_DELAY_NANOS = TimeUnit.MINUTES.toNanos(5);

  /** Solr's usual timeout, assumed for a hint that names none. */
  private static final long DEFAULT_TIMEOUT_MILLIS = TimeUnit.MINUTES.toMillis(2);

  private LoggedHang() {}

  /** Returns the most significant message; empty if there is none. */
  public static Optional<LoggedFault> strongestFault(ReadCounts counts) {
    return counts.faults().stream()
        .min(
            Comparator.comparing((LoggedFault fault) -> rankingMeaning(fault, counts.faults()))
                .thenComparing(fault -> !mayExplain(fault, counts.faults(), Meaning.HINT))
                .thenComparing(
                    fault ->
                        fault.kind() != LoggedFault.Kind.DIRECT_MEMORY
                            && !precedesHints(fault, counts.faults()))
                .thenComparing(LoggedFault::kind));
  }

  /**
   * Returns the meaning that determines the rank of a message. A full heap or a long pause ranks
   * like the hints that follow it. A lack of memory ranks as UNCLEAR if it may explain UNCLEAR
   * messages.
   */
  private static Meaning rankingMeaning(LoggedFault fault, List<LoggedFault> allFaults) {
    Meaning own = fault.kind().meaning();
    if (own == Meaning.OTHER && precedesHints(fault, allFaults)) {
      return Meaning.HINT;
    }
    return own == Meaning.OTHER && mayExplain(fault, allFaults, Meaning.UNCLEAR)
        ? Meaning.UNCLEAR
        : own;
  }

  /**
   * Returns whether a fault stopped the JVM before every hint of a stall, for long enough to cause
   * the hint.
   */
  private static boolean precedesHints(LoggedFault fault, List<LoggedFault> allFaults) {
    List<LoggedFault> hints =
        allFaults.stream()
            .filter(other -> other.kind().meaning() == Meaning.HINT)
            .filter(other -> other.kind() != LoggedFault.Kind.DIRECT_MEMORY)
            .toList();
    return fault.kind().stopsJvm()
        && fault.firstNanos() != FlowControlEvent.UNKNOWN
        && !hints.isEmpty()
        && hints.stream().allMatch(hint -> mayCause(fault, hint));
  }

  private static boolean mayCause(LoggedFault fault, LoggedFault hint) {
    boolean isPause = fault.kind() == LoggedFault.Kind.PAUSE;
    long pauseMillis = isPause ? fault.lastNumber() : 0;
    long maxDelay =
        isPause
            ? TimeUnit.MILLISECONDS.toNanos(pauseMillis) + MAX_PAUSE_DELAY_NANOS
            : MAX_MEMORY_DELAY_NANOS;
    long timeoutMillis = hint.numbers().isEmpty() ? DEFAULT_TIMEOUT_MILLIS : hint.lastNumber();
    return fault.lastNanos() < hint.firstNanos()
        && hint.lastNanos() - fault.lastNanos() <= maxDelay
        && (!isPause || 2 * pauseMillis >= timeoutMillis);
  }

  /**
   * Returns whether a fault is a lack of memory that may explain messages with the meaning {@code
   * meaning}.
   */
  private static boolean mayExplain(
      LoggedFault fault, List<LoggedFault> allFaults, Meaning meaning) {
    return fault.kind().isExhaustion()
        && (fault.lastNanos() == FlowControlEvent.UNKNOWN
            || allFaults.stream()
                .filter(other -> other.kind().meaning() == meaning)
                .noneMatch(
                    other -> other.firstNanos() - fault.lastNanos() > MAX_MEMORY_DELAY_NANOS));
  }

  /** Returns the verdict from the most significant message; empty if there is none. */
  public static Optional<Verdict> of(ReadCounts counts) {
    return strongestFault(counts).map(fault -> verdict(fault, counts));
  }

  private static Verdict verdict(LoggedFault fault, ReadCounts counts) {
    List<Reason> reasons = new ArrayList<>();
    boolean isOther = fault.kind().meaning() == Meaning.OTHER;
    if (isOther) {
      reasons.add(Kind.OTHER_FAULT.of());
    }
    Optional<SimultaneousFailures> simultaneous =
        fault.failures().stream()
            .min(SimultaneousFailures.STRONGEST_FIRST)
            .filter(failed -> failed.shards().size() > 1);
    simultaneous.ifPresent(failed -> reasons.addAll(failedShardReasons(fault, failed)));
    reasons.add(explain(fault));
    simultaneous.ifPresent(failed -> reasons.addAll(failedQueryReasons(failed, counts)));
    if (isOther) {
      if (precedesHints(fault, counts.faults())) {
        reasons.add(Kind.CAUSES_TIMEOUTS.of());
      }
      reasons.add(Kind.OTHER_HANG_UNKNOWN.of());
    }
    return Verdict.of(Source.MESSAGES, Finding.POSSIBLE, cause(fault.kind()), reasons);
  }

  /** Explains the meaning of a message, with the numbers that it contains. */
  public static Reason explain(LoggedFault fault) {
    return fault.kind() == LoggedFault.Kind.DIRECT_MEMORY && fault.numbers().size() > 2
        ? Kind.MEMORY_WAS_IN_USE.of(fault.numbers().get(1), fault.lastNumber())
        : Kind.LOGGED.of(fault.kind(), TextFormat.of("%,d", fault.lastNumber()));
  }

  private static Optional<StallCause> cause(LoggedFault.Kind kind) {
    return switch (kind) {
      case IDLE_TIMEOUT, HTTP_2_IDLE, CONNECTION_IDLE, TOTAL_TIMEOUT ->
          Optional.of(StallCause.SESSION_WINDOW);
      case DIRECT_MEMORY -> Optional.of(StallCause.DIRECT_MEMORY);
      default -> Optional.empty();
    };
  }

  private static List<Reason> failedShardReasons(LoggedFault fault, SimultaneousFailures failed) {
    List<Reason> reasons = new ArrayList<>();
    reasons.add(Kind.SHARDS.of(failed.shards().size()));
    if (!failed.collection().isEmpty()) {
      reasons.add(Kind.OF_COLLECTION.of(failed.collection()));
    }
    int more = Math.max(0, failed.shards().size() - MAX_SHARD_NAMES);
    String names =
        failed.shards().stream().limit(MAX_SHARD_NAMES).collect(Collectors.joining(", "));
    reasons.add(more == 0 ? Kind.NAMES.of(names) : Kind.NAMES_AND_MORE.of(names, more));
    if (fault.kind() == LoggedFault.Kind.IDLE_TIMEOUT) {
      reasons.add(Kind.SEND_BLOCKED_FOR.of(failed.largestNumber() / 1000));
    }
    double seconds = (failed.lastNanos() - failed.firstNanos()) / 1e9;
    reasons.add(Kind.FAILED_WITHIN.of(seconds, EpochTime.format(failed.firstNanos())));
    return reasons;
  }

  /** Returns reasons about a failed query: whether its merge failed, and when it may have begun. */
  private static List<Reason> failedQueryReasons(SimultaneousFailures failed, ReadCounts counts) {
    List<Reason> reasons = new ArrayList<>();
    if (counts.faults().stream()
        .filter(fault -> fault.kind() == LoggedFault.Kind.FAILED_ON_SERVER)
        .flatMap(fault -> fault.failures().stream())
        .anyMatch(failed::isSimultaneousWith)) {
      reasons.add(Kind.MERGE_FAILED.of());
    }
    List<StreamRequest> requests =
        counts.textFindings().streamRequests().stream()
            .filter(request -> request.mayUseCollection(failed.collection()))
            .toList();
    requests.stream()
        .filter(request -> request.timeNanos() <= failed.firstNanos())
        .findFirst()
        .map(request -> streamStartReason(Kind.STREAM_BEGAN, request))
        .or(
            () ->
                requests.stream()
                    .reduce((later, earlier) -> earlier)
                    .map(request -> streamStartReason(Kind.NEXT_STREAM_BEGAN, request)))
        .ifPresent(reasons::add);
    return reasons;
  }

  private static Reason streamStartReason(Kind kind, StreamRequest request) {
    return kind.of(EpochTime.format(request.timeNanos()), request.expression());
  }
}
