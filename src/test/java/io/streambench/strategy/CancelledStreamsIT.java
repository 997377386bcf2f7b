package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Role;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.parser.RateControl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * 10,000 answers that are closed early and 1,000 that are read to their end, on one real
 * connection, several at a time: nothing of them stays.
 */
@Timeout(180)
@Tag("slow")
class CancelledStreamsIT {
  private static final int CANCELS = 10_000;
  private static final int FIRST_CANCELS = 1_000;
  private static final int WHOLE = 1_000;
  private static final int READERS = 6;
  private static final int SESSION_WINDOW = 1 << 20;
  private static final int STREAM_WINDOW = 1 << 18;
  private static final int ANSWER = 300_000;

  /** Bytes of an answer that are read before it is closed: none, a little, more than a frame. */
  private static final int[] READ_BEFORE_CLOSE = {0, 1, 5_000, 40_000};

  /** The part of the session's window that a strategy may hold back. */
  private static final int HELD_BACK_PART = 8;

  /** Pools of both ends keep buffers, as many as were ever in use at the same time. */
  private static final long POOLED_BYTES = 4L << 20;

  private static final int SETTLE_MILLIS = 10_000;

  private final ReceiveMemory memory = new ReceiveMemory(16L << 20, System::nanoTime, line -> {});
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final MadeStrategies made = new MadeStrategies();

  private FlowControlStrategy.Factory strategies(String name) {
    FlowControlStrategy.Factory strategies =
        switch (name) {
          case "on-receipt" -> () -> new JettyFlowControl(null);
          case "dynamic-threshold" -> () -> new JettyFlowControl(memory);
          default -> throw new IllegalArgumentException(name);
        };
    return made.of(strategies);
  }

  @ParameterizedTest
  @ValueSource(strings = {"on-receipt", "dynamic-threshold"})
  void leaveNoCreditLostAndNoMapEntryAndNoBuffer(String name) throws Exception {
    try (H2cServer server =
        new H2cServer(
            monitor,
            SESSION_WINDOW,
            STREAM_WINDOW,
            ANSWER,
            strategies(name),
            new RateControl.Factory() {})) {
      Parallel.run(READERS, FIRST_CANCELS, i -> cancel(server, i));
      await(() -> streams() == 0);
      long direct = DirectMemory.usedBytes();

      Parallel.run(READERS, CANCELS - FIRST_CANCELS, i -> cancel(server, i));
      Parallel.run(READERS, WHOLE, i -> readWhole(server));

      await(() -> streams() == 0 && made.entries().isEmpty());
      assertThat(made.size()).as("connections").isOne();
      assertThat(made.entries()).as("entries of maps").isEmpty();
      assertThat(client())
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session.streams()).isEmpty();
                assertThat(session.unreadBytes()).isZero();
                assertThat(session.cancelledBytes()).isZero();
                assertThat(session.receiveWindow())
                    .isGreaterThanOrEqualTo(SESSION_WINDOW - SESSION_WINDOW / HELD_BACK_PART);
              });
      assertThat(DirectMemory.usedBytes() - direct).isLessThan(POOLED_BYTES);
      await(() -> memory.countedBytes() == 0); // which is a little old
      assertThat(memory.countedBytes()).isZero();
    }
  }

  private static void cancel(H2cServer server, int number) throws Exception {
    try (InputStream answer = server.request()) {
      answer.readNBytes(READ_BEFORE_CLOSE[number % READ_BEFORE_CLOSE.length]);
    }
  }

  private static void readWhole(H2cServer server) throws Exception {
    try (InputStream answer = server.request()) {
      assertThat(answer.readAllBytes()).hasSize(ANSWER);
    }
  }

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  private int streams() {
    return client().stream().mapToInt(session -> session.streams().size()).sum();
  }

  /** Streams end after their readers have seen it; weak references end with a collection. */
  private static void await(BooleanSupplier settled) throws InterruptedException {
    long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(SETTLE_MILLIS);
    while (!settled.getAsBoolean() && System.nanoTime() < deadline) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
    }
  }
}
