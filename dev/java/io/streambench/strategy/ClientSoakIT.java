package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.analysis.SessionState;
import io.streambench.config.Home;
import io.streambench.eventlog.Role;
import io.streambench.files.WholeFile;
import io.streambench.recording.FlowControlMonitor;
import io.streambench.recording.H2cServer;
import java.io.InputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.ToLongFunction;
import org.eclipse.jetty.http2.parser.RateControl;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The repair's strategy under ten million requests on one connection, of which one in a hundred is
 * closed before its answer is whole; {@code -Dsoak.requests} for fewer. Figures of every twentieth
 * part go to {@code target/soak/client.csv}.
 */
@Tag("soak")
@Timeout(value = 3, unit = TimeUnit.HOURS)
class ClientSoakIT {
  private static final int REQUESTS = Integer.getInteger("soak.requests", 10_000_000);
  private static final int PARTS = 20;
  private static final int ONE_CANCELLED_IN = 100;
  private static final int READERS = 6;
  private static final int SESSION_WINDOW = 1 << 20;

  /** The strategy gathers credit for the session up to an eighth of its window. */
  private static final int HELD_BACK = SESSION_WINDOW / 8;

  private static final int STREAM_WINDOW = 1 << 13;

  /** More than a stream's window, so that what is closed early is still being sent. */
  private static final int ANSWER = 20_000;

  private static final int READ_BEFORE_CLOSE = 1_000;
  private static final int SETTLE_TRIES = 200;

  /** Bytes by which a figure may exceed the first without being called growth. */
  private static final long HEAP_NOISE = 4L << 20;

  private static final long DIRECT_NOISE = 4L << 20;

  private final ReceiveMemory memory = new ReceiveMemory(16L << 20, System::nanoTime, line -> {});
  private final FlowControlMonitor monitor = new FlowControlMonitor();
  private final MadeStrategies made = new MadeStrategies();

  /** Figures at a time when no request is under way. */
  private record Figures(
      long requests,
      double seconds,
      long heapBytes,
      long directBytes,
      int mapEntries,
      long sessionWindow,
      long budgetBytes) {
    String line() {
      return "%d,%.0f,%d,%d,%d,%d,%d"
          .formatted(
              requests, seconds, heapBytes, directBytes, mapEntries, sessionWindow, budgetBytes);
    }
  }

  @Test
  void millionsOfRequestsLeaveNoCreditLostAndNoMapEntryAndNoBuffer() throws Exception {
    List<Figures> figures = new ArrayList<>();
    long begin = System.nanoTime();
    try (H2cServer server =
        new H2cServer(
            monitor,
            SESSION_WINDOW,
            STREAM_WINDOW,
            ANSWER,
            made.of(() -> new JettyFlowControl(memory)),
            new RateControl.Factory() {})) {
      for (int part = 0; part < PARTS; part++) {
        Parallel.run(READERS, REQUESTS / PARTS, i -> ask(server, i));
        settle();
        figures.add(figures((part + 1L) * (REQUESTS / PARTS), begin));
        write(figures);
      }
      assertThat(made.size()).as("connections").isOne();
      // The first part warms pools and compilers up.
      Figures first = figures.get(1);
      assertThat(figures.subList(1, PARTS))
          .allSatisfy(
              then -> {
                assertThat(then.mapEntries()).isZero();
                assertThat(then.budgetBytes()).isZero();
                assertThat(then.sessionWindow())
                    .isBetween((long) SESSION_WINDOW - HELD_BACK, (long) SESSION_WINDOW);
                assertThat(then.heapBytes()).isLessThan(first.heapBytes() + HEAP_NOISE);
                assertThat(then.directBytes()).isLessThan(first.directBytes() + DIRECT_NOISE);
              });
    }
  }

  private static void ask(H2cServer server, int number) throws Exception {
    try (InputStream answer = server.request()) {
      if (number % ONE_CANCELLED_IN == 0) {
        assertThat(answer.readNBytes(READ_BEFORE_CLOSE)).hasSize(READ_BEFORE_CLOSE);
      } else {
        assertThat(answer.readAllBytes()).hasSize(ANSWER);
      }
    }
  }

  /** Streams end after their readers have seen it; weak references end with a collection. */
  private void settle() throws InterruptedException {
    for (int i = 0; i < SETTLE_TRIES && !(made.entries().isEmpty() && streams() == 0); i++) {
      System.gc();
      TimeUnit.MILLISECONDS.sleep(50);
    }
    System.gc();
  }

  private long streams() {
    return client(session -> session.streams().size());
  }

  private long client(ToLongFunction<SessionState> figure) {
    return monitor.sessions(owner -> owner.role() == Role.CLIENT).stream().mapToLong(figure).sum();
  }

  private Figures figures(long requests, long begin) {
    return new Figures(
        requests,
        (System.nanoTime() - begin) / 1e9,
        ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed(),
        DirectMemory.usedBytes(),
        made.entries().values().stream().mapToInt(Integer::intValue).sum(),
        client(SessionState::receiveWindow),
        memory.countedBytes());
  }

  private static void write(List<Figures> figures) throws Exception {
    Path folder = Files.createDirectories(Home.folder().resolve("target/soak"));
    StringBuilder text =
        new StringBuilder(
            "requests,seconds,heapAfterGcBytes,directBytes,mapEntries,sessionWindowBytes,"
                + "budgetBytes\n");
    figures.forEach(line -> text.append(line.line()).append('\n'));
    WholeFile.write(folder.resolve("client.csv"), text);
  }
}
