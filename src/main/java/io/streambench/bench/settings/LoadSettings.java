package io.streambench.bench.settings;

import io.streambench.base.SettingException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * Settings of the benchmarks that send simple requests: updates, lookups or reads.
 *
 * @param documents documents that are indexed before the run
 * @param requests number of requests per load; empty if an operation is a single request
 * @param readRows documents that one read returns
 * @param writtenDocuments the document that a write request sends
 * @param rate requests per second of all threads together (an open loop): the latency of a request
 *     counts from its scheduled time and thus includes waiting; empty for a closed loop, in which a
 *     thread sends a request after the response to the previous one
 */
public record LoadSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    OptionalInt requests,
    int readRows,
    DocumentSettings writtenDocuments,
    OptionalDouble rate)
    implements ClusterNeeds {
  public static final String RATE = BenchmarkParameters.RATE.name();

  private static final String REQUESTS = BenchmarkParameters.REQUESTS.name();
  private static final int TEXT_FIELDS = 10;
  private static final int BATCH_SIZE = 100;

  /**
   * Maximum heap of a cluster; large, since indexing keeps several copies of 200 documents in
   * memory.
   */
  private static final String CLUSTER_HEAP = "4g";

  public LoadSettings {
    if (readRows > documents.docCount()) {
      throw new SettingException(
          "readRows", "be at most docCount (" + documents.docCount() + ")", readRows);
    }
  }

  /**
   * Reads the settings of the closed-loop benchmark UpdateRequests from its parameters and its
   * JVM's system properties.
   */
  public static LoadSettings ofUpdates(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    int size = given.get(BenchmarkParameters.DOC_SIZE_BYTES);
    // One document, since each run checks that the collection holds all documents.
    DocumentSettings document = new DocumentSettings(1, size, 1, 0, 1);
    return new LoadSettings(
        ClusterSettings.of(given, ClusterSettings.DEFAULT_HEAP),
        document,
        TransportSettings.of(given),
        given.get(BenchmarkParameters.REQUESTS),
        1,
        document,
        OptionalDouble.empty());
  }

  /** Reads the settings of Operations from its parameters and its JVM's properties. */
  public static LoadSettings ofOperations(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    return new LoadSettings(
        ClusterSettings.of(given, CLUSTER_HEAP),
        new DocumentSettings(
            given.get(BenchmarkParameters.DOC_COUNT),
            given.get(BenchmarkParameters.DOC_SIZE_BYTES),
            TEXT_FIELDS,
            2,
            BATCH_SIZE),
        TransportSettings.of(given),
        OptionalInt.empty(),
        given.get(BenchmarkParameters.READ_ROWS),
        new DocumentSettings(1, given.get(BenchmarkParameters.WRITE_BYTES), TEXT_FIELDS, 0, 1),
        given.get(BenchmarkParameters.RATE));
  }

  /** Checks JMH's mode: {@code ss} needs a number of requests, other modes must have none. */
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
    List<String> warnings = new ArrayList<>(transport.warnIfUnusedOverHttp1());
    if (cluster.kind() == ClusterKind.EXTERNAL
        && transport.connections().maxConcurrentStreams().isPresent()) {
      warnings.add("maxConcurrentStreams is not used: the nodes are not ours");
    }
    return warnings;
  }
}
