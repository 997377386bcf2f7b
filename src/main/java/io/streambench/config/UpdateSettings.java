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

  private static final int TEXT_FIELDS = 1;

  /** A collection is asked whether it has its documents, so there is one. */
  private static final int BEFORE = 1;

  /**
   * Checks one combination.
   *
   * @param parameters value of every benchmark parameter, by its name
   * @param properties system properties of the JVM that will run it
   * @throws SettingException for the first setting that breaks its rule
   */
  public static UpdateSettings of(Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters);
    return new UpdateSettings(
        ClusterSettings.of(given, properties),
        new DocumentSettings(
            BEFORE,
            given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES),
            TEXT_FIELDS,
            0,
            BEFORE),
        TransportSettings.of(given, properties),
        given.text(REQUESTS).strip().equals(NONE)
            ? OptionalInt.empty()
            : OptionalInt.of(given.count(REQUESTS)));
  }

  /**
   * Checks them against what JMH measures: a whole load is a single shot, and one request is none.
   *
   * @param mode JMH's short word
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
