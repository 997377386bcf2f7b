package io.streambench.bench.settings;

import java.util.HashMap;
import java.util.Map;

/** The parameters of a benchmark with their defaults, for tests that change a few of them. */
public final class Parameters {
  private Parameters() {}

  /**
   * Returns the default parameters with some changes.
   *
   * @param changes alternating names and values
   */
  public static Map<String, String> with(String... changes) {
    Map<String, String> parameters =
        new HashMap<>(
            Map.ofEntries(
                Map.entry("useHttp1", "false"),
                Map.entry("nodeCount", "3"),
                Map.entry("numShards", "3"),
                Map.entry("numReplicas", "1"),
                Map.entry("docCount", "1000"),
                Map.entry("indexThreads", "4"),
                Map.entry("batchSize", "500"),
                Map.entry("docSizeBytes", "1024"),
                Map.entry("numTextFields", "3"),
                Map.entry("initialStreamRecvWindow", "default"),
                Map.entry("initialSessionRecvWindow", "default"),
                Map.entry("capture", "stalls"),
                Map.entry("cluster", "embedded"),
                Map.entry("zkHost", "none"),
                Map.entry("collection", "own"),
                Map.entry("fields", "default"),
                Map.entry("sort", "default")));
    for (int i = 0; i < changes.length; i += 2) {
      parameters.put(changes[i], changes[i + 1]);
    }
    return parameters;
  }
}
