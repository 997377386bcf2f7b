package io.streambench.diagnose.judge;

import io.streambench.flow.events.EpochTime;
import io.streambench.flow.events.LoggedFault;
import io.streambench.flow.events.ReadCounts;
import io.streambench.flow.replay.DumpDiagnosis;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;

/**
 * Finds evidence that the heap of a JVM was full. A full heap can stop any thread. Therefore advice
 * to load an agent or to change the protocol would be wrong.
 */
public final class FullHeap {
  /** The minimum share of time in garbage collection that indicates a full heap. */
  private static final double MIN_SHARE = 0.5;

  /** The maximum age of a message that may explain a dump, not counting time zones. */
  private static final Duration MAX_MESSAGE_AGE = Duration.ofHours(1);

  private FullHeap() {}

  /** Returns a copy whose first reason is a full heap if a log message reports one. */
  public static DumpDiagnosis addLoggedFullHeap(DumpDiagnosis diagnosis, ReadCounts counts) {
    OptionalLong dump = counts.textFindings().newestDumpNanos();
    return counts.faults().stream()
        .filter(fault -> fault.kind() == LoggedFault.Kind.HEAP)
        .filter(fault -> mayExplain(fault, dump))
        .findFirst()
        .map(fault -> diagnosis.withFullHeap(Kind.HEAP_WAS_FULL.of(fault.message())))
        .orElse(diagnosis);
  }

  /**
   * Returns whether a message is at most slightly older or newer than the dump, if both have a
   * year.
   */
  private static boolean mayExplain(LoggedFault fault, OptionalLong dumpNanos) {
    if (dumpNanos.isEmpty()
        || !EpochTime.hasYear(dumpNanos.getAsLong())
        || !EpochTime.hasYear(fault.lastNanos())) {
      return true;
    }
    long age = dumpNanos.getAsLong() - fault.lastNanos();
    return Math.abs(age) <= DumpedHang.MAX_TIME_ZONE_DIFFERENCE.plus(MAX_MESSAGE_AGE).toNanos();
  }

  /**
   * Returns a copy whose first reason is a full heap if garbage collection took a large share of
   * the time in any of the JVMs.
   */
  static DumpDiagnosis addMeasuredFullHeap(DumpDiagnosis diagnosis, List<DumpedJvm> jvms) {
    return addFullHeap(
        diagnosis, jvms.stream().mapToDouble(DumpedJvm::garbageCollectionShare).max().orElse(0));
  }

  /**
   * Returns the share of the time that garbage collection took; 0 if the dumps do not show the
   * share.
   */
  public static double garbageCollectionShare(List<ThreadDump> dumps) {
    return new DumpedJvm(dumps, Duration.ZERO, 0).garbageCollectionShare();
  }

  /**
   * Returns a copy whose first reason is a full heap if garbage collection took a large share of
   * the time.
   */
  static DumpDiagnosis addFullHeap(DumpDiagnosis diagnosis, double garbageCollectionShare) {
    return indicatesFullHeap(garbageCollectionShare)
        ? diagnosis.withFullHeap(
            Kind.COLLECTS_GARBAGE.of((int) Math.round(garbageCollectionShare * 100)))
        : diagnosis;
  }

  static boolean indicatesFullHeap(double garbageCollectionShare) {
    return garbageCollectionShare >= MIN_SHARE;
  }
}
