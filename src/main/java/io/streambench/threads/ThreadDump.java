package io.streambench.threads;

import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The threads of a JVM at one moment; of those that neither read, send nor wait for requests only
 * the identity is kept.
 *
 * @param source the file that it was found in
 * @param process the number of the process; empty in a dump without it
 * @param timeNanos when it was made, since the epoch; empty in a dump without it
 * @param java the feature version of Java, such as 17; 0 if the dump does not show it
 * @param form how complete it is
 * @param count how many threads it has
 * @param oldestSeconds the age of its oldest thread
 * @param threads those that matter
 * @param cpuMillis the processor time of each thread, by its key; NaN where the dump has none
 * @param addresses of all threads, where the dump has them
 */
public record ThreadDump(
    String source,
    String process,
    OptionalLong timeNanos,
    int java,
    Form form,
    int count,
    OptionalDouble oldestSeconds,
    List<DumpedThread> threads,
    Map<String, Double> cpuMillis,
    Set<String> addresses) {
  private static final int FIRST_WITH_VIRTUAL_THREADS = 21;

  /** How much of a JVM a dump shows. */
  public enum Form {
    /** All threads, virtual ones included ({@code Thread.dump_to_file}). */
    ALL,
    /** All but virtual threads. */
    PLATFORM,
    /** Perhaps a part: nothing says that the dump is whole. */
    PART
  }

  public ThreadDump {
    threads = List.copyOf(threads);
    cpuMillis = Map.copyOf(cpuMillis);
    addresses = Set.copyOf(addresses);
  }

  /** Returns whether no thread of the JVM can be missing. */
  public boolean showsAll() {
    return form == Form.ALL || form == Form.PLATFORM && java > 0 && !mayHideVirtualThreads();
  }

  /** Returns whether the JVM may have virtual threads that are not in this dump. */
  public boolean mayHideVirtualThreads() {
    return form != Form.ALL && (java == 0 || java >= FIRST_WITH_VIRTUAL_THREADS);
  }

  /** Returns whether both are dumps of one JVM, as far as their threads show it. */
  public boolean isOfSameJvm(ThreadDump other) {
    if (!process.isEmpty() && !other.process.isEmpty() && !process.equals(other.process)) {
      return false;
    }
    if (!addresses.isEmpty() && !other.addresses.isEmpty()) {
      return addresses.stream().anyMatch(other.addresses::contains);
    }
    long shared = cpuMillis.keySet().stream().filter(other.cpuMillis::containsKey).count();
    int fewer = Math.min(cpuMillis.size(), other.cpuMillis.size());
    return fewer > 0 && 2 * shared >= fewer && !(ranIn(other) && other.ranIn(this));
  }

  /** Returns whether a thread has used more processor time here: that only grows. */
  private boolean ranIn(ThreadDump other) {
    return cpuMillis.entrySet().stream()
        .anyMatch(
            thread ->
                thread.getValue() > other.cpuMillis.getOrDefault(thread.getKey(), Double.NaN));
  }
}
