package io.streambench.strategy;

/**
 * The receive windows of a client with {@link UnreadMemory}, unless properties set others.
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
   * With this part of the direct memory for a session window, two full ones in the smallest
   * segments, which hold eleven times their data's length, fit into it beside the default budget.
   */
  private static final int DIRECT_MEMORY_DIVISOR = 32;

  /**
   * Returns the windows for a client. Its session window is kept, unless that is at most Jetty's
   * default and too large for the direct memory. It is then smaller, and the stream window remains
   * half of it, because otherwise one unread response could fill it.
   */
  public static DefaultWindows of(int clientSessionBytes, long directMemoryBytes) {
    long fittingBytes = Math.max(MIN_SESSION_BYTES, directMemoryBytes / DIRECT_MEMORY_DIVISOR);
    if (clientSessionBytes > JETTY_SESSION_BYTES || clientSessionBytes <= fittingBytes) {
      return new DefaultWindows(STREAM_BYTES, clientSessionBytes);
    }
    return new DefaultWindows((int) (fittingBytes / 2) - 1, (int) fittingBytes);
  }
}
