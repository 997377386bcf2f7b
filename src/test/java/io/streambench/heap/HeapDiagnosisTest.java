package io.streambench.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.streambench.analysis.Finding;
import io.streambench.analysis.SessionDiagnosis;
import io.streambench.analysis.SessionState;
import io.streambench.analysis.StallCause;
import io.streambench.analysis.StreamState;
import io.streambench.analysis.Waiting;
import io.streambench.config.SettingException;
import io.streambench.eventlog.Role;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Dumps of this very JVM, in which a real client of Jetty's hangs, or does not. */
@Timeout(120)
class HeapDiagnosisTest {
  private static final double RATIO = 0.5;
  private static final long SECOND = 1_000_000_000L;
  private static final String READER = "merging-reader";

  @TempDir Path folder;

  /**
   * Dumps the heap from a thread of its own, while the test's thread waits for it. The test's
   * thread holds all of JUnit, which is too large to search.
   */
  private Path dump(String name) throws Exception {
    Path file = folder.resolve(name);
    CompletableFuture<Path> dumped = new CompletableFuture<>();
    Thread test = Thread.currentThread();
    Thread dumping =
        new Thread(
            () -> {
              while (test.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              dump(file, dumped);
            },
            "dumping");
    dumping.start();
    dumping.join();
    return dumped.get();
  }

  private static void dump(Path file, CompletableFuture<Path> dumped) {
    try {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class)
          .dumpHeap(file.toString(), true);
      dumped.complete(file);
    } catch (IOException | RuntimeException e) {
      dumped.completeExceptionally(e);
    }
  }

  private HeapDiagnosis read(Path file) throws Exception {
    return HeapDiagnosis.read(
        "FILE", file, Files.createDirectory(folder.resolve("index" + index++)), RATIO);
  }

  private int index;

  private static HeapSession session(HeapDiagnosis found, HungClient client) {
    return found.sessions().stream()
        .filter(session -> session.state().role() == Role.CLIENT)
        .filter(session -> session.state().local().equals(client.watched().local()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void aHangIsSeenInTheDumpAsTheRecorderSawItToTheByte() throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.hang(READER);
      SessionState seen = hung.watched();
      HeapDiagnosis found = read(dump("hung.hprof"));
      assertThat(found.diagnosis().finding()).describedAs(reason(found)).isEqualTo(Finding.STALLED);
      assertThat(found.diagnosis().verdict().orElseThrow().streams()).containsExactly(5);
      HeapSession client = session(found, hung);
      assertThat(client.state().receiveWindow()).isEqualTo(seen.receiveWindow()).isZero();
      assertThat(client.state().unreadBytes()).isEqualTo(seen.unreadBytes());
      assertThat(client.state().unacknowledgedBytes()).isEqualTo(seen.unacknowledgedBytes());
      assertThat(client.state().cancelledBytes()).isZero();
      assertThat(client.state().local()).isEqualTo(seen.local());
      assertThat(client.state().remote()).isEqualTo(seen.remote());
      assertThat(client.state().streams())
          .extracting(StreamState::id, StreamState::unreadBytes, StreamState::receiveWindow)
          .containsExactlyElementsOf(
              seen.streams().stream()
                  .map(
                      stream ->
                          org.assertj.core.groups.Tuple.tuple(
                              stream.id(), stream.unreadBytes(), stream.receiveWindow()))
                  .toList());
      assertThat(client.state().awaitedStreams())
          .singleElement()
          .extracting(StreamState::waiting)
          .isEqualTo(Waiting.YES);
      assertThat(client.sessionWindow()).hasValue(HungClient.SESSION_WINDOW);
      assertThat(client.streamWindow()).hasValue(HungClient.STREAM_WINDOW);
      assertThat(client.holders()).isEmpty();
      assertThat(client.unreadOfUnknown()).isZero();
      assertThat(client.waiting()).extracting(DumpedThread::name).containsExactly(READER);
      assertThat(client.requests().get(5).method()).isEqualTo("GET");
      assertThat(client.requests().get(5).uri()).startsWith("http://");
      assertThat(client.waiting().get(0).stack())
          .anyMatch(frame -> frame.getClassName().contains("InputStreamResponseListener"));
    }
  }

  @Test
  void aHangIsOnlyPossibleWhileAThreadThatRunsHoldsWhatLiesUnread() throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.useUpTheWindowUnderARunningReader("busy-reader");
      hung.waitForAThird(READER);
      HeapDiagnosis found = read(dump("busy-reader.hprof"));
      assertThat(found.diagnosis().finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(reason(found))
          .contains("thread \"busy-reader\" holds an unread stream of it and may continue to read");
      assertThat(found.threads())
          .extracting(DumpedThread::name)
          .containsExactlyInAnyOrder(READER, "busy-reader");
      HeapDiagnosis later = read(dump("busy-reader-2.hprof"));
      assertThat(later.isOfSameJvm(found)).isTrue();
      assertThat(later.since(found, Duration.ofDays(1)).diagnosis().finding())
          .describedAs("not long enough")
          .isEqualTo(Finding.POSSIBLE);
      HeapDiagnosis unchanged = later.since(found, Duration.ZERO);
      assertThat(unchanged.diagnosis().finding()).isEqualTo(Finding.STALLED);
      assertThat(reason(unchanged)).contains("; not a byte of it had moved for ");
    }
  }

  /** A logger's ring buffer and a metrics registry are like this. */
  @Test
  void howMuchElseOtherThreadsHoldDoesNotMatter() throws Exception {
    Object[] events = new Object[300_000];
    Arrays.setAll(events, number -> new AtomicReference<>(Integer.toString(number)));
    try (HungClient hung = new HungClient()) {
      hung.useUpTheWindow();
      hung.held(events, "logger");
      hung.waitForAThird(READER);
      HeapDiagnosis found = read(dump("logger.hprof"));
      assertThat(found.diagnosis().finding()).describedAs(reason(found)).isEqualTo(Finding.STALLED);
    }
  }

  @Test
  void theThreadThatWaitsIsNotItsOwnDoubtBesideOneThatRuns() throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.waitForAThird(READER, hung.useUpTheWindowUnderARunningReader("busy-reader"));
      HeapDiagnosis found = read(dump("own-doubt.hprof"));
      assertThat(found.diagnosis().finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(session(found, hung).holders())
          .extracting(DumpedThread::name)
          .containsExactly("busy-reader");
    }
  }

  /** Each is a reader that a thread will take up, and then the session goes on. */
  @ParameterizedTest
  @EnumSource
  void aHangIsOnlyPossibleWhileAReaderOfItLiesIn(Place place) throws Exception {
    QueuedThreadPool pool = new QueuedThreadPool(1, 1);
    pool.setReservedThreads(0);
    pool.start();
    try (HungClient hung = new HungClient()) {
      place.of(hung.useUpTheWindow(), hung, pool);
      hung.waitForAThird(READER);
      HeapDiagnosis found = read(dump("handed-over.hprof"));
      assertThat(found.diagnosis().finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(reason(found))
          .contains("\" holds an unread stream of it and may continue to read");
    } finally {
      pool.stop();
    }
  }

  /** Places in which a reader can lie. */
  enum Place {
    QUEUE_FROM_WHICH_A_THREAD_TAKES {
      @Override
      void of(InputStream reader, HungClient hung, QueuedThreadPool pool) {
        hung.held(new ArrayBlockingQueue<>(1, false, List.of(reader)), "taker");
      }
    },
    LOG_EVENT {
      @Override
      void of(InputStream reader, HungClient hung, QueuedThreadPool pool) {
        Object[] events = new Object[300_000];
        events[200_000] = List.of(Map.of("parameter", reader));
        hung.held(events, "logger");
      }
    },
    THREAD_LOCAL {
      @Override
      void of(InputStream reader, HungClient hung, QueuedThreadPool pool) throws Exception {
        hung.heldByThreadLocal(reader, "local");
      }
    },
    TASK_OF_JETTYS_POOL {
      @Override
      void of(InputStream reader, HungClient hung, QueuedThreadPool pool) {
        pool.execute(LockSupport::park);
        pool.execute(() -> reader.mark(0)); // or anything else with it
      }
    };

    abstract void of(InputStream reader, HungClient hung, QueuedThreadPool pool) throws Exception;
  }

  private static String reason(HeapDiagnosis found) {
    return found.diagnosis().verdict().orElseThrow().reason();
  }

  @Test
  void whatAReaderDidAfterTheDumpCounts() throws Exception {
    try (HungClient hung = new HungClient()) {
      hung.hang(READER);
      HeapDiagnosis found = read(dump("went-on.hprof"));
      Set<Long> reader = Set.of(found.threads().get(0).id());
      HeapDiagnosis moved = found.after(Stillness.ofThreads(SECOND, Set.of(), reader));
      assertThat(moved.diagnosis().finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(moved.diagnosis().sessions()).noneMatch(SessionDiagnosis::stalled);
      assertThat(reason(moved))
          .contains(
              "thread \"merging-reader\" waited for it, and continued or ended " + "within 1.0 s");
      HeapDiagnosis still = found.after(Stillness.ofThreads(SECOND, reader, Set.of()));
      assertThat(still.diagnosis().finding()).describedAs(reason(still)).isEqualTo(Finding.STALLED);
      assertThat(reason(still)).endsWith("; its reader did nothing in the 1.0 s after the dump");
    }
  }

  @Test
  void streamsThatWereResetAreFoundByTheWindowThatTheyTook() throws Exception {
    try (HungClient client = new HungClient()) {
      client.cancelAWindow();
      client.request(); // its answer has begun, behind all that the others had to say
      HeapSession session = session(read(dump("reset.hprof")), client);
      assertThat(session.state().cancelledBytes()).isGreaterThan(HungClient.SESSION_WINDOW / 2);
      assertThat(session.state().heldByCancelled()).isTrue();
    }
  }

  /** The query has failed, its streams are gone, and the next one would hang. */
  @Test
  void aSessionThatAFailedQueryLeftWithoutWindowIsAPossibleHang() throws Exception {
    try (HungClient client = new HungClient()) {
      client.cancelAWindow();
      HeapDiagnosis found = read(dump("failed.hprof"));
      assertThat(found.diagnosis().finding()).isEqualTo(Finding.POSSIBLE);
      assertThat(found.diagnosis().verdict().orElseThrow().cause())
          .contains(StallCause.CANCELLED_STREAMS);
    }
  }

  @Test
  void aClientThatReadsOnIsNotCalledHung() throws Exception {
    try (HungClient client = new HungClient();
        InputStream answer = client.request()) {
      assertThat(answer.readNBytes(HungClient.RESPONSE / 2)).hasSize(HungClient.RESPONSE / 2);
      HeapDiagnosis found = read(dump("busy.hprof"));
      assertThat(found.diagnosis().finding()).isEqualTo(Finding.NO_STALL);
      assertThat(session(found, client).state().streams()).hasSize(1);
    }
  }

  @Test
  void aPackedDumpIsTheSameAndNothingIsLeftBesideEither() throws Exception {
    Path dumps = Files.createDirectory(folder.resolve("dumps"));
    try (HungClient hung = new HungClient()) {
      hung.hang(READER);
      Path plain = dump("dumps/hung.hprof");
      Path packed = dumps.resolve("packed");
      try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
        Files.copy(plain, out);
      }
      HeapDiagnosis one = read(plain);
      assertThat(read(packed).sessions()).isEqualTo(one.sessions());
      try (Stream<Path> left = Files.list(dumps)) {
        assertThat(left).containsExactlyInAnyOrder(plain, packed);
      }
    }
  }

  /** Anywhere, and just before its last record, which has no content. */
  @Test
  void aDumpThatIsCutShortIsToldInOneLine() throws Exception {
    byte[] whole;
    try (HungClient client = new HungClient()) {
      client.request();
      whole = Files.readAllBytes(dump("whole.hprof"));
    }
    SplittableRandom random = new SplittableRandom(1);
    for (int attempt = 0; attempt < 40; attempt++) {
      int bytes =
          attempt < 10 ? whole.length - 1 - attempt : 100 + random.nextInt(whole.length - 100);
      Path cut = Files.write(folder.resolve("cut.hprof"), Arrays.copyOf(whole, bytes));
      assertThatThrownBy(() -> read(cut))
          .describedAs("%d of %d bytes", bytes, whole.length)
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("FILE must be a whole heap dump")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void whatIsNoDumpOrOfAndroidIsRefused() throws Exception {
    Path text = Files.writeString(folder.resolve("solr.log"), "2026-11-22 INFO");
    assertThat(HeapDump.is(text)).isFalse();
    assertThatThrownBy(() -> read(text))
        .hasMessageContaining("be a heap dump (it does not begin as one)");
    Path android =
        Files.write(
            folder.resolve("android.hprof"),
            "JAVA PROFILE 1.0.3\0aaaa".getBytes(StandardCharsets.US_ASCII));
    assertThat(HeapDump.is(android)).isTrue();
    assertThatThrownBy(() -> read(android)).hasMessageContaining("of HotSpot's, not of Android's");
    assertThat(List.of(HeapDump.is(folder), HeapDump.is(folder.resolve("absent"))))
        .containsOnly(false);
  }
}
