package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.strategy.FakeConnection.FakeStream;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.IntRange;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The strategies that are to end the stall, on any history of a session. */
class NeverStallingFlowControlTest {
  private static final int STREAM_WINDOW = 100_000;
  private static final int SMALL_SESSION = 70_000;
  private static final int STEPS = 2_000;

  @Provide
  Arbitrary<FlowControlStrategy.Factory> strategies() {
    return Arbitraries.of(OnReceiptFlowControl::new, budget(0), budget(1_000_000));
  }

  /** A strategy on a clock on which the credits that a server bears a second are never used up. */
  private static FlowControlStrategy.Factory budget(long bytes) {
    AtomicLong clock = new AtomicLong();
    return BudgetFlowControl.sharing(
        new UnreadBudget(bytes),
        () -> clock.addAndGet(CreditRate.SECOND_NANOS / CreditRate.CREDITS_A_SECOND),
        (nanos, task) -> {});
  }

  /**
   * Returns whether the merge hangs: all there is of a stream has been read, and its sender may not
   * send.
   */
  private static boolean starves(FakeStream stream) {
    return !stream.ended() && stream.unread() == 0 && stream.credit() == 0;
  }

  @Property(tries = 150)
  void aStreamThatHasBeenReadMayAlwaysBeSentTo(
      @ForAll("strategies") FlowControlStrategy.Factory strategy,
      @ForAll @IntRange(min = SMALL_SESSION, max = 2_000_000) int sessionWindow,
      @ForAll @IntRange(min = 1, max = 40) int most,
      @ForAll long seed) {
    FakeConnection connection = new FakeConnection(strategy, 1, sessionWindow, STREAM_WINDOW);
    SplittableRandom random = new SplittableRandom(seed);
    for (int step = 0; step < STEPS; step++) {
      long open = connection.streams().stream().filter(stream -> !stream.ended()).count();
      if (connection.streams().isEmpty() || open < most && random.nextInt(10) == 0) {
        connection.open();
      }
      FakeStream stream = connection.streams().get(random.nextInt(connection.streams().size()));
      if (random.nextInt(3) > 0) {
        connection.receive(stream, 1 + random.nextInt(40_000), random.nextInt(60) == 0);
      } else {
        connection.consume(stream, 1 + random.nextInt(120_000));
      }
      if (random.nextInt(100) == 0) {
        connection.reset(stream);
      } else if (random.nextInt(100) == 0) {
        connection.resetWhileReceiving(stream, 1 + random.nextInt(40_000));
      }
      assertThat(connection.streams()).noneMatch(NeverStallingFlowControlTest::starves);
    }
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
    assertThat(stallsAtWorst(OnReceiptFlowControl::new, sessionWindow)).isFalse();
    assertThat(stallsAtWorst(BudgetFlowControl.sharing(new UnreadBudget(1_000_000)), sessionWindow))
        .isFalse();
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
