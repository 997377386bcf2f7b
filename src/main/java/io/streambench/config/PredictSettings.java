package io.streambench.config;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.OptionalLong;

/**
 * What a prediction is asked for.
 *
 * @param streamsPerSession if it is known; the shape of the cluster then says nothing
 * @param shards that one query reads
 * @param connections to each node
 * @param streamWindow initial stream receive window in bytes
 * @param sessionWindow initial session receive window in bytes
 * @param bufferRatio of Jetty's strategy, above 0 and at most 1
 * @param responseBytes of each shard; empty if it is not known
 * @param freshSession whether nothing was read on the session before
 */
public record PredictSettings(
    OptionalInt streamsPerSession,
    int shards,
    int nodes,
    int replicas,
    int connections,
    int streamWindow,
    int sessionWindow,
    double bufferRatio,
    OptionalLong responseBytes,
    boolean freshSession) {
  private static final int MOST = 10_000;
  private static final int MOST_REPLICAS = 1_000;
  private static final long LARGEST = 1L << 50;
  private static final String STREAMS = "--streams-per-session";
  private static final String SHARDS = "--shards";
  private static final String DOCS = "--docs";
  private static final String DOC_BYTES = "--doc-bytes";
  private static final String RESPONSE = "--response-bytes";

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
    if (given.containsKey(STREAMS) == given.containsKey(SHARDS)) {
      throw new SettingException(
          SHARDS,
          given.containsKey(SHARDS)
              ? "be left out where " + STREAMS + " is given"
              : "be given, or " + STREAMS,
          given.getOrDefault(SHARDS, ""));
    }
    for (String shape : List.of("--nodes", "--replicas", "--connections")) {
      if (given.containsKey(STREAMS) && given.containsKey(shape)) {
        throw new SettingException(
            shape, "be left out where " + STREAMS + " is given", given.get(shape));
      }
    }
    int shards = count(given, SHARDS, 1, MOST);
    return new PredictSettings(
        given.containsKey(STREAMS)
            ? OptionalInt.of(count(given, STREAMS, 1, MOST))
            : OptionalInt.empty(),
        shards,
        count(given, "--nodes", 1, MOST),
        count(given, "--replicas", 1, MOST_REPLICAS),
        count(given, "--connections", 1, MOST),
        window(given, "--stream-window", 1, RecvWindow.JETTY_STREAM_BYTES),
        window(given, "--session-window", RecvWindow.MIN_BYTES, RecvWindow.JETTY_SESSION_BYTES),
        given.containsKey("--buffer-ratio")
            ? Values.bufferRatio("--buffer-ratio", given.get("--buffer-ratio"))
            : 0.5,
        response(given, shards),
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

  private static OptionalLong response(Map<String, String> given, int shards) {
    if (given.containsKey(RESPONSE)) {
      if (given.containsKey(DOCS) || given.containsKey(DOC_BYTES)) {
        throw new SettingException(
            RESPONSE, "be left out where documents are given", given.get(RESPONSE));
      }
      return OptionalLong.of(
          (long) Values.number(RESPONSE, given.get(RESPONSE), 1, LARGEST, "bytes, "));
    }
    if (given.containsKey(DOCS) != given.containsKey(DOC_BYTES)) {
      boolean docs = given.containsKey(DOCS);
      throw new SettingException(
          docs ? DOC_BYTES : DOCS, "be given with " + (docs ? DOCS : DOC_BYTES), "");
    }
    if (!given.containsKey(DOCS)) {
      return OptionalLong.empty();
    }
    if (!given.containsKey(SHARDS)) {
      throw new SettingException(
          DOCS, "come with " + SHARDS + ", over which they lie", given.get(DOCS));
    }
    long documents = Values.wholeNumber(DOCS, given.get(DOCS), 1, Integer.MAX_VALUE);
    long bytes =
        Values.wholeNumber(DOC_BYTES, given.get(DOC_BYTES), 1, DocumentSettings.MAX_SIZE_BYTES);
    return OptionalLong.of((documents * bytes + shards - 1) / shards);
  }
}
