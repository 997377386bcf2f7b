package io.streambench.config;

import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings of the benchmark that writes small documents, one a request.
 *
 * @param documents the few that are there before, and the size of each that is written
 * @param requests how many a load has; empty where a load is a single request
 */
public record UpdateSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    OptionalInt requests)
    implements LoadNeeds {
  private static final String SINGLE_SHOT = "ss";
  private static final String REQUESTS = "requests";
  private static final String NONE = "none";

  /** Reads one combination of parameters, for a JVM with these system properties. */
  public static UpdateSettings of(Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    int size = given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES);
    return new UpdateSettings(
        ClusterSettings.of(given, ClusterSettings.DEFAULT_HEAP),
        // A collection is asked whether it has its documents, so there is one.
        new DocumentSettings(1, size, 1, 0, 1),
        TransportSettings.of(given),
        given.limit(REQUESTS, NONE, Integer.MAX_VALUE));
  }

  /**
   * Checks them against JMH's short word: a whole load is a single shot, and one request is not.
   */
  public void check(String mode) {
    if (mode.equals(SINGLE_SHOT) && requests.isEmpty()) {
      throw new SettingException(REQUESTS, "be a number with -bm ss", NONE);
    }
    if (!mode.equals(SINGLE_SHOT) && requests.isPresent()) {
      throw new SettingException(
          REQUESTS, "be none with -bm " + mode + ", which counts in a time", requests.getAsInt());
    }
  }

  /** A closed loop: there is no parameter for another. */
  @Override
  public LoadRate rate() {
    return LoadRate.CLOSED;
  }

  @Override
  public List<String> warnings() {
    return warnings(cluster, transport);
  }

  /** The warnings about nodes that are not ours. */
  static List<String> warnings(ClusterSettings cluster, TransportSettings transport) {
    return cluster.kind() == ClusterKind.EXTERNAL
            && transport.connections().maxConcurrentStreams().isPresent()
        ? List.of("maxConcurrentStreams is not used: the nodes are not ours")
        : List.of();
  }
}
