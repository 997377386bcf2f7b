package io.streambench.flow.rule;

import io.streambench.flow.events.Role;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.BinaryOperator;

/**
 * A snapshot of the flow control of one HTTP/2 session (one connection).
 *
 * @param id the session's hash in hexadecimal, as in Jetty's log; in a heap dump, an object's ID
 * @param owner a readable name of the client or node that owns the session; empty if unknown
 * @param local address of this end, {@code host:port}
 * @param receiveWindow bytes that the peer may still send on the whole session
 * @param sendWindow bytes that this end may still send
 * @param unreadBytes bytes received but not consumed, on all streams of the session
 * @param unacknowledgedBytes bytes consumed whose session credit has not been given back yet
 * @param cancelledBytes the part of the unread bytes that belongs to reset streams
 * @param unseenStreams number of open streams that the source counts but does not show
 * @param exhaustedSinceNanos when the receive window became exhausted, empty if it is not or
 *     unknown; {@link System#nanoTime} in a live process, since the epoch in a log
 * @param sendBlockedSinceNanos the same for the send window
 * @param streams the streams that are open or hold unread bytes, ordered by identifier
 */
public record SessionState(
    String id,
    Role role,
    String owner,
    String local,
    String remote,
    long receiveWindow,
    long sendWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    long cancelledBytes,
    int unseenStreams,
    OptionalLong exhaustedSinceNanos,
    OptionalLong sendBlockedSinceNanos,
    List<StreamState> streams) {

  /** Replaces owner and addresses by {@code names}, applied to field name and old value. */
  public SessionState renamed(BinaryOperator<String> names) {
    return new SessionState(
        id,
        role,
        owner.isEmpty() ? "" : names.apply("owner", owner),
        names.apply("local", local),
        names.apply("remote", remote),
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

  /** Returns whether the peer may not send another byte, which is often only temporary. */
  public boolean isExhausted() {
    return receiveWindow <= 0;
  }

  /** The open streams with nothing to read. An exhausted session blocks data for them. */
  public List<StreamState> hungryStreams() {
    return streams.stream().filter(StreamState::isHungry).toList();
  }

  /**
   * The open streams with nothing to read for which a reader is known to wait; if there are none,
   * those for which a reader may be waiting.
   */
  public List<StreamState> starvedStreams() {
    List<StreamState> awaited = streamsWithReader();
    return awaited.isEmpty()
        ? hungryStreams().stream().filter(stream -> stream.waiting() == Waiting.UNKNOWN).toList()
        : awaited;
  }

  /** The open streams with nothing to read for which a reader is known to wait. */
  public List<StreamState> streamsWithReader() {
    return hungryStreams().stream().filter(stream -> stream.waiting() == Waiting.YES).toList();
  }

  /** Unread bytes of streams that the source does not show. */
  public long unreadOfUnseenStreams() {
    return Math.max(0, unreadBytes - streams.stream().mapToLong(StreamState::unreadBytes).sum());
  }

  /**
   * Returns whether open streams are missing from the source and must have nothing to read, because
   * all unread bytes belong to other streams.
   */
  public boolean areUnseenStreamsHungry() {
    return unseenStreams > 0 && unreadOfUnseenStreams() == 0;
  }

  /** Returns whether a reader may be waiting for one of the streams. */
  public boolean mayHaveReader() {
    return !starvedStreams().isEmpty() || areUnseenStreamsHungry();
  }

  /** Returns whether this end may not send another byte. */
  public boolean isSendBlocked() {
    return sendWindow <= 0;
  }

  /** Returns whether the session window blocks data that a reader may be waiting for. */
  public boolean blocksReader() {
    return isExhausted() && mayHaveReader();
  }

  /** The cause of an exhausted window: cancelled streams if they hold most unread bytes. */
  public StallCause cause() {
    return cancelledBytes > unreadBytes - cancelledBytes
        ? StallCause.CANCELLED_STREAMS
        : StallCause.SESSION_WINDOW;
  }

  /** When the blocking window became exhausted: the send window only if no reader is blocked. */
  public OptionalLong stalledSinceNanos() {
    return !blocksReader() && isSendBlocked() ? sendBlockedSinceNanos : exhaustedSinceNanos;
  }
}
