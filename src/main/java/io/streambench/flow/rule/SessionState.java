package io.streambench.flow.rule;

import io.streambench.flow.events.Role;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;

/**
 * A snapshot of the flow control of one HTTP/2 session (one connection).
 *
 * @param id the session's hash code in hexadecimal, as in Jetty's log; in a heap dump, the
 *     identifier of the session object
 * @param owner a readable name of the client or node that owns the session; empty if unknown
 * @param localAddress address of the local endpoint, {@code host:port}
 * @param receiveWindow bytes that the peer may still send on the whole session
 * @param sendWindow bytes that the local endpoint may still send
 * @param unreadBytes bytes received but not consumed, on all streams of the session
 * @param unacknowledgedBytes bytes consumed whose session credit has not been sent yet
 * @param cancelledBytes the part of the unread bytes that belongs to reset streams
 * @param unseenStreams number of open streams that the source counts but does not show
 * @param exhaustedSinceNanos when the receive window became exhausted; empty if open or unknown;
 *     {@link System#nanoTime} in a live process, since the epoch in a log
 * @param sendBlockedSinceNanos when the send window became exhausted, in the same unit
 * @param streams the streams that are open or hold unread bytes, ordered by identifier
 */
public record SessionState(
    String id,
    Role role,
    String owner,
    String localAddress,
    String remoteAddress,
    long receiveWindow,
    long sendWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    long cancelledBytes,
    int unseenStreams,
    OptionalLong exhaustedSinceNanos,
    OptionalLong sendBlockedSinceNanos,
    List<StreamState> streams) {

  /**
   * Returns a copy with new names of the owner and the addresses.
   *
   * @param names maps the name of a field and its old value to the new value
   */
  public SessionState mapNames(BinaryOperator<String> names) {
    return new SessionState(
        id,
        role,
        owner.isEmpty() ? "" : names.apply("owner", owner),
        names.apply("local", localAddress),
        names.apply("remote", remoteAddress),
        receiveWindow,
        sendWindow,
        unreadBytes,
        unacknowledgedBytes,
        cancelledBytes,
        unseenStreams,
        exhaustedSinceNanos,
        sendBlockedSinceNanos,
        streams);
  }

  /** Returns whether the receive window is exhausted, which is often only temporary. */
  public boolean isExhausted() {
    return receiveWindow <= 0;
  }

  /** Returns the open streams without unread data. */
  public List<StreamState> streamsWithoutData() {
    return streams.stream().filter(StreamState::isOpenWithoutData).toList();
  }

  /**
   * Returns the open streams without unread data for which a reader waits. If no reader is known to
   * wait, returns the streams for which a reader may wait.
   */
  public List<StreamState> awaitedStreams() {
    List<StreamState> awaited = streamsWithWaitingReader();
    return awaited.isEmpty()
        ? streamsWithoutData().stream()
            .filter(stream -> stream.waiting() == Waiting.UNKNOWN)
            .toList()
        : awaited;
  }

  /** Returns the open streams without unread data for which a reader is known to wait. */
  public List<StreamState> streamsWithWaitingReader() {
    return streamsWithoutData().stream().filter(stream -> stream.waiting() == Waiting.YES).toList();
  }

  /** Returns the unread bytes of streams that the source does not show. */
  public long unreadOfUnseenStreams() {
    return Math.max(0, unreadBytes - streams.stream().mapToLong(StreamState::unreadBytes).sum());
  }

  /** Returns whether some streams are not in the source, and none of them has unread data. */
  public boolean areUnseenStreamsEmpty() {
    return unseenStreams > 0 && unreadOfUnseenStreams() == 0;
  }

  /** Returns whether a reader may be waiting for one of the session's streams. */
  public boolean mayHaveReader() {
    return !awaitedStreams().isEmpty() || areUnseenStreamsEmpty();
  }

  /** Returns whether the send window is exhausted. */
  public boolean isSendBlocked() {
    return sendWindow <= 0;
  }

  /** Returns whether the session window may block data for which a reader waits. */
  public boolean mayBlockReader() {
    return isExhausted() && mayHaveReader();
  }

  /**
   * Returns CANCELLED_STREAMS if cancelled streams hold most of the unread bytes, otherwise
   * SESSION_WINDOW.
   */
  public StallCause cause() {
    return cancelledBytes > unreadBytes - cancelledBytes
        ? StallCause.CANCELLED_STREAMS
        : StallCause.SESSION_WINDOW;
  }

  /** Returns when the window that causes the stall became exhausted; empty if unknown. */
  public OptionalLong stalledSinceNanos() {
    return !mayBlockReader() && isSendBlocked() ? sendBlockedSinceNanos : exhaustedSinceNanos;
  }
}
