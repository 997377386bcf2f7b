package io.streambench.bench.fork;

import io.streambench.config.SettingException;

/** A process that would like to measure: status 0 if it may. */
final class MeasuringAttempt {
  private MeasuringAttempt() {}

  public static void main(String[] arguments) {
    int status = 0;
    try (MeasuringLock lock = MeasuringLock.take("attempt")) {
      status = lock == null ? 2 : 0;
    } catch (SettingException e) {
      status = 1;
    }
    System.exit(status);
  }
}
