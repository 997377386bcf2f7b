package io.streambench.analysis;

import io.streambench.eventlog.Role;
import java.util.List;
import java.util.OptionalLong;

/**
 * Flow control of one HTTP/2 session (one connection) at one moment.
 *
 * @param id what Jetty's log calls it: the hash of the session, in hexadecimal
 * @param owner which client it belongs to, for people
 * @param local address of this end, {@code host:port}
 * @param receiveWindow bytes that the other end may still send on the session as a whole
 * @param sendWindow bytes that this end may still send
 * @param unreadBytes received and not consumed, on all its streams
 * @param unacknowledgedBytes consumed, session credit not yet given back
 * @param cancelledBytes those of the unread bytes that lie on streams that were reset
 * @param unheardStreams open streams that the source counts and does not show
 * @param exhaustedSinceNanos when the receive window was used up, if it is now: in a live process
 *     on the clock of {@link System#nanoTime}, in a log since the epoch
 * @param mayNotSendSinceNanos the same of the send window
 * @param streams the streams that are open or hold unread bytes, by identifier
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
    int unheardStreams,
    OptionalLong exhaustedSinceNanos,
    OptionalLong mayNotSendSinceNanos,
    List<StreamState> streams) {

  public SessionState {
    streams = List.copyOf(streams);
  }

  /** Whether the other end may not send another byte, which happens often and ends by itself. */
  public boolean exhausted() {
    return receiveWindow <= 0;
  }

  /** Open streams that have nothing to read; on an exhausted session nothing can come for them. */
  public List<StreamState> hungryStreams() {
    return streams.stream().filter(StreamState::hungry).toList();
  }

  /**
   * The hungry streams for which a reader waits; if none is known, those for which one may wait.
   */
  public List<StreamState> starvedStreams() {
    List<StreamState> awaited = awaitedStreams();
    return awaited.isEmpty()
        ? hungryStreams().stream().filter(stream -> stream.waiting() == Waiting.UNKNOWN).toList()
        : awaited;
  }

  /** Those of the hungry streams for which a reader is known to wait. */
  public List<StreamState> awaitedStreams() {
    return hungryStreams().stream().filter(stream -> stream.waiting() == Waiting.YES).toList();
  }

  /** Unread bytes of streams of which the source tells nothing else. */
  public long unreadElsewhere() {
    return Math.max(0, unreadBytes - streams.stream().mapToLong(StreamState::unreadBytes).sum());
  }

  /** Returns whether streams that were not heard must be hungry: no unread byte is theirs. */
  public boolean unheardAreHungry() {
    return unheardStreams > 0 && unreadElsewhere() == 0;
  }

  /** Returns whether there are streams for whose data a reader waits, or may wait. */
  public boolean mayBeAwaited() {
    return !starvedStreams().isEmpty() || unheardAreHungry();
  }

  /** Returns whether this end may not send another byte. */
  public boolean mayNotSend() {
    return sendWindow <= 0;
  }

  /** Returns whether the session window keeps data away for which a reader waits, or may wait. */
  public boolean starves() {
    return exhausted() && mayBeAwaited();
  }

  /** What uses up the window: the streams that hold more of it, cancelled ones or others. */
  public StallCause cause() {
    return cancelledBytes > unreadBytes - cancelledBytes
        ? StallCause.CANCELLED_STREAMS
        : StallCause.SESSION_WINDOW;
  }

  /** Since when the window is used up that makes a stall of this, as {@link StallRule} has it. */
  public OptionalLong stalledSinceNanos() {
    return !starves() && mayNotSend() ? mayNotSendSinceNanos : exhaustedSinceNanos;
  }
}
