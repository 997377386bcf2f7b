package io.streambench.flow.threads;

import io.streambench.flow.threads.Activity.Frames;
import io.streambench.flow.threads.WholeJvm.BusyPool;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Finds the thread pools of Jetty and Tomcat that have no free thread in a dump. */
final class Pools {
  /** The minimum size of a reported pool. A dump may not contain all threads of a smaller pool. */
  private static final int MIN_THREADS = 8;

  private static final Pattern POOLED_THREAD = Pattern.compile("^(.+-exec|.+?)-\\d+(?:\\b|$)");

  /** Names of Tomcat's worker threads. */
  private static final Pattern TOMCAT = Pattern.compile("^(?:https?|ajp)-.+-exec-\\d+$");

  private static final class Pool {
    final Map<String, Integer> activities = new HashMap<>();
    int busy;
    boolean hasIdle;
  }

  private final Map<String, Pool> pools = new HashMap<>();

  /** Adds a thread if it belongs to a pool; {@code frame} is its first frame outside the JDK. */
  void add(String thread, Set<Frames> frames, String frame) {
    Matcher name = POOLED_THREAD.matcher(thread);
    boolean pooled =
        frames.contains(Frames.POOL)
            || thread.startsWith("qtp")
            || TOMCAT.matcher(thread).matches();
    if (!pooled || frame.isEmpty() || !name.find()) {
      return;
    }
    Pool pool = pools.computeIfAbsent(name.group(1), unseen -> new Pool());
    if (frames.contains(Frames.IDLE)) {
      pool.hasIdle = true;
    } else if (!frames.contains(Frames.ENGINE)) {
      pool.busy++;
      pool.activities.merge(frame, 1, Integer::sum);
    }
  }

  List<BusyPool> busyPools() {
    return pools.entrySet().stream()
        .filter(pool -> !pool.getValue().hasIdle && pool.getValue().busy >= MIN_THREADS)
        .map(
            pool -> {
              Map.Entry<String, Integer> mostCommon =
                  pool.getValue().activities.entrySet().stream()
                      .max(Map.Entry.comparingByValue())
                      .orElseThrow();
              return new BusyPool(
                  pool.getKey(), pool.getValue().busy, mostCommon.getKey(), mostCommon.getValue());
            })
        .sorted(Comparator.comparingInt(BusyPool::threads).reversed())
        .toList();
  }
}
