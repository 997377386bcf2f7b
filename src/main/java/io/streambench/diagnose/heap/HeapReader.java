package io.streambench.diagnose.heap;

import io.streambench.flow.rule.Waiting;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Jetty's {@code InputStreamResponseListener}. Its condition leads to the thread that waits. */
record HeapReader(HeapObject listener) {
  /** The node waits on a condition, in JDK 14 and later; JDK 11 has a different number. */
  private static final long CONDITION_BIT = 2;

  private static final long CONDITION_11 = -2;

  /** Returns the readers of a dump by the request whose response they read, if it is known. */
  static Map<HeapObject, HeapReader> byRequest(HeapDump dump) {
    Map<HeapObject, HeapReader> readers = new HashMap<>();
    for (String name : JettyNames.LISTENERS) {
      for (HeapObject listener : dump.instances(name)) {
        HeapObject request = listener.ref("response", "request");
        if (request != null) {
          readers.put(request, new HeapReader(listener));
        }
      }
    }
    return readers;
  }

  Waiting waiting() {
    if (!empty()) {
      return Waiting.NO;
    }
    return thread().isPresent()
        ? Waiting.YES
        : listener.ref("response") == null ? Waiting.UNKNOWN : Waiting.NO;
  }

  boolean empty() {
    HeapObject queue =
        listener.has("chunks") ? listener.ref("chunks") : listener.ref("chunkCallbacks");
    return HeapCollections.deque(queue).isEmpty();
  }

  Optional<HeapObject> thread() {
    HeapObject node = listener.ref("lock", "_condition", "firstWaiter");
    Set<HeapObject> seen = new HashSet<>(); // in a damaged dump the list may be a cycle
    while (node != null && seen.add(node)) {
      HeapObject thread = node.has("waiter") ? node.ref("waiter") : node.ref("thread");
      boolean asleep =
          node.has("status")
              ? (node.number("status") & CONDITION_BIT) != 0
              : node.number("waitStatus", 0) == CONDITION_11;
      if (asleep && thread != null) {
        return Optional.of(thread);
      }
      node = node.ref("nextWaiter");
    }
    return Optional.empty();
  }
}
