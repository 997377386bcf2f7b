package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CreditLimitTest {
  private static final int MAX_WINDOW = 16 << 20;
  private static final long BUFFER_BYTES = 16_384;
  private static final int SEGMENT_BYTES = 1_448;
  private static final long PLENTY = 64L << 30;

  /** Assumes 16 KiB of memory for each segment of 1,448 bytes, which is the worst measured case. */
  @Test
  void dataForAllowedCreditFitsIntoMemory() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long limit = (64L << 20) + random.nextLong(8L << 30);
      long used = random.nextLong(limit + 1);
      long pending = random.nextLong(64 << 20);
      long left = random.nextLong(8L << 30);
      int allowed = new CreditLimit(limit).allowedBytes(used, left, pending);
      assertThat(allowed).isNotNegative();
      if (allowed > 0) {
        long segments = (allowed + pending + SEGMENT_BYTES - 1) / SEGMENT_BYTES;
        assertThat(used + segments * BUFFER_BYTES)
            .isLessThanOrEqualTo(limit / 4 * 3 + BUFFER_BYTES);
        assertThat(segments * BUFFER_BYTES).isLessThanOrEqualTo(left / 2 + BUFFER_BYTES);
      }
    }
  }

  @Test
  void allowsNoCreditWithoutMemory() {
    assertThat(new CreditLimit(64 << 20).allowedBytes(48 << 20, PLENTY, 0)).isZero();
    assertThat(new CreditLimit(64 << 20).allowedBytes(0, PLENTY, 64 << 20)).isZero();
    assertThat(new CreditLimit(4L << 30).allowedBytes(0, 1 << 20, 0)).isZero();
  }

  @Test
  void allowsHalfWindowAtSolrsDefaultHeap() {
    assertThat(new CreditLimit(512 << 20).allowedBytes(100 << 20, PLENTY, 0))
        .isGreaterThan(MAX_WINDOW / 2);
  }

  private static SessionSnapshot snapshot(int window, int level, int emptyStreams) {
    return new SessionSnapshot(window, level, MAX_WINDOW, Set.of(1, 3), emptyStreams, 0);
  }

  @Test
  void refillsAtMostHalfWindowIfLessThanQuarterIsLeft() {
    assertThat(CreditLimit.refillBytes(snapshot(0, 0, 1))).isEqualTo(MAX_WINDOW / 2);
    assertThat(CreditLimit.refillBytes(snapshot(MAX_WINDOW / 4 - 1, 0, 1)))
        .isEqualTo(MAX_WINDOW / 4 + 1);
    assertThat(CreditLimit.refillBytes(snapshot(MAX_WINDOW / 4, 0, 1))).isZero();
    assertThat(CreditLimit.refillBytes(snapshot(-5_000, 0, 1))).isEqualTo(MAX_WINDOW / 2);
  }

  @Test
  void firstCreditIsSmall() {
    assertThat(CreditLimit.firstGrantBytes(snapshot(0, 0, 1))).isEqualTo(65_536);
    SessionSnapshot small = new SessionSnapshot(0, 0, 65_535, Set.of(1), 1, 0);
    assertThat(CreditLimit.firstGrantBytes(small)).isEqualTo(32_767);
  }

  @Test
  void refillsNothingIfEveryStreamHasData() {
    assertThat(CreditLimit.refillBytes(snapshot(0, 0, 0))).isZero();
  }

  @Test
  void levelDoesNotOverflow() {
    assertThat(CreditLimit.refillBytes(snapshot(0, -(1 << 30), 1))).isZero();
  }
}
