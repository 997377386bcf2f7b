package io.streambench.diagnose.report;

import io.streambench.base.TextFormat;
import io.streambench.base.table.Amounts;
import io.streambench.diagnose.judge.LoggedHang;
import io.streambench.flow.events.EpochTime;
import io.streambench.flow.events.FlowControlEvent;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.events.Role;
import io.streambench.flow.replay.Diagnosis;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.Reason;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/** Collects the reasons to doubt a verdict, and further findings, one line each. */
record DoubtSection(Diagnosis diagnosis, Optional<HeapFacts> heap, CauseAdvice advice) {
  private static final long SECOND_NANOS = 1_000_000_000L;

  /** The ratio of the session window to the smallest leak that is reported. */
  private static final int LEAK_THRESHOLD_DIVISOR = 4;

  List<String> doubtLines() {
    ReadCounts counts = diagnosis.counts();
    List<String> warnings = new ArrayList<>();
    if (counts.isMostlyGarbled()) {
      warnings.add(
          TextFormat.of(
              "most flow-control lines are garbled (%,d; %,d could be read): a "
                  + "stall may be in the garbled ones",
              counts.garbledLines(), counts.readableLines()));
    }
    if (counts.isNewestFirst()) {
      warnings.add(
          "most of this log runs backwards in time: it seems to be written "
              + "newest first. Reverse it and analyze again: tac FILE > reversed.log");
    }
    List<SessionDiagnosis> stalled =
        diagnosis.sessions().stream().filter(SessionDiagnosis::isStalled).toList();
    if (heap.isEmpty()
        && !stalled.isEmpty()
        && stalled.stream()
            .allMatch(session -> diagnosis.silenceNanos(session).orElse(0) < SECOND_NANOS)) {
      warnings.add(
          diagnosis.startNanos().isEmpty()
              ? "the log has no timestamps: the length of the stall is unknown"
              : "the source ends where the stall begins: it is one only if nothing moved later");
    }
    diagnosis.sessions().stream()
        .filter(DoubtSection::isLeaking)
        .forEach(session -> warnings.add(describeLeak(session)));
    warnings.addAll(counts.textFindings().remarks());
    counts.faults().forEach(fault -> warnings.add(describeFault(fault)));
    describeLogAge(counts).ifPresent(warnings::add);
    if (diagnosis.finding() != Finding.NO_STALL) {
      heap.flatMap(HeapFacts::doubtText).ifPresent(warnings::add);
    }
    return warnings;
  }

  /** Returns whether cancelled streams hold a large part of the session window. */
  private static boolean isLeaking(SessionDiagnosis session) {
    return session.state().receiveWindow() > 0
        && session.initialSessionWindow() > 0
        && session.state().cancelledBytes()
            >= session.initialSessionWindow() / LEAK_THRESHOLD_DIVISOR;
  }

  private static String describeLeak(SessionDiagnosis session) {
    return TextFormat.of(
        "the receive window of session %s leaks: %,d of its %,d bytes lie unread on streams that"
            + " were reset. At none left, %s on this session wait",
        session.state().id(),
        session.state().cancelledBytes(),
        session.initialSessionWindow(),
        session.state().role() == Role.SERVER ? "uploads" : "answers");
  }

  /** Describes a log message: its time, its meaning (unless the verdict states it) and advice. */
  private String describeFault(LoggedFault fault) {
    Reason explained = LoggedHang.explain(fault);
    return TextFormat.of(
        "\"%s\" %s%s. %sWhat to do: %s",
        fault.message(),
        fault.occurrenceCount() == 1 ? "" : TextFormat.of("%,d times ", fault.occurrenceCount()),
        fault.firstNanos() == FlowControlEvent.UNKNOWN
            ? "at an unknown time"
            : fault.firstNanos() == fault.lastNanos()
                ? "at " + EpochTime.format(fault.firstNanos())
                : TextFormat.of(
                    "from %s to %s",
                    EpochTime.format(fault.firstNanos()), EpochTime.format(fault.lastNanos())),
        diagnosis.verdict().filter(verdict -> verdict.hasReason(explained)).isPresent()
            ? ""
            : explained + " ",
        advice.of(fault.kind()).line());
  }

  /**
   * Describes how long before the newest thread dump the last message was logged, or that their
   * order is unknown. Returns empty if the last message is not older than the dump.
   */
  private static Optional<String> describeLogAge(ReadCounts counts) {
    OptionalLong dump = counts.textFindings().newestDumpNanos();
    OptionalLong last =
        counts.faults().stream()
            .mapToLong(LoggedFault::lastNanos)
            .filter(nanos -> nanos != FlowControlEvent.UNKNOWN)
            .max();
    if (dump.isEmpty() || last.isEmpty()) {
      return Optional.empty();
    }
    if (!EpochTime.areComparable(last.getAsLong(), dump.getAsLong())) {
      return Optional.of(
          "the times of these messages and of the dump cannot be compared: only one has a year");
    }
    return last.getAsLong() < dump.getAsLong()
        ? Optional.of(
            "the last of these messages was logged "
                + Amounts.duration(dump.getAsLong() - last.getAsLong())
                + " before the dump")
        : Optional.empty();
  }
}
