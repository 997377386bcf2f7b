package io.streambench.bench.runfolder;

import io.streambench.bench.settings.RunSettings;
import io.streambench.flow.recording.CaptureMode;
import java.time.Instant;
import java.util.Map;

/**
 * The description of a run, with the benchmark, the measured product, and the command that repeats
 * the run.
 */
public record RunInfo(
    String benchmark,
    String command,
    Instant start,
    Map<String, String> parameters,
    String product,
    CaptureMode capture,
    RunSettings runSettings) {}
