package io.streambench.diagnose.heap;

import io.streambench.flow.events.Role;
import io.streambench.flow.events.Session;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.window.ReceiveWindow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * The state of an HTTP/2 session in a heap dump.
 *
 * @param unaccountedBytes window bytes that the accounting cannot explain
 * @param maySendNow false if queued data waits for the peer's receive window
 * @param pendingCredit session credit that was given but not yet written to the connection
 * @param dataInTransit whether a thread was processing received data, so that counters may disagree
 * @param unseenThreads number of virtual threads whose stacks are not in the dump
 * @param holdersSearched whether the search for holders of unread responses was complete
 * @param holders threads that hold an unread response and do not wait for a window themselves
 * @param unreadOfUnknownStreams unread bytes whose reader is unknown
 * @param requests requests by stream identifier
 */
public record HeapSession(
    SessionState state,
    OptionalLong sessionWindow,
    OptionalLong streamWindow,
    long unaccountedBytes,
    boolean maySendNow,
    long pendingCredit,
    boolean dataInTransit,
    int unseenThreads,
    boolean holdersSearched,
    List<HeapDumpThread> holders,
    long unreadOfUnknownStreams,
    Map<Integer, HeapRequest> requests) {

  /** Returns a copy with the result of the search for threads that hold unread responses. */
  HeapSession withHolders(int unseen, boolean searched, List<HeapDumpThread> found) {
    return new HeapSession(
        state,
        sessionWindow,
        streamWindow,
        unaccountedBytes,
        maySendNow,
        pendingCredit,
        dataInTransit,
        unseen,
        searched,
        found,
        unreadOfUnknownStreams,
        requests);
  }

  /** Returns whether the session may get credit without any progress of its readers. */
  boolean mayContinue() {
    return pendingCredit > 0
        || dataInTransit
        || unaccountedBytes != 0
        || unreadOfUnknownStreams > 0;
  }

  /**
   * Returns whether cancelled streams hold so much of the window that Jetty can give no more
   * credit; false if the accounting is not exact.
   */
  boolean canGiveNoCredit() {
    if (sessionWindow.isEmpty() || state.cancelledBytes() == 0 || unaccountedBytes != 0) {
      return false;
    }
    long window = sessionWindow.getAsLong();
    boolean isBalanced =
        state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes() == window;
    return isBalanced
        && pendingCredit == 0
        && window - state.cancelledBytes() <= window * ReceiveWindow.JETTY_BUFFER_RATIO;
  }

  /** Returns whether the peer may send no more data until it receives further credit. */
  boolean isExhausted() {
    return state.receiveWindow() - pendingCredit <= 0;
  }

  /** Returns whether the session has the same state as in another dump; false for null. */
  boolean isUnchangedFrom(HeapSession other) {
    return other != null
        && state.receiveWindow() == other.state.receiveWindow()
        && state.sendWindow() == other.state.sendWindow()
        && state.unreadBytes() == other.state.unreadBytes()
        && state.unacknowledgedBytes() == other.state.unacknowledgedBytes()
        && state.streams().equals(other.state.streams())
        && pendingCredit == other.pendingCredit;
  }

  /** Returns a key that identifies the connection in all dumps of a JVM. */
  String connection() {
    return state.role() + " " + state.local() + " " + state.remote();
  }

  /** Returns whether both addresses are known, so that the session can be identified. */
  boolean isIdentifiable() {
    return !state.local().equals(Session.UNKNOWN_ADDRESS)
        && !state.remote().equals(Session.UNKNOWN_ADDRESS);
  }

  /** Returns the threads that wait for response headers, ordered by stream. */
  List<HeapDumpThread> headerWaiters() {
    return requests.entrySet().stream()
        .filter(request -> request.getValue().awaitsHeaders())
        .sorted(Map.Entry.comparingByKey())
        .flatMap(request -> request.getValue().waitingThread().stream())
        .toList();
  }

  /** Returns whether threads wait for headers although this client session is not exhausted. */
  boolean awaitsHeaders() {
    return state.role() == Role.CLIENT && !isExhausted() && !headerWaiters().isEmpty();
  }

  public List<HeapDumpThread> waiting() {
    return state.streamsWithReader().stream()
        .map(stream -> requests.get(stream.id()))
        .map(HeapRequest::waitingThread)
        .flatMap(Optional::stream)
        .toList();
  }
}
