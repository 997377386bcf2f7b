package io.streambench.study.tuned;

import io.streambench.config.FlowControlSettings;
import io.streambench.config.RecvWindow;
import io.streambench.config.Text;
import io.streambench.predict.TunedWindows;
import io.streambench.study.Scale;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * The way that the bytes take: how many streams share it, how long it is, and how wide.
 *
 * @param bandwidthMbps megabits a second; empty for what the machine can do
 */
record Route(int streams, int rttMillis, OptionalInt bandwidthMbps) {
  /** The bandwidth that windows are tuned to where nothing limits it. */
  static final int UNLIMITED_MBPS = 10_000;

  /** The factor on the round-trip time for what a machine adds to it. */
  static final double HEADROOM = 1.25;

  private static final int FAST_MBPS = 1_000;
  private static final String UNLIMITED = "unlimited";
  private static final List<Integer> STREAMS = List.of(12, 1);
  private static final List<Integer> RTTS = List.of(0, 1, 20, 80);
  private static final List<OptionalInt> BANDWIDTHS =
      List.of(OptionalInt.empty(), OptionalInt.of(1_000), OptionalInt.of(100));

  /** All of that scale. */
  static List<Route> all(Scale scale) {
    List<Route> routes = new ArrayList<>();
    for (int streams : STREAMS) {
      for (OptionalInt bandwidth : scale == Scale.QUICK ? BANDWIDTHS.subList(1, 2) : BANDWIDTHS) {
        for (int rtt : scale == Scale.QUICK ? List.of(20) : RTTS) {
          routes.add(new Route(streams, rtt, bandwidth));
        }
      }
    }
    return List.copyOf(routes);
  }

  private int mbps() {
    return bandwidthMbps.orElse(UNLIMITED_MBPS);
  }

  /** The windows for it, with {@link #HEADROOM}. */
  TunedWindows windows() {
    return new TunedWindows(streams, HEADROOM * rttMillis, mbps());
  }

  /** Bandwidth and delay multiplied, in bytes. */
  long bandwidthDelayBytes() {
    return new TunedWindows(streams, rttMillis, mbps()).bandwidthDelayBytes();
  }

  /**
   * Returns whether Jetty's own windows can keep the bytes back here: what moves in a round trip is
   * more than what the sender has left of them when credit is given back. Elsewhere they are large
   * enough, and no way of flow control can be faster than they are.
   */
  boolean windowsCanSlow() {
    double left =
        (1 - FlowControlSettings.JETTY_BUFFER_RATIO)
            * (streams == 1 ? RecvWindow.JETTY_STREAM_BYTES : RecvWindow.JETTY_SESSION_BYTES);
    return bandwidthDelayBytes() > left;
  }

  /**
   * The number of documents of 10 KB in a merge. At full bandwidth the merge takes 1.6 s at 1,000
   * Mbit/s and 3.2 s at 100 Mbit/s. Each of twelve answers is about twice Jetty's stream window or
   * larger, except at 100 Mbit/s.
   */
  int documents() {
    if (bandwidthMbps.isEmpty()) {
      return 40_000;
    }
    return mbps() >= FAST_MBPS ? 20_000 : 4_000;
  }

  /** Its part of a label. */
  String label() {
    String bandwidth = bandwidthMbps.isPresent() ? bandwidthMbps.getAsInt() + "mbps" : UNLIMITED;
    return Text.of("%d-%s-%dms", streams, bandwidth, rttMillis);
  }

  /** The bandwidth for people. */
  String bandwidth() {
    return bandwidthMbps.isPresent() ? Text.of("%,d Mbit/s", bandwidthMbps.getAsInt()) : UNLIMITED;
  }

  /** The name for people: streams, bandwidth and round-trip time. */
  String words() {
    return Text.of("%d stream(s), %s, %d ms", streams, bandwidth(), rttMillis);
  }
}
