package io.streambench.threads;

import java.time.DateTimeException;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.concurrent.TimeUnit;

/** Times of ISO 8601 as nanoseconds since the epoch. */
final class Instants {
  private Instants() {}

  /** The time; empty for a text that is none, or for null. */
  static OptionalLong nanos(String text) {
    if (text == null) {
      return OptionalLong.empty();
    }
    try {
      Instant instant = Instant.parse(text);
      return OptionalLong.of(
          Math.addExact(
              Math.multiplyExact(instant.getEpochSecond(), TimeUnit.SECONDS.toNanos(1)),
              instant.getNano()));
    } catch (DateTimeException | ArithmeticException e) {
      return OptionalLong.empty();
    }
  }
}
