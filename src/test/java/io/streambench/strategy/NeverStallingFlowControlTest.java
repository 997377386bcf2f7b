package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.strategy.FakeConnection.FakeStream;
import java.util.SplittableRandom;
import java.util.stream.Stream;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The strategies that are to end the stall, on any history of a session. */
class NeverStallingFlowControlTest {
  private static final int STREAM_WINDOW = 100_000;
  private static final int SMALL_SESSION = 70_000;

  /** A strategy whose memory is small, or none. */
  static Stream<FlowControlStrategy.Factory> strategies() {
    return Stream.of(
        () -> new JettyFlowControl(null),
        () -> new JettyFlowControl(new ReceiveMemory(1 << 20, System::nanoTime, line -> {})));
  }

  /**
   * Returns whether the merge hangs: all there is of a stream has been read, and its sender may not
   * send.
   */
  private static boolean starves(FakeStream stream) {
    return !stream.ended() && stream.unread() == 0 && stream.credit() == 0;
  }

  /** All that is on the session may be unread but one stream: what a merge waits for. */
  private static boolean stallsAtWorst(FlowControlStrategy.Factory strategy, int sessionWindow) {
    FakeConnection connection = new FakeConnection(strategy, 1, sessionWindow, STREAM_WINDOW);
    for (int i = 0; i < 12; i++) {
      connection.open();
    }
    FakeStream awaited = connection.streams().get(0);
    for (int i = 0; i < 40; i++) { // what it brings is read at once
      connection.receive(awaited, 16_384, false);
      connection.consume(awaited, 16_384);
    }
    for (FakeStream other : connection.streams()) {
      while (other != awaited && other.credit() > 0) {
        connection.receive(other, 16_384, false);
      }
    }
    return starves(awaited);
  }

  @Test
  void theOrderThatStallsJettysOwnStrategyStallsNoneOfThese() {
    int sessionWindow = 2 * STREAM_WINDOW;
    assertThat(stallsAtWorst(FakeConnection.jettys(0.5f), sessionWindow)).isTrue();
    assertThat(strategies()).noneMatch(strategy -> stallsAtWorst(strategy, sessionWindow));
  }

  @ParameterizedTest
  @MethodSource("io.streambench.strategy.NeverStallingConnectionTest#strategies")
  void tenThousandCancelledAndAThousandReadStreamsCostTheSessionNoCredit(
      FlowControlStrategy.Factory strategy) {
    FakeConnection connection = new FakeConnection(strategy, 1, SMALL_SESSION, STREAM_WINDOW);
    SplittableRandom random = new SplittableRandom(1);
    for (int i = 0; i < 11_000; i++) {
      FakeStream stream = connection.open();
      connection.receive(stream, 1 + random.nextInt(30_000), false);
      if (i % 11 == 0) {
        connection.receive(stream, 1 + random.nextInt(30_000), true);
        connection.consume(stream, Integer.MAX_VALUE);
      } else if (i % 2 == 0) {
        connection.reset(stream);
      } else {
        connection.resetWhileReceiving(stream, 16_384);
      }
      connection.forget(stream);
    }
    FakeStream next = connection.open();
    connection.receive(next, 1, false); // what came last into a queue that is over is found now
    assertThat(connection.receiveWindow())
        .isGreaterThanOrEqualTo(SMALL_SESSION - SMALL_SESSION / 8 - 16_384 - 1);
  }
}
