package io.streambench.analysis;

/**
 * Flow control of one HTTP/2 stream, as its receiver sees it.
 *
 * @param receiveWindow what the sender may still send; negative is possible after new settings
 * @param unreadBytes received and not consumed
 * @param unacknowledgedBytes consumed, credit not yet given back
 * @param remotelyClosed whether its last byte has been received
 * @param cancelled whether it was reset, by either end
 */
public record StreamState(
    int id,
    long receiveWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    boolean remotelyClosed,
    boolean cancelled,
    Waiting waiting) {

  /** Returns whether a reader of this stream has nothing to read and something to wait for. */
  public boolean hungry() {
    return unreadBytes == 0 && !remotelyClosed && !cancelled;
  }
}
