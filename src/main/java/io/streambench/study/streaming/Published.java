package io.streambench.study.streaming;

import io.streambench.config.Text;
import java.util.Optional;

/**
 * The published result of a cell.
 *
 * @param result in the word of whoever published it
 * @param score empty where there was none
 * @param error half of its interval
 */
public record Published(String result, Optional<Double> score, double error) {
  static Published of(String result, double score, double error) {
    return new Published(result, Optional.of(score), error);
  }

  static Published without(String result) {
    return new Published(result, Optional.empty(), Double.NaN);
  }

  /** The result, and the score as it was printed. */
  String text() {
    return result + score.map(value -> Text.of(", %.3f ± %.3f", value, error)).orElse("");
  }
}
