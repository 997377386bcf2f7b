package io.streambench.flow.threads;

import io.streambench.flow.threads.Activity.FrameGroup;
import io.streambench.flow.threads.JvmFindings.BusyPool;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the thread pools of Jetty and Tomcat that have no free thread in a dump. */
final class BusyPoolFinder {
  /** The minimum size of a reported pool. A dump may not contain all threads of a smaller pool. */
  private static final int MIN_THREADS = 8;

  private static final Pattern POOLED_THREAD = Pattern.compile("^(.+-exec|.+?)-\\d+(?:\\b|$)");

  /** Matches the names of Tomcat's worker threads. */
  private static final Pattern TOMCAT_WORKER = Pattern.compile("^(?:https?|ajp)-.+-exec-\\d+$");

  private static final class Pool {
    final Map<String, Integer> activities = new HashMap<>();
    int busyThreads;
    boolean hasIdleThread;
  }

  private final Map<String, Pool> pools = new HashMap<>();

  /**
   * Adds a thread if it belongs to a pool.
   *
   * @param frame the first frame of the thread outside the JDK
   */
  void add(String thread, Set<FrameGroup> frames, String frame) {
    Matcher name = POOLED_THREAD.matcher(thread);
    boolean pooled =
        frames.contains(FrameGroup.POOL)
            || thread.startsWith("qtp")
            || TOMCAT_WORKER.matcher(thread).matches();
    if (!pooled || frame.isEmpty() || !name.find()) {
      return;
    }
    Pool pool = pools.computeIfAbsent(name.group(1), unseen -> new Pool());
    if (frames.contains(FrameGroup.IDLE)) {
      pool.hasIdleThread = true;
    } else if (!frames.contains(FrameGroup.ENGINE)) {
      pool.busyThreads++;
      pool.activities.merge(frame, 1, Integer::sum);
    }
  }

  List<BusyPool> busyPools() {
    return pools.entrySet().stream()
        .filter(
            pool -> !pool.getValue().hasIdleThread && pool.getValue().busyThreads >= MIN_THREADS)
        .map(
            pool -> {
              Map.Entry<String, Integer> mostCommon =
                  pool.getValue().activities.entrySet().stream()
                      .max(Map.Entry.comparingByValue())
                      .orElseThrow();
              return new BusyPool(
                  pool.getKey(),
                  pool.getValue().busyThreads,
                  mostCommon.getKey(),
                  mostCommon.getValue());
            })
        .sorted(Comparator.comparingInt(BusyPool::threads).reversed())
        .toList();
  }
}
