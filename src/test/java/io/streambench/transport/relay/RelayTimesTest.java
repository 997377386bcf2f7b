package io.streambench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.Distance;
import java.net.Socket;
import java.util.Arrays;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Distance as it is seen through real sockets. What cannot be faster must never be; that it is not
 * much slower is asked of several attempts together, since the machine may do something else.
 */
@Tag("wall-clock")
@Timeout(30)
class RelayTimesTest {
  private static final double NANOS_PER_MILLI = 1e6;
  private static final double NANOS_PER_SECOND = 1e9;

  private static double median(double[] values) {
    Arrays.sort(values);
    return values[values.length / 2];
  }

  @ParameterizedTest
  @ValueSource(doubles = {0.5, 1, 10})
  void aByteAndItsAnswerTakeOneRoundTrip(double rttMillis) throws Exception {
    try (RelayedPair pair = new RelayedPair(Distance.ofMillis(rttMillis))) {
      pair.echo();
      double[] millis = new double[41];
      for (int i = 0; i < millis.length; i++) {
        long beginNanos = System.nanoTime();
        pair.client.getOutputStream().write(i);
        assertThat(pair.client.getInputStream().read()).isEqualTo(i);
        millis[i] = (System.nanoTime() - beginNanos) / NANOS_PER_MILLI;
        assertThat(millis[i]).isGreaterThanOrEqualTo(rttMillis);
      }
      assertThat(median(millis)).isLessThan(rttMillis + 2);
    }
  }

  @Test
  void aLinkIsAsFastAsItsBandwidthAndNeverFaster() throws Exception {
    int bytes = 3_000_000;
    double megabits = 80;
    double seconds = bytes * 8 / megabits / 1e6;
    double best = Double.MAX_VALUE;
    try (RelayedPair pair = new RelayedPair(Distance.ofMillis(1).withMbps(megabits))) {
      for (int attempt = 0; attempt < 3; attempt++) {
        double taken = secondsToBring(bytes, pair);
        assertThat(taken).isGreaterThanOrEqualTo(seconds);
        best = Math.min(best, taken);
      }
    }
    assertThat(best).isLessThan(1.1 * seconds);
  }

  private static double secondsToBring(int bytes, RelayedPair pair) throws Exception {
    long beginNanos = System.nanoTime();
    CompletableFuture<Void> written =
        Background.run(() -> pair.client.getOutputStream().write(new byte[bytes]));
    pair.node.getInputStream().readNBytes(bytes);
    long endNanos = System.nanoTime();
    written.get();
    return (endNanos - beginNanos) / NANOS_PER_SECOND;
  }

  @Test
  void connectionsShareTheLinkOfTheirNode() throws Exception {
    byte[] bytes = new byte[1_000_000];
    try (RelayedPair pair = new RelayedPair(Distance.ofMillis(1).withMbps(80))) {
      long beginNanos = System.nanoTime();
      try (Socket other = pair.anotherThatWrites(bytes)) {
        pair.client.getOutputStream().write(bytes);
        pair.node.getInputStream().readNBytes(bytes.length);
        other.getInputStream().readNBytes(bytes.length);
      }
      assertThat((System.nanoTime() - beginNanos) / NANOS_PER_SECOND)
          .isGreaterThanOrEqualTo(2 * bytes.length * 8 / 80e6);
    }
  }
}
