package io.streambench.watchdog;

import io.streambench.config.Text;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * The prediction that was made of a run before it began, compared with how it ended.
 *
 * @param zone SAFE, AT_RISK or LIKELY
 * @param sentence as it was printed before the first operation
 * @param held whether the run ended as the zone lets expect; empty if its end says nothing of that
 * @param remark the same for people, in a few words
 */
public record PredictionVerdict(
    String zone, String sentence, Optional<Boolean> held, String remark) {

  public String line() {
    return Text.of("prediction: %s, %s", zone, remark);
  }

  /** The fields for {@code verdict.json}. */
  Map<String, Object> describe() {
    Map<String, Object> report = new LinkedHashMap<>();
    report.put("zone", zone);
    report.put("sentence", sentence);
    held.ifPresent(whether -> report.put("held", whether));
    return report;
  }
}
