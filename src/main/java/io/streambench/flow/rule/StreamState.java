package io.streambench.flow.rule;

/**
 * The flow control of one HTTP/2 stream, as seen by its receiver.
 *
 * @param receiveWindow bytes that the sender may still send; may be negative after a change of
 *     settings
 * @param unreadBytes bytes received but not consumed
 * @param unacknowledgedBytes bytes consumed whose credit was not yet given back
 * @param remotelyClosed whether its last byte has been received
 * @param cancelled whether either end has reset it
 */
public record StreamState(
    int id,
    long receiveWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    boolean remotelyClosed,
    boolean cancelled,
    Waiting waiting) {

  /** Returns whether the stream is open and has nothing to read. */
  public boolean isHungry() {
    return unreadBytes == 0 && !remotelyClosed && !cancelled;
  }
}
