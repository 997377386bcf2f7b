package io.streambench.study.load;

import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The parts that the studies of UpdateRequests have in common: one node, a fixed number of small
 * writes.
 */
final class UpdateCells {
  /** Class and method. */
  static final String BENCHMARK = "UpdateRequests.add";

  private UpdateCells() {}

  /**
   * One cell.
   *
   * @param inFlight requests at the same time
   * @param pairs names and values of what the cell adds or changes
   */
  static StudyCell cell(String label, Scale scale, int inFlight, String... pairs) {
    Map<String, String> parameters = new LinkedHashMap<>();
    parameters.put("cluster", "process");
    parameters.put("requests", scale == Scale.QUICK ? "3000" : "50000");
    parameters.put("useHttp1", "false");
    for (int i = 0; i < pairs.length; i += 2) {
      parameters.put(pairs[i], pairs[i + 1]);
    }
    return new StudyCell(label, BENCHMARK, parameters, List.of(), inFlight);
  }
}
