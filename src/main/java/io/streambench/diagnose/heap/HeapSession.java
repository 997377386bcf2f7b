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
 * @param canSendNow false if queued data waits for the peer's receive window
 * @param pendingCreditBytes session credit that was given but not yet written to the connection
 * @param isDataInTransit whether a thread was processing received data, so that counters may
 *     disagree
 * @param unseenThreadCount number of virtual threads whose stacks are not in the dump
 * @param isHolderSearchComplete whether the search for holders of unread responses was complete
 * @param holders threads that hold an unread response and do not wait for a window themselves
 * @param unreadBytesWithoutReader unread bytes whose reader is unknown
 * @param requests requests by stream identifier
 */
public record HeapSession(
    SessionState state,
    OptionalLong sessionWindow,
    OptionalLong streamWindow,
    long unaccountedBytes,
    boolean canSendNow,
    long pendingCreditBytes,
    boolean isDataInTransit,
    int unseenThreadCount,
    boolean isHolderSearchComplete,
    List<HeapDumpThread> holders,
    long unreadBytesWithoutReader,
    Map<Integer, HeapRequest> requests) {

  /** Returns a copy with the result of the search for threads that hold unread responses. */
  HeapSession withThreadsHoldingData(
      int unseenCount, boolean isSearchComplete, List<HeapDumpThread> foundHolders) {
    return new HeapSession(
        state,
        sessionWindow,
        streamWindow,
        unaccountedBytes,
        canSendNow,
        pendingCreditBytes,
        isDataInTransit,
        unseenCount,
        isSearchComplete,
        foundHolders,
        unreadBytesWithoutReader,
        requests);
  }

  /** Returns whether the session may get credit without any progress of its readers. */
  boolean canContinue() {
    return pendingCreditBytes > 0
        || isDataInTransit
        || unaccountedBytes != 0
        || unreadBytesWithoutReader > 0;
  }

  /**
   * Returns whether cancelled streams hold so much of the window that Jetty can give no more
   * credit; false if the accounting is not exact.
   */
  boolean isCreditExhausted() {
    if (sessionWindow.isEmpty() || state.cancelledBytes() == 0 || unaccountedBytes != 0) {
      return false;
    }
    long window = sessionWindow.getAsLong();
    boolean isBalanced =
        state.receiveWindow() + state.unreadBytes() + state.unacknowledgedBytes() == window;
    return isBalanced
        && pendingCreditBytes == 0
        && window - state.cancelledBytes() <= window * ReceiveWindow.JETTY_BUFFER_RATIO;
  }

  /** Returns whether the peer may send no more data until it receives further credit. */
  boolean isExhausted() {
    return state.receiveWindow() - pendingCreditBytes <= 0;
  }

  /** Returns whether the session has the same state as in another dump; false for null. */
  boolean isUnchangedFrom(HeapSession other) {
    return other != null
        && state.receiveWindow() == other.state.receiveWindow()
        && state.sendWindow() == other.state.sendWindow()
        && state.unreadBytes() == other.state.unreadBytes()
        && state.unacknowledgedBytes() == other.state.unacknowledgedBytes()
        && state.streams().equals(other.state.streams())
        && pendingCreditBytes == other.pendingCreditBytes;
  }

  /** Returns a key that identifies the connection in all dumps of a JVM. */
  String connectionKey() {
    return state.role() + " " + state.localAddress() + " " + state.remoteAddress();
  }

  /** Returns whether both addresses are known, so that the session can be identified. */
  boolean isIdentifiable() {
    return !state.localAddress().equals(Session.UNKNOWN_ADDRESS)
        && !state.remoteAddress().equals(Session.UNKNOWN_ADDRESS);
  }

  /** Returns the threads that wait for response headers, ordered by stream. */
  List<HeapDumpThread> headerWaiters() {
    return requests.entrySet().stream()
        .filter(request -> request.getValue().isAwaitingHeaders())
        .sorted(Map.Entry.comparingByKey())
        .flatMap(request -> request.getValue().waitingThread().stream())
        .toList();
  }

  /** Returns whether threads wait for headers although this client session is not exhausted. */
  boolean isAwaitingHeaders() {
    return state.role() == Role.CLIENT && !isExhausted() && !headerWaiters().isEmpty();
  }

  public List<HeapDumpThread> waitingThreads() {
    return state.streamsWithWaitingReader().stream()
        .map(stream -> requests.get(stream.id()))
        .map(HeapRequest::waitingThread)
        .flatMap(Optional::stream)
        .toList();
  }
}
