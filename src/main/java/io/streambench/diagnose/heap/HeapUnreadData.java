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
 * Reads the unread data of sessions in a heap dump. In Jetty 10 and 11, data is unread until it is
 * consumed; from 12.0.2, until it has left the queue of its stream.
 */
final class HeapUnreadData {
  private static final Set<String> ENDED_STATES = Set.of("REMOTELY_CLOSED", "CLOSING", "CLOSED");

  /**
   * The maximum difference between two byte counters: the size of a frame that is being processed.
   */
  private static final long MAX_FRAME_BYTES = 1 << 14;

  private final Map<HeapObject, Long> pendingBytesByStream = new HashMap<>();
  private final boolean isCancelledDataIgnored;
  private final boolean isDataInTransit;

  HeapUnreadData(HeapDump dump, boolean isDataInTransit) {
    this.isDataInTransit = isDataInTransit;
    this.isCancelledDataIgnored = dump.has(JettyNames.DATA_CALLBACK);
    for (String name : List.of(JettyNames.DATA_CALLBACK, JettyNames.STREAM_DATA_12_0_0)) {
      for (HeapObject data : dump.instances(name)) {
        HeapObject stream = data.follow("stream");
        if (stream != null && data.has("flowControlLength")) {
          pendingBytesByStream.merge(stream, data.number("flowControlLength"), Long::sum);
        }
      }
    }
  }

  /**
   * The numbers of unread bytes of a session.
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
      HeapObject session,
      Map<HeapObject, Optional<HeapReader>> readersByStream,
      HeapFlowControl strategy) {
    OptionalLong unreadOfWindow = unreadWindowBytes(strategy, session.atomicNumber("recvWindow"));
    long unlistedBytes = unlistedBytes(session, readersByStream.keySet());
    List<StreamState> streams = readStreamStates(readersByStream, strategy, pendingBytesByStream);
    boolean includesGarbage =
        unreadOfWindow.isPresent()
            && sumUnreadBytes(streams) + unlistedBytes
                > unreadOfWindow.getAsLong() + MAX_FRAME_BYTES;
    if (includesGarbage) { // the pending data was consumed long ago, so it is not in the queues
      streams = readStreamStates(readersByStream, strategy, Map.of());
      unlistedBytes = 0;
    }
    long unreadBytes = sumUnreadBytes(streams) + unlistedBytes;
    long cancelledBytes = sumUnreadBytes(streams.stream().filter(StreamState::cancelled).toList());
    long missingBytes = unreadOfWindow.isPresent() ? unreadOfWindow.getAsLong() - unreadBytes : 0;
    // In a dump of live objects, this difference is the only trace of reset streams.
    boolean isLost =
        missingBytes > 0 && isCancelledDataIgnored && !includesGarbage && !isDataInTransit;
    return isLost
        ? new SessionUnread(
            streams, unlistedBytes, unreadBytes + missingBytes, cancelledBytes + missingBytes, 0)
        : new SessionUnread(streams, unlistedBytes, unreadBytes, cancelledBytes, missingBytes);
  }

  /**
   * Returns the part of the session window that is neither free nor consumed, and therefore unread;
   * empty if the strategy does not show it.
   */
  private static OptionalLong unreadWindowBytes(HeapFlowControl strategy, long receiveWindow) {
    return strategy.sessionWindow().isPresent() && !strategy.isCreditOnReceipt()
        ? OptionalLong.of(
            strategy.sessionWindow().getAsLong()
                - receiveWindow
                - strategy.uncreditedSessionBytes())
        : OptionalLong.empty();
  }

  private static long sumUnreadBytes(List<StreamState> streams) {
    return streams.stream().mapToLong(StreamState::unreadBytes).sum();
  }

  private static List<StreamState> readStreamStates(
      Map<HeapObject, Optional<HeapReader>> streams,
      HeapFlowControl strategy,
      Map<HeapObject, Long> pendingBytes) {
    List<StreamState> states = new ArrayList<>();
    streams.forEach(
        (stream, reader) -> states.add(readStreamState(stream, strategy, reader, pendingBytes)));
    states.sort(Comparator.comparingInt(StreamState::id));
    return states;
  }

  private long unlistedBytes(HeapObject session, Set<HeapObject> listedStreams) {
    return pendingBytesByStream.entrySet().stream()
        .filter(entry -> !listedStreams.contains(entry.getKey()))
        .filter(entry -> session.equals(entry.getKey().follow("session")))
        .filter(entry -> !isReset(entry.getKey()))
        .mapToLong(Map.Entry::getValue)
        .sum();
  }

  private static StreamState readStreamState(
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
    boolean hasEnded =
        !queue.isEmpty() && queue.get(queue.size() - 1).flag("endStream")
            || ENDED_STATES.contains(
                Optional.ofNullable(stream.follow("closeState", "value"))
                    .flatMap(state -> state.text("name"))
                    .orElse(""));
    long unread =
        Math.max(
            pendingBytes.getOrDefault(stream, 0L),
            queue.stream().mapToLong(HeapUnreadData::frameLengthBytes).sum());
    return new StreamState(
        (int) stream.number("streamId"),
        stream.atomicNumber("recvWindow"),
        unread,
        strategy.uncreditedBytesByStream().getOrDefault(stream, 0L),
        hasEnded,
        isReset(stream),
        reader.map(HeapReader::waitState).orElse(Waiting.UNKNOWN));
  }

  private static boolean isReset(HeapObject stream) {
    return stream.flag("localReset")
        || stream.flag("remoteReset")
        || stream.follow("failure") != null;
  }

  /** Returns the length of a DATA frame with padding, which also counts against the window. */
  private static long frameLengthBytes(HeapObject frame) {
    long padding = frame.number("padding", 0);
    if (frame.has("length")) {
      return frame.number("length") + padding;
    }
    HeapObject data = frame.follow("data");
    return data == null ? padding : data.number("limit") - data.number("position") + padding;
  }
}
