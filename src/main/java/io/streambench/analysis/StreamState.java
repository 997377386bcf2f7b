package io.streambench.analysis;

/**
 * Flow control of one HTTP/2 stream, as its receiver sees it.
 *
 * @param id stream identifier on its session
 * @param receiveWindow bytes that the sender may still send on it; negative is possible after a
 *     change of settings
 * @param unreadBytes received and not consumed
 * @param unacknowledgedBytes consumed, credit not yet given back
 * @param remotelyClosed whether its last byte has been received
 */
public record StreamState(
    int id,
    long receiveWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    boolean remotelyClosed) {

  /** Whether a reader of this stream has nothing to read and something to wait for. */
  public boolean hungry() {
    return unreadBytes == 0 && !remotelyClosed;
  }
}
