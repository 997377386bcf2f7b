package io.streambench.bench.settings;

import io.streambench.flow.recording.CaptureMode;
import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the benchmark that opens one stream per shard, with a variable number of tasks.
 *
 * @param streaming the settings that this benchmark shares with {@code StreamingSearch}; if the
 *     parameter {@code capture} is not given, nothing is captured
 */
public record ShardFanOutSettings(
    StreamingSettings streaming,
    ShardOpening opening,
    int openBatchSize,
    DispatchMode dispatchMode) {
  public static ShardFanOutSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    Map<String, String> all = new HashMap<>(parameters);
    all.putIfAbsent(BenchmarkParameters.CAPTURE.name(), CaptureMode.OFF.toString());
    return new ShardFanOutSettings(
        StreamingSettings.of(all, properties),
        given.get(BenchmarkParameters.OPENING),
        given.get(BenchmarkParameters.OPEN_BATCH),
        given.get(BenchmarkParameters.DISPATCH_MODE));
  }
}
