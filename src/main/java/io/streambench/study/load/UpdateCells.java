package io.streambench.study.load;

import io.streambench.study.Parameters;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import java.util.List;

/** The cells of UpdateRequests: one node, a fixed number of small writes. */
final class UpdateCells {
  private UpdateCells() {}

  /**
   * One cell.
   *
   * @param inFlight requests at the same time
   * @param pairs what the cell adds or changes; see {@link Parameters#of}
   */
  static StudyCell cell(String label, Scale scale, int inFlight, String pairs) {
    String common =
        "cluster=process useHttp1=false requests=" + (scale == Scale.QUICK ? "3000" : "50000");
    return new StudyCell(
            label, "UpdateRequests.add", Parameters.of(common), List.of(), inFlight)
        .with(pairs);
  }
}
