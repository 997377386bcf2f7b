package io.streambench.study;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts that the studies of StreamingSearch have in common: the published scenario, and shorter
 * ones.
 */
public final class StreamingCells {
  /** Class and method. */
  public static final String BENCHMARK = "StreamingSearch.stream";

  private static final Map<String, String> PUBLISHED =
      ordered(
          "nodeCount", "2",
          "numReplicas", "2",
          "docCount", "10000",
          "indexThreads", "14",
          "batchSize", "500",
          "docSizeBytes", "10024",
          "numTextFields", "25",
          "capture", "off",
          "cluster", "process");

  /** Enough to stall twelve shards, and indexed in a few seconds. */
  private static final String QUICK_DOC_COUNT = "4000";

  private StreamingCells() {}

  /**
   * One cell of the published scenario, on a cluster in a process of its own.
   *
   * @param pairs names and values of what the cell adds or changes
   */
  public static StudyCell cell(String label, Scale scale, List<String> jvmArgs, String... pairs) {
    Map<String, String> parameters = new LinkedHashMap<>(PUBLISHED);
    if (scale == Scale.QUICK) {
      parameters.put("docCount", QUICK_DOC_COUNT);
    }
    parameters.putAll(ordered(pairs));
    return new StudyCell(label, BENCHMARK, parameters, jvmArgs, 1);
  }

  private static Map<String, String> ordered(String... pairs) {
    Map<String, String> ordered = new LinkedHashMap<>();
    for (int i = 0; i < pairs.length; i += 2) {
      ordered.put(pairs[i], pairs[i + 1]);
    }
    return ordered;
  }
}
