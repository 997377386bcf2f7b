package io.streambench.bench.runfolder;

import io.streambench.base.TextFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * A prediction made before a run, compared with the run's outcome.
 *
 * @param isConfirmed whether the run ended as the zone predicts; empty if the outcome is
 *     inconclusive
 */
public record PredictionVerdict(
    String zone, String sentence, Optional<Boolean> isConfirmed, String remark) {
  public String summaryLine() {
    return TextFormat.of("prediction: %s, %s", zone, remark);
  }

  Map<String, Object> describe() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("zone", zone);
    report.put("sentence", sentence);
    isConfirmed.ifPresent(value -> report.put("held", value));
    return report;
  }
}
