package io.streambench.diagnose.live;

/**
 * The state of a stream at one moment, in bytes.
 *
 * @param window bytes that the other end may still send on it
 * @param unread bytes received but not read; 0 once the last byte has arrived, because Jetty then
 *     stops counting
 * @param uncreditedBytes bytes read but not credited yet
 * @param isRemotelyClosed whether the stream's last byte has arrived
 * @param isReset whether either side has reset it
 */
public record StreamSnapshot(
    int id,
    int window,
    long unread,
    int uncreditedBytes,
    boolean isRemotelyClosed,
    boolean isReset) {
  /**
   * Returns whether the two snapshots differ. A generated {@code equals} would keep the agent's
   * classes in the watched JVM: {@code java.lang.runtime.ObjectMethods} caches the last type that
   * it compared.
   */
  public boolean differsFrom(StreamSnapshot other) {
    return id != other.id
        || window != other.window
        || unread != other.unread
        || uncreditedBytes != other.uncreditedBytes
        || isRemotelyClosed != other.isRemotelyClosed
        || isReset != other.isReset;
  }

  /**
   * Returns whether these two snapshots prove that data was read in between: receiving data only
   * reduces the window. After the last byte Jetty stops counting, so there is no such proof.
   */
  public boolean showsReadSince(StreamSnapshot before) {
    return !isRemotelyClosed
        && (uncreditedBytes != before.uncreditedBytes || window > before.window);
  }

  /** Returns whether there is no data to read but more may arrive. */
  public boolean isEmpty() {
    return !isRemotelyClosed && unread == 0;
  }
}
