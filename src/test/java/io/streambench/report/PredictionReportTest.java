package io.streambench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.predict.Prediction;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import org.junit.jupiter.api.Test;

class PredictionReportTest {
  private static final long MIB = 1 << 20;

  private static PredictionReport of(SafeWindowRule rule) {
    return new PredictionReport(Prediction.of(rule));
  }

  @Test
  void aSafeAnswerHasNoAdvice() {
    PredictionReport report = of(new SafeWindowRule(12, 500_000, 16 * MIB, 0.5));
    assertThat(report.sentence())
        .isEqualTo(
            "SAFE: 12 streams can share a session, and the others can leave 5,500,000 bytes unread"
                + " while the merge waits for one, for which 8,388,608 of the session window of"
                + " 16,777,216 are always there");
    assertThat(report.text()).doesNotContain("makes it safe");
    assertThat(report.text()).contains("6,000,000 bytes of memory");
  }

  @Test
  void theLastThatIsSafeIsSaidToBe() {
    assertThat(of(new SafeWindowRule(2, 8 * MIB, 16 * MIB, 0.5)).sentence())
        .endsWith("(exactly: it is the last that is safe)");
  }

  @Test
  void oneStreamWaitsForNoOther() {
    assertThat(of(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5)).sentence())
        .isEqualTo("SAFE: a stream that has its session to itself waits for no other");
  }

  @Test
  void whatNeverGetsCreditIsSaidSo() {
    assertThat(of(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 1)).sentence())
        .isEqualTo("LIKELY: with a buffer ratio of 1 no credit is ever given back");
  }

  @Test
  void whatFitsIntoAFreshSessionIsSafeForThatReason() {
    assertThat(of(new SafeWindowRule(12, 8 * MIB, 16 * MIB, 0.5, 1_000_000, true)).sentence())
        .contains("all responses together fit into the session window");
  }

  @Test
  void sharesOfQueriesAreToldForBothZones() {
    SafeWindowRule any = new SafeWindowRule(1, 4 * MIB, 16 * MIB, 0.5);
    PredictionReport report =
        new PredictionReport(Prediction.of(any, new StreamSpread(6, 2, 2, 1)));
    // Three and three: 20 of 64 ways, and SAFE; four: 30 of 64, AT_RISK; five or six: LIKELY.
    assertThat(report.sentence())
        .startsWith("LIKELY in 22 % of the queries, AT_RISK in 47 % of the queries: ");
  }
}
