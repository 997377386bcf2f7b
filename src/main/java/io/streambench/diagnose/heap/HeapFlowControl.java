package io.streambench.diagnose.heap;

import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The state of a session's flow-control strategy in a heap dump.
 *
 * @param sessionWindow initial window of the session; empty if the strategy does not store it
 * @param uncreditedSessionBytes bytes consumed on the session but not yet credited
 * @param isCreditOnReceipt whether credit is given on receipt, before data is read
 * @param uncreditedBytesByStream bytes consumed but not yet credited, by stream object
 */
record HeapFlowControl(
    OptionalLong sessionWindow,
    OptionalLong streamWindow,
    long uncreditedSessionBytes,
    boolean isCreditOnReceipt,
    Map<HeapObject, Long> uncreditedBytesByStream) {

  static HeapFlowControl of(HeapObject flowControl) {
    HeapObject strategy = flowControl;
    Set<HeapObject> seen = new HashSet<>(); // in a damaged dump the delegates may be a cycle
    while (strategy != null
        && strategy.isInstanceOf(JettyNames.ACCOUNTING_STRATEGY)
        && seen.add(strategy)) {
      strategy = strategy.follow("delegate");
    }
    OptionalLong streamWindow =
        strategy != null && strategy.has("initialStreamRecvWindow")
            ? OptionalLong.of(strategy.number("initialStreamRecvWindow"))
            : OptionalLong.empty();
    if (strategy != null && strategy.isInstanceOf(JettyNames.BUFFERING_STRATEGY)) {
      Map<HeapObject, Long> levels = new HashMap<>();
      HeapCollections.readMap(strategy.follow("streamLevels"))
          .forEach((stream, level) -> levels.put(stream, level.number("value")));
      return new HeapFlowControl(
          OptionalLong.of(strategy.atomicNumber("maxSessionRecvWindow")),
          streamWindow,
          strategy.atomicNumber("sessionLevel"),
          false,
          levels);
    }
    if (strategy != null && strategy.isInstanceOf(JettyNames.CREDIT_ON_RECEIPT_STRATEGY)) {
      HeapObject windows = strategy.follow("windows");
      return new HeapFlowControl(
          OptionalLong.of(windows.number("window")),
          streamWindow,
          windows.has("owedBytes") // earlier versions store the two sums separately
              ? windows.number("owedBytes")
              : windows.number("receivedBytes") - windows.number("creditedBytes"),
          true,
          Map.of());
    }
    return new HeapFlowControl(OptionalLong.empty(), streamWindow, 0, false, Map.of());
  }
}
