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
 * Evidence that the heap of a JVM was full. Then any thread can stand still, and neither an agent
 * nor another protocol is the right advice.
 */
public final class FullHeap {
  /** Minimum share of the time that garbage collection takes if a heap is full. */
  private static final double MIN_SHARE = 0.5;

  /** Maximum age of a message that still explains a dump, apart from time zones. */
  private static final Duration MAX_MESSAGE_AGE = Duration.ofHours(1);

  private FullHeap() {}

  /** Names a heap first that was full according to a log message. */
  public static DumpDiagnosis addLoggedFullHeap(DumpDiagnosis found, ReadCounts counts) {
    OptionalLong dump = counts.textFindings().newestDumpNanos();
    return counts.faults().stream()
        .filter(fault -> fault.kind() == LoggedFault.Kind.HEAP)
        .filter(fault -> mayExplain(fault, dump))
        .findFirst()
        .map(fault -> found.withFullHeap(Kind.HEAP_WAS_FULL.of(fault.message())))
        .orElse(found);
  }

  /**
   * Returns whether a message is neither much older nor much newer than the dump, if both have a
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

  /** Names a heap first that was full according to the time that garbage collection took. */
  static DumpDiagnosis addMeasuredFullHeap(DumpDiagnosis found, List<DumpedJvm> jvms) {
    return addFullHeap(
        found, jvms.stream().mapToDouble(DumpedJvm::garbageCollectionShare).max().orElse(0));
  }

  /** Returns the share of the time that garbage collection took; 0 if the dumps do not show it. */
  public static double garbageCollectionShare(List<ThreadDump> dumps) {
    return new DumpedJvm(dumps, Duration.ZERO, 0).garbageCollectionShare();
  }

  /** Names a full heap first if garbage collection took a large share of the time. */
  static DumpDiagnosis addFullHeap(DumpDiagnosis found, double garbageCollectionShare) {
    return isFull(garbageCollectionShare)
        ? found.withFullHeap(
            Kind.COLLECTS_GARBAGE.of((int) Math.round(garbageCollectionShare * 100)))
        : found;
  }

  static boolean isFull(double garbageCollectionShare) {
    return garbageCollectionShare >= MIN_SHARE;
  }
}
