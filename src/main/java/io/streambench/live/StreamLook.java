package io.streambench.live;

/**
 * The state of a stream at one moment, in bytes.
 *
 * @param window what the other end may still send on it
 * @param unread received and not read; 0 once its last byte has arrived, as Jetty then counts no
 *     more
 * @param level read and not given back as window yet
 * @param isRemotelyClosed whether its last byte has arrived
 * @param isReset whether either side has reset it
 */
public record StreamLook(
    int id, int window, long unread, int level, boolean isRemotelyClosed, boolean isReset) {
  /** More can come, and nothing is there to be read. */
  boolean isEmpty() {
    return !isRemotelyClosed && unread == 0;
  }
}
