package io.streambench.config;

import java.util.HashMap;
import java.util.Map;

/**
 * Settings of the benchmark that opens the streams of a collection's shards in different ways.
 *
 * @param streaming the settings of StreamingSearch; those without a parameter here have fixed
 *     values
 * @param opening the number of tasks that open the streams
 * @param openBatch streams per task with {@link ShardOpening#BATCHES}
 * @param mode the threads that run the tasks
 */
public record ShardFanOutSettings(
    StreamingSettings streaming, ShardOpening opening, int openBatch, DispatchMode mode) {
  private static final int MOST = 1_000;

  /** Values of the StreamingSearch parameters that this benchmark does not have. */
  private static final Map<String, String> AS_EVER =
      Map.of("indexThreads", "4", "batchSize", "500", "numTextFields", "3", "capture", "off");

  public static ShardFanOutSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    Map<String, String> all = new HashMap<>(AS_EVER);
    all.putAll(parameters);
    return new ShardFanOutSettings(
        StreamingSettings.of(all, properties),
        given.oneOf("opening", ShardOpening.class),
        given.count("openBatch", MOST),
        given.oneOf(FanOutSettings.MODE, DispatchMode.class));
  }
}
