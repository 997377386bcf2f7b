package io.streambench.diagnose.heap;

import io.streambench.flow.rule.Waiting;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Jetty's {@code InputStreamResponseListener} in a heap dump, from which a thread reads data. */
record HeapReader(HeapObject listener) {
  /** The status bit of a lock node that waits on a condition, since JDK 14. */
  private static final long CONDITION_STATUS_BIT = 2;

  private static final long JDK_11_CONDITION_STATUS = -2;

  /** Maps requests in a dump to their readers. Readers without a known request are omitted. */
  static Map<HeapObject, HeapReader> readersByRequest(HeapDump dump) {
    Map<HeapObject, HeapReader> readers = new HashMap<>();
    for (String name : JettyNames.LISTENERS) {
      for (HeapObject listener : dump.instances(name)) {
        HeapObject request = listener.follow("response", "request");
        if (request != null) {
          readers.put(request, new HeapReader(listener));
        }
      }
    }
    return readers;
  }

  Waiting waitState() {
    if (!isEmpty()) {
      return Waiting.NO;
    }
    return waitingThread().isPresent()
        ? Waiting.YES
        : listener.follow("response") == null ? Waiting.UNKNOWN : Waiting.NO;
  }

  boolean isEmpty() {
    HeapObject queue =
        listener.has("chunks") ? listener.follow("chunks") : listener.follow("chunkCallbacks");
    return HeapCollections.readDeque(queue).isEmpty();
  }

  Optional<HeapObject> waitingThread() {
    HeapObject node = listener.follow("lock", "_condition", "firstWaiter");
    Set<HeapObject> seen = new HashSet<>(); // in a damaged dump the list may be a cycle
    while (node != null && seen.add(node)) {
      HeapObject thread = node.has("waiter") ? node.follow("waiter") : node.follow("thread");
      boolean isWaiting =
          node.has("status")
              ? (node.number("status") & CONDITION_STATUS_BIT) != 0
              : node.number("waitStatus", 0) == JDK_11_CONDITION_STATUS;
      if (isWaiting && thread != null) {
        return Optional.of(thread);
      }
      node = node.follow("nextWaiter");
    }
    return Optional.empty();
  }
}
