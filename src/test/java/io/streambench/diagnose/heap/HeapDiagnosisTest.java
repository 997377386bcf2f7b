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

/** Two dumps of this very JVM, in which real clients of Jetty's hang, or do not. */
class HeapDiagnosisTest {
  private static final long SECOND = 1_000_000_000L;

  /** Clients that are all in the same dump; a thread of the client's name waits for an answer. */
  private enum Client {
    HUNG((client, pool, name) -> client.hang(name)),
    BESIDE_A_RUNNING_READER(
        (client, pool, name) -> {
          client.useUpTheWindowUnderARunningReader("running");
          client.waitForAThird(name);
        }),
    /** The thread that waits is a reader of what lies unread, too. */
    WAITING_AND_HOLDING(
        (client, pool, name) ->
            client.waitForAThird(name, client.useUpTheWindowUnderARunningReader("running-too"))),
    /** A logger's ring buffer and a metrics registry are like this. */
    BESIDE_MUCH_ELSE(
        (client, pool, name) -> {
          Object[] events = new Object[300_000];
          Arrays.setAll(events, number -> new AtomicReference<>(Integer.toString(number)));
          client.held(events, "much-else");
          client.hang(name);
        }),
    IN_A_QUEUE(
        (client, pool, name) -> {
          client.held(
              new ArrayBlockingQueue<>(1, false, List.of(client.useUpTheWindow())), "taker");
          client.waitForAThird(name);
        }),
    IN_A_LOG_EVENT(
        (client, pool, name) -> {
          Object[] events = new Object[300_000];
          events[200_000] = List.of(Map.of("parameter", client.useUpTheWindow()));
          client.held(events, "logger");
          client.waitForAThird(name);
        }),
    IN_A_THREAD_LOCAL(
        (client, pool, name) -> {
          client.heldByThreadLocal(client.useUpTheWindow(), "local");
          client.waitForAThird(name);
        }),
    IN_A_TASK_OF_JETTYS_POOL(
        (client, pool, name) -> {
          InputStream reader = client.useUpTheWindow();
          pool.execute(LockSupport::park);
          pool.execute(() -> reader.mark(0)); // or anything else with it
          client.waitForAThird(name);
        }),
    AFTER_RESETS(
        (client, pool, name) -> {
          client.cancelAWindow();
          client.request(); // its answer has begun, behind all that the others had to say
          client.awaitNoWindow();
          client.waitForAThird(name);
        }),
    /**
     * An earlier query was cancelled, and what the next one left unread holds most of the window.
     */
    IN_A_LATER_HANG(
        (client, pool, name) -> {
          client.cancelLessThanHalfAWindow();
          client.waitForAThird(name);
        }),
    READING_ON((client, pool, name) -> client.readHalfOfOne()),
    /** With the strategy of our jar. */
    REPAIRED((client, pool, name) -> client.readHalfOfOne());

    /** What the client does. */
    private interface Beginning {
      void begin(HungClient client, QueuedThreadPool pool, String name) throws Exception;
    }

    final Beginning beginning;

    Client(Beginning beginning) {
      this.beginning = beginning;
    }
  }

  private static final Map<Client, SessionState> SEEN = new EnumMap<>(Client.class);

  @TempDir static Path folder;
  private static HeapDiagnosis earlier;
  private static HeapDiagnosis found;

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
              case READING_ON -> new HungClient(HungClient.RESPONSE);
              case REPAIRED -> repaired();
              default -> new HungClient();
            });
        client.beginning.begin(clients.get(client), pool, client.name());
        SEEN.put(client, clients.get(client).watched());
      }
      for (int i = 0; i < dumps.length; i++) {
        dumps[i] = dump(folder.resolve(i + ".hprof"));
      }
    } finally {
      pool.stop();
      for (HungClient client : clients.values()) {
        client.close();
      }
    }
    earlier = read(dumps[0]);
    found = read(dumps[1]);
  }

  private static HungClient repaired() throws Exception {
    HTTP2Client http2 = new HTTP2Client();
    http2.setInitialSessionRecvWindow(HungClient.RESPONSE);
    return new HungClient(
        HungClient.RESPONSE, () -> new JettyFlowControl(UnreadMemory.UNLIMITED, http2));
  }

  /** Dumps the heap from a thread of its own, while the test's thread waits for it. */
  private static Path dump(Path file) throws Exception {
    CompletableFuture<Path> dumped = new CompletableFuture<>();
    Thread test = Thread.currentThread();
    Thread dumping =
        new Thread(
            () -> {
              while (test.getState() != Thread.State.WAITING) {
                Thread.onSpinWait();
              }
              try {
                DumpOfItself.main(file.toString());
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

  /** A JVM with next to nothing on its heap, and whose dump is small. */
  static final class DumpOfItself {
    public static void main(String... args) throws IOException {
      ManagementFactory.getPlatformMXBean(HotSpotDiagnosticMXBean.class).dumpHeap(args[0], true);
    }
  }

  private static Path smallDump() throws Exception {
    Path file = Files.createTempDirectory(folder, "small").resolve("small.hprof");
    Path classes =
        Path.of(DumpOfItself.class.getProtectionDomain().getCodeSource().getLocation().toURI());
    String java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    Process small =
        new ProcessBuilder(
                java, "-cp", classes.toString(), DumpOfItself.class.getName(), file.toString())
            .inheritIO()
            .start();
    assertThat(small.waitFor()).isZero();
    return file;
  }

  private static HeapDiagnosis read(Path file) throws IOException {
    return HeapDiagnosis.read("FILE", file, scratch());
  }

  private static Path scratch() throws IOException {
    return Files.createTempDirectory(folder, "index");
  }

  private static HeapSession session(HeapDiagnosis in, Client client) {
    return in.sessions().stream()
        .filter(session -> session.state().role() == Role.CLIENT)
        .filter(session -> session.state().localAddress().equals(SEEN.get(client).localAddress()))
        .findFirst()
        .orElseThrow();
  }

  /** The verdict on one client, as if it were alone. */
  private static Optional<Verdict> verdict(HeapDiagnosis in, Client client) {
    return new HeapVerdict(List.of(session(in, client)), ClientResources.unknown(), in.activity())
        .verdict();
  }

  private static void assertFinding(Client client, Finding finding) {
    Optional<Verdict> verdict = verdict(found, client);
    assertThat(verdict.map(Verdict::finding).orElse(Finding.NO_STALL))
        .describedAs("%s", verdict)
        .isEqualTo(finding);
  }

  @Test
  void aHangIsSeenInTheDumpAsTheRecorderSawItToTheByte() {
    SessionState seen = SEEN.get(Client.HUNG);
    assertFinding(Client.HUNG, Finding.STALLED);
    assertThat(verdict(found, Client.HUNG).orElseThrow().awaitedStreamIds()).containsExactly(5);
    HeapSession client = session(found, Client.HUNG);
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
  void aSessionOfTheRepairIsReadByTheFieldsThatItHasNow() {
    assertFinding(Client.REPAIRED, Finding.NO_STALL);
    HeapSession client = session(found, Client.REPAIRED);
    assertThat(client.sessionWindow()).hasValue(HungClient.RESPONSE);
    assertThat(client.streamWindow()).hasValue(HungClient.STREAM_WINDOW);
    assertThat(client.state().unreadBytes()).isPositive();
    assertThat(client.state().unacknowledgedBytes())
        .isEqualTo(HungClient.RESPONSE - client.state().receiveWindow());
  }

  @Test
  void theDiagnosisOfAllBeginsWithAHangAndShowsOneMoment() {
    assertThat(found.toDiagnosis().finding()).isEqualTo(Finding.STALLED);
    assertThat(found.toDiagnosis().isSnapshot()).isTrue();
    SessionDiagnosis first = found.toDiagnosis().sessions().get(0);
    assertThat(first.isStalled()).isTrue();
    assertThat(first.initialSessionWindow()).isEqualTo(HungClient.SESSION_WINDOW);
    assertThat(first.initialStreamWindow()).isEqualTo(HungClient.STREAM_WINDOW);
    assertThat(first.sessionStalls().count()).isEqualTo(1);
    assertThat(first.timeline().unreadBytes()).containsExactly((int) first.peakUnreadBytes());
    assertThat(first.timeline().lanes()).hasSameSizeAs(first.state().streams());
    assertThat(new DiagnosisReport(found, ReceiveWindow.JETTY_BUFFER_RATIO).text(false))
        .containsOnlyOnce("AutoLock$WithCondition.await")
        .containsPattern("same stack: thread \"\\w+\" waits for stream");
  }

  @Test
  void howMuchElseOtherThreadsHoldDoesNotMatter() {
    assertFinding(Client.BESIDE_MUCH_ELSE, Finding.STALLED);
  }

  @Test
  void whatHasNotMovedByAByteHangsWhicheverThreadsRun() {
    assertFinding(Client.BESIDE_A_RUNNING_READER, Finding.POSSIBLE);
    assertThat(found.relevantThreads())
        .extracting(HeapDumpThread::name)
        .contains(Client.BESIDE_A_RUNNING_READER.name(), "running");
    assertThat(found.isOfSameJvm(earlier)).isTrue();
    assertThat(found.comparedWith(earlier, Duration.ofDays(1)))
        .describedAs("too soon")
        .isEqualTo(found);
    HeapDiagnosis unchanged = found.comparedWith(earlier, Duration.ZERO);
    assertThat(verdict(unchanged, Client.BESIDE_A_RUNNING_READER).orElseThrow().finding())
        .isEqualTo(Finding.STALLED);
  }

  /**
   * Each is a reader that a thread will take up, and then the session goes on; the thread that
   * waits is not its own doubt.
   */
  @ParameterizedTest
  @CsvSource({
    "BESIDE_A_RUNNING_READER, running",
    "WAITING_AND_HOLDING, running-too",
    "IN_A_QUEUE, taker",
    "IN_A_LOG_EVENT, logger",
    "IN_A_THREAD_LOCAL, local",
    "IN_A_TASK_OF_JETTYS_POOL, (a task that is queued)"
  })
  void aHangIsOnlyPossibleWhileAThreadHoldsAReaderOfIt(Client client, String thread) {
    assertFinding(client, Finding.POSSIBLE);
    assertThat(session(found, client).holders())
        .extracting(HeapDumpThread::name)
        .containsExactly(thread);
  }

  @Test
  void whatAReaderDidAfterTheDumpCounts() {
    Set<Long> reader = Set.of(session(found, Client.HUNG).waitingThreads().get(0).id());
    HeapDiagnosis moved =
        found.withActivity(new ThreadActivity(SECOND, Set.of(), reader, Set.of()));
    assertThat(verdict(moved, Client.HUNG).orElseThrow().finding()).isEqualTo(Finding.POSSIBLE);
    HeapDiagnosis still =
        found.withActivity(new ThreadActivity(SECOND, reader, Set.of(), Set.of()));
    assertThat(verdict(still, Client.HUNG).orElseThrow().finding()).isEqualTo(Finding.STALLED);
  }

  @Test
  void streamsThatWereResetAreFoundByTheWindowThatTheyTook() {
    SessionState state = session(found, Client.AFTER_RESETS).state();
    assertThat(state.cancelledBytes()).isGreaterThan(HungClient.SESSION_WINDOW / 2);
    assertThat(state.cause()).isEqualTo(StallCause.CANCELLED_STREAMS);
    assertFinding(Client.AFTER_RESETS, Finding.STALLED);
  }

  /** As diagnose says of the same hang. What was cancelled is the end of the hang before. */
  @Test
  void aReaderThatWaitsBesideCancelledStreamsHangsForTheSessionWindow() {
    assertFinding(Client.IN_A_LATER_HANG, Finding.STALLED);
    assertThat(verdict(found, Client.IN_A_LATER_HANG).orElseThrow().cause())
        .contains(StallCause.SESSION_WINDOW);
    assertThat(session(found, Client.IN_A_LATER_HANG).state().cancelledBytes()).isPositive();
  }

  @Test
  void aClientThatReadsOnIsNotCalledHung() {
    assertFinding(Client.READING_ON, Finding.NO_STALL);
    assertThat(session(found, Client.READING_ON).state().streams()).hasSize(1);
  }

  @Test
  void aPackedDumpIsTheSameAndNothingIsLeftBesideEither() throws Exception {
    Path plain = smallDump();
    Path packed = plain.resolveSibling("packed");
    try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
      Files.copy(plain, out);
    }
    assertThat(HeapDump.open("FILE", packed, scratch()).instances("java.lang.Thread"))
        .isNotEmpty()
        .isEqualTo(HeapDump.open("FILE", plain, scratch()).instances("java.lang.Thread"));
    try (Stream<Path> left = Files.list(plain.getParent())) {
      assertThat(left).containsExactlyInAnyOrder(plain, packed);
    }
  }

  /** Anywhere, and just before its last record, which has no content. */
  @Test
  void aDumpThatIsCutShortIsRefusedInOneLine() throws Exception {
    byte[] whole = Files.readAllBytes(smallDump());
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
  void whatIsNoDumpIsRefused() throws Exception {
    Path text = Files.writeString(folder.resolve("solr.log"), "2026-11-22 INFO");
    assertThat(HeapDump.isHeapDump(text)).isFalse();
    assertThatThrownBy(() -> read(text)).isInstanceOf(SettingException.class);
    assertThat(List.of(HeapDump.isHeapDump(folder), HeapDump.isHeapDump(folder.resolve("absent"))))
        .containsOnly(false);
  }
}
