package io.streambench.strategy;

import static io.streambench.strategy.SimulatedPeer.BUFFER;
import static io.streambench.strategy.SimulatedPeer.SESSION_WINDOW;
import static io.streambench.strategy.SimulatedPeer.STREAM_WINDOW;
import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.program.Until;
import io.streambench.strategy.SimulatedPeer.Answer;
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

/** The windows of sessions, on any history, while there is memory and while it is short. */
class SessionWindowsTest {
  private static final long PLENTY = 1L << 40;
  private static final int FRAME = 16_384;
  private static final int SEGMENT = 1_448;

  /** What a sender may lack of its session window while nothing is unread. */
  private static final int LOT = SESSION_WINDOW / 8;

  @Property(tries = 400)
  void whileThereIsMemoryNoStreamThatIsReadWaitsAndAtTheEndNothingIsHeld(
      @ForAll @IntRange(min = 1, max = 60) int most, @ForAll long seed) {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY));
    history(peer, most, new SplittableRandom(seed), () -> assertNoneStarves(peer));
    finish(List.of(peer));
  }

  private static void assertNoneStarves(SimulatedPeer peer) {
    peer.settle();
    assertThat(peer.answers).noneMatch(peer::starves);
  }

  /** Memory that is short at any moment, of two sessions: what is owed comes in the end. */
  @Property(tries = 400)
  void memoryThatWasShortCostsNoSessionItsCredit(
      @ForAll @IntRange(min = 15, max = 23) int budgetBits,
      @ForAll @IntRange(min = 1, max = 20) int most,
      @ForAll long seed) {
    UnreadMemory memory = SimulatedPeer.memory(1L << budgetBits);
    SplittableRandom random = new SplittableRandom(seed);
    List<SimulatedPeer> peers = List.of(new SimulatedPeer(memory), new SimulatedPeer(memory));
    for (int turn = 0; turn < 6; turn++) {
      history(peers.get(turn % 2), most, random, () -> {});
    }
    finish(peers);
  }

  /** Reads all that comes until nothing more does, and cancels what stands still. */
  private static void finish(List<SimulatedPeer> peers) {
    boolean moved;
    do {
      moved = false;
      for (SimulatedPeer peer : peers) {
        peer.settle();
        for (Answer answer : peer.answers) {
          moved |= peer.send(answer, FRAME) > 0;
          peer.settle();
          peer.end(answer);
          peer.settle();
          moved |= peer.read(answer);
        }
      }
    } while (moved);
    for (SimulatedPeer peer : peers) {
      assertThat(peer.answers).allMatch(answer -> answer.over);
      assertThat(peer.sendWindow).isBetween((long) SESSION_WINDOW - LOT, (long) SESSION_WINDOW);
      assertThat(peer.memory.getUnreadBytes()).isZero();
      assertThat(peer.memory.getExpectedBytes()).isZero();
      assertThat(peer.memory.getWaitingSessions()).isZero();
    }
  }

  private static void history(
      SimulatedPeer peer, int most, SplittableRandom random, Runnable sometimes) {
    int length = 1 + random.nextInt(2 * FRAME);
    int reads = 1 + random.nextInt(8);
    int longest = 1 + random.nextInt(1 << random.nextInt(10, 22));
    int cancel = 20 + random.nextInt(400);
    for (int step = 0; step < 1_500; step++) {
      long open = peer.answers.stream().filter(answer -> !answer.over).count();
      if (open == 0 || open < most && random.nextInt(10) == 0) {
        peer.open(random.nextInt(longest));
      }
      Answer answer =
          peer.answers.get(
              peer.answers.size() - 1 - random.nextInt(Math.min(peer.answers.size(), 2 * most)));
      peer.deliverToSender(random.nextInt(4));
      for (int i = random.nextInt(16); i > 0; i--) {
        peer.send(answer, 1 + random.nextInt(length));
      }
      peer.inOneRead(random.nextBoolean());
      peer.deliverToReceiver(random.nextInt(40));
      for (int i = random.nextInt(reads); i > 0; i--) {
        peer.read(answer);
      }
      if (random.nextInt(3) == 0) {
        peer.end(answer);
      } else if (random.nextInt(cancel) == 0) {
        peer.cancel(answer);
      }
      if (step % 100 == 99) {
        sometimes.run();
      }
    }
  }

  /** Every order of sending, reading and delivery of three streams, a window each at a time. */
  @Test
  void noOrderOfEventsOfThreeStreamsStallsOneOfThem() {
    int depth = 7;
    int actions = 8;
    long orders = Math.round(Math.pow(actions, depth));
    long exhausted = 0;
    for (long order = 0; order < orders; order++) {
      SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY));
      Answer[] answers = {peer.open(PLENTY), peer.open(PLENTY), peer.open(PLENTY)};
      peer.settle();
      long left = order;
      for (int step = 0; step < depth; step++) {
        int action = (int) (left % actions);
        left /= actions;
        switch (action) {
          case 0, 1, 2 -> peer.send(answers[action], STREAM_WINDOW);
          case 3, 4, 5 -> peer.read(answers[action - 3]);
          case 6 -> peer.deliverToReceiver(1);
          default -> peer.deliverToSender(1);
        }
      }
      peer.settle();
      exhausted += answers[0].sendWindow <= 0 ? 1 : 0;
      if (peer.answers.stream().anyMatch(peer::starves)) {
        throw new AssertionError("order " + order + ": " + peer.answers);
      }
    }
    assertThat(exhausted).isGreaterThan(orders / 100);
  }

  /**
   * Also of sessions that begin late, have read much before, or bring smaller parts than before.
   */
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
  void unreadAnswersHoldAtMostTheBudgetMoreThanWithStockWindows(
      int sessions, int segment, String budgetText) {
    long budget = Long.parseLong(budgetText.replace("_", ""));
    UnreadMemory memory = SimulatedPeer.memory(budget);
    for (int i = 0; i < sessions; i++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      peer.open(10L * SESSION_WINDOW);
      peer.fill(segment);
      for (Answer answer = peer.answers.get(0); answer.sent < answer.length; ) {
        peer.fill(segment);
        while (peer.read(answer)) {}
      }
      for (int stream = 0; stream < 200; stream++) {
        peer.open(PLENTY);
      }
      peer.fill(segment);
    }
    long stock = (long) sessions * SESSION_WINDOW / segment * BUFFER;
    assertThat(memory.getUnreadBytes())
        .isGreaterThan(Math.min(budget, 200L * STREAM_WINDOW) / 2)
        .isLessThan(budget + stock + sessions * (long) BUFFER);
  }

  @Test
  void whatWasReadWhileThereWasMemoryIsNoClaimToCreditWhenThereIsNone() {
    UnreadMemory memory = SimulatedPeer.memory(2_000_000);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 15; i++) {
      peer.open(STREAM_WINDOW / 2);
    }
    peer.fill(FRAME);
    peer.answers.forEach(
        answer -> {
          while (peer.read(answer)) {}
        });
    SimulatedPeer other = new SimulatedPeer(memory);
    for (int i = 0; i < 100; i++) {
      other.open(PLENTY);
      peer.open(PLENTY);
    }
    other.fill(FRAME);
    peer.fill(FRAME);
    assertThat(peer.answers.stream().mapToLong(answer -> answer.unread).sum())
        .isLessThanOrEqualTo(SESSION_WINDOW);
  }

  /** Each takes part of what was freed, and waits again: that must end. */
  @Test
  void manySessionsThatWaitAreWokenOnceEach() {
    UnreadMemory memory = SimulatedPeer.memory(4_000_000);
    List<SimulatedPeer> peers = new ArrayList<>();
    for (int i = 0; i < 60; i++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      for (int stream = 0; stream < 10; stream++) {
        peer.open(PLENTY);
      }
      peers.add(peer);
    }
    peers.forEach(peer -> peer.fill(FRAME));
    assertThat(memory.getWaitingSessions()).isEqualTo(60);
    peers.subList(0, 55).forEach(peer -> peer.answers.forEach(peer::cancel));
    assertThat(memory.getWaitingSessions()).isLessThanOrEqualTo(5);
  }

  @Test
  void aSessionThatCannotBeGivenCreditKeepsNoOtherFromIt() {
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(4 << 20, () -> 0, warnings::add);
    memory.addHeldBytes(8 << 20);
    List<SimulatedPeer> peers = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      SessionWindows broken =
          new SessionWindows(
              memory,
              SESSION_WINDOW,
              BUFFER,
              Integer.MAX_VALUE,
              bytes -> {
                throw new IllegalStateException("closed");
              });
      broken.onStreamOpened(STREAM_WINDOW);
      broken.onDataReceived(null, SESSION_WINDOW / 2, 1);
      SimulatedPeer peer = new SimulatedPeer(memory);
      peer.open(STREAM_WINDOW / 2);
      peer.fill(FRAME);
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

  /** The largest windows that can be set; Jetty 12 drops all data of a stream in one call. */
  @Test
  void dataOfTwoGigabytesThatIsDroppedAtOnceBringsItsCredit() {
    UnreadMemory memory = SimulatedPeer.memory(1L << 40);
    AtomicLong credit = new AtomicLong();
    SessionWindows windows =
        new SessionWindows(memory, Integer.MAX_VALUE, BUFFER, Integer.MAX_VALUE, credit::addAndGet);
    int some = 200_000_000;
    windows.onDataReceived(null, 2_000_000_000, 1);
    assertThat(credit).as("on receipt").hasValue(2_000_000_000);
    memory.addHeldBytes(1L << 40);
    windows.onDataReceived(null, 2 * some, 2);
    windows.onDataConsumed(null, some, true);
    windows.onDataConsumed(null, 2_000_000_000, true);
    assertThat(credit).as("of all that has come").hasValue(2_000_000_000L + 2L * some);
  }

  /** Data that is read at once holds no buffer, however small its parts. */
  @Test
  void smallAnswersThatAreReadTakeNothingFromOthers() {
    UnreadMemory memory = SimulatedPeer.memory(2_000_000);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 10_000; i++) {
      Answer answer = peer.open(100);
      peer.settle();
      peer.send(answer, 100);
      peer.end(answer);
      peer.settle();
      while (peer.read(answer)) {}
    }
    peer.open(100);
    assertThat(memory.getExpectedBytes()).isEqualTo(STREAM_WINDOW);
  }

  @Test
  void aStreamWhoseConnectionEndsWhileItBeginsIsNoTrouble() {
    UnreadMemory memory = SimulatedPeer.memory(PLENTY);
    SimulatedPeer peer = new SimulatedPeer(memory);
    peer.open(PLENTY);
    peer.windows.onStreamClosed(null, null, true);
    assertThat(memory.getExpectedBytes()).isZero();
  }

  /** Eleven buffers for the bytes of one; a single small part says nothing yet. */
  @Test
  void openStreamsAreExpectedToNeedTheMemoryThatUnreadDataNeedsNow() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY));
    peer.open(PLENTY);
    peer.fill(SEGMENT);
    assertThat(peer.memory.getExpectedBytes()).isEqualTo(STREAM_WINDOW);
    for (int i = 0; i < 9; i++) {
      peer.open(PLENTY);
    }
    peer.fill(SEGMENT);
    assertThat(peer.memory.getExpectedBytes())
        .isBetween((long) SESSION_WINDOW / SEGMENT * BUFFER, 12L * SESSION_WINDOW);
  }

  /** A session whose sender waits for memory, and in which nothing happens from now on. */
  private static SimulatedPeer waiting(UnreadMemory memory) {
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 3; i++) {
      peer.open(PLENTY);
    }
    peer.fill(FRAME);
    assertThat(peer.sendWindow).isZero();
    assertThat(memory.getWaitingSessions()).isPositive();
    return peer;
  }

  private static void assertHasCredit(SimulatedPeer peer) {
    peer.settle();
    assertThat(peer.sendWindow).isGreaterThanOrEqualTo(SESSION_WINDOW - LOT);
  }

  @Test
  void whatAnotherSessionReadsBringsCredit() {
    UnreadMemory memory = SimulatedPeer.memory(1 << 20);
    memory.addHeldBytes(1 << 20);
    SimulatedPeer other = waiting(memory);
    SimulatedPeer peer = waiting(memory);
    memory.addHeldBytes(-450_000);
    other.answers.forEach(
        answer -> {
          while (other.read(answer)) {}
        });
    assertHasCredit(peer);
  }

  @Test
  void streamsOfAnotherSessionThatEndBringCredit() {
    UnreadMemory memory = SimulatedPeer.memory(1_000_000);
    List<SimulatedPeer> others = new ArrayList<>();
    for (int i = 0; i < 12; i++) {
      SimulatedPeer other = new SimulatedPeer(memory);
      other.open(PLENTY);
      other.open(PLENTY);
      others.add(other);
    }
    SimulatedPeer peer = waiting(memory);
    others.forEach(other -> other.answers.forEach(other::cancel)); // nothing of them has come
    assertHasCredit(peer);
  }

  @Test
  void dataOfAnotherSessionThatNeedsLessMemoryThanBeforeBringsCredit() {
    UnreadMemory memory = SimulatedPeer.memory(90_000_000);
    SessionWindows other =
        new SessionWindows(memory, 1 << 24, BUFFER, Integer.MAX_VALUE, credit -> {});
    SessionWindows.StreamWindow stream = other.onStreamOpened(1 << 23);
    other.onStreamOpened(1 << 23);
    long read = 0;
    for (int i = 0; i < 200; i++) {
      other.onDataReceived(stream, SEGMENT, read += SEGMENT);
    }
    SimulatedPeer peer = waiting(memory);
    for (int i = 0; i < 100; i++) {
      other.onDataReceived(stream, FRAME, read += FRAME);
    }
    assertHasCredit(peer);
  }

  /** Trailers leave its data unread, so that it is owed credit. */
  @Test
  void aSessionWithoutStreamsWaitsForNothingAndItsNextStreamBringsItsCredit() {
    UnreadMemory memory = SimulatedPeer.memory(4 << 20);
    memory.addHeldBytes(8 << 20);
    SimulatedPeer peer = waiting(memory);
    peer.answers.forEach(peer::endByTrailers);
    assertThat(memory.getWaitingSessions()).isZero();
    memory.addHeldBytes(-(8 << 20));
    memory.creditWaitingSessions();
    peer.settle();
    assertThat(peer.sendWindow).isZero();
    peer.open(PLENTY);
    assertHasCredit(peer);
  }

  /** Jetty may say so in this order when a connection ends. */
  @Test
  void aSessionWhoseOnlyStreamEndedBeforeItBeganIsLetGo() {
    UnreadMemory memory = SimulatedPeer.memory(0);
    SimulatedPeer peer = new SimulatedPeer(memory);
    peer.windows.onStreamClosed(null, null, true);
    peer.open(PLENTY);
    peer.windows.onDataReceived(null, SESSION_WINDOW / 2, 1);
    assertThat(memory.getWaitingSessions()).isZero();
  }

  @Test
  void aReaderOfASessionThatWaitsBringsItCreditAndMemoryThatOthersFreeBringsTheRest() {
    UnreadMemory memory = SimulatedPeer.memory(1 << 20);
    SimulatedPeer other = new SimulatedPeer(memory);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 40; i++) {
      other.open(PLENTY);
      peer.open(PLENTY);
    }
    other.fill(FRAME);
    peer.fill(FRAME);
    assertThat(peer.sendWindow).as("stalled, as stock").isZero();
    assertThat(memory.getWaitingSessions()).isEqualTo(2);
    for (Answer read : peer.answers.subList(0, 20)) {
      while (peer.read(read)) {}
    }
    peer.settle();
    assertThat(peer.sendWindow).as("of what was read").isGreaterThan(LOT);
    other.answers.forEach(other::cancel); // nothing happens on the session that waits
    peer.settle();
    assertThat(peer.sendWindow).isGreaterThanOrEqualTo(SESSION_WINDOW - LOT);
  }

  @Test
  void aBufferIsHeldForAsLongAsAPartOfItIsUnread() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY));
    Answer one = peer.open(PLENTY);
    Answer other = peer.open(PLENTY);
    peer.settle();
    peer.inOneRead(true);
    peer.send(one, 100);
    peer.send(other, 100);
    peer.send(one, 100);
    peer.settle();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER);
    peer.read(one);
    peer.read(one);
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER);
    peer.inOneRead(false);
    peer.send(one, 100);
    peer.settle();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(2 * BUFFER);
    peer.read(other);
    peer.read(one);
    assertThat(peer.memory.getUnreadBytes()).isZero();
  }

  /** Jetty 12.1 ({@code HTTP2Connection.minBufferSpace}). */
  @Test
  void aBufferThatIsReadIntoAgainCountsOnce() {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY), 1_500);
    Answer answer = peer.open(PLENTY);
    peer.settle();
    for (int i = 0; i < 30; i++) {
      peer.send(answer, SEGMENT);
      peer.settle();
    }
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(3 * BUFFER);
  }

  @Test
  void dataThatTrailersLeaveUnreadIsHeldUntilItIsReadOrGivenUp() throws Exception {
    SimulatedPeer peer = new SimulatedPeer(SimulatedPeer.memory(PLENTY));
    for (int i = 0; i < 2; i++) {
      Answer answer = peer.open(PLENTY);
      peer.settle();
      peer.send(answer, 100);
      peer.settle();
      peer.endByTrailers(answer);
    }
    assertThat(peer.memory.getExpectedBytes()).isZero();
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(2 * BUFFER);
    peer.readAfterTrailers(peer.answers.remove(0));
    assertThat(peer.memory.getUnreadBytes()).isEqualTo(BUFFER);
    peer.answers.clear(); // nobody has it any more
    Until.isSo(
        () -> {
          System.gc();
          return peer.memory.getUnreadBytes() == 0;
        });
  }

  /** A log may block, and a warning must not stop the threads that read other sessions. */
  @Test
  void theWarningIsLoggedWithoutALock() {
    List<Boolean> locked = new ArrayList<>();
    AtomicReference<UnreadMemory> memory = new AtomicReference<>();
    memory.set(
        new UnreadMemory(1_000_000, () -> 0, line -> locked.add(Thread.holdsLock(memory.get()))));
    memory.get().warnAboutLowMemory();
    assertThat(locked).containsExactly(false);
  }

  @Test
  void memoryThatIsShortIsSaidOnceAMinuteWithItsNumbers() {
    AtomicLong now = new AtomicLong();
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(1_000_000, now::get, warnings::add);
    SimulatedPeer peer = new SimulatedPeer(memory);
    for (int i = 0; i < 40; i++) {
      peer.open(PLENTY);
    }
    peer.fill(FRAME);
    assertThat(warnings).singleElement().asString().contains("1,000,000", "250,000");
    now.addAndGet(59_000_000_000L);
    peer.windows.updateCredit(0, 0);
    assertThat(warnings).hasSize(1);
    now.addAndGet(1_000_000_000L);
    peer.windows.updateCredit(0, 0);
    assertThat(warnings).hasSize(2);
  }

  @Test
  void aNodeThatAnswersManyAtATimeButLeavesNothingUnreadSaysNothing() {
    List<String> warnings = new ArrayList<>();
    UnreadMemory memory = new UnreadMemory(100_000, () -> 0, warnings::add);
    for (int session = 0; session < 30; session++) {
      SimulatedPeer peer = new SimulatedPeer(memory);
      List<Answer> answers = List.of(peer.open(PLENTY), peer.open(PLENTY), peer.open(PLENTY));
      for (int i = 0; i < 100; i++) {
        Answer answer = answers.get(i % 3);
        peer.settle();
        assertThat(peer.send(answer, FRAME)).isPositive();
        peer.settle();
        peer.read(answer);
      }
    }
    assertThat(warnings).isEmpty();
  }
}
