package io.streambench.config;

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
  private static final int BATCH = 100;

  /** Two hundred documents on their way into the index are several times in memory. */
  private static final String CLUSTER_HEAP = "4g";

  public OperationSettings {
    if (readRows > documents.docCount()) {
      throw new SettingException(
          "readRows", "be at most docCount (" + documents.docCount() + ")", readRows);
    }
  }

  /** Reads one combination of parameters, for a JVM with these system properties. */
  public static OperationSettings of(
      Map<String, String> parameters, Map<String, String> properties) {
    GivenParameters given = new GivenParameters(parameters, properties);
    int most = DocumentSettings.MAX_SIZE_BYTES;
    return new OperationSettings(
        ClusterSettings.of(given, CLUSTER_HEAP),
        new DocumentSettings(
            given.count("docCount"), given.count("docSizeBytes", most), TEXT_FIELDS, 2, BATCH),
        TransportSettings.of(given),
        given.count("readRows"),
        new DocumentSettings(1, given.count("writeBytes", most), TEXT_FIELDS, 0, 1),
        LoadRate.of(given));
  }

  /** Checks them against JMH's short word for what it measures. */
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
