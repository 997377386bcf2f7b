package io.streambench.diagnose.heap;

import java.lang.ref.Reference;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;

/**
 * A JVM that hangs with much else on its heap, to measure what reading its dump takes. Half of the
 * bytes are in small objects as maps and strings make them, half in arrays of 4 KiB.
 */
public final class LargeHeap {
  private static final int ARRAY_BYTES = 4096;

  /** A map of ten entries: its table, ten nodes, twenty strings and their bytes, about. */
  private static final int MAP_BYTES = 1_900;

  private LargeHeap() {}

  /**
   * @param args size of the ballast in MB, and the names of further threads that wait
   */
  public static void main(String[] args) throws Exception {
    long bytes = Long.parseLong(args[0]) << 20;
    List<Object> ballast = new ArrayList<>();
    for (long filled = 0; filled < bytes; filled += 2L * MAP_BYTES) {
      Map<String, String> map = new HashMap<>();
      for (int entry = 0; entry < 10; entry++) {
        map.put("key-" + entry + "-" + ballast.size(), "value of " + ballast.size());
      }
      ballast.add(map);
      if (ThreadLocalRandom.current().nextInt(ARRAY_BYTES) < MAP_BYTES) {
        ballast.add(new byte[ARRAY_BYTES]);
      }
    }
    try (HungClient hung = new HungClient()) {
      hung.hang("merging-reader");
      for (String name : List.of(args).subList(1, args.length)) {
        hung.waitForAThird(name);
      }
      System.out.println(
          ProcessHandle.current().pid() + " hangs, with " + ballast.size() + " other objects");
      Thread.currentThread().join();
    } finally {
      Reference.reachabilityFence(ballast);
    }
  }
}
