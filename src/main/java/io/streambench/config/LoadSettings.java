package io.streambench.config;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Settings of the benchmarks that send one thing a request: documents, lookups or reads.
 *
 * @param documents those that are there before
 * @param requests how many a load has; empty where an operation is a single request
 * @param readRows documents that one read returns
 * @param written the size of a document that is written
 * @param rate requests per second of all threads together, each due at a moment of its own, from
 *     which its latency counts, so that waiting is not hidden (an open loop); empty where a thread
 *     sends its next request when it has the answer to the previous one (a closed loop)
 */
public record LoadSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    OptionalInt requests,
    int readRows,
    DocumentSettings written,
    OptionalDouble rate)
    implements ClusterNeeds {
  public static final String RATE = "rate";

  private static final double MIN_RATE = 0.1;
  private static final double MAX_RATE = 1_000_000;
  private static final String REQUESTS = "requests";
  private static final int TEXT_FIELDS = 10;
  private static final int BATCH = 100;

  /** Two hundred documents on their way into the index are several times in memory. */
  private static final String CLUSTER_HEAP = "4g";

  public LoadSettings {
    if (readRows > documents.docCount()) {
      throw new SettingException(
          "readRows", "be at most docCount (" + documents.docCount() + ")", readRows);
    }
  }

  /** The parameters of UpdateRequests, a closed loop, and its JVM's properties. */
  public static LoadSettings ofUpdates(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    int size = given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES);
    // A collection is asked whether it has its documents, so there is one.
    DocumentSettings document = new DocumentSettings(1, size, 1, 0, 1);
    return new LoadSettings(
        ClusterSettings.of(given, ClusterSettings.DEFAULT_HEAP),
        document,
        TransportSettings.of(given),
        given.limit(REQUESTS, "none", Integer.MAX_VALUE),
        1,
        document,
        OptionalDouble.empty());
  }

  /** The parameters of Operations, and its JVM's properties. */
  public static LoadSettings ofOperations(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    int most = DocumentSettings.MAX_SIZE_BYTES;
    return new LoadSettings(
        ClusterSettings.of(given, CLUSTER_HEAP),
        new DocumentSettings(
            given.count("docCount"), given.count("docSizeBytes", most), TEXT_FIELDS, 2, BATCH),
        TransportSettings.of(given),
        OptionalInt.empty(),
        given.count("readRows"),
        new DocumentSettings(1, given.count("writeBytes", most), TEXT_FIELDS, 0, 1),
        given
            .unless("none", RATE)
            .map(text -> Values.number(RATE, text, MIN_RATE, MAX_RATE, "none or "))
            .map(OptionalDouble::of)
            .orElse(OptionalDouble.empty()));
  }

  /** Checks JMH's mode: a load with a number of requests is a single shot, one request is not. */
  public void check(String mode) {
    boolean single = mode.equals("ss");
    SettingException.throwIf(
        single && requests.isEmpty(),
        REQUESTS,
        "be a number with -bm ss; a benchmark without this parameter takes modes like thrpt",
        "none");
    if (!single && requests.isPresent()) {
      throw new SettingException(
          REQUESTS, "be none with -bm " + mode + ", which counts in a time", requests.getAsInt());
    }
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(transport.unusedOverHttp1().stream().toList());
    if (cluster.kind() == ClusterKind.EXTERNAL
        && transport.connections().maxConcurrentStreams().isPresent()) {
      warnings.add("maxConcurrentStreams is not used: the nodes are not ours");
    }
    return warnings;
  }
}
