package io.streambench.predict;

import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;

/**
 * Windows with which Jetty's own strategy is configured well for a path: none smaller than Jetty's
 * default, no merge can stall, and no window slows a stream down, as far as HTTP/2 has windows that
 * large. Jetty gives credit back once the part {@code p} of a window was consumed, its buffer
 * ratio. Until that credit arrives the sender lives on the rest, so the rest has to hold what is on
 * its way in a round trip, {@code B}, the product of bandwidth and delay:
 *
 * <pre>
 *   stream window   s:  (1 - p) s &gt;= B
 *   session window  W:  (1 - p) W &gt;= B + (k - 1) s     while the other k - 1 streams lie unread
 * </pre>
 *
 * Somebody who sets them has to know the path and the number of streams beforehand.
 *
 * @param streams k, that can share a session, at least 1
 * @param rttMillis round-trip time
 * @param bandwidthMbps megabits a second
 */
public record TunedWindows(int streams, double rttMillis, double bandwidthMbps) {
  private static final double RATIO = FlowControlSettings.JETTY_BUFFER_RATIO;
  private static final double BITS = 8;

  /** B, in bytes. */
  long bandwidthDelayBytes() {
    return (long) Math.ceil(bandwidthMbps * 1e6 / BITS * rttMillis / 1e3);
  }

  private long wantedStreamWindow() {
    return Math.max(
        RecvWindow.JETTY_STREAM_BYTES, (long) Math.ceil(bandwidthDelayBytes() / (1 - RATIO)));
  }

  /** The largest stream window for which there is a session window. */
  private long largestStreamWindow() {
    return (long) ((1 - RATIO) * RecvWindow.MAX_BYTES / (streams - 1 + (1 - RATIO)));
  }

  public int streamWindow() {
    return (int) Math.min(wantedStreamWindow(), largestStreamWindow());
  }

  public int sessionWindow() {
    double wanted =
        (Math.max(1, bandwidthDelayBytes()) + (streams - 1.0) * streamWindow()) / (1 - RATIO);
    return (int) Math.min(RecvWindow.MAX_BYTES, Math.max(RecvWindow.JETTY_SESSION_BYTES, wanted));
  }
}
