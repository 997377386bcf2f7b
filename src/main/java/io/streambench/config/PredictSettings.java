package io.streambench.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a prediction is asked for.
 *
 * @param collection whose shape is to be read from its cluster; shards, nodes and replicas then say
 *     nothing
 * @param streamsPerSession if it is known; the shape of the cluster then says nothing
 * @param shards that one query reads
 * @param connections to each node
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param bufferRatio of Jetty's strategy, above 0 and at most 1
 * @param response what shards answer, as far as it was given
 * @param freshSession whether nothing was read on the session before
 */
public record PredictSettings(
    Optional<CollectionAddress> collection,
    OptionalInt streamsPerSession,
    int shards,
    int nodes,
    int replicas,
    int connections,
    int streamWindow,
    int sessionWindow,
    double bufferRatio,
    ResponseSettings response,
    boolean freshSession) {
  private static final int MOST = 10_000;
  private static final int MOST_REPLICAS = 1_000;
  private static final String STREAMS = "--streams-per-session";
  private static final String SHARDS = "--shards";

  public PredictSettings {
    if (replicas > nodes) {
      throw new SettingException("--replicas", "be at most --nodes (" + nodes + ")", replicas);
    }
  }

  /**
   * Checks what was given.
   *
   * @param given options by their names, as text; those that were left out are not there
   * @param freshSession whether that was asked for
   * @throws SettingException for the first that breaks its rule
   */
  public static PredictSettings of(Map<String, String> given, boolean freshSession) {
    Optional<CollectionAddress> collection = CollectionAddress.of(given);
    if (collection.isEmpty() && given.containsKey(STREAMS) == given.containsKey(SHARDS)) {
      throw new SettingException(
          SHARDS,
          given.containsKey(SHARDS)
              ? "be left out where " + STREAMS + " is given"
              : "be given, or " + STREAMS + ", or " + CollectionAddress.ZK,
          given.getOrDefault(SHARDS, ""));
    }
    for (String shape : List.of("--nodes", "--replicas", "--connections")) {
      if (given.containsKey(STREAMS) && given.containsKey(shape)) {
        throw new SettingException(
            shape, "be left out where " + STREAMS + " is given", given.get(shape));
      }
    }
    return new PredictSettings(
        collection,
        given.containsKey(STREAMS)
            ? OptionalInt.of(count(given, STREAMS, 1, MOST))
            : OptionalInt.empty(),
        count(given, SHARDS, 1, MOST),
        count(given, "--nodes", 1, MOST),
        count(given, "--replicas", 1, MOST_REPLICAS),
        count(given, "--connections", 1, MOST),
        window(given, "--stream-window", 1, RecvWindow.JETTY_STREAM_BYTES),
        window(given, "--session-window", RecvWindow.MIN_BYTES, RecvWindow.JETTY_SESSION_BYTES),
        given.containsKey("--buffer-ratio")
            ? Values.bufferRatio("--buffer-ratio", given.get("--buffer-ratio"))
            : FlowControlSettings.JETTY_BUFFER_RATIO,
        ResponseSettings.of(given),
        freshSession);
  }

  private static int count(Map<String, String> given, String option, int otherwise, int most) {
    return given.containsKey(option)
        ? Values.wholeNumber(option, given.get(option), 1, most)
        : otherwise;
  }

  private static int window(Map<String, String> given, String option, int least, int otherwise) {
    return given.containsKey(option)
        ? Values.wholeNumber(option, given.get(option), least, RecvWindow.MAX_BYTES)
        : otherwise;
  }
}
