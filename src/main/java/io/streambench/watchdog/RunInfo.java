package io.streambench.watchdog;

import io.streambench.config.CaptureMode;
import io.streambench.config.RunSettings;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** Describes a run: the benchmark, the measured product, and the command that repeats it. */
public record RunInfo(
    String benchmark,
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
