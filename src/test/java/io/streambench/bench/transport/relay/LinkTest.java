package io.streambench.bench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.Distance;
import io.streambench.bench.transport.relay.Link.Passage;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import net.jqwik.api.Arbitraries;
import net.jqwik.api.Arbitrary;
import net.jqwik.api.Combinators;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.Provide;
import net.jqwik.api.constraints.LongRange;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final long DELAY_NANOS = 5_000_000;
  private static final long MEGABIT = 1_000_000;
  private static final BigInteger NANO_BITS_PER_BYTE = BigInteger.valueOf(8_000_000_000L);

  private static Link unlimited() {
    return new Link(DELAY_NANOS, OptionalLong.empty());
  }

  private static Link limited(long bitsPerSecond) {
    return new Link(DELAY_NANOS, OptionalLong.of(bitsPerSecond));
  }

  @Test
  void aChunkIsAMillisecondAPacketAtLeastAndABufferAtMost() {
    assertThat(limited(80 * MEGABIT).chunkBytes()).isEqualTo(10_000);
    assertThat(limited(MEGABIT).chunkBytes()).isEqualTo(1460);
    assertThat(limited(10_000 * MEGABIT).chunkBytes()).isEqualTo(16 * 1024);
    assertThat(unlimited().chunkBytes()).isEqualTo(16 * 1024);
  }

  /**
   * The bytes that are given to a link, and when; they are not always in the order of their times.
   */
  private record Sent(int bytes, long timeNanos) {}

  @Provide
  Arbitrary<List<Sent>> histories() {
    return Combinators.combine(
            Arbitraries.integers().between(0, 100_000),
            Arbitraries.longs().between(-20_000, 2_000_000))
        .as(Sent::new)
        .list()
        .ofMinSize(1)
        .ofMaxSize(60)
        .map(LinkTest::oneAfterTheOther);
  }

  private static List<Sent> oneAfterTheOther(List<Sent> gaps) {
    List<Sent> history = new ArrayList<>();
    long timeNanos = 0;
    for (Sent gap : gaps) {
      timeNanos += gap.timeNanos();
      history.add(new Sent(gap.bytes(), timeNanos));
    }
    return history;
  }

  private static List<Passage> passages(Link link, List<Sent> history) {
    return history.stream().map(sent -> link.send(sent.bytes(), sent.timeNanos())).toList();
  }

  @Property
  void whatIsSentFirstArrivesFirstAndTheDelayIsExact(
      @ForAll("histories") List<Sent> history,
      @ForAll @LongRange(min = 100_000, max = 100_000_000_000L) long bitsPerSecond,
      @ForAll boolean isLimited) {
    List<Passage> passages = passages(isLimited ? limited(bitsPerSecond) : unlimited(), history);
    for (int i = 0; i < passages.size(); i++) {
      Passage passage = passages.get(i);
      assertThat(passage.departureNanos()).isGreaterThanOrEqualTo(history.get(i).timeNanos());
      assertThat(passage.arrivalNanos() - passage.departureNanos()).isEqualTo(DELAY_NANOS);
      if (i > 0) {
        assertThat(passage.departureNanos())
            .isGreaterThanOrEqualTo(passages.get(i - 1).departureNanos());
      }
    }
  }

  /**
   * Checks the time from any chunk to any later one, except for less than a nanosecond of rounding.
   */
  @Property
  void nothingIsEverFasterThanTheBandwidth(
      @ForAll("histories") List<Sent> history,
      @ForAll @LongRange(min = 100_000, max = 100_000_000_000L) long bitsPerSecond) {
    List<Passage> passages = passages(limited(bitsPerSecond), history);
    for (int from = 0; from < history.size(); from++) {
      long beginNanos =
          from == 0
              ? history.get(0).timeNanos()
              : Math.max(
                  history.get(from).timeNanos(), passages.get(from - 1).departureNanos() - 1);
      long bytes = 0;
      for (int to = from; to < history.size(); to++) {
        bytes += history.get(to).bytes();
        assertThat(passages.get(to).departureNanos() - beginNanos)
            .isGreaterThanOrEqualTo(nanosOf(bytes, bitsPerSecond));
      }
    }
  }

  @Property
  void aLinkThatHasAlwaysSomethingToSendIsAsFastAsItsBandwidth(
      @ForAll("histories") List<Sent> history,
      @ForAll @LongRange(min = 100_000, max = 100_000_000_000L) long bitsPerSecond) {
    Link link = limited(bitsPerSecond);
    long bytes = 0;
    for (Sent sent : history) {
      bytes += sent.bytes();
      assertThat(link.send(sent.bytes(), 0).departureNanos())
          .isEqualTo(nanosOf(bytes, bitsPerSecond));
    }
  }

  @Property
  void withoutALimitAChunkThatComesLaterLeavesAtOnce(@ForAll("histories") List<Sent> history) {
    Link link = unlimited();
    long latestNanos = Long.MIN_VALUE;
    for (Sent sent : history) {
      latestNanos = Math.max(latestNanos, sent.timeNanos());
      assertThat(link.send(sent.bytes(), sent.timeNanos()).departureNanos()).isEqualTo(latestNanos);
    }
  }

  /** The least number of whole nanoseconds in which so many bytes can be sent. */
  private static long nanosOf(long bytes, long bitsPerSecond) {
    BigInteger[] parts =
        NANO_BITS_PER_BYTE
            .multiply(BigInteger.valueOf(bytes))
            .divideAndRemainder(BigInteger.valueOf(bitsPerSecond));
    return parts[0].longValueExact() + parts[1].signum();
  }

  @Test
  void eachDirectionTakesHalfOfTheRoundTrip() {
    assertThat(Link.forDistance(Distance.ofMillis(3)).send(1, 0).arrivalNanos())
        .isEqualTo(1_500_000);
  }

  @Test
  void aMegabitIsAMillionBits() {
    Link link = Link.forDistance(new Distance(0, 8));
    assertThat(link.send(1_000_000, 0).departureNanos()).isEqualTo(1_000_000_000);
  }
}
