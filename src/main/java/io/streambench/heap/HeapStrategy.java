package io.streambench.heap;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The credit that the flow-control strategy of a session keeps back.
 *
 * @param sessionWindow initial receive window; empty where the strategy does not hold it
 * @param sessionLevel consumed, session credit not yet given back
 * @param creditOnReceipt whether unread data holds none of the session window
 * @param streamLevels consumed, credit not yet given back, by the stream's object
 */
record HeapStrategy(
    OptionalLong sessionWindow,
    OptionalLong streamWindow,
    long sessionLevel,
    boolean creditOnReceipt,
    Map<HeapObject, Long> streamLevels) {

  static HeapStrategy of(HeapObject flowControl) {
    HeapObject strategy = flowControl;
    Set<HeapObject> seen = new HashSet<>(); // a damaged dump may have a delegate without an end
    while (strategy != null && strategy.is(JettyNames.ACCOUNTING) && seen.add(strategy)) {
      strategy = strategy.ref("delegate");
    }
    OptionalLong streamWindow =
        strategy != null && strategy.has("initialStreamRecvWindow")
            ? OptionalLong.of(strategy.number("initialStreamRecvWindow"))
            : OptionalLong.empty();
    if (strategy != null && strategy.is(JettyNames.BUFFERING)) {
      Map<HeapObject, Long> levels = new HashMap<>();
      HeapCollections.map(strategy.ref("streamLevels"))
          .forEach((stream, level) -> levels.put(stream, level.number("value")));
      return new HeapStrategy(
          OptionalLong.of(strategy.atomic("maxSessionRecvWindow")),
          streamWindow,
          strategy.atomic("sessionLevel"),
          false,
          levels);
    }
    if (strategy != null && strategy.is(JettyNames.ON_RECEIPT)) {
      HeapObject windows = strategy.ref("windows");
      return new HeapStrategy(
          OptionalLong.of(windows.number("window")),
          streamWindow,
          windows.number("receivedBytes") - windows.number("creditedBytes"),
          true,
          Map.of());
    }
    return new HeapStrategy(OptionalLong.empty(), streamWindow, 0, false, Map.of());
  }
}
