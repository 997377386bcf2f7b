package io.streambench.diagnose.heap;

import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Waiting;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * The unread data of the sessions in a dump. Data counts as unread until the application has
 * consumed it (Jetty 10 and 11) or until it has left the stream's queue (12.0.2 and later).
 */
final class HeapUnread {
  private static final Set<String> ENDED_STATES = Set.of("REMOTELY_CLOSED", "CLOSING", "CLOSED");

  /** Maximum bytes in transit between two counters at the moment of the dump: one frame. */
  private static final long FRAME_BYTES = 1 << 14;

  private final Map<HeapObject, Long> pendingBytes = new HashMap<>();
  private final boolean ignoresCancelled;
  private final boolean dataInTransit;

  HeapUnread(HeapDump dump, boolean dataInTransit) {
    this.dataInTransit = dataInTransit;
    this.ignoresCancelled = dump.has(JettyNames.DATA_CALLBACK);
    for (String name : List.of(JettyNames.DATA_CALLBACK, JettyNames.STREAM_DATA_12_0_0)) {
      for (HeapObject data : dump.instances(name)) {
        HeapObject stream = data.follow("stream");
        if (stream != null && data.has("flowControlLength")) {
          pendingBytes.merge(stream, data.number("flowControlLength"), Long::sum);
        }
      }
    }
  }

  /**
   * The unread data of a session.
   *
   * @param unlistedBytes bytes on streams that are no longer listed but were not reset
   * @param unaccountedBytes window bytes that the accounting cannot explain
   */
  record SessionUnread(
      List<StreamState> streams,
      long unlistedBytes,
      long unreadBytes,
      long cancelledBytes,
      long unaccountedBytes) {}

  SessionUnread of(
      HeapObject session, Map<HeapObject, Optional<HeapReader>> listed, HeapFlowControl strategy) {
    OptionalLong unreadOfWindow = unreadOfWindow(strategy, session.atomicNumber("recvWindow"));
    long unlistedBytes = unlistedBytes(session, listed.keySet());
    List<StreamState> streams = states(listed, strategy, pendingBytes);
    boolean includesGarbage =
        unreadOfWindow.isPresent()
            && sum(streams) + unlistedBytes > unreadOfWindow.getAsLong() + FRAME_BYTES;
    if (includesGarbage) { // the pending data was consumed long ago, so it is not in the queues
      streams = states(listed, strategy, Map.of());
      unlistedBytes = 0;
    }
    long unreadBytes = sum(streams) + unlistedBytes;
    long cancelledBytes = sum(streams.stream().filter(StreamState::cancelled).toList());
    long missing = unreadOfWindow.isPresent() ? unreadOfWindow.getAsLong() - unreadBytes : 0;
    // In a dump of live objects, this difference is the only trace of reset streams.
    boolean lost = missing > 0 && ignoresCancelled && !includesGarbage && !dataInTransit;
    return lost
        ? new SessionUnread(
            streams, unlistedBytes, unreadBytes + missing, cancelledBytes + missing, 0)
        : new SessionUnread(streams, unlistedBytes, unreadBytes, cancelledBytes, missing);
  }

  /**
   * Returns the unread bytes: the part of the session window that is neither available nor
   * consumed; empty if the strategy does not show it.
   */
  private static OptionalLong unreadOfWindow(HeapFlowControl strategy, long receiveWindow) {
    return strategy.sessionWindow().isPresent() && !strategy.creditOnReceipt()
        ? OptionalLong.of(
            strategy.sessionWindow().getAsLong() - receiveWindow - strategy.sessionLevel())
        : OptionalLong.empty();
  }

  private static long sum(List<StreamState> streams) {
    return streams.stream().mapToLong(StreamState::unreadBytes).sum();
  }

  private static List<StreamState> states(
      Map<HeapObject, Optional<HeapReader>> streams,
      HeapFlowControl strategy,
      Map<HeapObject, Long> pendingBytes) {
    List<StreamState> states = new ArrayList<>();
    streams.forEach((stream, reader) -> states.add(state(stream, strategy, reader, pendingBytes)));
    states.sort(Comparator.comparingInt(StreamState::id));
    return states;
  }

  private long unlistedBytes(HeapObject session, Set<HeapObject> listed) {
    return pendingBytes.entrySet().stream()
        .filter(entry -> !listed.contains(entry.getKey()))
        .filter(entry -> session.equals(entry.getKey().follow("session")))
        .filter(entry -> !isReset(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static StreamState state(
      HeapObject stream,
      HeapFlowControl strategy,
      Optional<HeapReader> reader,
      Map<HeapObject, Long> pendingBytes) {
    if (!stream.has("dataQueue")) {
      throw new HeapObject.UnknownFieldException(stream.className(), "dataQueue"); // Jetty 9.4
    }
    List<HeapObject> queue =
        HeapCollections.readDeque(stream.follow("dataQueue")).stream()
            .map(entry -> entry.follow("frame"))
            .filter(frame -> frame != null)
            .toList();
    boolean ended =
        !queue.isEmpty() && queue.get(queue.size() - 1).flag("endStream")
            || ENDED_STATES.contains(
                Optional.ofNullable(stream.follow("closeState", "value"))
                    .flatMap(state -> state.text("name"))
                    .orElse(""));
    long unread =
        Math.max(
            pendingBytes.getOrDefault(stream, 0L),
            queue.stream().mapToLong(HeapUnread::length).sum());
    return new StreamState(
        (int) stream.number("streamId"),
        stream.atomicNumber("recvWindow"),
        unread,
        strategy.streamLevels().getOrDefault(stream, 0L),
        ended,
        isReset(stream),
        reader.map(HeapReader::waiting).orElse(Waiting.UNKNOWN));
  }

  private static boolean isReset(HeapObject stream) {
    return stream.flag("localReset")
        || stream.flag("remoteReset")
        || stream.follow("failure") != null;
  }

  /** Returns the bytes of a DATA frame with its padding, which also counts against the window. */
  private static long length(HeapObject frame) {
    long padding = frame.number("padding", 0);
    if (frame.has("length")) {
      return frame.number("length") + padding;
    }
    HeapObject data = frame.follow("data");
    return data == null ? padding : data.number("limit") - data.number("position") + padding;
  }
}
