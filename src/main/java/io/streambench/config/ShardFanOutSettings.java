package io.streambench.config;

import java.util.Map;

/**
 * Settings of the benchmark that opens the streams of a collection's shards in different ways.
 *
 * @param streaming as of StreamingSearch; what this benchmark has no parameter for is as there
 * @param opening in how many tasks
 * @param openBatch streams a task with {@link ShardOpening#BATCHES}
 * @param mode what runs a task
 */
public record ShardFanOutSettings(
    StreamingSettings streaming, ShardOpening opening, int openBatch, DispatchMode mode) {
  private static final int MOST = 1_000;

  public static ShardFanOutSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    return new ShardFanOutSettings(
        StreamingSettings.ofSome(parameters, properties),
        given.oneOf("opening", ShardOpening.class),
        given.count("openBatch", MOST),
        given.oneOf(FanOutSettings.MODE, DispatchMode.class));
  }
}
