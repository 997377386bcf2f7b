package io.streambench.config;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;

/**
 * Settings of the benchmark that looks up, reads and writes, one thing a request.
 *
 * @param documents those that are there to be looked up and read
 * @param readRows documents that one read returns
 * @param written the size of a document that is written
 */
public record OperationSettings(
    ClusterSettings cluster,
    DocumentSettings documents,
    TransportSettings transport,
    int readRows,
    DocumentSettings written,
    LoadRate rate)
    implements LoadNeeds {
  private static final String SINGLE_SHOT = "ss";
  private static final int TEXT_FIELDS = 10;
  private static final int INDEX_THREADS = 2;
  private static final int BATCH = 100;

  /** Two hundred documents on their way into the index are several times in memory. */
  private static final String CLUSTER_HEAP = "4g";

  public OperationSettings {
    if (readRows > documents.docCount()) {
      throw new SettingException(
          "readRows", "be at most docCount (" + documents.docCount() + ")", readRows);
    }
  }

  /**
   * Checks one combination.
   *
   * @param parameters value of every benchmark parameter, by its name
   * @param properties system properties of the JVM that will run it
   * @throws SettingException for the first setting that breaks its rule
   */
  public static OperationSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters);
    Map<String, String> withHeap = new HashMap<>(properties);
    withHeap.putIfAbsent(ClusterSettings.HEAP_PROPERTY, CLUSTER_HEAP);
    return new OperationSettings(
        ClusterSettings.of(given, withHeap),
        new DocumentSettings(
            given.count("docCount"),
            given.count("docSizeBytes", DocumentSettings.MAX_SIZE_BYTES),
            TEXT_FIELDS,
            INDEX_THREADS,
            BATCH),
        TransportSettings.of(given, properties),
        given.count("readRows"),
        new DocumentSettings(
            1,
            given.count("writeBytes", DocumentSettings.MAX_SIZE_BYTES),
            TEXT_FIELDS,
            INDEX_THREADS,
            1),
        LoadRate.of(given.text(LoadRate.NAME)));
  }

  /**
   * Checks them against what JMH measures.
   *
   * @param mode JMH's short word
   */
  public void check(String mode) {
    if (mode.equals(SINGLE_SHOT)) {
      throw new SettingException("-bm", "be a mode that counts in a time, like thrpt", mode);
    }
  }

  /** An operation is a request, and a load is as long as JMH says. */
  @Override
  public OptionalInt requests() {
    return OptionalInt.empty();
  }

  @Override
  public List<String> warnings() {
    return UpdateSettings.warnings(cluster, transport);
  }
}
