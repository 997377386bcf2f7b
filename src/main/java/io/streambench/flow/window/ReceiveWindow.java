package io.streambench.flow.window;

/** Limits and defaults of an HTTP/2 client's initial receive windows. */
public final class ReceiveWindow {
  /**
   * The smallest session window, in bytes. It is the initial flow-control window of every session
   * (RFC 9113, section 6.9.2).
   */
  public static final int MIN_BYTES = 65_535;

  /** The largest window, in bytes (RFC 9113, section 6.9.1). */
  public static final int MAX_BYTES = Integer.MAX_VALUE;

  public static final int JETTY_STREAM_BYTES = 8 * 1024 * 1024;
  public static final int JETTY_SESSION_BYTES = 16 * 1024 * 1024;

  /** The initial stream window that the stall repair sets. */
  public static final int REPAIR_STREAM_BYTES = JETTY_STREAM_BYTES - 1;

  /**
   * The fraction of a window that must be consumed before Jetty's default strategy sends credit.
   */
  public static final double JETTY_BUFFER_RATIO = 0.5;

  /**
   * The largest stream window at which Jetty servers were seen to close connections because of too
   * many WINDOW_UPDATE frames (docs/flow-control.md#the-rule).
   */
  public static final int FLOOD_RISK_BYTES = 1024 * 1024;

  /** The parameter value that keeps Jetty's default window. */
  public static final String DEFAULT = "default";

  private ReceiveWindow() {}
}
