package io.streambench.study.streaming;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.study.SyntheticStudy;
import java.util.List;
import org.junit.jupiter.api.Test;

class ObserverCostTest {
  private static final List<Double> THREE = List.of(3.0, 3.05, 2.95, 3.02, 2.98);
  private static final List<Double> TWO = List.of(2.0, 2.05, 1.95, 2.02, 1.98);

  @Test
  void whatCostsIsTellableFromWhatIsNotShownTo() {
    assertThat(
            SyntheticStudy.document(
                    "observer-cost", 5, label -> label.equals("http2-full") ? TWO : THREE)
                .findings())
        .singleElement()
        .asString()
        .startsWith("Compared with off: http2-full 33 % slower, ratio 0.67 (")
        .contains("; no evidence of a difference in 5 of 6 cells");
  }
}
