package io.streambench.diagnose.heap;

import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.window.RecvWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session at the moment of the dump.
 *
 * @param unaccountedBytes window bytes that the accounting cannot explain
 * @param maySendNow whether the other end's window blocks no data of this end
 * @param creditUnderWay session credit that was given but not yet written to the connection
 * @param unseenThreads number of virtual threads whose stacks are not in the dump
 * @param searched whether the search for holders of unread responses was complete
 * @param holders threads that hold an unread response of the session, except those that themselves
 *     wait for a window
 * @param unreadOfUnknown unread bytes without a known reader
 * @param requests requests by stream identifier
 */
public record HeapSession(
    SessionState state,
    OptionalLong sessionWindow,
    OptionalLong streamWindow,
    long unaccountedBytes,
    boolean maySendNow,
    long creditUnderWay,
    boolean dataUnderWay,
    int unseenThreads,
    boolean searched,
    List<HeapDumpThread> holders,
    long unreadOfUnknown,
    Map<Integer, HeapRequest> requests) {
  public HeapSession {
    holders = List.copyOf(holders);
    requests = Map.copyOf(requests);
  }

  /** Returns a copy with the result of the search for holders. */
  HeapSession held(int unseen, boolean whole, List<HeapDumpThread> found) {
    return new HeapSession(
        state,
        sessionWindow,
        streamWindow,
        unaccountedBytes,
        maySendNow,
        creditUnderWay,
        dataUnderWay,
        unseen,
        whole,
        found,
        unreadOfUnknown,
        requests);
  }

  /** Returns whether credit may still come, regardless of which threads hold unread data. */
  boolean mayGoOn() {
    return creditUnderWay > 0
        || dataUnderWay
        || unaccountedBytes != 0
        || unseenThreads > 0
        || !searched
        || unreadOfUnknown > 0;
  }

  /**
   * Returns whether Jetty's strategy can give no more credit, because cancelled streams leave no
   * more of the window than must be consumed first.
   */
  boolean keepsItsCredit() {
    if (sessionWindow.isEmpty() || state.cancelledBytes() == 0 || unaccountedBytes != 0) {
      return false;
    }
    long window = sessionWindow.getAsLong();
    boolean counts =
        state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes() == window;
    return counts
        && creditUnderWay == 0
        && window - state.cancelledBytes() <= window * RecvWindow.JETTY_BUFFER_RATIO;
  }

  /** Returns whether the other end may send nothing, given the credit that it has received. */
  boolean exhausted() {
    return state.receiveWindow() - creditUnderWay <= 0;
  }

  /** Returns whether the session is the same to the byte in another dump; false if that is null. */
  boolean isAs(HeapSession other) {
    return other != null
        && state.receiveWindow() == other.state.receiveWindow()
        && state.sendWindow() == other.state.sendWindow()
        && state.unreadBytes() == other.state.unreadBytes()
        && state.unacknowledgedBytes() == other.state.unacknowledgedBytes()
        && state.streams().equals(other.state.streams())
        && creditUnderWay == other.creditUnderWay;
  }

  /** Identifies the connection across dumps of its JVM, because object addresses change. */
  String connection() {
    return state.role() + " " + state.local() + " " + state.remote();
  }

  /** Returns whether the session can be identified, which needs both addresses. */
  boolean isKnown() {
    return !state.local().equals(Session.UNKNOWN_ADDRESS)
        && !state.remote().equals(Session.UNKNOWN_ADDRESS);
  }

  /** Returns the threads that wait for response headers, in the order of the streams. */
  List<HeapDumpThread> opening() {
    return requests.entrySet().stream()
        .filter(one -> one.getValue().opening())
        .sorted(Map.Entry.comparingByKey())
        .flatMap(one -> one.getValue().waits().stream())
        .toList();
  }

  /** Returns whether requests wait for response headers although this end has window left. */
  boolean opens() {
    return state.role() == Role.CLIENT && !exhausted() && !opening().isEmpty();
  }

  public List<HeapDumpThread> waiting() {
    return state.awaitedStreams().stream()
        .map(stream -> requests.get(stream.id()))
        .map(HeapRequest::waits)
        .flatMap(Optional::stream)
        .toList();
  }
}
