package io.streambench.strategy;

import java.util.Arrays;

/**
 * The sizes of the last 16 answers on a session. The next stream is allowed up to {@link #expected}
 * bytes before it is read. Thread-safe.
 */
final class AnswerSizes {
  private static final int REMEMBERED = 16;

  private final long[] sizes = new long[REMEMBERED];
  private int seen;

  /** An answer has come to its end. */
  synchronized void ended(long bytes) {
    sizes[seen++ % REMEMBERED] = bytes;
    if (seen == 2 * REMEMBERED) {
      seen = REMEMBERED;
    }
  }

  /** A quarter more than the middle one; 0 if none is known. */
  synchronized long expected() {
    if (seen == 0) {
      return 0;
    }
    long[] sorted = Arrays.copyOf(sizes, known());
    Arrays.sort(sorted);
    long middle = sorted[sorted.length / 2];
    return middle + middle / 4;
  }

  /** Returns whether one of them had just so many bytes. */
  synchronized boolean had(long bytes) {
    for (int i = 0; i < known(); i++) {
      if (sizes[i] == bytes) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether half of them, and one at least, were larger than this. */
  synchronized boolean mostlyLarger(int bytes) {
    return known() > 0 && 2 * larger(bytes) >= known();
  }

  /** Returns whether all of them, and one at least, were larger than this. */
  synchronized boolean allLarger(int bytes) {
    return known() > 0 && larger(bytes) == known();
  }

  private int larger(int bytes) {
    int larger = 0;
    for (int i = 0; i < known(); i++) {
      larger += sizes[i] > bytes ? 1 : 0;
    }
    return larger;
  }

  private int known() {
    return Math.min(seen, REMEMBERED);
  }
}
