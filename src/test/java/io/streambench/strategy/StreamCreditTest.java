package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.flow.recording.FlowControlMonitor;
import io.streambench.flow.recording.H2cServer;
import io.streambench.program.Until;
import io.streambench.strategy.FakeConnection.FakeStream;
import io.streambench.strategy.SimulatedPeer.Answer;
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
 * A Jetty server closes a connection on which it gets more than 128 frames a second for streams
 * that have ended. A stock client has few unread answers, and sends few. A repaired one has many,
 * and is to send fewer for each.
 */
class StreamCreditTest {
  private static final int STREAM_WINDOW = 200_000;
  private static final int SESSION_WINDOW = 1 << 30; // limits neither

  private final AtomicLong now = new AtomicLong();
  private final UnreadMemory memory = new UnreadMemory(1L << 40, now::get, warning -> {});

  @Property(tries = 300)
  void streamsThatGetFewFramesASecondGetWhatJettysOwnStrategyGives(@ForAll long seed) {
    assertThat(credits(() -> bound(1 << 30), seed))
        .isEqualTo(credits(FakeConnection.jettys(), seed));
    assertThat(credits(() -> bound(1 << 14), seed))
        .isEqualTo(credits(FakeConnection.jettys(), seed));
  }

  private static FlowControlStrategy bound(long budgetBytes) {
    AtomicLong seconds = new AtomicLong();
    UnreadMemory memory =
        new UnreadMemory(
            budgetBytes, () -> seconds.getAndIncrement() * 1_000_000_000L, warning -> {});
    return SimulatedPeer.strategy(memory, SESSION_WINDOW);
  }

  /** Answers of which two parts have come: by the first alone, half of the window was used. */
  private static List<Answer> received(SimulatedPeer peer, int count) {
    List<Answer> answers = new ArrayList<>();
    for (int i = 0; i < count; i++) {
      Answer answer = peer.open(90_000);
      peer.settle();
      peer.send(answer, 60_000);
      peer.send(answer, 30_000);
      peer.settle();
      answers.add(answer);
    }
    return answers;
  }

  private static long credited(SimulatedPeer peer, List<Answer> answers) {
    peer.settle();
    return answers.stream()
        .filter(answer -> answer.sendWindow + answer.sent > SimulatedPeer.STREAM_WINDOW)
        .count();
  }

  @Test
  void aSecondBringsThirtyTwoFramesForStreamsThatHaveUnreadDataAndOneForEachReaderThatWaits() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Answer> answers = received(peer, 100);
    answers.forEach(peer::read);
    assertThat(credited(peer, answers)).isEqualTo(32);
    answers.forEach(peer::read);
    assertThat(credited(peer, answers)).isEqualTo(100);
  }

  /** Its reader may pause, and its server's timer would end it. */
  @Test
  void aSenderWithoutWindowIsNotLeftWaiting() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Answer> others = received(peer, 40);
    Answer full = peer.open(3 * SimulatedPeer.STREAM_WINDOW);
    Answer later = peer.open(3 * SimulatedPeer.STREAM_WINDOW);
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
    assertThat(credited(peer, List.of(full))).isEqualTo(1);
    assertThat(credited(peer, List.of(later))).isZero();
    peer.send(later, 10_000);
    assertThat(credited(peer, List.of(later))).isEqualTo(1);
  }

  @Test
  void theNextSecondBringsMore() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Answer> answers = received(peer, 80);
    answers.subList(0, 40).forEach(peer::read);
    now.addAndGet(1_000_000_000L);
    answers.subList(40, 80).forEach(peer::read);
    assertThat(credited(peer, answers)).isEqualTo(64);
  }

  @Test
  void streamsThatAreCancelledCountAmongThem() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 30; i++) {
      peer.cancel(peer.open(1_000));
    }
    List<Answer> answers = received(peer, 10);
    answers.forEach(peer::read);
    assertThat(credited(peer, answers)).isEqualTo(2);
  }

  @Test
  void aStreamThatAnEmptyFrameHasEndedGetsNoneUnlessItsWindowIsUsedUp() {
    SimulatedPeer peer = new SimulatedPeer(memory);
    List<Answer> answers = received(peer, 1);
    Answer whole = peer.open(SimulatedPeer.STREAM_WINDOW);
    peer.settle();
    peer.send(whole, SimulatedPeer.STREAM_WINDOW);
    peer.end(answers.get(0));
    peer.end(whole);
    peer.settle();
    peer.read(answers.get(0));
    peer.read(answers.get(0));
    peer.read(whole);
    assertThat(credited(peer, answers)).isZero();
    assertThat(credited(peer, List.of(whole))).isEqualTo(1);
  }

  /** With the credit of Jetty's own strategy for each, this server ends the connection. */
  @Test
  void aJettyServerBearsThatManyUnreadAnswersAreReadAtOnce() throws Exception {
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
      server.allowRate(16);
      List<InputStream> answers = new ArrayList<>();
      for (int i = 0; i < streams; i++) {
        answers.add(server.request());
      }
      Until.isSo(() -> memory.getUnreadBytes() >= (long) streams * length);
      for (InputStream answer : answers) {
        assertThat(answer.readAllBytes()).hasSize(length);
      }
    }
  }

  /** What each stream may still receive after each step of a history. */
  private static List<Integer> credits(FlowControlStrategy.Factory strategy, long seed) {
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
