package io.streambench.diagnose.release;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.live.SessionSnapshot;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.Test;

class CreditLimitTest {
  private static final int LARGEST = 16 << 20;
  private static final long BUFFER = 16_384;
  private static final int SEGMENT = 1_448;
  private static final long PLENTY = 64L << 30;

  /** 16 KiB of memory for each segment of 1,448 bytes: what repair4 has measured at the worst. */
  @Test
  void whateverArrivesForItFitsIntoTheMemory() {
    Random random = new Random(1);
    for (int i = 0; i < 100_000; i++) {
      long limit = (64L << 20) + random.nextLong(8L << 30);
      long used = random.nextLong(limit + 1);
      long pending = random.nextLong(64 << 20);
      long left = random.nextLong(8L << 30);
      int allowed = new CreditLimit(limit).allowedBytes(used, left, pending);
      assertThat(allowed).isNotNegative();
      if (allowed > 0) {
        long segments = (allowed + pending + SEGMENT - 1) / SEGMENT;
        assertThat(used + segments * BUFFER).isLessThanOrEqualTo(limit / 4 * 3 + BUFFER);
        assertThat(segments * BUFFER).isLessThanOrEqualTo(left / 2 + BUFFER);
      }
    }
  }

  @Test
  void withoutMemoryThereIsNone() {
    assertThat(new CreditLimit(64 << 20).allowedBytes(48 << 20, PLENTY, 0)).isZero();
    assertThat(new CreditLimit(64 << 20).allowedBytes(0, PLENTY, 64 << 20)).isZero();
    assertThat(new CreditLimit(4L << 30).allowedBytes(0, 1 << 20, 0)).isZero();
  }

  @Test
  void atSolrsDefaultHeapAStalledSessionGetsAHalfWindowAtOnce() {
    assertThat(new CreditLimit(512 << 20).allowedBytes(100 << 20, PLENTY, 0))
        .isGreaterThan(LARGEST / 2);
  }

  private static SessionSnapshot look(int window, int level, int empty) {
    return new SessionSnapshot(window, level, LARGEST, Set.of(1, 3), empty, 0);
  }

  @Test
  void aSessionGetsNoMoreThanHalfItsWindowAndNothingWhileAQuarterIsLeft() {
    assertThat(CreditLimit.refillBytes(look(0, 0, 1))).isEqualTo(LARGEST / 2);
    assertThat(CreditLimit.refillBytes(look(LARGEST / 4 - 1, 0, 1))).isEqualTo(LARGEST / 4 + 1);
    assertThat(CreditLimit.refillBytes(look(LARGEST / 4, 0, 1))).isZero();
    assertThat(CreditLimit.refillBytes(look(-5_000, 0, 1))).isEqualTo(LARGEST / 2);
  }

  @Test
  void theFirstCreditIsSmall() {
    assertThat(CreditLimit.firstGrantBytes(look(0, 0, 1))).isEqualTo(65_536);
    SessionSnapshot small = new SessionSnapshot(0, 0, 65_535, Set.of(1), 1, 0);
    assertThat(CreditLimit.firstGrantBytes(small)).isEqualTo(32_767);
  }

  @Test
  void whereEachStreamHasDataToReadNothingIsWanted() {
    assertThat(CreditLimit.refillBytes(look(0, 0, 0))).isZero();
  }

  @Test
  void aLevelStaysWithinAnInt() {
    assertThat(CreditLimit.refillBytes(look(0, -(1 << 30), 1))).isZero();
  }
}
