package io.streambench.diagnose.heap;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;

/**
 * Reads collections of JDK 11 to 25 from a heap dump. Objects of other classes yield empty results.
 */
final class HeapCollections {
  private HeapCollections() {}

  static Map<HeapObject, HeapObject> readMap(HeapObject map) {
    Map<HeapObject, HeapObject> entries = new LinkedHashMap<>();
    if (map != null) {
      addBins(map.follow("table"), entries, new HashSet<>());
    }
    return entries;
  }

  private static void addBins(
      HeapObject table, Map<HeapObject, HeapObject> entries, Set<HeapObject> visited) {
    if (table == null || !visited.add(table)) {
      return;
    }
    for (HeapObject head : table.elements()) {
      HeapObject node = head;
      if (node != null && node.has("nextTable")) { // moved because the map is growing
        addBins(node.follow("nextTable"), entries, visited);
        continue;
      }
      if (node != null && node.has("first")) { // the root of a tree, whose nodes also form a list
        node = node.follow("first");
      }
      while (node != null && visited.add(node)) {
        HeapObject value = node.has("val") ? node.follow("val") : node.follow("value");
        HeapObject key = node.follow("key");
        if (key != null && value != null) {
          entries.put(key, value);
        }
        node = node.follow("next");
      }
    }
  }

  /** Returns the elements of an {@code ArrayDeque} in order. */
  static List<HeapObject> readDeque(HeapObject deque) {
    List<HeapObject> found = new ArrayList<>();
    if (deque == null || deque.follow("elements") == null) {
      return found;
    }
    List<HeapObject> ring = deque.follow("elements").elements();
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

  /** Returns the elements of a list, or of a deque in undefined order. */
  static List<HeapObject> readList(HeapObject list) {
    if (list == null) {
      return List.of();
    }
    List<HeapObject> found = new ArrayList<>();
    if (list.follow("elementData") != null) {
      found.addAll(list.follow("elementData").elements().subList(0, (int) list.number("size")));
    } else if (list.follow("array") != null) {
      found.addAll(list.follow("array").elements());
    } else if (list.follow("elements") != null) {
      found.addAll(list.follow("elements").elements());
    } else {
      found.add(list.follow("e0"));
      found.add(list.follow("e1"));
      found.add(list.follow("element"));
    }
    found.removeIf(Objects::isNull);
    return found;
  }
}
