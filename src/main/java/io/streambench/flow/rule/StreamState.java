package io.streambench.flow.rule;

/**
 * The flow control of one HTTP/2 stream, as seen by its receiver.
 *
 * @param receiveWindow bytes that the sender may still send; may be negative after a change of
 *     settings
 * @param unreadBytes bytes received but not consumed
 * @param unacknowledgedBytes bytes consumed whose credit has not been sent yet
 * @param remotelyClosed whether the stream's last byte has been received
 * @param cancelled whether either endpoint has reset the stream
 */
public record StreamState(
    int id,
    long receiveWindow,
    long unreadBytes,
    long unacknowledgedBytes,
    boolean remotelyClosed,
    boolean cancelled,
    Waiting waiting) {

  /** Returns whether the stream is open and has no unread data. */
  public boolean isOpenWithoutData() {
    return unreadBytes == 0 && !remotelyClosed && !cancelled;
  }
}
