package io.streambench.diagnose.judge;

import io.streambench.flow.rule.Reason;
import io.streambench.flow.rule.Reason.Kind;
import io.streambench.flow.threads.DumpedThread;
import io.streambench.flow.threads.ThreadDump;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A thread in the dumps of its JVM, and its activity between the dumps. A waiting thread uses no
 * processor time. On Linux, even a short wake-up changes the displayed time.
 *
 * @param observations the thread's entries in the dumps, in chronological order up to the newest
 * @param silence how long a thread must use no processor time to count as idle
 * @param hasCoarseClock whether the processor times of its JVM have a coarse resolution
 */
record ThreadHistory(List<Observation> observations, Duration silence, boolean hasCoarseClock) {
  /** The maximum rounding error of processor times in dumps of different formats. */
  private static final double MAX_ROUNDING_MILLIS = 0.006;

  /**
   * The maximum processor time for suspending and resuming a thread; up to 0.06 ms was measured.
   */
  private static final double MAX_SUSPENDED_CPU_MILLIS = 0.1;

  record Observation(DumpedThread thread, ThreadDump dump) {
    /** Returns a time in seconds that is comparable between dumps of the same thread. */
    private double comparableSeconds() {
      return Double.isNaN(thread.ageSeconds()) && dump.timeNanos().isPresent()
          ? dump.timeNanos().getAsLong() / 1e9
          : thread.ageSeconds();
    }
  }

  /** The activity of a thread up to the newest dump. */
  enum Progress {
    /** The thread used no processor time for long enough to count as idle. */
    IDLE,
    RAN,
    /** The thread ran, then used no processor time, but not for long enough to count as idle. */
    STOPPED,
    ONE_DUMP,
    /** The thread used no more processor time than is needed to suspend and resume the JVM. */
    TOO_LITTLE_CPU,
    NO_CPU_TIMES,
    /** The thread is virtual, so that no dump shows its processor time. */
    VIRTUAL,
    /** The thread used no processor time, but the dumps are too close together to be conclusive. */
    TOO_CLOSE;

    /** Returns whether the dumps do not show the thread's activity. */
    boolean isUnknown() {
      return this != IDLE && this != RAN;
    }

    boolean lacksCpuTimes() {
      return this == NO_CPU_TIMES || this == VIRTUAL;
    }
  }

  DumpedThread newestState() {
    return newest().thread();
  }

  private Observation newest() {
    return observations.get(observations.size() - 1);
  }

  boolean isIdle() {
    return progress() == Progress.IDLE;
  }

  /** Returns the observations since the thread began to work on its newest request. */
  private List<Observation> newestRequestObservations() {
    int first = observations.size() - 1;
    while (first > 0
        && observations.get(first - 1).thread().requestId().equals(newestState().requestId())) {
      first--;
    }
    return observations.subList(first, observations.size());
  }

  Progress progress() {
    List<Observation> seen = newestRequestObservations();
    if (newestState().isVirtual()) {
      return Progress.VIRTUAL;
    }
    double cpu = newestState().cpuMillis();
    if (seen.size() < 2) {
      return Double.isNaN(cpu) ? Progress.NO_CPU_TIMES : Progress.ONE_DUMP;
    }
    OptionalDouble minCpu =
        seen.subList(0, seen.size() - 1).stream()
            .mapToDouble(earlier -> earlier.thread().cpuMillis())
            .filter(Double::isFinite)
            .min();
    if (Double.isNaN(cpu) || minCpu.isEmpty()) {
      return Progress.NO_CPU_TIMES;
    }
    double idle = idleSeconds();
    double used = cpu - minCpu.getAsDouble();
    if (Double.isNaN(idle)
        ? used < MAX_ROUNDING_MILLIS
        : Math.round(idle * 1e3) >= silence.toMillis()) {
      return Progress.IDLE;
    }
    return used > MAX_SUSPENDED_CPU_MILLIS
        ? idle > 0 ? Progress.STOPPED : Progress.RAN
        : used < MAX_ROUNDING_MILLIS ? Progress.TOO_CLOSE : Progress.TOO_LITTLE_CPU;
  }

  /** Returns whether the thread used processor time between any two dumps. */
  boolean hasRun() {
    return progress() == Progress.RAN || progress() == Progress.STOPPED;
  }

  /**
   * Returns whether the thread may have been blocked up to the newest dump. With a coarse clock,
   * this is possible even if the thread ran before the newest dump.
   */
  boolean mayBeBlocked() {
    return switch (progress()) {
      case IDLE, TOO_LITTLE_CPU, TOO_CLOSE, NO_CPU_TIMES, VIRTUAL -> true;
      case STOPPED -> hasCoarseClock;
      case RAN, ONE_DUMP -> false;
    };
  }

  Reason unknownActivityReason() {
    return switch (progress()) {
      case ONE_DUMP -> Kind.ONLY_ONE_DUMP.of();
      case NO_CPU_TIMES -> Kind.NO_CPU_TIMES.of();
      case VIRTUAL -> Kind.VIRTUAL.of();
      case TOO_LITTLE_CPU -> Kind.TOO_LITTLE_CPU.of();
      default -> {
        double secondsApart = idleSeconds();
        yield Double.isNaN(secondsApart)
            ? Kind.TOO_CLOSE.of(silence.toSeconds())
            : Kind.DUMP_INTERVAL_TOO_SHORT.of(silence.toSeconds(), secondsApart);
      }
    };
  }

  /** Returns the seconds without processor time up to the newest dump; NaN without dump times. */
  double idleSeconds() {
    List<Observation> seen = newestRequestObservations();
    int since = seen.size() - 1;
    while (since > 0
        && newestState().cpuMillis() - seen.get(since - 1).thread().cpuMillis()
            < MAX_ROUNDING_MILLIS) {
      since--;
    }
    return newest().comparableSeconds() - seen.get(since).comparableSeconds();
  }
}
