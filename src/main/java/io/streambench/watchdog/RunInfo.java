package io.streambench.watchdog;

import io.streambench.config.RunSettings;
import io.streambench.config.StreamingSettings;
import java.time.Instant;

/**
 * What a run is, for those who read about it later.
 *
 * @param benchmark class and method, without the package
 * @param mode JMH's short word for what is measured
 * @param command what to type to repeat it
 * @param start when it began
 */
public record RunInfo(
    String benchmark,
    String mode,
    String command,
    Instant start,
    StreamingSettings settings,
    RunSettings runSettings) {}
