package io.streambench.diagnose.live;

/**
 * A snapshot of the state of a stream. Sizes are in bytes.
 *
 * @param window bytes that the peer may still send on the stream
 * @param unreadBytes bytes received but not read; 0 once the last byte has arrived, because Jetty
 *     then stops counting
 * @param uncreditedBytes bytes read but not yet credited
 * @param isRemotelyClosed whether the stream's last byte has arrived
 * @param isReset whether either peer has reset the stream
 */
public record StreamSnapshot(
    int id,
    int window,
    long unreadBytes,
    int uncreditedBytes,
    boolean isRemotelyClosed,
    boolean isReset) {
  /**
   * Returns whether two snapshots differ. An agent must not call the generated {@code equals},
   * which would keep the agent's classes loaded.
   */
  public boolean differsFrom(StreamSnapshot other) {
    return id != other.id
        || window != other.window
        || unreadBytes != other.unreadBytes
        || uncreditedBytes != other.uncreditedBytes
        || isRemotelyClosed != other.isRemotelyClosed
        || isReset != other.isReset;
  }

  /**
   * Returns whether the two snapshots prove that data was read since {@code before}. Reads after
   * the arrival of the stream's last byte are not detected, because Jetty then stops counting.
   */
  public boolean hasBeenReadSince(StreamSnapshot before) {
    return !isRemotelyClosed
        && (uncreditedBytes != before.uncreditedBytes || window > before.window);
  }

  /** Returns whether the stream has no data to read but may still receive some. */
  public boolean isEmpty() {
    return !isRemotelyClosed && unreadBytes == 0;
  }
}
