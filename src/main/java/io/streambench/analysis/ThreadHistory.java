package io.streambench.analysis;

import io.streambench.config.Text;
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
 * @param silence for how long it must have done nothing to be called still
 */
record ThreadHistory(List<Seen> seen, Duration silence) {
  /** The forms of dumps have different numbers of digits. */
  private static final double ROUNDING_MILLIS = 0.006;

  /** Threads that did nothing but be suspended and resumed took 0.01 to 0.06 ms. */
  private static final double MOST_OF_SUSPENDED_MILLIS = 0.1;

  record Seen(DumpedThread thread, ThreadDump dump) {
    /** A time that counts in seconds, for comparison with the same thread in other dumps. */
    private double seconds() {
      return Double.isNaN(thread.ageSeconds()) && dump.timeNanos().isPresent()
          ? dump.timeNanos().getAsLong() / 1e9
          : thread.ageSeconds();
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

  boolean still() {
    return motion() == Motion.STILL;
  }

  Motion motion() {
    double cpu = last().cpuMillis();
    if (seen.size() < 2) {
      return Double.isNaN(cpu) ? Motion.NO_CPU : Motion.ONE_DUMP;
    }
    OptionalDouble least =
        seen.subList(0, seen.size() - 1).stream()
            .mapToDouble(earlier -> earlier.thread().cpuMillis())
            .filter(Double::isFinite)
            .min();
    if (Double.isNaN(cpu) || least.isEmpty()) {
      return Motion.NO_CPU;
    }
    double still = stillSeconds();
    double grown = cpu - least.getAsDouble();
    if (Double.isNaN(still)
        ? grown < ROUNDING_MILLIS
        : Math.round(still * 1e3) >= silence.toMillis()) {
      return Motion.STILL;
    }
    return grown > MOST_OF_SUSPENDED_MILLIS
        ? Motion.RAN
        : grown < ROUNDING_MILLIS ? Motion.TOO_CLOSE : Motion.TOO_LITTLE;
  }

  /** Why the dumps do not show what it did, as the end of a sentence. */
  String why() {
    return switch (motion()) {
      case ONE_DUMP -> "since only one dump has it";
      case NO_CPU -> "since these dumps have no processor times (cpu=)";
      case TOO_LITTLE ->
          "since it used less processor time between the dumps than being suspended takes";
      default -> {
        double apart = newest().seconds() - seen.get(0).seconds();
        yield Text.of(
            "since the dumps are %s; they must be at least %d s apart",
            Double.isNaN(apart) ? "close together" : Text.of("%.1f s apart", apart),
            silence.toSeconds());
      }
    };
  }

  /** Time for which it used no processor time; NaN where the dumps do not show times. */
  double stillSeconds() {
    int since = seen.size() - 1;
    while (since > 0
        && last().cpuMillis() - seen.get(since - 1).thread().cpuMillis() < ROUNDING_MILLIS) {
      since--;
    }
    return newest().seconds() - seen.get(since).seconds();
  }
}
