package io.streambench.live;

/**
 * The state of a stream at one moment, in bytes.
 *
 * @param window bytes that the other end may still send on it
 * @param unread bytes received but not read; 0 once the last byte has arrived, because Jetty then
 *     stops counting
 * @param level bytes read but not credited yet
 * @param isRemotelyClosed whether the stream's last byte has arrived
 * @param isReset whether either side has reset it
 */
public record StreamLook(
    int id, int window, long unread, int level, boolean isRemotelyClosed, boolean isReset) {
  /** Returns whether there is no data to read but more may arrive. */
  boolean isEmpty() {
    return !isRemotelyClosed && unread == 0;
  }
}
