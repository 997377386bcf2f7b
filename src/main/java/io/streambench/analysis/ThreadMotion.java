package io.streambench.analysis;

import io.streambench.eventlog.JstackThread;
import java.time.Duration;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Threads that read streams, or that send answers, in several thread dumps of one JVM: which of
 * them did nothing from one dump to another, and which ran. A thread that waits uses no processor
 * time, and on Linux waking up takes more than the smallest digit of it.
 *
 * @param threads of each thread what the dumps have of it, in the order of time
 */
record ThreadMotion(List<List<JstackThread>> threads) {
  private static final double MILLIS_PER_SECOND = 1e3;

  /** Groups by thread what several dumps have, given in any order. */
  static ThreadMotion of(List<JstackThread> dumped) {
    Comparator<JstackThread> byAge =
        Comparator.comparingDouble(thread -> thread.ageSeconds().orElse(0));
    Map<String, List<JstackThread>> threads =
        dumped.stream()
            .sorted(byAge)
            .collect(
                Collectors.groupingBy(JstackThread::key, LinkedHashMap::new, Collectors.toList()));
    return new ThreadMotion(threads.values().stream().map(List::copyOf).toList());
  }

  /** Those that the newest dump has. */
  ThreadMotion now(double newestSeconds) {
    return new ThreadMotion(
        threads.stream().filter(thread -> last(thread).jvmSeconds() >= newestSeconds).toList());
  }

  /** Returns whether there is a thread that two dumps have. */
  boolean compared() {
    return threads.stream().anyMatch(thread -> thread.size() > 1);
  }

  /**
   * {@link JstackThread#key Keys} of the threads that did nothing for so long until the last dump.
   */
  Set<String> stillKeys(Duration silence) {
    return threads.stream()
        .filter(thread -> isStill(thread, silence))
        .map(thread -> last(thread).key())
        .collect(Collectors.toSet());
  }

  /** Names of the threads that wait in the last dump that has them. */
  List<String> waiting() {
    return names(threads.stream().filter(thread -> last(thread).waits()).toList());
  }

  /** Names of the threads that wait, and did nothing for that long until the last dump. */
  List<String> still(Duration silence) {
    return names(threads.stream().filter(thread -> isStill(thread, silence)).toList());
  }

  /** The longest time, in seconds, for which such a thread was seen to do nothing. */
  double stillSeconds() {
    return threads.stream()
        .filter(thread -> last(thread).waits())
        .mapToDouble(ThreadMotion::stillSeconds)
        .max()
        .orElse(0);
  }

  /** Returns whether there is a thread, and every one ran not longer ago than that. */
  boolean allRan(Duration silence) {
    return !threads.isEmpty()
        && threads.stream().allMatch(thread -> ran(thread) && !isStill(thread, silence));
  }

  private static boolean isStill(List<JstackThread> thread, Duration silence) {
    return last(thread).waits()
        && Math.round(stillSeconds(thread) * MILLIS_PER_SECOND) >= silence.toMillis();
  }

  /** Time for which the processor time has been that of the last dump; 0 if it is not known. */
  private static double stillSeconds(List<JstackThread> thread) {
    OptionalDouble age = last(thread).ageSeconds();
    OptionalDouble since =
        thread.stream()
            .filter(earlier -> earlier.cpuMillis().equals(last(thread).cpuMillis()))
            .map(JstackThread::ageSeconds)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .min();
    return last(thread).cpuMillis().isEmpty() || age.isEmpty() || since.isEmpty()
        ? 0
        : age.getAsDouble() - since.getAsDouble();
  }

  /** A dump that does not have the time says nothing. */
  private static boolean ran(List<JstackThread> thread) {
    OptionalDouble least =
        thread.stream()
            .map(JstackThread::cpuMillis)
            .filter(OptionalDouble::isPresent)
            .mapToDouble(OptionalDouble::getAsDouble)
            .min();
    OptionalDouble now = last(thread).cpuMillis();
    return least.isPresent() && now.isPresent() && now.getAsDouble() > least.getAsDouble();
  }

  private static JstackThread last(List<JstackThread> thread) {
    return thread.get(thread.size() - 1);
  }

  private static List<String> names(List<List<JstackThread>> threads) {
    return threads.stream().map(thread -> last(thread).name()).toList();
  }
}
