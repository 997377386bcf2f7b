package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.TextFormat;
import io.streambench.flow.events.Role;
import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.flow.rule.SessionState;
import io.streambench.program.Until;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.lang.reflect.Field;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Closes some responses early and reads others completely, several at a time on one real
 * connection. Checks that they leave nothing behind.
 */
class CancelledStreamsIT {
  private static final int READERS = 6;
  private static final int SESSION_WINDOW = 1 << 20;

  /** The bytes to read before a response is closed: none, a few, or more than a frame. */
  private static final int[] READ_BEFORE_CLOSE = {0, 1, 5_000, 40_000};

  /** The smallest session window at the end. A strategy may withhold an eighth of the window. */
  private static final int MIN_WINDOW = SESSION_WINDOW - SESSION_WINDOW / 8;

  /**
   * The direct memory that may stay in pools. Both ends pool as many buffers as were ever in use at
   * the same time. For each server thread, the JDK keeps what the thread wrote at once, up to the
   * session window. 2 to 6 MB were measured, more on busier machines. A leak of one 16 KiB buffer
   * per ten closed responses would be 15 MB.
   */
  private static final long POOLED_BYTES = 12L << 20;

  private static final long HEAP_NOISE = 4L << 20;

  private final UnreadMemory memory = new UnreadMemory(16L << 20, System::nanoTime, line -> {});
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final List<FlowControlStrategy> strategies = new CopyOnWriteArrayList<>();

  /**
   * Requests in parts of equal size. Of each {@code every} requests, one is closed early and the
   * others are read, or vice versa.
   */
  private record Load(int parts, int requests, int every, boolean closesMost, int responseBytes) {
    boolean isRead(int number) {
      return number % every == 0 == closesMost;
    }
  }

  /** The memory that the JVM holds while no request is running. */
  private record HeldMemory(long heapBytes, long directBytes) {}

  @Tag("slow")
  @Test
  void tenThousandClosedResponsesLeakNothing() throws Exception {
    assertLeavesNothing(1 << 18, new Load(11, 1_000, 11, true, 300_000));
  }

  /** Runs ten million requests with the repair's strategy. {@code -Dsoak.requests} sets fewer. */
  @Tag("soak")
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  @Test
  void millionsOfRequestsLeakNothing() throws Exception {
    int requests = Integer.getInteger("soak.requests", 10_000_000);
    // More than a stream window, so that the response is still being sent when it is closed early.
    List<HeldMemory> held =
        assertLeavesNothing(1 << 13, new Load(20, requests / 20, 100, false, 20_000));
    long heap = held.get(0).heapBytes();
    assertThat(held).allSatisfy(then -> assertThat(then.heapBytes()).isLessThan(heap + HEAP_NOISE));
  }

  private List<HeldMemory> assertLeavesNothing(int streamWindow, Load load) throws Exception {
    List<HeldMemory> memoryAfterParts = new ArrayList<>();
    ForkJoinPool readers = new ForkJoinPool(READERS);
    try (H2cServer server =
        new H2cServer(
            monitor,
            SESSION_WINDOW,
            streamWindow,
            load.responseBytes(),
            () -> {
              FlowControlStrategy strategy = SimulatedPeer.strategy(memory, SESSION_WINDOW);
              strategies.add(strategy);
              return strategy;
            })) {
      server.allowAllControlFrames();
      for (int part = 0; part < load.parts(); part++) {
        readers
            .submit(
                () ->
                    IntStream.range(0, load.requests())
                        .parallel()
                        .forEach(number -> sendRequest(server, load, number)))
            .get();
        Until.isTrue(this::isSettled);
        System.gc(); // removes the garbage of the last check
        assertThat(strategies).as("connections").hasSize(1);
        memoryAfterParts.add(
            new HeldMemory(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                DirectMemory.usedBytes()));
        System.out.println(
            TextFormat.of("after part %d: %s", part + 1, memoryAfterParts.get(part)));
      }
    } finally {
      readers.shutdownNow();
    }
    HeldMemory first = memoryAfterParts.remove(0); // the first part warms up pools and compilers
    long direct = memoryAfterParts.get(0).directBytes();
    assertThat(memoryAfterParts)
        .as("after %s", first)
        .allSatisfy(then -> assertThat(then.directBytes()).isLessThan(direct + POOLED_BYTES));
    return memoryAfterParts;
  }

  /**
   * Returns whether the session has its window and no unread data. DATA of a cancelled stream can
   * arrive late, so one snapshot must meet all conditions.
   */
  private static boolean hasFullWindow(SessionState session) {
    return session.streams().isEmpty()
        && session.unreadBytes() == 0
        && session.cancelledBytes() == 0
        && session.receiveWindow() >= MIN_WINDOW;
  }

  private static void sendRequest(H2cServer server, Load load, int number) {
    try (InputStream answer = server.request()) {
      if (load.isRead(number)) {
        assertThat(answer.readAllBytes()).hasSize(load.responseBytes());
      } else {
        answer.readNBytes(READ_BEFORE_CLOSE[number / load.every() % READ_BEFORE_CLOSE.length]);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<SessionState> clientSessions() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  /**
   * Returns whether the session has its window, and no stream, entry or byte is left. Streams end
   * after their readers notice it, and weak references are cleared by a collection. A leak makes
   * the test hang.
   */
  private boolean isSettled() {
    System.gc();
    List<SessionState> sessions = clientSessions();
    return sessions.size() == 1
        && hasFullWindow(sessions.get(0))
        && countEntries() == 0
        && memory.getUnreadBytes() == 0
        && memory.getExpectedBytes() == 0;
  }

  private int countEntries() {
    return strategies.stream().mapToInt(CancelledStreamsIT::countEntriesOf).sum();
  }

  /**
   * Counts the entries of the collections of a strategy, and of the project's objects that it
   * refers to.
   */
  private static int countEntriesOf(Object object) {
    int entries = 0;
    for (Class<?> type = object.getClass();
        !type.getName().startsWith("java."); // not accessible by reflection
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          Object value = valueOf(field, object);
          if (value instanceof Map<?, ?> map) {
            entries += map.size();
          } else if (value instanceof Collection<?> collection) {
            entries += collection.size();
          } else if (value != null && isProjectType(field.getType())) {
            entries += countEntriesOf(value);
          }
        }
      }
    }
    return entries;
  }

  private static boolean isProjectType(Class<?> type) {
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
