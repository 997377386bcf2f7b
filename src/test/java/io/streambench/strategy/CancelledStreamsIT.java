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
 * Answers that are closed early and others that are read to their end, on one real connection,
 * several at a time: nothing of them stays.
 */
class CancelledStreamsIT {
  private static final int READERS = 6;
  private static final int SESSION_WINDOW = 1 << 20;

  /** Bytes of an answer that are read before it is closed: none, a little, more than a frame. */
  private static final int[] READ_BEFORE_CLOSE = {0, 1, 5_000, 40_000};

  /** A strategy may hold back an eighth of the session's window. */
  private static final int LEAST_WINDOW = SESSION_WINDOW - SESSION_WINDOW / 8;

  /**
   * Pools of both ends keep buffers, as many as were ever in use at the same time, and the JDK
   * keeps for each thread of the server what it wrote at once, up to the session's window: 2 to 6
   * MB were seen, the more the busier the machine. One buffer of 16 KiB of each tenth answer that
   * is closed is 15 MB.
   */
  private static final long POOLED_BYTES = 12L << 20;

  private static final long HEAP_NOISE = 4L << 20;

  private final UnreadMemory memory = new UnreadMemory(16L << 20, System::nanoTime, line -> {});
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final List<FlowControlStrategy> made = new CopyOnWriteArrayList<>();

  /** Requests in parts of the same size; of every so many one is closed early, or read whole. */
  private record Load(int parts, int requests, int every, boolean closesMost, int answer) {
    boolean isRead(int number) {
      return number % every == 0 == closesMost;
    }
  }

  /** What the JVM holds when no request is under way. */
  private record Held(long heapBytes, long directBytes) {}

  @Tag("slow")
  @Test
  void tenThousandThatAreClosedLeaveNoCreditLostAndNoMapEntryAndNoBuffer() throws Exception {
    leaveNothing(1 << 18, new Load(11, 1_000, 11, true, 300_000));
  }

  /** The repair's strategy under ten million requests; {@code -Dsoak.requests} for fewer. */
  @Tag("soak")
  @Timeout(value = 3, unit = TimeUnit.HOURS)
  @Test
  void millionsOfRequestsLeaveNoCreditLostAndNoMapEntryAndNoBuffer() throws Exception {
    int requests = Integer.getInteger("soak.requests", 10_000_000);
    // More than a stream's window, so that what is closed early is still being sent.
    List<Held> held = leaveNothing(1 << 13, new Load(20, requests / 20, 100, false, 20_000));
    long heap = held.get(0).heapBytes();
    assertThat(held).allSatisfy(then -> assertThat(then.heapBytes()).isLessThan(heap + HEAP_NOISE));
  }

  private List<Held> leaveNothing(int streamWindow, Load load) throws Exception {
    List<Held> held = new ArrayList<>();
    ForkJoinPool readers = new ForkJoinPool(READERS);
    try (H2cServer server =
        new H2cServer(
            monitor,
            SESSION_WINDOW,
            streamWindow,
            load.answer(),
            () -> {
              FlowControlStrategy strategy = SimulatedPeer.strategy(memory, SESSION_WINDOW);
              made.add(strategy);
              return strategy;
            })) {
      server.allowAnyRate();
      for (int part = 0; part < load.parts(); part++) {
        readers
            .submit(
                () ->
                    IntStream.range(0, load.requests())
                        .parallel()
                        .forEach(number -> ask(server, load, number)))
            .get();
        Until.isSo(this::isSettled);
        System.gc(); // of what the last look has made
        assertThat(made).as("connections").hasSize(1);
        held.add(
            new Held(
                ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
                DirectMemory.usedBytes()));
        System.out.println(TextFormat.of("after part %d: %s", part + 1, held.get(part)));
      }
    } finally {
      readers.shutdownNow();
    }
    Held first = held.remove(0); // it warms pools and compilers up
    long direct = held.get(0).directBytes();
    assertThat(held)
        .as("after %s", first)
        .allSatisfy(then -> assertThat(then.directBytes()).isLessThan(direct + POOLED_BYTES));
    return held;
  }

  /** DATA of a cancelled stream may come late, so one look must show all of it. */
  private static boolean hasItsWindow(SessionState session) {
    return session.streams().isEmpty()
        && session.unreadBytes() == 0
        && session.cancelledBytes() == 0
        && session.receiveWindow() >= LEAST_WINDOW;
  }

  private static void ask(H2cServer server, Load load, int number) {
    try (InputStream answer = server.request()) {
      if (load.isRead(number)) {
        assertThat(answer.readAllBytes()).hasSize(load.answer());
      } else {
        answer.readNBytes(READ_BEFORE_CLOSE[number / load.every() % READ_BEFORE_CLOSE.length]);
      }
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
  }

  private List<SessionState> client() {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT);
  }

  /**
   * Returns whether the session has its window, and no stream, entry or byte is left. Streams end
   * after their readers have seen it; weak references end with a collection. What leaks makes the
   * test hang.
   */
  private boolean isSettled() {
    System.gc();
    List<SessionState> sessions = client();
    return sessions.size() == 1
        && hasItsWindow(sessions.get(0))
        && entries() == 0
        && memory.getUnreadBytes() == 0
        && memory.getExpectedBytes() == 0;
  }

  private int entries() {
    return made.stream().mapToInt(CancelledStreamsIT::entriesOf).sum();
  }

  /**
   * The entries of the collections of a strategy, and of the objects of ours that it is made of.
   */
  private static int entriesOf(Object part) {
    int entries = 0;
    for (Class<?> type = part.getClass();
        !type.getName().startsWith("java."); // closed to reflection, as AtomicInteger
        type = type.getSuperclass()) {
      for (Field field : type.getDeclaredFields()) {
        if (!Modifier.isStatic(field.getModifiers()) && !field.isSynthetic()) {
          Object value = valueOf(field, part);
          if (value instanceof Map<?, ?> map) {
            entries += map.size();
          } else if (value instanceof Collection<?> collection) {
            entries += collection.size();
          } else if (value != null && isOurs(field.getType())) {
            entries += entriesOf(value);
          }
        }
      }
    }
    return entries;
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
