package io.streambench.bench.transport.relay;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.bench.settings.Distance;
import io.streambench.bench.transport.relay.Link.ChunkTimes;
import java.util.List;
import net.jqwik.api.ForAll;
import net.jqwik.api.Property;
import net.jqwik.api.constraints.DoubleRange;
import net.jqwik.api.constraints.IntRange;
import net.jqwik.api.constraints.LongRange;
import net.jqwik.api.constraints.Size;
import org.junit.jupiter.api.Test;

class LinkTest {
  private static final long DELAY_NANOS = 5_000_000;

  private static Link createLink(double megabits) {
    return new Link(new Distance(10, megabits));
  }

  @Test
  void chunkTakesOneMillisecondWithinLimits() {
    assertThat(createLink(80).chunkBytes()).isEqualTo(10_000);
    assertThat(createLink(1).chunkBytes()).isEqualTo(1460);
    assertThat(createLink(10_000).chunkBytes()).isEqualTo(16 * 1024);
    assertThat(createLink(0).chunkBytes()).isEqualTo(16 * 1024);
  }

  /** Chunks are sent at any times, not always in chronological order. */
  @Property
  void chunksKeepOrderDelayAndBandwidth(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 100_000) Integer> chunks,
      @ForAll @LongRange(min = -20_000, max = 2_000_000) long gapNanos,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double megabits) {
    Link link = createLink(megabits);
    long beginNanos = Math.min(0, gapNanos * chunks.size());
    long lastNanos = beginNanos;
    long bytes = 0;
    for (int i = 0; i < chunks.size(); i++) {
      bytes += chunks.get(i);
      ChunkTimes passage = link.send(chunks.get(i), i * gapNanos);
      assertThat(passage.departureNanos())
          .isGreaterThanOrEqualTo(Math.max(lastNanos, i * gapNanos));
      assertThat(passage.departureNanos() - beginNanos + 1.0)
          .isGreaterThanOrEqualTo(transmissionNanos(bytes, megabits));
      assertThat(passage.arrivalNanos() - passage.departureNanos()).isEqualTo(DELAY_NANOS);
      lastNanos = passage.departureNanos();
    }
  }

  @Property
  void saturatedLinkReachesBandwidth(
      @ForAll @Size(min = 1, max = 60) List<@IntRange(max = 100_000) Integer> chunks,
      @ForAll @DoubleRange(min = 0.1, max = 100_000) double megabits) {
    Link link = createLink(megabits);
    long bytes = 0;
    for (int chunk : chunks) {
      bytes += chunk;
      assertThat(link.send(chunk, 0).departureNanos() - transmissionNanos(bytes, megabits))
          .isBetween(-1.0, 2.0);
    }
  }

  private static double transmissionNanos(long bytes, double megabits) {
    return bytes * 8e3 / megabits;
  }

  @Test
  void unlimitedLinkSendsImmediately() {
    Link link = createLink(0);
    assertThat(link.send(100_000, 7)).isEqualTo(new ChunkTimes(7, 7 + DELAY_NANOS));
    assertThat(link.send(100_000, 3)).isEqualTo(new ChunkTimes(7, 7 + DELAY_NANOS));
    assertThat(link.send(0, 9)).isEqualTo(new ChunkTimes(9, 9 + DELAY_NANOS));
  }
}
