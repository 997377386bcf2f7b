package io.streambench.strategy;

import static io.streambench.strategy.SimulatedPeer.BUFFER_BYTES;
import static io.streambench.strategy.SimulatedPeer.SESSION_WINDOW;
import static io.streambench.strategy.SimulatedPeer.STREAM_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Until;
import io.streambench.strategy.SimulatedPeer.Response;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Tests session windows with any history, with enough memory and with too little. */
class SessionWindowsTest {
  private static final long PLENTY = 1L << 40;
  private static final int FRAME_BYTES = 16_384;
  private static final int SEGMENT_BYTES = 1_448;

  /** The bytes that a sender's session window may lack while nothing is unread. */
  private static final int MAX_WITHHELD = SESSION_WINDOW / 8;

  @Property(tries = 400)
  void readStreamsNeverWaitWhileMemorySuffices(
      @ForAll @IntRange(min = 1, max = 60) int maxOpen, @ForAll long seed) {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY));
    runHistory(peer, maxOpen, new SplittableRandom(seed), () -> assertNoneStarves(peer));
    finishAll(List.of(peer));
  }

  private static void assertNoneStarves(SimulatedPeer peer) {
    peer.settle();
    assertThat(peer.responses).noneMatch(peer::starves);
  }

  /**
   * Simulates shortages of memory for two sessions. In the end, both receive the credit owed to
   * them.
   */
  @Property(tries = 400)
  void memoryShortageCostsNoSessionCredit(
      @ForAll @IntRange(min = 15, max = 23) int budgetBits,
      @ForAll @IntRange(min = 1, max = 20) int maxOpen,
      @ForAll long seed) {
    UnreadMemory memory = SimulatedPeer.quietMemory(1L << budgetBits);
    SplittableRandom random = new SplittableRandom(seed);
    List<SimulatedPeer> peers = List.of(new SimulatedPeer(memory), new SimulatedPeer(memory));
    for (int turn = 0; turn < 6; turn++) {
      runHistory(peers.get(turn % 2), maxOpen, random, () -> {});
    }
    finishAll(peers);
  }

  /**
   * Reads all data until no more arrives, and asserts that all responses end and no memory is held.
   */
  private static void finishAll(List<SimulatedPeer> peers) {
    boolean moved;
    do {
      moved = false;
      for (SimulatedPeer peer : peers) {
        peer.settle();
        for (Response response : peer.responses) {
          moved |= peer.send(response, FRAME_BYTES) > 0;
          peer.settle();
          peer.end(response);
          peer.settle();
          moved |= peer.read(response);
        }
      }
    } while (moved);
    for (SimulatedPeer peer : peers) {
      assertThat(peer.responses).allMatch(response -> response.over);
      assertThat(peer.sendWindow)
          .isBetween((long) SESSION_WINDOW - MAX_WITHHELD, (long) SESSION_WINDOW);
      assertThat(peer.memory.getUnreadBytes()).isZero();
      assertThat(peer.memory.getExpectedBytes()).isZero();
      assertThat(peer.memory.getWaitingSessions()).isZero();
    }
  }

  private static void runHistory(
      SimulatedPeer peer, int maxOpen, SplittableRandom random, Runnable check) {
    int length = 1 + random.nextInt(2 * FRAME_BYTES);
    int reads = 1 + random.nextInt(8);
    int longest = 1 + random.nextInt(1 << random.nextInt(10, 22));
    int cancel = 20 + random.nextInt(400);
    for (int step = 0; step < 1_500; step++) {
      long open = peer.responses.stream().filter(response -> !response.over).count();
      if (open == 0 || open < maxOpen && random.nextInt(10) == 0) {
        peer.open(random.nextInt(longest));
      }
      Response response =
          peer.responses.get(
              peer.responses.size()
                  - 1
                  - random.nextInt(Math.min(peer.responses.size(), 2 * maxOpen)));
      peer.deliverToSender(random.nextInt(4));
      for (int i = random.nextInt(16); i > 0; i--) {
        peer.send(response, 1 + random.nextInt(length));
      }
      peer.setSingleRead(random.nextBoolean());
      peer.deliverToReceiver(random.nextInt(40));
      for (int i = random.nextInt(reads); i > 0; i--) {
        peer.read(response);
      }
      if (random.nextInt(3) == 0) {
        peer.end(response);
      } else if (random.nextInt(cancel) == 0) {
        peer.cancel(response);
      }
      if (step % 100 == 99) {
        check.run();
      }
    }
  }

  /**
   * Tries every order of sending, reading and delivering for three streams, one window at a time.
   */
  @Test
  void noOrderOfEventsStallsAnyOfThreeStreams() {
    int depth = 7;
    int actions = 8;
    long orders = Math.round(Math.pow(actions, depth));
    long exhausted = 0;
    for (long order = 0; order < orders; order++) {
      SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY));
      Response[] responses = {peer.open(PLENTY), peer.open(PLENTY), peer.open(PLENTY)};
      peer.settle();
      long left = order;
      for (int step = 0; step < depth; step++) {
        int action = (int) (left % actions);
        left /= actions;
        switch (action) {
          case 0, 1, 2 -> peer.send(responses[action], STREAM_WINDOW);
          case 3, 4, 5 -> peer.read(responses[action - 3]);
          case 6 -> peer.deliverToReceiver(1);
          default -> peer.deliverToSender(1);
        }
      }
      peer.settle();
      exhausted += responses[0].sendWindow <= 0 ? 1 : 0;
      if (peer.responses.stream().anyMatch(peer::starves)) {
        throw new AssertionError("order " + order + ": " + peer.responses);
      }
    }
    assertThat(exhausted).isGreaterThan(orders / 100);
  }

  /** Some sessions begin late, have read much before, or receive smaller parts than before. */
  @ParameterizedTest
  @CsvSource({
    "1, 16384, 4_000_000",
    "1, 1448, 4_000_000",
    "1, 100, 4_000_000",
    "4, 1448, 16_000_000",
    "4, 16384, 4_000_000",
    "12, 1448, 1_000_000",
    "12, 9000, 8_000_000",
  })
  void unreadResponsesExceedStockByAtMostBudget(int sessions, int segment, String budgetText) {
    long budget = Long.parseLong(budgetText.replace("_", ""));
    UnreadMemory memory = SimulatedPeer.quietMemory(budget);
    for (int i = 0; i < sessions; i++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      peer.open(10L * SESSION_WINDOW);
      peer.fill(segment);
      for (Response response = peer.responses.get(0); response.sent < response.length; ) {
        peer.fill(segment);
        while (peer.read(response)) {}
      }
      for (int stream = 0; stream < 200; stream++) {
        peer.open(PLENTY);
      }
      peer.fill(segment);
    }
    long stock = (long) sessions * SESSION_WINDOW / segment * BUFFER_BYTES;
    assertThat(memory.getUnreadBytes())
        .isGreaterThan(Math.min(budget, 200L * STREAM_WINDOW) / 2)
        .isLessThan(budget + stock + sessions * (long) BUFFER_BYTES);
  }

  @Test
  void earlierReadsGiveNoCreditWithoutMemory() {
    UnreadMemory memory = SimulatedPeer.quietMemory(2_000_000);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 15; i++) {
      peer.open(STREAM_WINDOW / 2);
    }
    peer.fill(FRAME_BYTES);
    peer.responses.forEach(
        response -> {
          while (peer.read(response)) {}
        });
    SimulatedPeer other = new SimulatedPeer(memory);
    for (int i = 0; i < 100; i++) {
      other.open(PLENTY);
      peer.open(PLENTY);
    }
    other.fill(FRAME_BYTES);
    peer.fill(FRAME_BYTES);
    assertThat(peer.responses.stream().mapToLong(response -> response.unread).sum())
        .isLessThanOrEqualTo(SESSION_WINDOW);
  }

  /** Each woken session takes some of the freed memory and waits again. This must end. */
  @Test
  void wakesEachWaitingSessionOnce() {
    UnreadMemory memory = SimulatedPeer.quietMemory(4_000_000);
    List<SimulatedPeer> peers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      for (int stream = 0; stream < 10; stream++) {
        peer.open(PLENTY);
      }
      peers.add(peer);
    }
    peers.forEach(peer -> peer.fill(FRAME_BYTES));
    assertThat(memory.getWaitingSessions()).isEqualTo(60);
    peers.subList(0, 55).forEach(peer -> peer.responses.forEach(peer::cancel));
    assertThat(memory.getWaitingSessions()).isLessThanOrEqualTo(5);
  }

  @Test
  void failingSessionDoesNotBlockCreditOfOthers() {
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(4 << 20, () -> 0, warnings::add);
    memory.addHeldBytes(8 << 20);
    List<SimulatedPeer> peers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      SessionWindows broken =
          new SessionWindows(
              memory,
              SESSION_WINDOW,
              BUFFER_BYTES,
              Integer.MAX_VALUE,
              bytes -> {
                throw new IllegalStateException("closed");
              });
      broken.onStreamOpened(STREAM_WINDOW);
      broken.onDataReceived(null, SESSION_WINDOW / 2, 1);
      SimulatedPeer peer = new SimulatedPeer(memory);
      peer.open(STREAM_WINDOW / 2);
      peer.fill(FRAME_BYTES);
      peers.add(peer);
    }
    assertThat(memory.getWaitingSessions()).isEqualTo(6);
    warnings.clear();
    memory.addHeldBytes(-(8 << 20));
    memory.creditWaitingSessions();
    peers.forEach(SimulatedPeer::settle);
    assertThat(warnings).hasSize(3);
    assertThat(peers).allMatch(peer -> peer.sendWindow == SESSION_WINDOW);
  }

  /** Uses the largest possible windows. Jetty 12 drops all data of a stream in one call. */
  @Test
  void droppingTwoGigabytesReturnsAllCredit() {
    UnreadMemory memory = SimulatedPeer.quietMemory(1L << 40);
    AtomicLong credit = new AtomicLong();
    SessionWindows windows =
        new SessionWindows(
            memory, Integer.MAX_VALUE, BUFFER_BYTES, Integer.MAX_VALUE, credit::addAndGet);
    int partBytes = 200_000_000;
    windows.onDataReceived(null, 2_000_000_000, 1);
    assertThat(credit).as("on receipt").hasValue(2_000_000_000);
    memory.addHeldBytes(1L << 40);
    windows.onDataReceived(null, 2 * partBytes, 2);
    windows.onDataConsumed(null, partBytes, true);
    windows.onDataConsumed(null, 2_000_000_000, true);
    assertThat(credit).as("of all that has come").hasValue(2_000_000_000L + 2L * partBytes);
  }

  /** Data that is read at once holds no buffer, however small its parts are. */
  @Test
  void smallReadResponsesTakeNoMemoryFromOthers() {
    UnreadMemory memory = SimulatedPeer.quietMemory(2_000_000);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 10_000; i++) {
      Response response = peer.open(100);
      peer.settle();
      peer.send(response, 100);
      peer.end(response);
      peer.settle();
      while (peer.read(response)) {}
    }
    peer.open(100);
    assertThat(memory.getExpectedBytes()).isEqualTo(STREAM_WINDOW);
  }

  @Test
  void acceptsConnectionEndWhileStreamBegins() {
    UnreadMemory memory = SimulatedPeer.quietMemory(PLENTY);
    SimulatedPeer peer = new SimulatedPeer(memory);
    peer.open(PLENTY);
    peer.windows.onStreamClosed(null, null, true);
    assertThat(memory.getExpectedBytes()).isZero();
  }

  /**
   * Small segments need buffers of eleven times their length. A single small part is no evidence
   * yet.
   */
  @Test
  void expectsOpenStreamsToNeedMemoryLikeUnreadData() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY));
    peer.open(PLENTY);
    peer.fill(SEGMENT_BYTES);
    assertThat(peer.memory.getExpectedBytes()).isEqualTo(STREAM_WINDOW);
    for (int i = 0; i < 9; i++) {
      peer.open(PLENTY);
    }
    peer.fill(SEGMENT_BYTES);
    assertThat(peer.memory.getExpectedBytes())
        .isBetween((long) SESSION_WINDOW / SEGMENT_BYTES * BUFFER_BYTES, 12L * SESSION_WINDOW);
  }

  /** Creates a session whose sender waits for memory, and on which nothing else happens. */
  private static SimulatedPeer waitingPeer(UnreadMemory memory) {
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 3; i++) {
      peer.open(PLENTY);
    }
    peer.fill(FRAME_BYTES);
    assertThat(peer.sendWindow).isZero();
    assertThat(memory.getWaitingSessions()).isPositive();
    return peer;
  }

  private static void assertHasCredit(SimulatedPeer peer) {
    peer.settle();
    assertThat(peer.sendWindow).isGreaterThanOrEqualTo(SESSION_WINDOW - MAX_WITHHELD);
  }

  @Test
  void readsOfOtherSessionBringCredit() {
    UnreadMemory memory = SimulatedPeer.quietMemory(1 << 20);
    memory.addHeldBytes(1 << 20);
    SimulatedPeer other = waitingPeer(memory);
    SimulatedPeer peer = waitingPeer(memory);
    memory.addHeldBytes(-450_000);
    other.responses.forEach(
        response -> {
          while (other.read(response)) {}
        });
    assertHasCredit(peer);
  }

  @Test
  void endingStreamsOfOtherSessionBringCredit() {
    UnreadMemory memory = SimulatedPeer.quietMemory(1_000_000);
    List<SimulatedPeer> others = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      SimulatedPeer other = new SimulatedPeer(memory);
      other.open(PLENTY);
      other.open(PLENTY);
      others.add(other);
    }
    SimulatedPeer peer = waitingPeer(memory);
    others.forEach(other -> other.responses.forEach(other::cancel)); // without data
    assertHasCredit(peer);
  }

  @Test
  void lowerMemoryNeedOfOtherSessionBringsCredit() {
    UnreadMemory memory = SimulatedPeer.quietMemory(90_000_000);
    SessionWindows other =
        new SessionWindows(memory, 1 << 24, BUFFER_BYTES, Integer.MAX_VALUE, credit -> {});
    SessionWindows.StreamWindow stream = other.onStreamOpened(1 << 23);
    other.onStreamOpened(1 << 23);
    long read = 0;
    for (int i = 0; i < 200; i++) {
      other.onDataReceived(stream, SEGMENT_BYTES, read += SEGMENT_BYTES);
    }
    SimulatedPeer peer = waitingPeer(memory);
    for (int i = 0; i < 100; i++) {
      other.onDataReceived(stream, FRAME_BYTES, read += FRAME_BYTES);
    }
    assertHasCredit(peer);
  }

  /** Trailers leave the session's data unread, so the session is owed credit. */
  @Test
  void sessionWithoutStreamsGetsCreditWithNextStream() {
    UnreadMemory memory = SimulatedPeer.quietMemory(4 << 20);
    memory.addHeldBytes(8 << 20);
    SimulatedPeer peer = waitingPeer(memory);
    peer.responses.forEach(peer::endByTrailers);
    assertThat(memory.getWaitingSessions()).isZero();
    memory.addHeldBytes(-(8 << 20));
    memory.creditWaitingSessions();
    peer.settle();
    assertThat(peer.sendWindow).isZero();
    peer.open(PLENTY);
    assertHasCredit(peer);
  }

  /** Jetty can report these events in this order when a connection ends. */
  @Test
  void releasesSessionWhoseStreamEndedBeforeItBegan() {
    UnreadMemory memory = SimulatedPeer.quietMemory(0);
    SimulatedPeer peer = new SimulatedPeer(memory);
    peer.windows.onStreamClosed(null, null, true);
    peer.open(PLENTY);
    peer.windows.onDataReceived(null, SESSION_WINDOW / 2, 1);
    assertThat(memory.getWaitingSessions()).isZero();
  }

  @Test
  void readsAndFreedMemoryBringCreditToWaitingSession() {
    UnreadMemory memory = SimulatedPeer.quietMemory(1 << 20);
    SimulatedPeer other = new SimulatedPeer(memory);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 40; i++) {
      other.open(PLENTY);
      peer.open(PLENTY);
    }
    other.fill(FRAME_BYTES);
    peer.fill(FRAME_BYTES);
    assertThat(peer.sendWindow).as("stalled, as stock").isZero();
    assertThat(memory.getWaitingSessions()).isEqualTo(2);
    for (Response read : peer.responses.subList(0, 20)) {
      while (peer.read(read)) {}
    }
    peer.settle();
    assertThat(peer.sendWindow).as("of what was read").isGreaterThan(MAX_WITHHELD);
    other.responses.forEach(other::cancel); // nothing happens on the waiting session
    peer.settle();
    assertThat(peer.sendWindow).isGreaterThanOrEqualTo(SESSION_WINDOW - MAX_WITHHELD);
  }

  @Test
  void holdsBufferWhileAnyPartIsUnread() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY));
    Response one = peer.open(PLENTY);
    Response other = peer.open(PLENTY);
    peer.settle();
    peer.setSingleRead(true);
    peer.send(one, 100);
    peer.send(other, 100);
    peer.send(one, 100);
    peer.settle();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER_BYTES);
    peer.read(one);
    peer.read(one);
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER_BYTES);
    peer.setSingleRead(false);
    peer.send(one, 100);
    peer.settle();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(2 * BUFFER_BYTES);
    peer.read(other);
    peer.read(one);
    assertThat(peer.memory.getUnreadBytes()).isZero();
  }

  /** Jetty 12.1 reuses a buffer like this ({@code HTTP2Connection.minBufferSpace}). */
  @Test
  void countsReusedBufferOnce() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY), 1_500);
    Response response = peer.open(PLENTY);
    peer.settle();
    for (int i = 0; i < 30; i++) {
      peer.send(response, SEGMENT_BYTES);
      peer.settle();
    }
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(3 * BUFFER_BYTES);
  }

  @Test
  void holdsDataAfterTrailersUntilReadOrCollected() throws Exception {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.quietMemory(PLENTY));
    for (int i = 0; i < 2; i++) {
      Response response = peer.open(PLENTY);
      peer.settle();
      peer.send(response, 100);
      peer.settle();
      peer.endByTrailers(response);
    }
    assertThat(peer.memory.getExpectedBytes()).isZero();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(2 * BUFFER_BYTES);
    peer.readAfterTrailers(peer.responses.remove(0));
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER_BYTES);
    peer.responses.clear(); // no reader refers to the response any more
    Until.isTrue(
        () -> {
          System.gc();
          return peer.memory.getUnreadBytes() == 0;
        });
  }

  /** Logging can block, and a warning must not stop the threads that read other sessions. */
  @Test
  void logsWarningWithoutLock() {
    List<Boolean> locked = new ArrayList<>();
    AtomicReference<UnreadMemory> memory = new AtomicReference<>();
    memory.set(
        new UnreadMemory(1_000_000, () -> 0, line -> locked.add(Thread.holdsLock(memory.get()))));
    memory.get().warnAboutLowMemory();
    assertThat(locked).containsExactly(false);
  }

  @Test
  void warnsOncePerMinuteAboutShortMemory() {
    AtomicLong now = new AtomicLong();
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(1_000_000, now::get, warnings::add);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 40; i++) {
      peer.open(PLENTY);
    }
    peer.fill(FRAME_BYTES);
    assertThat(warnings).singleElement().asString().contains("1,000,000", "250,000");
    now.addAndGet(59_000_000_000L);
    peer.windows.updateCredit(0, 0);
    assertThat(warnings).hasSize(1);
    now.addAndGet(1_000_000_000L);
    peer.windows.updateCredit(0, 0);
    assertThat(warnings).hasSize(2);
  }

  @Test
  void doesNotWarnIfNothingStaysUnread() {
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(100_000, () -> 0, warnings::add);
    for (int session = 0; session < 30; session++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      List<Response> responses = List.of(peer.open(PLENTY), peer.open(PLENTY), peer.open(PLENTY));
      for (int i = 0; i < 100; i++) {
        Response response = responses.get(i % 3);
        peer.settle();
        assertThat(peer.send(response, FRAME_BYTES)).isPositive();
        peer.settle();
        peer.read(response);
      }
    }
    assertThat(warnings).isEmpty();
  }
}
