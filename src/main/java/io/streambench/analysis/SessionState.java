package io.streambench.analysis;

import io.streambench.eventlog.Role;
import java.util.List;
import java.util.OptionalLong;

/**
 * Flow control of one HTTP/2 session (one connection) at one moment.
 *
 * @param id what Jetty's log calls it: the hash of the session, in hexadecimal
 * @param role whose view this is
 * @param owner which client it belongs to, for people
 * @param local address of this end, {@code host:port}
 * @param remote address of the other end, {@code host:port}
 * @param receiveWindow bytes that the other end may still send on the session as a whole
 * @param sendWindow bytes that this end may still send
 * @param unreadBytes received and not consumed, on all its streams
 * @param unacknowledgedBytes consumed, session credit not yet given back
 * @param exhaustedSinceNanos when the receive window was used up, if it is now: in a live process
 *     on the clock of {@link System#nanoTime}, in a log since the epoch
 * @param mayNotSendSinceNanos when the send window was used up, if it is now, on the same clock
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
    OptionalLong exhaustedSinceNanos,
    OptionalLong mayNotSendSinceNanos,
    List<StreamState> streams) {

  public SessionState {
    streams = List.copyOf(streams);
  }

  /** Whether the other end may not send another byte. Happens all the time and ends by itself. */
  public boolean exhausted() {
    return receiveWindow <= 0;
  }

  /** Open streams that have nothing to read; on an exhausted session nothing can come for them. */
  public List<StreamState> hungryStreams() {
    return streams.stream().filter(StreamState::hungry).toList();
  }

  /** Whether this end may not send another byte. */
  public boolean mayNotSend() {
    return sendWindow <= 0;
  }

  /** Whether a reader of this session waits for data that the session window keeps away. */
  public boolean starves() {
    return exhausted() && !hungryStreams().isEmpty();
  }

  /** Since when the window is used up that makes a stall of this, as {@link StallRule} has it. */
  public OptionalLong stalledSinceNanos() {
    return !starves() && mayNotSend() ? mayNotSendSinceNanos : exhaustedSinceNanos;
  }
}
