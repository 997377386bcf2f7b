package io.streambench.diagnose.heap;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/** Reads collections of JDK 11 to 25 from a heap dump; any other object has no elements. */
final class HeapCollections {
  private HeapCollections() {}

  static Map<HeapObject, HeapObject> map(HeapObject map) {
    Map<HeapObject, HeapObject> entries = new LinkedHashMap<>();
    if (map != null) {
      bins(map.ref("table"), entries, new HashSet<>());
    }
    return entries;
  }

  private static void bins(
      HeapObject table, Map<HeapObject, HeapObject> entries, Set<HeapObject> seen) {
    if (table == null || !seen.add(table)) {
      return;
    }
    for (HeapObject head : table.elements()) {
      HeapObject node = head;
      if (node != null && node.has("nextTable")) { // moved because the map is growing
        bins(node.ref("nextTable"), entries, seen);
        continue;
      }
      if (node != null && node.has("first")) { // the root of a tree, whose nodes also form a list
        node = node.ref("first");
      }
      while (node != null && seen.add(node)) {
        HeapObject value = node.has("val") ? node.ref("val") : node.ref("value");
        HeapObject key = node.ref("key");
        if (key != null && value != null) {
          entries.put(key, value);
        }
        node = node.ref("next");
      }
    }
  }

  /** Returns the elements of an ArrayDeque in order. */
  static List<HeapObject> deque(HeapObject deque) {
    List<HeapObject> found = new ArrayList<>();
    if (deque == null || deque.ref("elements") == null) {
      return found;
    }
    List<HeapObject> ring = deque.ref("elements").elements();
    int head = (int) deque.number("head");
    int tail = (int) deque.number("tail");
    if (head < 0 || head >= ring.size() || tail < 0 || tail >= ring.size()) {
      throw new IllegalStateException("a deque ends outside of its elements");
    }
    for (int i = head; i != tail; i = (i + 1) % ring.size()) {
      if (ring.get(i) != null) {
        found.add(ring.get(i));
      }
    }
    return found;
  }

  /** Returns the elements of any list, or of a deque in any order. */
  static List<HeapObject> list(HeapObject list) {
    if (list == null) {
      return List.of();
    }
    List<HeapObject> found = new ArrayList<>();
    if (list.ref("elementData") != null) {
      found.addAll(list.ref("elementData").elements().subList(0, (int) list.number("size")));
    } else if (list.ref("array") != null) {
      found.addAll(list.ref("array").elements());
    } else if (list.ref("elements") != null) {
      found.addAll(list.ref("elements").elements());
    } else {
      found.add(list.ref("e0"));
      found.add(list.ref("e1"));
      found.add(list.ref("element"));
    }
    found.removeIf(Objects::isNull);
    return found;
  }
}
