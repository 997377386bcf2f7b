package io.streambench.watchdog;

import io.streambench.config.CaptureMode;
import io.streambench.config.RunSettings;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The description of a run, for those who read about it later.
 *
 * @param benchmark class and method, without the package
 * @param mode JMH's short word for what is measured
 * @param command what to type to repeat it
 * @param start when it began
 * @param parameters of the benchmark, as they were given
 * @param product that is measured, with its version
 * @param capture of Jetty's log
 */
public record RunInfo(
    String benchmark,
    String mode,
    String command,
    Instant start,
    Map<String, String> parameters,
    String product,
    CaptureMode capture,
    RunSettings runSettings) {

  public RunInfo {
    parameters = Collections.unmodifiableMap(new LinkedHashMap<>(parameters));
  }
}
