package io.streambench.config;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * The settings for which a prediction is asked.
 *
 * @param collection whose shape is to be read from its cluster; shards, nodes and replicas then say
 *     nothing
 * @param streamsPerSession if it is known; the shape of the cluster then says nothing
 * @param shards that one query reads
 * @param connections to each node at most; empty for those of Solr's client
 * @param streamsPerConnection at most; empty for those of Jetty's server
 * @param concurrentQueries queries of the same shape at a time
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
    OptionalInt connections,
    OptionalInt streamsPerConnection,
    int concurrentQueries,
    int streamWindow,
    int sessionWindow,
    double bufferRatio,
    ResponseSettings response,
    boolean freshSession) {
  private static final int MOST = 10_000;
  private static final int MOST_REPLICAS = 1_000;
  private static final int MOST_QUERIES = 1_000;
  private static final int MOST_AT_A_TIME = 1_000_000;
  private static final String QUERIES = "--concurrent-queries";
  private static final String PER_CONNECTION = "--streams-per-connection";
  private static final String STREAMS = "--streams-per-session";
  private static final String SHARDS = "--shards";

  public PredictSettings {
    if (replicas > nodes) {
      throw new SettingException("--replicas", "be at most --nodes (" + nodes + ")", replicas);
    }
    int most = MOST_AT_A_TIME / Math.max(shards, streamsPerSession.orElse(1));
    if (concurrentQueries > most) {
      throw new SettingException(
          QUERIES, "be at most " + most + " with that many streams of a query", concurrentQueries);
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
    for (String shape : List.of("--nodes", "--replicas", "--connections", PER_CONNECTION)) {
      if (given.containsKey(STREAMS) && given.containsKey(shape)) {
        throw new SettingException(
            shape, "be left out where " + STREAMS + " is given", given.get(shape));
      }
    }
    return new PredictSettings(
        collection,
        count(given, STREAMS),
        count(given, SHARDS, 1, MOST),
        count(given, "--nodes", 1, MOST),
        count(given, "--replicas", 1, MOST_REPLICAS),
        count(given, "--connections"),
        count(given, PER_CONNECTION),
        count(given, QUERIES, 1, MOST_QUERIES),
        window(given, "--stream-window", 1, RecvWindow.JETTY_STREAM_BYTES),
        window(given, "--session-window", RecvWindow.MIN_BYTES, RecvWindow.JETTY_SESSION_BYTES),
        given.containsKey("--buffer-ratio")
            ? Values.bufferRatio("--buffer-ratio", given.get("--buffer-ratio"))
            : FlowControlSettings.JETTY_BUFFER_RATIO,
        ResponseSettings.of(given),
        freshSession);
  }

  private static OptionalInt count(Map<String, String> given, String option) {
    return given.containsKey(option)
        ? OptionalInt.of(count(given, option, 1, MOST))
        : OptionalInt.empty();
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
