package io.streambench.diagnose.heap;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.groups.Tuple.tuple;

import com.sun.management.HotSpotDiagnosticMXBean;
import io.streambench.base.SettingException;
import io.streambench.diagnose.report.DiagnosisReport;
import io.streambench.flow.events.Role;
import io.streambench.flow.replay.SessionDiagnosis;
import io.streambench.flow.rule.ClientResources;
import io.streambench.flow.rule.Finding;
import io.streambench.flow.rule.SessionState;
import io.streambench.flow.rule.StallCause;
import io.streambench.flow.rule.StreamState;
import io.streambench.flow.rule.Verdict;
import io.streambench.flow.rule.Waiting;
import io.streambench.flow.window.ReceiveWindow;
import io.streambench.strategy.JettyFlowControl;
import io.streambench.strategy.UnreadMemory;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.eclipse.jetty.http2.client.HTTP2Client;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Tests the diagnosis of two dumps of this JVM, in which some real Jetty clients hang and others do
 * not.
 */
class HeapDiagnosisTest {
  private static final long SECOND = 1_000_000_000L;

  /**
   * Clients that are all in the same dump. A thread with the client's name waits for a response.
   */
  private enum Client {
    HUNG((client, pool, name) -> client.hang(name)),
    WITH_RUNNING_READER(
        (client, pool, name) -> {
          client.exhaustWindowWithRunningReader("running");
          client.waitForThirdResponse(name);
        }),
    /** The waiting thread also holds a reader of the unread data. */
    WAITING_AND_HOLDING(
        (client, pool, name) ->
            client.waitForThirdResponse(
                name, client.exhaustWindowWithRunningReader("running-too"))),
    /** A logger's ring buffer or a metrics registry looks like this. */
    WITH_MANY_OTHER_OBJECTS(
        (client, pool, name) -> {
          Object[] events = new Object[300_000];
          Arrays.setAll(events, number -> new AtomicReference<>(Integer.toString(number)));
          client.holdInThread(events, "much-else");
          client.hang(name);
        }),
    IN_A_QUEUE(
        (client, pool, name) -> {
          client.holdInThread(
              new ArrayBlockingQueue<>(1, false, List.of(client.exhaustWindow())), "taker");
          client.waitForThirdResponse(name);
        }),
    IN_A_LOG_EVENT(
        (client, pool, name) -> {
          Object[] events = new Object[300_000];
          events[200_000] = List.of(Map.of("parameter", client.exhaustWindow()));
          client.holdInThread(events, "logger");
          client.waitForThirdResponse(name);
        }),
    IN_A_THREAD_LOCAL(
        (client, pool, name) -> {
          client.holdInThreadLocal(client.exhaustWindow(), "local");
          client.waitForThirdResponse(name);
        }),
    IN_TASK_OF_JETTY_POOL(
        (client, pool, name) -> {
          InputStream reader = client.exhaustWindow();
          pool.execute(LockSupport::park);
          pool.execute(() -> reader.mark(0)); // or any other use of the reader
          client.waitForThirdResponse(name);
        }),
    AFTER_RESETS(
        (client, pool, name) -> {
          client.cancelWholeWindow();
          client.request(); // its response arrives after all frames of the other streams
          client.awaitExhaustedWindow();
          client.waitForThirdResponse(name);
        }),
    /** An earlier query was cancelled. The next query's unread data holds most of the window. */
    IN_A_LATER_HANG(
        (client, pool, name) -> {
          client.cancelLessThanHalfOfWindow();
          client.waitForThirdResponse(name);
        }),
    STILL_READING((client, pool, name) -> client.readHalfOfResponse()),
    /** A client with the strategy of this project's jar. */
    REPAIRED((client, pool, name) -> client.readHalfOfResponse());

    /** What a client does before the dump. */
    private interface Action {
      void run(HungClient client, QueuedThreadPool pool, String name) throws Exception;
    }

    final Action action;

    Client(Action action) {
      this.action = action;
    }
  }

  private static final Map<Client, SessionState> RECORDED = new EnumMap<>(Client.class);

  @TempDir static Path folder;
  private static HeapDiagnosis firstDiagnosis;
  private static HeapDiagnosis secondDiagnosis;

  @BeforeAll
  static void dumpTwice() throws Exception {
    Map<Client, HungClient> clients = new EnumMap<>(Client.class);
    QueuedThreadPool pool = new QueuedThreadPool(1, 1);
    pool.setReservedThreads(0);
    pool.start();
    Path[] dumps = new Path[2];
    try {
      for (Client client : Client.values()) {
        clients.put(
            client,
            switch (client) {
              case STILL_READING -> new HungClient(HungClient.RESPONSE_BYTES);
              case REPAIRED -> repairedClient();
              default -> new HungClient();
            });
        client.action.run(clients.get(client), pool, client.name());
        RECORDED.put(client, clients.get(client).recordedSession());
      }
      for (int i = 0; i < dumps.length; i++) {
        dumps[i] = dumpHeap(folder.resolve(i + ".hprof"));
      }
    } finally {
      pool.stop();
      for (HungClient client : clients.values()) {
        client.close();
      }
    }
    firstDiagnosis = diagnose(dumps[0]);
    secondDiagnosis = diagnose(dumps[1]);
  }

  private static HungClient repairedClient() throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(HungClient.RESPONSE_BYTES);
    return new HungClient(
        HungClient.RESPONSE_BYTES, () -> new JettyFlowControl(UnreadMemory.UNLIMITED, http2));
  }

  /** Dumps the heap from another thread, while the test's thread waits for the dump. */
  private static Path dumpHeap(Path file) throws Exception {
    CompletableFuture<Path> dumped = new CompletableFuture<>();
    Thread test = Thread.currentThread();
    Thread dumping =
        new Thread(
            () -> {
              while (test.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              try {
                SelfDumpingProgram.main(file.toString());
                dumped.complete(file);
              } catch (IOException | RuntimeException e) {
                dumped.completeExceptionally(e);
              }
            },
            "dumping");
    dumping.start();
    dumping.join();
    return dumped.get();
  }

  /** A program that dumps its own small heap. */
  static final class SelfDumpingProgram {
    public static void main(String... args) throws IOException {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    }
  }

  private static Path writeSmallDump() throws Exception {
    Path file = Files.createTempDirectory(folder, "small").resolve("small.hprof");
    Path classes =
        Path.of(
            SelfDumpingProgram.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process small =
        new ProcessBuilder(
                java,
                "-cp",
                classes.toString(),
                SelfDumpingProgram.class.getName(),
                file.toString())
            .inheritIO()
            .start();
    assertThat(small.waitFor()).isZero();
    return file;
  }

  private static HeapDiagnosis diagnose(Path file) throws IOException {
    return HeapDiagnosis.read("FILE", file, newScratchFolder());
  }

  private static Path newScratchFolder() throws IOException {
    return Files.createTempDirectory(folder, "index");
  }

  private static HeapSession sessionOf(HeapDiagnosis diagnosis, Client client) {
    return diagnosis.sessions().stream()
        .filter(session -> session.state().role() == Role.CLIENT)
        .filter(
            session -> session.state().localAddress().equals(RECORDED.get(client).localAddress()))
        .findFirst()
        .orElseThrow();
  }

  /** Returns the verdict on one client, as if it were the only one. */
  private static Optional<Verdict> verdictOn(HeapDiagnosis diagnosis, Client client) {
    return new HeapVerdict(
            List.of(sessionOf(diagnosis, client)), ClientResources.unknown(), diagnosis.activity())
        .verdict();
  }

  private static void assertFinding(Client client, Finding finding) {
    Optional<Verdict> verdict = verdictOn(secondDiagnosis, client);
    assertThat(verdict.map(Verdict::finding).orElse(Finding.NO_STALL))
        .describedAs("%s", verdict)
        .isEqualTo(finding);
  }

  @Test
  void heapDumpMatchesRecorderToTheByte() {
    SessionState seen = RECORDED.get(Client.HUNG);
    assertFinding(Client.HUNG, Finding.STALLED);
    assertThat(verdictOn(secondDiagnosis, Client.HUNG).orElseThrow().awaitedStreamIds())
        .containsExactly(5);
    HeapSession client = sessionOf(secondDiagnosis, Client.HUNG);
    assertThat(client.state().receiveWindow()).isEqualTo(seen.receiveWindow()).isZero();
    assertThat(client.state().unreadBytes()).isEqualTo(seen.unreadBytes());
    assertThat(client.state().unacknowledgedBytes()).isEqualTo(seen.unacknowledgedBytes());
    assertThat(client.state().cancelledBytes()).isZero();
    assertThat(client.state().remoteAddress()).isEqualTo(seen.remoteAddress());
    assertThat(client.state().streams())
        .extracting(StreamState::id, StreamState::unreadBytes, StreamState::receiveWindow)
        .containsExactlyElementsOf(
            seen.streams().stream()
                .map(stream -> tuple(stream.id(), stream.unreadBytes(), stream.receiveWindow()))
                .toList());
    assertThat(client.state().streamsWithWaitingReader())
        .singleElement()
        .extracting(StreamState::waiting)
        .isEqualTo(Waiting.YES);
    assertThat(client.sessionWindow()).hasValue(HungClient.SESSION_WINDOW);
    assertThat(client.streamWindow()).hasValue(HungClient.STREAM_WINDOW);
    assertThat(client.holders()).isEmpty();
    assertThat(client.unreadBytesWithoutReader()).isZero();
    assertThat(client.waitingThreads())
        .extracting(HeapDumpThread::name)
        .containsExactly(Client.HUNG.name());
    assertThat(client.requests().get(5).method()).isEqualTo("GET");
    assertThat(client.requests().get(5).uri()).startsWith("http://");
    assertThat(client.waitingThreads().get(0).stack())
        .anyMatch(frame -> frame.getClassName().contains("InputStreamResponseListener"));
  }

  @Test
  void readsCurrentFieldsOfRepairedSession() {
    assertFinding(Client.REPAIRED, Finding.NO_STALL);
    HeapSession client = sessionOf(secondDiagnosis, Client.REPAIRED);
    assertThat(client.sessionWindow()).hasValue(HungClient.RESPONSE_BYTES);
    assertThat(client.streamWindow()).hasValue(HungClient.STREAM_WINDOW);
    assertThat(client.state().unreadBytes()).isPositive();
    assertThat(client.state().unacknowledgedBytes())
        .isEqualTo(HungClient.RESPONSE_BYTES - client.state().receiveWindow());
  }

  @Test
  void diagnosisIsSnapshotWithHangFirst() {
    assertThat(secondDiagnosis.toDiagnosis().finding()).isEqualTo(Finding.STALLED);
    assertThat(secondDiagnosis.toDiagnosis().isSnapshot()).isTrue();
    SessionDiagnosis first = secondDiagnosis.toDiagnosis().sessions().get(0);
    assertThat(first.isStalled()).isTrue();
    assertThat(first.initialSessionWindow()).isEqualTo(HungClient.SESSION_WINDOW);
    assertThat(first.initialStreamWindow()).isEqualTo(HungClient.STREAM_WINDOW);
    assertThat(first.sessionStalls().count()).isEqualTo(1);
    assertThat(first.timeline().unreadBytes()).containsExactly((int) first.peakUnreadBytes());
    assertThat(first.timeline().lanes()).hasSameSizeAs(first.state().streams());
    assertThat(new DiagnosisReport(secondDiagnosis, ReceiveWindow.JETTY_BUFFER_RATIO).text(false))
        .containsOnlyOnce("AutoLock$WithCondition.await")
        .containsPattern("same stack: thread \"\\w+\" waits for stream");
  }

  @Test
  void findsHangAmongManyOtherObjects() {
    assertFinding(Client.WITH_MANY_OTHER_OBJECTS, Finding.STALLED);
  }

  @Test
  void unchangedSessionHangsDespiteRunningThreads() {
    assertFinding(Client.WITH_RUNNING_READER, Finding.POSSIBLE);
    assertThat(secondDiagnosis.relevantThreads())
        .extracting(HeapDumpThread::name)
        .contains(Client.WITH_RUNNING_READER.name(), "running");
    assertThat(secondDiagnosis.isOfSameJvm(firstDiagnosis)).isTrue();
    assertThat(secondDiagnosis.comparedWith(firstDiagnosis, Duration.ofDays(1)))
        .describedAs("too soon")
        .isEqualTo(secondDiagnosis);
    HeapDiagnosis unchanged = secondDiagnosis.comparedWith(firstDiagnosis, Duration.ZERO);
    assertThat(verdictOn(unchanged, Client.WITH_RUNNING_READER).orElseThrow().finding())
        .isEqualTo(Finding.STALLED);
  }

  /**
   * Covers objects through which another thread may still read, so that the session continues. A
   * reader held by the waiting thread does not count.
   */
  @ParameterizedTest
  @CsvSource({
    "WITH_RUNNING_READER, running",
    "WAITING_AND_HOLDING, running-too",
    "IN_A_QUEUE, taker",
    "IN_A_LOG_EVENT, logger",
    "IN_A_THREAD_LOCAL, local",
    "IN_TASK_OF_JETTY_POOL, (a task that is queued)"
  })
  void hangIsOnlyPossibleIfThreadHoldsReader(Client client, String thread) {
    assertFinding(client, Finding.POSSIBLE);
    assertThat(sessionOf(secondDiagnosis, client).holders())
        .extracting(HeapDumpThread::name)
        .containsExactly(thread);
  }

  @Test
  void considersReaderActivityAfterDump() {
    Set<Long> reader = Set.of(sessionOf(secondDiagnosis, Client.HUNG).waitingThreads().get(0).id());
    HeapDiagnosis moved =
        secondDiagnosis.withActivity(new ThreadActivity(SECOND, Set.of(), reader, Set.of()));
    assertThat(verdictOn(moved, Client.HUNG).orElseThrow().finding()).isEqualTo(Finding.POSSIBLE);
    HeapDiagnosis still =
        secondDiagnosis.withActivity(new ThreadActivity(SECOND, reader, Set.of(), Set.of()));
    assertThat(verdictOn(still, Client.HUNG).orElseThrow().finding()).isEqualTo(Finding.STALLED);
  }

  @Test
  void findsResetStreamsByTheirWindow() {
    SessionState state = sessionOf(secondDiagnosis, Client.AFTER_RESETS).state();
    assertThat(state.cancelledBytes()).isGreaterThan(HungClient.SESSION_WINDOW / 2);
    assertThat(state.cause()).isEqualTo(StallCause.CANCELLED_STREAMS);
    assertFinding(Client.AFTER_RESETS, Finding.STALLED);
  }

  /**
   * Yields the same verdict as {@code diagnose}. The cancelled streams remain from an earlier hang.
   */
  @Test
  void waitingReaderHangsDespiteCancelledStreams() {
    assertFinding(Client.IN_A_LATER_HANG, Finding.STALLED);
    assertThat(verdictOn(secondDiagnosis, Client.IN_A_LATER_HANG).orElseThrow().cause())
        .contains(StallCause.SESSION_WINDOW);
    assertThat(sessionOf(secondDiagnosis, Client.IN_A_LATER_HANG).state().cancelledBytes())
        .isPositive();
  }

  @Test
  void stillReadingClientIsNoStall() {
    assertFinding(Client.STILL_READING, Finding.NO_STALL);
    assertThat(sessionOf(secondDiagnosis, Client.STILL_READING).state().streams()).hasSize(1);
  }

  @Test
  void readsPackedDumpAndLeavesNoFiles() throws Exception {
    Path plain = writeSmallDump();
    Path packed = plain.resolveSibling("packed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(plain, out);
    }
    assertThat(HeapDump.open("FILE", packed, newScratchFolder()).instances("java.lang.Thread"))
        .isNotEmpty()
        .isEqualTo(HeapDump.open("FILE", plain, newScratchFolder()).instances("java.lang.Thread"));
    try (Stream<Path> left = Files.list(plain.getParent())) {
      assertThat(left).containsExactlyInAnyOrder(plain, packed);
    }
  }

  /** Rejects a dump that is cut at any position, even just before its empty last record. */
  @Test
  void rejectsTruncatedDumpInOneLine() throws Exception {
    byte[] whole = Files.readAllBytes(writeSmallDump());
    SplittableRandom random = new SplittableRandom(1);
    for (int attempt = 0; attempt < 40; attempt++) {
      int bytes =
          attempt < 10 ? whole.length - 1 - attempt : 100 + random.nextInt(whole.length - 100);
      Path cut = Files.write(folder.resolve("cut.hprof"), Arrays.copyOf(whole, bytes));
      assertThatThrownBy(() -> diagnose(cut))
          .describedAs("%d of %d bytes", bytes, whole.length)
          .isInstanceOf(SettingException.class)
          .hasMessageStartingWith("FILE must be a whole heap dump")
          .hasMessageNotContaining("\n");
    }
  }

  @Test
  void rejectsFileThatIsNoDump() throws Exception {
    Path text = Files.writeString(folder.resolve("solr.log"), "2026-11-22 INFO");
    assertThat(HeapDump.isHeapDump(text)).isFalse();
    assertThatThrownBy(() -> diagnose(text)).isInstanceOf(SettingException.class);
    assertThat(List.of(HeapDump.isHeapDump(folder), HeapDump.isHeapDump(folder.resolve("absent"))))
        .containsOnly(false);
  }
}
