package io.streambench.strategy;

/**
 * The receive windows of a client with {@link UnreadMemory}, unless properties set other sizes.
 *
 * @param streamBytes the stream window in bytes
 * @param sessionBytes the session window in bytes
 */
public record DefaultWindows(int streamBytes, int sessionBytes) {
  /**
   * Solr's default stream window minus one byte. With Solr's default, a response of exactly 8 MiB
   * would exhaust the window, and the stream would get credit after its end.
   */
  public static final int STREAM_BYTES = (1 << 23) - 1;

  private static final int JETTY_SESSION_BYTES = 1 << 24;
  private static final int MIN_SESSION_BYTES = 1 << 17;

  /**
   * The direct memory divided by this number is the largest default session window. Then two full
   * windows fit into the direct memory beside the default budget, even if data arrives in the
   * smallest segments, whose buffers are eleven times as large as the data.
   */
  private static final int DIRECT_MEMORY_DIVISOR = 32;

  /**
   * Returns the windows for a client. Keeps the client's session window, unless it is at most
   * Jetty's default and too large for the direct memory. A smaller session window is then used,
   * with a stream window of half its size, so that one unread response cannot fill it.
   */
  public static DefaultWindows of(int clientSessionBytes, long directMemoryBytes) {
    long fittingBytes = Math.max(MIN_SESSION_BYTES, directMemoryBytes / DIRECT_MEMORY_DIVISOR);
    if (clientSessionBytes > JETTY_SESSION_BYTES || clientSessionBytes <= fittingBytes) {
      return new DefaultWindows(STREAM_BYTES, clientSessionBytes);
    }
    return new DefaultWindows((int) (fittingBytes / 2) - 1, (int) fittingBytes);
  }
}
