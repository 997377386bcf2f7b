package io.streambench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Distance;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import io.streambench.strategy.FlowControlKind;
import io.streambench.strategy.StrategySettings;
import java.io.IOException;
import java.io.InputStream;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.eclipse.jetty.http2.BufferingFlowControlStrategy;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The throughput of one HTTP/2 stream with a window <i>W</i> over a link. The link has bandwidth
 * enough, and everything is read at once.
 *
 * <p>Jetty's own strategy with ratio <i>p</i> gives credit in lots: when what was read since the
 * last comes to more than <i>pW</i>. A lot is then <i>L</i> with <i>pW &lt; L &le; pW +</i> a piece
 * (a DATA frame at most). All lots together are no more than <i>W</i>, so <i>k = floor(W / L)</i>
 * of them are on their way round, each taking one round trip, and the rest lies at the receiver:
 * <i>kL</i> a round trip. With Jetty's default of 0.5 there is one lot, of half the window.
 */
@Timeout(60)
@Tag("wall-clock")
class WindowOverDistanceTest {
  private static final int SESSION_WINDOW = 16 * 1024 * 1024;
  private static final int PIECE = 16 * 1024;
  private static final double RTT_SECONDS = 0.050;
  private static final double TOLERANCE = 0.1;
  private static final int WINDOWS = 8;
  private static final int ATTEMPTS = 3;
  private static final double NANOS_PER_SECOND = 1e9;

  @ParameterizedTest
  @ValueSource(floats = {0.25f, 0.5f})
  void withCreditInLotsAStreamBringsAsManyAsItsWindowHolds(float ratio) throws Exception {
    int window = 32 * PIECE;
    double smallestLot = ratio * window + 1;
    double largestLot = ratio * window + PIECE;
    assertThat(bytesInARoundTrip(window, () -> new BufferingFlowControlStrategy(ratio)))
        .isBetween(
            (1 - TOLERANCE) * Math.floor(window / largestLot) * smallestLot,
            (1 + TOLERANCE) * Math.floor(window / smallestLot) * largestLot);
  }

  /** Two lots of 7/16 fit into a window. */
  @Test
  void withTheCreditOfOurStrategiesAStreamBringsAlmostItsWindow() throws Exception {
    int window = 32 * PIECE;
    assertThat(
            bytesInARoundTrip(
                window,
                new StrategySettings(
                        FlowControlKind.ON_RECEIPT,
                        OptionalInt.empty(),
                        OptionalInt.empty(),
                        OptionalDouble.empty(),
                        OptionalLong.empty())
                    .strategies(null)))
        .isBetween((1 - TOLERANCE) * 7 / 8 * window, (1 + TOLERANCE) * window);
  }

  /** The best of several attempts, after the first window has come: the machine only slows. */
  private static double bytesInARoundTrip(int window, FlowControlStrategy.Factory strategy)
      throws Exception {
    double best = 0;
    for (int i = 0; i < ATTEMPTS; i++) {
      best = Math.max(best, RTT_SECONDS * bytesPerSecond(window, strategy));
    }
    return best;
  }

  /**
   * Measures over a connection of its own. A Jetty server closes a connection with more than 128
   * credits a second for streams that it has ended. Every piece of the last window is one.
   */
  private static double bytesPerSecond(int window, FlowControlStrategy.Factory strategy)
      throws Exception {
    int bytes = WINDOWS * window;
    try (Relays relays = new Relays(Distance.ofMillis(1000 * RTT_SECONDS));
        H2cServer server =
            new H2cServer(
                new FlowControlMonitor(), SESSION_WINDOW, window, window + bytes, strategy)) {
      RelayedAddresses.install(server.client(), relays);
      try (InputStream in = server.request()) {
        read(in, window);
        long beginNanos = System.nanoTime();
        read(in, bytes);
        return bytes / ((System.nanoTime() - beginNanos) / NANOS_PER_SECOND);
      }
    }
  }

  /**
   * Reads like {@code readNBytes}, but without its request for nothing at the end, for which Jetty
   * waits.
   */
  private static void read(InputStream in, int bytes) throws IOException {
    byte[] buffer = new byte[PIECE];
    for (int left = bytes; left > 0; ) {
      int length = in.read(buffer, 0, Math.min(left, PIECE));
      assertThat(length).isPositive();
      left -= length;
    }
  }
}
