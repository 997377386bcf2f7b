package io.streambench.diagnose.jvm;

import io.streambench.base.TextFormat;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Observes whether an agent still reports. Reports normally arrive every second, but a heap dump or
 * a search for sessions delays them.
 */
final class ReportMonitor {
  /** The minimum time without a report before the JVM may count as suspended. */
  private static final Duration MIN_SILENCE = Duration.ofSeconds(2);

  private static final Duration MAX_SILENCE = Duration.ofMinutes(2);

  private final Supplier<Optional<String>> suspension;
  private final LongSupplier nanoClock;
  private long lastReportNumber = -1;
  private long lastReportNanos;
  private boolean isSuspensionReported;

  /**
   * @param suspension describes why the JVM is suspended; empty if it runs
   */
  ReportMonitor(Supplier<Optional<String>> suspension, LongSupplier nanoClock) {
    this.suspension = suspension;
    this.nanoClock = nanoClock;
  }

  /**
   * Returns a warning if the JVM has become suspended; throws if the agent has reported nothing for
   * two minutes.
   *
   * @param reportNumber number of the last report
   */
  Optional<String> check(long reportNumber) throws IOException {
    long now = nanoClock.getAsLong();
    if (reportNumber != lastReportNumber) {
      lastReportNumber = reportNumber;
      lastReportNanos = now;
      isSuspensionReported = false;
      return Optional.empty();
    }
    long silence = now - lastReportNanos;
    if (silence > MAX_SILENCE.toNanos()) {
      throw new IOException(
          TextFormat.of(
              "the agent has not reported for %d s: %s",
              MAX_SILENCE.toSeconds(),
              suspension
                  .get()
                  .orElse(
                      "the JVM stands still or is too busy, or its disk is full. Try again, or"
                          + " restart it")));
    }
    if (silence < MIN_SILENCE.toNanos() || isSuspensionReported) {
      return Optional.empty();
    }
    Optional<String> reason = suspension.get();
    isSuspensionReported = reason.isPresent();
    return reason.map("the JVM does not report: "::concat);
  }
}
