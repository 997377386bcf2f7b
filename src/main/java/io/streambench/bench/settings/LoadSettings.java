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
 * @param requestsPerOperation number of requests in one operation; empty if an operation is a
 *     single request
 * @param readRows documents that one read returns
 * @param writtenDocuments the document that a write request sends
 * @param requestsPerSecond requests per second of all threads together, or empty if each thread
 *     waits for a response before the next request. With a rate, the latency of a request is
 *     measured from the request's scheduled time
 */
public record LoadSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    OptionalInt requestsPerOperation,
    int readRows,
    DocumentSettings writtenDocuments,
    OptionalDouble requestsPerSecond)
    implements ClusterRequirements {
  public static final String RATE_NAME = BenchmarkParameters.RATE.name();

  private static final String REQUESTS_NAME = BenchmarkParameters.REQUESTS.name();
  private static final int TEXT_FIELD_COUNT = 10;
  private static final int BATCH_SIZE = 100;

  /** The maximum heap of a cluster, large enough for several copies of 200 documents. */
  private static final String CLUSTER_HEAP = "4g";

  public LoadSettings {
    if (readRows > documents.docCount()) {
      throw new SettingException(
          "readRows", "be at most docCount (" + documents.docCount() + ")", readRows);
    }
  }

  /** Reads the settings of the benchmark {@code UpdateRequests}. */
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

  /** Reads the settings of the benchmark {@code Operations}. */
  public static LoadSettings ofOperations(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    return new LoadSettings(
        ClusterSettings.of(given, CLUSTER_HEAP),
        new DocumentSettings(
            given.get(BenchmarkParameters.DOC_COUNT),
            given.get(BenchmarkParameters.DOC_SIZE_BYTES),
            TEXT_FIELD_COUNT,
            2,
            BATCH_SIZE),
        TransportSettings.of(given),
        OptionalInt.empty(),
        given.get(BenchmarkParameters.READ_ROWS),
        new DocumentSettings(1, given.get(BenchmarkParameters.WRITE_BYTES), TEXT_FIELD_COUNT, 0, 1),
        given.get(BenchmarkParameters.RATE));
  }

  /** Throws if {@code requests} is empty in JMH's mode {@code ss}, or set in any other mode. */
  public void checkMode(String mode) {
    boolean isSingleShot = mode.equals("ss");
    SettingException.throwIf(
        isSingleShot && requestsPerOperation.isEmpty(),
        REQUESTS_NAME,
        "be a number with -bm ss; a benchmark without this parameter takes modes like thrpt",
        "none");
    if (!isSingleShot && requestsPerOperation.isPresent()) {
      throw new SettingException(
          REQUESTS_NAME,
          "be none with -bm " + mode + ", which counts in a time",
          requestsPerOperation.getAsInt());
    }
  }

  @Override
  public List<String> warnings() {
    List<String> warnings = new ArrayList<>(transport.unusedSettingWarnings());
    if (cluster.kind() == ClusterKind.EXTERNAL
        && transport.connections().maxConcurrentStreams().isPresent()) {
      warnings.add("maxConcurrentStreams is not used: the nodes are not ours");
    }
    return warnings;
  }
}
