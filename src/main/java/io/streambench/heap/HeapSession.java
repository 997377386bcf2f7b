package io.streambench.heap;

import io.streambench.analysis.SessionState;
import io.streambench.config.FlowControlSettings;
import io.streambench.eventlog.Role;
import io.streambench.eventlog.Session;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * A session as it stood in the dump.
 *
 * @param unaccountedBytes window bytes that the accounting cannot explain
 * @param maySendNow whether this end has nothing to send that the other end's window keeps back
 * @param creditUnderWay session credit that was given and not yet written to the connection
 * @param unseenThreads virtual threads whose stacks are not in the dump
 * @param searched whether all was looked at that may hold an unread response
 * @param holders threads with an unread response of it, unless they wait for such a window
 * @param unreadOfUnknown unread bytes without a known reader
 * @param requests of its streams, by stream identifier
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
    List<DumpedThread> holders,
    long unreadOfUnknown,
    Map<Integer, HeapRequest> requests) {
  public HeapSession {
    holders = List.copyOf(holders);
    requests = Map.copyOf(requests);
  }

  /** The same with what the search for holders found, and how far it went. */
  HeapSession held(int unseen, boolean whole, List<DumpedThread> found) {
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

  /** Returns whether credit may come, whoever holds what lies unread. */
  boolean mayGoOn() {
    return creditUnderWay > 0
        || dataUnderWay
        || unaccountedBytes != 0
        || unseenThreads > 0
        || !searched
        || unreadOfUnknown > 0;
  }

  /**
   * Returns whether Jetty's strategy can give no credit any more: what cancelled streams leave of
   * the window is not more than what has to be consumed before.
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
        && window - state.cancelledBytes() <= window * FlowControlSettings.JETTY_BUFFER_RATIO;
  }

  /** Returns whether the other end may send nothing, as far as it has heard. */
  boolean exhausted() {
    return state.receiveWindow() - creditUnderWay <= 0;
  }

  /** Returns whether not a byte differs from another dump, where it may be null. */
  boolean isAs(HeapSession other) {
    return other != null
        && state.receiveWindow() == other.state.receiveWindow()
        && state.sendWindow() == other.state.sendWindow()
        && state.unreadBytes() == other.state.unreadBytes()
        && state.unacknowledgedBytes() == other.state.unacknowledgedBytes()
        && state.streams().equals(other.state.streams())
        && creditUnderWay == other.creditUnderWay;
  }

  /** The name of its connection in every dump of its JVM: objects lie elsewhere in each. */
  String connection() {
    return state.role() + " " + state.local() + " " + state.remote();
  }

  /** Returns whether it can be told from others: a socket without address cannot. */
  boolean isKnown() {
    return !state.local().equals(Session.UNKNOWN_ADDRESS)
        && !state.remote().equals(Session.UNKNOWN_ADDRESS);
  }

  /** Threads that wait for the headers of an answer, in the order of the streams. */
  List<DumpedThread> opening() {
    return requests.entrySet().stream()
        .filter(one -> one.getValue().opening())
        .sorted(Map.Entry.comparingByKey())
        .flatMap(one -> one.getValue().waits().stream())
        .toList();
  }

  /** Returns whether requests wait for headers, which no window of this end keeps away. */
  boolean opens() {
    return state.role() == Role.CLIENT && !exhausted() && !opening().isEmpty();
  }

  public List<DumpedThread> waiting() {
    return state.awaitedStreams().stream()
        .map(stream -> requests.get(stream.id()))
        .map(HeapRequest::waits)
        .flatMap(Optional::stream)
        .toList();
  }
}
