package io.streambench.watchdog;

import io.streambench.config.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The prediction that was made of a run before it began, compared with how it ended.
 *
 * @param held whether the run ended as the zone lets expect; empty if its end says nothing of that
 */
public record PredictionVerdict(
    String zone, String sentence, Optional<Boolean> held, String remark) {

  public String line() {
    return Text.of("prediction: %s, %s", zone, remark);
  }

  Map<String, Object> describe() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("zone", zone);
    report.put("sentence", sentence);
    held.ifPresent(whether -> report.put("held", whether));
    return report;
  }
}
