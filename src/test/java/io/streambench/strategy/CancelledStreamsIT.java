package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.eventlog.Role;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.eclipse.jetty.http2.parser.RateControl;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * 10,000 answers that are closed early and 1,000 that are read to their end, on one real
 * connection, several at a time: nothing of them stays.
 */
@Timeout(180)
class CancelledStreamsIT {
  private static final int CANCELS = 10_000;
  private static final int FIRST_CANCELS = 1_000;
  private static final int WHOLE = 1_000;
  private static final int READERS = 6;
  private static final int SESSION_WINDOW = 1 << 20;
  private static final int STREAM_WINDOW = 1 << 18;
  private static final int ANSWER = 300_000;

  /** How much is read of an answer before it is closed: nothing, a little, more than a frame. */
  private static final int[] READ_BEFORE_CLOSE = {0, 1, 5_000, 40_000};

  /** What a strategy may hold back of the session's window. */
  private static final int HELD_BACK_PART = 8;

  /** Pools of both ends keep buffers, as many as were ever in use at the same time. */
  private static final long POOLED_BYTES = 4L << 20;

  private static final int SETTLE_MILLIS = 10_000;

  private final UnreadBudget budget = new UnreadBudget(16L << 20);
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final List<FlowControlStrategy> made = new CopyOnWriteArrayList<>();

  private FlowControlStrategy.Factory strategies(String name) {
    FlowControlStrategy.Factory strategies =
        switch (name) {
          case "on-receipt" -> OnReceiptFlowControl::new;
          case "proportional" -> ProportionalFlowControl::new;
          case "adaptive" -> AdaptiveFlowControl::new;
          case "budget" -> BudgetFlowControl.sharing(budget);
          default -> throw new IllegalArgumentException(name);
        };
    return () -> {
      FlowControlStrategy strategy = strategies.newFlowControlStrategy();
      made.add(strategy);
      return strategy;
    };
  }

  /**
   * @param restingWindow of the session while no stream is open
   */
  @ParameterizedTest
  @CsvSource({
    "on-receipt, " + SESSION_WINDOW,
    "proportional, " + STREAM_WINDOW,
    "adaptive, " + SESSION_WINDOW,
    "budget, " + SESSION_WINDOW
  })
  void leaveNoCreditLostAndNoMapEntryAndNoBuffer(String name, int restingWindow) throws Exception {
    try (H2cServer server =
        new H2cServer(
            monitor,
            SESSION_WINDOW,
            STREAM_WINDOW,
            ANSWER,
            strategies(name),
            new RateControl.Factory() {})) {
      inParallel(FIRST_CANCELS, i -> cancel(server, i));
      await(() -> streams() == 0);
      long direct = DirectMemory.usedBytes();

      inParallel(CANCELS - FIRST_CANCELS, i -> cancel(server, i));
      inParallel(WHOLE, i -> readWhole(server));

      await(() -> streams() == 0 && entries().isEmpty());
      assertThat(made).as("connections").hasSize(1);
      assertThat(entries()).as("entries of maps").isEmpty();
      assertThat(client())
          .singleElement()
          .satisfies(
              session -> {
                assertThat(session.streams()).isEmpty();
                assertThat(session.unreadBytes()).isZero();
                assertThat(session.cancelledBytes()).isZero();
                assertThat(session.receiveWindow())
                    .isGreaterThanOrEqualTo(restingWindow - restingWindow / HELD_BACK_PART);
              });
      assertThat(DirectMemory.usedBytes() - direct).isLessThan(POOLED_BYTES);
      assertThat(budget.takenBytes()).isZero();
      assertThat(budget.heldBytes()).isZero();
    }
  }

  private interface Reading {
    void read(int number) throws Exception;
  }

  private static void inParallel(int readings, Reading reading) throws Exception {
    AtomicInteger next = new AtomicInteger();
    ExecutorService readers = Executors.newFixedThreadPool(READERS);
    try {
      List<Future<Void>> all = new ArrayList<>();
      for (int i = 0; i < READERS; i++) {
        Callable<Void> reader =
            () -> {
              for (int n = next.getAndIncrement(); n < readings; n = next.getAndIncrement()) {
                reading.read(n);
              }
              return null;
            };
        all.add(readers.submit(reader));
      }
      for (Future<Void> one : all) {
        one.get();
      }
    } finally {
      readers.shutdownNow();
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

  /** The maps of the strategy, and of what it is made of, that are not empty. */
  private Map<String, Integer> entries() {
    Map<String, Integer> entries = new TreeMap<>();
    made.forEach(strategy -> addEntries(strategy, entries));
    return entries;
  }

  private static void addEntries(Object part, Map<String, Integer> entries) {
    for (Class<?> type = part.getClass(); type != Object.class; type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          addEntries(field, valueOf(field, part), entries);
        }
      }
    }
  }

  private static void addEntries(Field field, Object value, Map<String, Integer> entries) {
    if (value instanceof Map<?, ?> map) {
      if (!map.isEmpty()) {
        entries.put(field.getDeclaringClass().getSimpleName() + "." + field.getName(), map.size());
      }
    } else if (isOurs(field.getType())) {
      addEntries(value, entries);
    }
  }

  private static boolean isOurs(Class<?> type) {
    return type.getPackage() == CancelledStreamsIT.class.getPackage() && !type.isInterface();
  }

  private static Object valueOf(Field field, Object owner) {
    try {
      field.setAccessible(true);
      return field.get(owner);
    } catch (ReflectiveOperationException e) {
      throw new IllegalStateException(e);
    }
  }
}
