package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.strategy.SimulatedPeer.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.junit.jupiter.api.Test;

/** The windows that follow the memory, on any history of a session. */
class SessionWindowsTest {
  private static final SessionWindows.Peer NOBODY =
      new SessionWindows.Peer() {
        @Override
        public void credit(Object stream, int bytes) {}

        @Override
        public boolean isOver(Object stream) {
          return false;
        }
      };

  private static final int FLOOR = SessionWindows.SMALLEST_WINDOW;
  private static final int FRAME = 16_384;

  /** A frame takes no longer than this. */
  private static final long LONGEST_NANOS = 100_000_000;

  @Property(tries = 400)
  void noStreamThatHasBeenReadWaitsForCreditAndNoEndOfTheConnectionIsProvoked(
      @ForAll @IntRange(min = 18, max = 26) int limitBits,
      @ForAll @IntRange(min = 1, max = 60) int most,
      @ForAll @IntRange(min = 1, max = 5_000) int microsAStep,
      @ForAll long seed) {
    SimulatedPeer peer = new SimulatedPeer(1L << limitBits);
    SplittableRandom random = new SplittableRandom(seed);
    int length = 1 + random.nextInt(2 * FRAME);
    int reads = 1 + random.nextInt(8);
    int longest = 1 + random.nextInt(1 << random.nextInt(10, 24));
    int cancel = 20 + random.nextInt(400);
    for (int step = 0; step < 3_000; step++) {
      peer.nanos += random.nextLong(2_000L * microsAStep);
      long open = peer.answers.stream().filter(answer -> !answer.over).count();
      if (open == 0 || open < most && random.nextInt(10) == 0) {
        if (random.nextBoolean()) {
          peer.post(random.nextInt(longest));
        } else {
          peer.open(random.nextInt(longest));
        }
      }
      Answer answer =
          peer.answers.get(
              peer.answers.size() - 1 - random.nextInt(Math.min(peer.answers.size(), 2 * most)));
      peer.deliverOlderThan(LONGEST_NANOS);
      peer.deliverToSender(random.nextInt(4));
      for (int i = random.nextInt(16); i > 0; i--) {
        peer.send(answer, 1 + random.nextInt(length));
      }
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
        peer.settle();
        assertThat(peer.answers).noneMatch(peer::starves);
      }
    }
  }

  /** Every order of sending, reading and delivery of two streams, a part of a window each. */
  @Test
  void noOrderOfEventsOfTwoStreamsStallsOneOfThem() {
    int depth = 7;
    int actions = 6;
    long orders = Math.round(Math.pow(actions, depth));
    long exhausted = 0;
    for (long order = 0; order < orders; order++) {
      SimulatedPeer peer = new SimulatedPeer(1 << 20);
      Answer[] answers = {peer.open(), peer.open()};
      peer.settle();
      long left = order;
      for (int step = 0; step < depth; step++) {
        int action = (int) (left % actions);
        left /= actions;
        peer.nanos += 20_000_000; // so that what is counted is seen
        switch (action) {
          case 0, 1 -> peer.send(answers[action], FLOOR);
          case 2, 3 -> peer.read(answers[action - 2]);
          case 4 -> peer.deliverToReceiver(1);
          default -> peer.deliverToSender(1);
        }
      }
      peer.settle();
      exhausted += answers[0].sendWindow <= 0 ? 1 : 0;
      if (peer.starves(answers[0]) || peer.starves(answers[1])) {
        throw new AssertionError("order " + order + ": " + answers[0] + ", " + answers[1]);
      }
    }
    assertThat(exhausted).isGreaterThan(orders / 100);
  }

  @Property(tries = 100)
  void unreadAnswersHoldTheInitialWindowOfEachStream(
      @ForAll @IntRange(min = 20, max = 28) int limitBits,
      @ForAll @IntRange(min = 1, max = 128) int streams,
      @ForAll @IntRange(min = 8_192, max = FRAME) int frame) {
    SimulatedPeer peer = new SimulatedPeer(1L << limitBits);
    for (int i = 0; i < streams; i++) {
      peer.open();
    }
    peer.settle();
    for (boolean moved = true; moved; ) {
      moved = false;
      for (Answer answer : peer.answers) {
        long before = answer.unread;
        peer.send(answer, frame);
        peer.settle();
        moved |= answer.unread > before;
      }
      peer.nanos += 1_000_000;
    }
    int window = Math.max(FLOOR, (1 << (limitBits - 7)) - 1);
    assertThat(peer.windows.countedBytes())
        .isBetween((long) streams * window, (long) streams * (window + frame));
    assertThat(peer.windows.grantedBytes()).isZero();
  }

  @Test
  void aStreamThatIsReadMayHaveAPartOfTheMemoryOnItsWayAndGivesItBack() {
    long limit = 64L << 20;
    SimulatedPeer peer = new SimulatedPeer(limit);
    Answer answer = peer.open();
    for (int i = 0; i < 10_000; i++) {
      peer.nanos += 1_000_000;
      peer.settle();
      peer.send(answer, FRAME);
      peer.settle();
      peer.read(answer);
    }
    assertThat(peer.windows.grantedBytes()).isBetween(limit / 8, limit / 4);
    for (int i = 0; i < 10_000; i++) { // now its reader pauses, and then goes on slowly
      peer.send(answer, FRAME);
      peer.settle();
    }
    assertThat((long) answer.unread).isLessThanOrEqualTo(limit / 4 + (1 << 19));
    for (int i = 0; i < 2_000; i++) {
      peer.read(answer);
      peer.settle();
    }
    peer.cancel(answer);
    assertThat(peer.windows.countedBytes()).isZero();
    assertThat(peer.windows.grantedBytes()).isZero();
  }

  @Test
  void streamsOfOneSessionAreGrantedNoMoreThanItsPart() {
    long limit = 64L << 20;
    SimulatedPeer peer = new SimulatedPeer(limit);
    for (int i = 0; i < 40; i++) {
      peer.open();
    }
    for (int i = 0; i < 200; i++) {
      peer.nanos += 20_000_000;
      for (Answer answer : peer.answers) {
        peer.settle();
        peer.send(answer, FRAME);
        peer.settle();
        peer.read(answer);
      }
    }
    assertThat(peer.windows.grantedBytes()).isBetween(limit / 8, limit / 4);
  }

  @Test
  void aRequestWithABodyBringsAPartOfWhatIsFreeWhileThreeQuartersAre() {
    long limit = 1L << 30;
    SimulatedPeer peer = new SimulatedPeer(limit);
    Answer first = peer.post(Long.MAX_VALUE);
    peer.settle();
    assertThat(first.sendWindow).isEqualTo(limit / 128 - 1 + limit / 16);
    for (int i = 0; i < 20; i++) {
      peer.post(Long.MAX_VALUE);
    }
    peer.settle();
    assertThat(peer.windows.grantedBytes()).isEqualTo(limit / 16);
    peer.windows.sent(first); // the rest of its body
    peer.answers.forEach(peer::cancel);
    assertThat(peer.windows.grantedBytes()).isZero();
  }

  @Test
  void sessionsThatBeginAtTheSameMomentAreGrantedNoMoreThanTheMemoryHas() {
    long limit = 1L << 30;
    ReceiveMemory memory = new ReceiveMemory(limit, () -> 0, warning -> {});
    List<SessionWindows> sessions = new ArrayList<>();
    for (int i = 0; i < 64; i++) {
      SessionWindows session = new SessionWindows(NOBODY, memory, () -> 0);
      session.begins(memory.initialStreamWindow());
      Object stream = new Object();
      session.opened(stream);
      session.sent(stream);
      sessions.add(session);
    }
    assertThat(sessions.stream().mapToLong(SessionWindows::grantedBytes).sum())
        .isBetween(limit / 4, limit / 4 + limit / 16);
  }

  @Test
  void noMoreCreditGoesAheadThanAServerBearsWithOthers() {
    SimulatedPeer peer = new SimulatedPeer(1L << 30);
    for (int i = 0; i < 1_000; i++) {
      peer.nanos += 100_000;
      peer.cancel(peer.post(2_000));
    }
    Answer last = peer.post(2_000);
    peer.settle();
    assertThat(last.sendWindow).isEqualTo((1 << 23) - 1);
    peer.cancel(last);
    peer.nanos += 1_000_000_000;
    Answer later = peer.post(2_000);
    peer.settle();
    assertThat(later.sendWindow).isGreaterThan(1 << 23);
  }

  /** Each gets credit while its last part is on the way. */
  @Test
  void aThousandAnswersASecondInSmallWindowsProvokeNoEndOfTheConnection() {
    SimulatedPeer peer = new SimulatedPeer(1 << 18);
    for (int i = 0; i < 3_000; i++) {
      peer.nanos += 1_000_000;
      Answer answer = i % 2 == 0 ? peer.open(150_000) : peer.post(150_000);
      while (!answer.over) {
        peer.settle();
        peer.send(answer, 50_000);
        peer.end(answer);
        peer.settle();
        peer.read(answer);
      }
    }
    assertThat(peer.windows.countedBytes()).isZero();
  }
}
