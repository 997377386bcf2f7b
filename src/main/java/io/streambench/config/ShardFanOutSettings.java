package io.streambench.config;

import java.util.LinkedHashMap;
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

  /** The values of parameters that StreamingSearch has and this benchmark has not. */
  private static final Map<String, String> AS_EVER =
      Map.of(
          "indexThreads", "4",
          "batchSize", "500",
          "numTextFields", "3",
          "initialStreamRecvWindow", RecvWindow.DEFAULT,
          "initialSessionRecvWindow", RecvWindow.DEFAULT,
          "capture", "off");

  /**
   * Checks one combination.
   *
   * @param parameters value of every benchmark parameter, by its name
   * @param properties system properties of the JVM that will run it
   * @throws SettingException for the first setting that breaks its rule
   */
  public static ShardFanOutSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters);
    Map<String, String> all = new LinkedHashMap<>(AS_EVER);
    all.putAll(parameters);
    return new ShardFanOutSettings(
        StreamingSettings.of(all, properties),
        Values.oneOf("opening", given.text("opening"), ShardOpening.class),
        given.count("openBatch", MOST),
        DispatchMode.parse(FanOutSettings.MODE, given.text(FanOutSettings.MODE)));
  }
}
