package io.streambench.config;

import java.util.Map;

/** Settings of FanOutDelivery; above {@code maxConcurrent}, all subscribers share one task. */
public record FanOutSettings(int subscribers, int maxConcurrent, DispatchMode mode) {
  private static final int MOST = 1_000_000;

  public static final String MODE = "mode";

  public static FanOutSettings of(Map<String, String> parameters) {
    return new FanOutSettings(
        Values.wholeNumber("subscribers", parameters.get("subscribers"), 1, MOST),
        Values.wholeNumber("maxConcurrent", parameters.get("maxConcurrent"), 1, MOST),
        Values.oneOf(MODE, parameters.get(MODE), DispatchMode.class));
  }
}
