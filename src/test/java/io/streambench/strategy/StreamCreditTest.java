package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.strategy.FakeConnection.FakeStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.eclipse.jetty.http2.FlowControlStrategy;

/**
 * A Jetty server closes a connection on which it gets more than 128 frames a second for streams
 * that have ended. So a repaired client sends none that a stock client would not.
 */
class StreamCreditTest {
  private static final int STREAM_WINDOW = 200_000;
  private static final int SESSION_WINDOW = 1 << 30; // limits neither

  @Property(tries = 300)
  void streamsGetTheCreditThatJettysOwnStrategyGives(@ForAll long seed) {
    assertThat(credits(() -> bound(1 << 30), seed))
        .isEqualTo(credits(FakeConnection.jettys(0.5f), seed));
    assertThat(credits(() -> bound(1 << 14), seed))
        .isEqualTo(credits(FakeConnection.jettys(0.5f), seed));
  }

  private static FlowControlStrategy bound(long budgetBytes) {
    return new JettyFlowControl(SimulatedPeer.memory(budgetBytes), SESSION_WINDOW, 16_384);
  }

  /** What each stream may still receive after each step of a history. */
  private static List<Integer> credits(FlowControlStrategy.Factory strategy, long seed) {
    FakeConnection connection = new FakeConnection(strategy, 1, SESSION_WINDOW, STREAM_WINDOW);
    SplittableRandom random = new SplittableRandom(seed);
    List<FakeStream> streams = new ArrayList<>();
    List<Integer> windows = new ArrayList<>();
    for (int step = 0; step < 400; step++) {
      if (streams.isEmpty() || random.nextInt(20) == 0) {
        streams.add(connection.open());
      }
      FakeStream stream = streams.get(random.nextInt(streams.size()));
      switch (random.nextInt(8)) {
        case 0, 1, 2 -> connection.receive(stream, random.nextInt(60_000), false);
        case 3, 4, 5 -> connection.consume(stream, random.nextInt(90_000));
        case 6 -> connection.receive(stream, 1, random.nextInt(4) == 0);
        default -> {
          if (random.nextInt(6) == 0) {
            connection.reset(stream);
          }
        }
      }
      windows.add(stream.receiveWindow());
    }
    return windows;
  }
}
