package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.program.Until;
import io.streambench.strategy.FakeConnection.FakeStream;
import io.streambench.strategy.SimulatedPeer.Response;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Test;

/**
 * Tests the credit for streams. A Jetty server closes a connection on which it receives more than
 * 128 frames per second for ended streams. A stock client has few unread responses and sends few
 * such frames. A repaired client has many unread responses, and must send fewer frames for each.
 */
class StreamCreditTest {
  private static final int STREAM_WINDOW = 200_000;
  private static final int SESSION_WINDOW = 1 << 30; // never the limit

  private final AtomicLong now = new AtomicLong();
  private final UnreadMemory memory = new UnreadMemory(1L << 40, now::get, warning -> {});

  @Property(tries = 300)
  void givesSlowStreamsSameCreditAsJetty(@ForAll long seed) {
    assertThat(windowsAfterSteps(() -> memoryBoundStrategy(1 << 30), seed))
        .isEqualTo(windowsAfterSteps(FakeConnection.jettyStrategy(), seed));
    assertThat(windowsAfterSteps(() -> memoryBoundStrategy(1 << 14), seed))
        .isEqualTo(windowsAfterSteps(FakeConnection.jettyStrategy(), seed));
  }

  private static FlowControlStrategy memoryBoundStrategy(long budgetBytes) {
    AtomicLong seconds = new AtomicLong();
    UnreadMemory memory =
        new UnreadMemory(
            budgetBytes, () -> seconds.getAndIncrement() * 1_000_000_000L, warning -> {});
    return SimulatedPeer.strategy(memory, SESSION_WINDOW);
  }

  /**
   * Opens responses of which two parts have arrived. The first part alone used half of the window.
   */
  private static List<Response> receiveResponses(SimulatedPeer peer, int count) {
    List<Response> responses = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Response response = peer.open(90_000);
      peer.settle();
      peer.send(response, 60_000);
      peer.send(response, 30_000);
      peer.settle();
      responses.add(response);
    }
    return responses;
  }

  private static long countCredited(SimulatedPeer peer, List<Response> responses) {
    peer.settle();
    return responses.stream()
        .filter(response -> response.sendWindow + response.sent > SimulatedPeer.STREAM_WINDOW)
        .count();
  }

  @Test
  void limitsFramesPerSecondExceptForWaitingReaders() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Response> responses = receiveResponses(peer, 100);
    responses.forEach(peer::read);
    assertThat(countCredited(peer, responses)).isEqualTo(32);
    responses.forEach(peer::read);
    assertThat(countCredited(peer, responses)).isEqualTo(100);
  }

  /** The stream's reader may pause, and then the server's idle timer would end the stream. */
  @Test
  void givesCreditToSenderWithoutWindow() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Response> others = receiveResponses(peer, 40);
    Response full = peer.open(3 * SimulatedPeer.STREAM_WINDOW);
    Response later = peer.open(3 * SimulatedPeer.STREAM_WINDOW);
    peer.settle();
    for (int part : List.of(60_000, 30_000)) {
      peer.send(full, part);
      peer.send(later, part);
    }
    peer.send(full, 10_000);
    peer.settle();
    others.forEach(peer::read);
    peer.read(full);
    peer.read(later);
    assertThat(countCredited(peer, List.of(full))).isEqualTo(1);
    assertThat(countCredited(peer, List.of(later))).isZero();
    peer.send(later, 10_000);
    assertThat(countCredited(peer, List.of(later))).isEqualTo(1);
  }

  @Test
  void sendsMoreFramesInNextSecond() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Response> responses = receiveResponses(peer, 80);
    responses.subList(0, 40).forEach(peer::read);
    now.addAndGet(1_000_000_000L);
    responses.subList(40, 80).forEach(peer::read);
    assertThat(countCredited(peer, responses)).isEqualTo(64);
  }

  @Test
  void countsFramesOfCancelledStreams() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 30; i++) {
      peer.cancel(peer.open(1_000));
    }
    List<Response> responses = receiveResponses(peer, 10);
    responses.forEach(peer::read);
    assertThat(countCredited(peer, responses)).isEqualTo(2);
  }

  @Test
  void endedStreamGetsCreditOnlyIfWindowIsExhausted() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Response> responses = receiveResponses(peer, 1);
    Response whole = peer.open(SimulatedPeer.STREAM_WINDOW);
    peer.settle();
    peer.send(whole, SimulatedPeer.STREAM_WINDOW);
    peer.end(responses.get(0));
    peer.end(whole);
    peer.settle();
    peer.read(responses.get(0));
    peer.read(responses.get(0));
    peer.read(whole);
    assertThat(countCredited(peer, responses)).isZero();
    assertThat(countCredited(peer, List.of(whole))).isEqualTo(1);
  }

  /**
   * With the credit of Jetty's own strategy for each response, this server closes the connection.
   */
  @Test
  void serverAcceptsReadingManyUnreadResponsesAtOnce() throws Exception {
    int streams = 64;
    int length = 150_000;
    int window = 1 << 24;
    try (H2cServer server =
        new H2cServer(
            new FlowControlMonitor(),
            window,
            STREAM_WINDOW,
            length,
            () -> SimulatedPeer.strategy(memory, window))) {
      server.limitControlFrames(16);
      List<InputStream> responses = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        responses.add(server.request());
      }
      Until.isTrue(() -> memory.getUnreadBytes() >= (long) streams * length);
      for (InputStream response : responses) {
        assertThat(response.readAllBytes()).hasSize(length);
      }
    }
  }

  /** Returns how much each stream may still receive after each step of a history. */
  private static List<Integer> windowsAfterSteps(FlowControlStrategy.Factory strategy, long seed) {
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
