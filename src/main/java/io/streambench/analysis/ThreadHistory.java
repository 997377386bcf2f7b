package io.streambench.analysis;

import io.streambench.threads.DumpedThread;
import io.streambench.threads.ThreadDump;
import java.time.Duration;
import java.util.List;
import java.util.OptionalDouble;

/**
 * A thread in the dumps of its JVM, and what it did between them. A thread that waits uses no
 * processor time, and on Linux waking up takes more than the smallest digit of it.
 *
 * @param seen what the dumps have of it, in the order of time; the last is of the newest dump
 */
record ThreadHistory(List<Seen> seen) {
  private static final double MILLIS_PER_SECOND = 1e3;
  private static final double NANOS_PER_SECOND = 1e9;

  /** A thread in a dump. */
  record Seen(DumpedThread thread, ThreadDump dump) {
    /** A time that counts in seconds, for comparison with the same thread in other dumps. */
    OptionalDouble seconds() {
      return thread.ageSeconds().isPresent() || dump.timeNanos().isEmpty()
          ? thread.ageSeconds()
          : OptionalDouble.of(dump.timeNanos().getAsLong() / NANOS_PER_SECOND);
    }
  }

  /** What a thread did until the newest dump. */
  enum Motion {
    /** It used no processor time for long enough. */
    STILL,
    /** It used some. */
    RAN,
    /** Only one dump has it. */
    ONE_DUMP,
    /** The dumps do not have processor times. */
    NO_CPU,
    /** It used none, and the dumps are too close together to mean anything. */
    TOO_CLOSE;

    /** Returns whether the dumps do not show what it did. */
    boolean unknown() {
      return this != STILL && this != RAN;
    }
  }

  DumpedThread last() {
    return newest().thread();
  }

  private Seen newest() {
    return seen.get(seen.size() - 1);
  }

  Motion motion(Duration silence) {
    OptionalDouble cpu = last().cpuMillis();
    if (seen.size() < 2) {
      return cpu.isEmpty() ? Motion.NO_CPU : Motion.ONE_DUMP;
    }
    OptionalDouble least =
        seen.subList(0, seen.size() - 1).stream()
            .map(earlier -> earlier.thread().cpuMillis())
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .min();
    if (cpu.isEmpty() || least.isEmpty()) {
      return Motion.NO_CPU;
    }
    OptionalDouble still = stillSeconds();
    boolean ran = cpu.getAsDouble() > least.getAsDouble();
    if (still.isPresent()
        ? Math.round(still.getAsDouble() * MILLIS_PER_SECOND) >= silence.toMillis()
        : !ran) {
      return Motion.STILL;
    }
    return ran ? Motion.RAN : Motion.TOO_CLOSE;
  }

  /** Time for which it used no processor time; empty where the dumps do not show times. */
  OptionalDouble stillSeconds() {
    int since = seen.size() - 1;
    while (since > 0 && seen.get(since - 1).thread().cpuMillis().equals(last().cpuMillis())) {
      since--;
    }
    OptionalDouble begin = seen.get(since).seconds();
    OptionalDouble end = newest().seconds();
    return begin.isPresent() && end.isPresent()
        ? OptionalDouble.of(end.getAsDouble() - begin.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Time between the first and the newest dump that have it. */
  OptionalDouble spanSeconds() {
    OptionalDouble begin = seen.get(0).seconds();
    OptionalDouble end = newest().seconds();
    return begin.isPresent() && end.isPresent()
        ? OptionalDouble.of(end.getAsDouble() - begin.getAsDouble())
        : OptionalDouble.empty();
  }
}
