package io.streambench.flow.window;

/** Limits and defaults of an HTTP/2 client's initial receive windows. */
public final class ReceiveWindow {
  /** Initial window of every connection, which can only be enlarged (RFC 9113, 6.9.2). */
  public static final int MIN_BYTES = 65_535;

  /** The largest window (RFC 9113, 6.9.1). */
  public static final int MAX_BYTES = Integer.MAX_VALUE;

  public static final int JETTY_STREAM_BYTES = 8 * 1024 * 1024;
  public static final int JETTY_SESSION_BYTES = 16 * 1024 * 1024;

  /**
   * The repair's stream window, repeated here because flow cannot import it; {@code
   * RepairedWindowTest} compares the two.
   */
  public static final int REPAIR_STREAM_BYTES = JETTY_STREAM_BYTES - 1;

  /** The fraction of a window that must be consumed before Jetty's own strategy gives credit. */
  public static final double JETTY_BUFFER_RATIO = 0.5;

  /**
   * Nodes closed connections whose stream windows were this size or smaller:
   * docs/flow-control.md#the-rule.
   */
  public static final int FLOOD_RISK_BYTES = 1024 * 1024;

  /** The parameter value that keeps Jetty's own window. */
  public static final String DEFAULT = "default";

  private ReceiveWindow() {}
}
