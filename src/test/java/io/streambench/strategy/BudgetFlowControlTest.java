package io.streambench.strategy;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.strategy.FakeConnection.FakeStream;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.IntRange;
import org.eclipse.jetty.http2.FlowControlStrategy;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class BudgetFlowControlTest {
  private static final int INITIAL = BudgetFlowControl.STREAM_WINDOW;
  private static final int SESSION = BudgetFlowControl.SESSION_WINDOW;
  private static final int FRAME = SessionBuffers.BUFFER_BYTES;
  private static final long BUDGET = 64L << 20;

  private final List<Runnable> timers = new ArrayList<>();
  private long now;

  private FakeConnection connection(UnreadBudget budget) {
    FlowControlStrategy.Factory strategies =
        BudgetFlowControl.sharing(budget, () -> now, (nanos, task) -> timers.add(task));
    return new FakeConnection(strategies, 1, SESSION, INITIAL);
  }

  private static void bring(FakeConnection connection, FakeStream stream, long bytes) {
    for (long left = bytes; left > 0; left -= FRAME) {
      connection.receive(stream, (int) Math.min(left, FRAME), left <= FRAME);
      connection.consume(stream, FRAME);
    }
    connection.consume(stream, Integer.MAX_VALUE);
  }

  @Test
  void aStreamBeginsWithTheInitialWindowAsLongAsNothingIsKnown() {
    FakeConnection connection = connection(new UnreadBudget(BUDGET));
    assertThat(connection.open().credit()).isEqualTo(INITIAL);
  }

  @Test
  void rightAfterItsRequestAStreamMayBeSentWhatTheAnswerBeforeHadAndAQuarterMore() {
    FakeConnection connection = connection(new UnreadBudget(BUDGET));
    bring(connection, connection.open(), 1_000_000);
    assertThat(connection.open().credit()).isEqualTo(1_250_000);
  }

  @Test
  void afterShortAnswersNothingIsAllowedBeforehand() {
    FakeConnection connection = connection(new UnreadBudget(BUDGET));
    for (int i = 0; i < 10; i++) {
      bring(connection, connection.open(), i == 0 ? 1_000_000 : 500);
    }
    assertThat(connection.open().credit()).isEqualTo(INITIAL);
  }

  @Test
  void aStreamThatIsReadMayBeSentAsMuchAsItHasBroughtAndNotMuchMore() {
    FakeConnection connection = connection(new UnreadBudget(1L << 30));
    FakeStream stream = connection.open();
    for (long brought = 0; brought < 100_000_000; brought += FRAME) {
      connection.receive(stream, FRAME, false);
      connection.consume(stream, FRAME);
      now += 10_000_000;
      assertThat(stream.credit()).isPositive();
      assertThat((long) stream.credit()).isLessThanOrEqualTo(2L * INITIAL + 2 * brought);
    }
    assertThat(stream.credit()).isGreaterThan(BudgetFlowControl.LARGEST_STREAM_WINDOW / 2);
  }

  @Test
  void withoutABudgetAStreamGetsItsInitialWindowAgainAndAgain() {
    FakeConnection connection = connection(new UnreadBudget(0));
    FakeStream stream = connection.open();
    for (int i = 0; i < 1_000; i++) {
      connection.receive(stream, FRAME, false);
      connection.consume(stream, FRAME);
      assertThat(stream.credit()).isBetween(1, INITIAL);
    }
  }

  /** Checks that data that nobody reads is bounded, whatever comes on however many sessions. */
  @Property(tries = 60)
  void unreadDataTakesNoMoreThanTheBudgetAndTheInitialWindows(
      @ForAll @IntRange(min = 1, max = 4) int sessions,
      @ForAll @IntRange(min = 1, max = 60) int streams,
      @ForAll @IntRange(min = 0, max = 20_000_000) int budgetBytes,
      @ForAll long seed) {
    UnreadBudget budget = new UnreadBudget(budgetBytes);
    SplittableRandom random = new SplittableRandom(seed);
    List<FakeConnection> connections = new ArrayList<>();
    for (int i = 0; i < sessions; i++) {
      connections.add(connection(budget));
    }
    for (int step = 0; step < 3_000; step++) {
      FakeConnection connection = connections.get(random.nextInt(sessions));
      long open = connection.streams().stream().filter(stream -> !stream.ended()).count();
      if (connection.streams().isEmpty() || open < streams && random.nextInt(5) == 0) {
        connection.open();
      }
      FakeStream stream = connection.streams().get(random.nextInt(connection.streams().size()));
      connection.receive(stream, FRAME, random.nextInt(200) == 0);
      if (random.nextInt(3) > 0) {
        connection.consume(stream, FRAME);
      }
      if (random.nextInt(200) == 0) {
        connection.reset(stream);
      }
      now += 5_000_000;
      // A frame is a buffer here, and the last of a window may be a short one.
      assertThat(budget.takenBytes()).isLessThanOrEqualTo((long) (budgetBytes * 1.3));
      assertThat(budget.heldBytes())
          .isLessThanOrEqualTo(
              (long) (1.3 * (budgetBytes + sessions * (streams + 1L) * (INITIAL + FRAME))));
    }
  }

  @Test
  void whatAStreamHadOfTheBudgetIsGivenBackHoweverItEnds() {
    UnreadBudget budget = new UnreadBudget(BUDGET);
    FakeConnection connection = connection(budget);
    bring(connection, connection.open(), 3_000_000);
    for (int i = 0; i < 1_000; i++) {
      FakeStream stream = connection.open();
      connection.receive(stream, FRAME, false);
      switch (i % 3) {
        case 0 -> connection.reset(stream);
        case 1 -> connection.resetWhileReceiving(stream, FRAME);
        default -> bring(connection, stream, 3_000_000);
      }
      connection.forget(stream);
    }
    assertThat(budget.takenBytes()).isZero();
    assertThat(budget.heldBytes()).isZero();
  }

  @Test
  void streamsThatNobodyReadsLeaveHalfOfTheBudgetToThoseThatAreRead() {
    UnreadBudget budget = new UnreadBudget(BUDGET);
    FakeConnection connection = connection(budget);
    bring(connection, connection.open(), 30_000_000);
    for (int i = 0; i < 100; i++) {
      connection.open();
    }
    assertThat(budget.takenBytes()).isBetween(BUDGET / 4, BUDGET / 2);
    FakeStream read = connection.open();
    for (int i = 0; i < 2_000; i++) {
      connection.receive(read, FRAME, false);
      connection.consume(read, FRAME);
      now += 10_000_000;
    }
    assertThat(read.credit()).isGreaterThan(4 * INITIAL);
  }

  /** A server that has ended a stream takes credit for it for an attack, beyond 128 a second. */
  @Test
  void noMoreThan64CreditsASecondGoToStreamsThatMayHaveEnded() {
    FakeConnection connection = connection(new UnreadBudget(0));
    int credits = 0;
    for (int i = 0; i < 1_000; i++) {
      FakeStream stream = connection.open();
      connection.receive(stream, FRAME, false);
      connection.receive(stream, FRAME, false);
      connection.consume(stream, 2 * FRAME);
      credits += stream.credit() == INITIAL ? 1 : 0;
    }
    assertThat(credits).isEqualTo(CreditRate.CREDITS_A_SECOND);
  }

  /**
   * Checks requests without content. The first that is heard of one is its answer, and that may be
   * all.
   */
  @Test
  void streamsWhoseAnswerHasBegunAreAllowedMoreNoMoreThan64TimesASecond() {
    FakeConnection connection = connection(new UnreadBudget(1L << 30));
    bring(connection, connection.open(), 100_000);
    now += CreditRate.SECOND_NANOS;
    int credits = 0;
    for (int i = 0; i < 1_000; i++) {
      FakeStream stream = connection.openWithoutContent();
      connection.receive(stream, 500, false);
      credits += stream.credit() > INITIAL ? 1 : 0;
    }
    assertThat(credits).isEqualTo(CreditRate.CREDITS_A_SECOND);
  }

  @Test
  void creditThatWasHeldBackIsSentLaterToAStreamWhoseReaderWaits() {
    FakeConnection connection = connection(new UnreadBudget(0));
    FakeStream stream = null;
    for (int i = 0; i <= CreditRate.CREDITS_A_SECOND; i++) {
      stream = connection.open();
      connection.receive(stream, 4 * FRAME - 1 - 10, false); // ten bytes are left of its window
      connection.consume(stream, Integer.MAX_VALUE);
    }
    assertThat(stream.credit()).isEqualTo(10);
    assertThat(timers).hasSize(1);
    now += CreditRate.SECOND_NANOS;
    timers.get(0).run();
    assertThat(stream.credit()).isEqualTo(INITIAL);
    assertThat(timers).hasSize(1);
  }

  @Test
  void aStreamWhoseAnswerIsLargerThanThoseBeforeGetsCreditBeforeItsWindowIsUsedUp() {
    FakeConnection connection = connection(new UnreadBudget(BUDGET));
    bring(connection, connection.open(), 1_000_000);
    FakeStream large = connection.open();
    for (long brought = 0; brought < 20_000_000; brought += FRAME) {
      connection.receive(large, FRAME, false);
      connection.consume(large, FRAME);
      now += 20_000_000;
      if (brought > 2_000_000) {
        assertThat(large.credit()).isGreaterThan(INITIAL);
      }
    }
  }

  /** The end of an answer that fills the window comes in an empty frame, which needs none. */
  @Test
  void answersThatFillTheWindowToTheByteAreNotGivenMoreThan64CreditsASecond() {
    FakeConnection connection = connection(new UnreadBudget(0));
    FakeStream first = connection.open();
    connection.receive(first, INITIAL, true);
    connection.consume(first, INITIAL);
    int credits = 0;
    for (int i = 0; i < 1_000; i++) {
      FakeStream stream = connection.open();
      connection.receive(stream, INITIAL, false);
      connection.consume(stream, INITIAL);
      credits += stream.credit() > 0 ? 1 : 0;
      connection.reset(stream);
    }
    assertThat(credits).isEqualTo(CreditRate.CREDITS_A_SECOND);
    FakeStream waits = connection.open(); // and one that goes on gets its credit a second later
    connection.receive(waits, INITIAL, false);
    connection.consume(waits, INITIAL);
    assertThat(waits.credit()).isZero();
    now += CreditRate.SECOND_NANOS;
    timers.get(0).run();
    assertThat(waits.credit()).isEqualTo(INITIAL);
  }

  @Test
  void inNoSecondMoreThan64CreditsArePermitted() {
    CreditRate rate = new CreditRate(() -> now);
    SplittableRandom random = new SplittableRandom(1);
    List<Long> permitted = new ArrayList<>();
    for (int i = 0; i < 100_000; i++) {
      now += random.nextInt(20_000_000);
      if (rate.permits()) {
        permitted.add(now);
      }
    }
    for (int i = CreditRate.CREDITS_A_SECOND; i < permitted.size(); i++) {
      assertThat(permitted.get(i) - permitted.get(i - CreditRate.CREDITS_A_SECOND))
          .isGreaterThanOrEqualTo(CreditRate.SECOND_NANOS);
    }
    assertThat(permitted.size()).isGreaterThan(60_000);
  }

  /** A byte in a frame of its own takes a network buffer; who sends so is remembered. */
  @Test
  void whatSmallFramesTakeIsRememberedWhenTheyHaveBeenRead() {
    UnreadBudget budget = new UnreadBudget(BUDGET);
    FakeConnection connection = connection(budget);
    bring(connection, connection.open(), 1_000_000);
    FakeStream small = connection.open();
    for (int i = 0; i < 1_000; i++) {
      connection.receive(small, FRAME / 16, false);
    }
    long before = budget.heldBytes();
    assertThat(before).isEqualTo(1_000L * FRAME);
    connection.open(); // asks the budget
    connection.consume(small, Integer.MAX_VALUE);
    List<FakeStream> streams = new ArrayList<>();
    for (int i = 0; i < 100; i++) {
      streams.add(connection.open());
    }
    long allowed = streams.stream().mapToLong(stream -> stream.credit() - INITIAL).sum();
    assertThat(allowed * 16 * 0.85).isLessThan(BUDGET / 2.0);
  }

  /** It is remembered, so that an infinite one would end all grants of the JVM for ever. */
  @ParameterizedTest
  @CsvSource({"0, 0, 0", "2097152, 0, 16384", "2097152, -5, 16384", "2097152, 2097152, 1"})
  void theMemoryOfAByteIsNeverMoreThanABuffer(long held, long unread, double expected) {
    assertThat(UnreadBudget.perByte(held, unread)).isEqualTo(expected);
  }
}
