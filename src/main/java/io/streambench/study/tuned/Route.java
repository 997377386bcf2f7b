package io.streambench.study.tuned;

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

  /** The windows for it. */
  TunedWindows windows() {
    return new TunedWindows(streams, rttMillis, bandwidthMbps.orElse(UNLIMITED_MBPS));
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

  /** For people. */
  String words() {
    return Text.of("%d stream(s), %s, %d ms", streams, bandwidth(), rttMillis);
  }
}
