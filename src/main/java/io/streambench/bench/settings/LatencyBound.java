package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import io.streambench.base.TextFormat;
import io.streambench.base.ValueType;
import io.streambench.base.Values;
import java.time.Duration;
import java.util.List;

/** An upper limit, in milliseconds, for a percentile (0 to 100) of the request latencies. */
public record LatencyBound(double percentile, double millis) {
  public static final List<LatencyBound> DEFAULTS =
      List.of(new LatencyBound(99, 50), new LatencyBound(99, 100));

  private static final Duration MAX_LATENCY = Duration.ofMinutes(10);
  private static final double MAX_PERCENTILE = 100;

  /** Parses a bound such as {@code 99.9=50ms}; throws {@link SettingException} if it is invalid. */
  public static LatencyBound of(String setting, String text) {
    int equals = text.indexOf('=');
    SettingException.throwIf(
        equals < 0, setting, "be a percentile and a time like 99.9=50ms", text);
    double percentile =
        ValueType.number(0, MAX_PERCENTILE).parse(setting, text.substring(0, equals));
    return new LatencyBound(
        percentile, toMillis(Values.duration(setting, text.substring(equals + 1), MAX_LATENCY)));
  }

  /** Parses a limit for P99 such as {@code 50ms}; throws {@link SettingException} if invalid. */
  public static LatencyBound ofP99(String setting, String text) {
    return new LatencyBound(99, toMillis(Values.duration(setting, text, MAX_LATENCY)));
  }

  private static double toMillis(Duration time) {
    return time.toNanos() / 1e6;
  }

  /** Returns this bound in the syntax that {@link #of} parses. */
  @Override
  public String toString() {
    return TextFormat.of("%s=%sms", Values.formatPlain(percentile), Values.formatPlain(millis));
  }

  /** Returns the bound in words, such as {@code P99 below 50 ms}. */
  public String describe() {
    return TextFormat.of(
        "P%s below %s ms", Values.formatPlain(percentile), Values.formatPlain(millis));
  }
}
