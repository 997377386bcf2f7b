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

  /** The forms of dumps have different numbers of digits. */
  private static final double ROUNDING_MILLIS = 0.006;

  /** Threads that did nothing but be suspended and resumed took 0.01 to 0.06 ms. */
  private static final double MOST_OF_SUSPENDED_MILLIS = 0.1;

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
    /** It used so little that a JVM which was suspended in between would show it as well. */
    TOO_LITTLE,
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
    double grown = cpu.getAsDouble() - least.getAsDouble();
    if (still.isPresent()
        ? Math.round(still.getAsDouble() * MILLIS_PER_SECOND) >= silence.toMillis()
        : grown < ROUNDING_MILLIS) {
      return Motion.STILL;
    }
    return grown > MOST_OF_SUSPENDED_MILLIS
        ? Motion.RAN
        : grown < ROUNDING_MILLIS ? Motion.TOO_CLOSE : Motion.TOO_LITTLE;
  }

  /** Time for which it used no processor time; empty where the dumps do not show times. */
  OptionalDouble stillSeconds() {
    int since = seen.size() - 1;
    while (since > 0 && usedSince(since - 1) < ROUNDING_MILLIS) {
      since--;
    }
    OptionalDouble begin = seen.get(since).seconds();
    OptionalDouble end = newest().seconds();
    return begin.isPresent() && end.isPresent()
        ? OptionalDouble.of(end.getAsDouble() - begin.getAsDouble())
        : OptionalDouble.empty();
  }

  /** Processor time since an earlier dump; not a number if one of them does not have it. */
  private double usedSince(int earlier) {
    return last().cpuMillis().orElse(Double.NaN)
        - seen.get(earlier).thread().cpuMillis().orElse(Double.NaN);
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
