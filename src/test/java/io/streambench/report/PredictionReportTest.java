package io.streambench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.predict.Placement;
import io.streambench.predict.Prediction;
import io.streambench.predict.ResponseEstimate;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.StreamSpread;
import io.streambench.predict.SurveyedCollection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
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

  private static PredictionReport of(ResponseEstimate response) {
    Placement placement = Placement.of(List.of(List.of(0, 1), List.of(0, 1, 1), List.of(0)));
    return new PredictionReport(
        Prediction.of(
            new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5, 12_000, false),
            new StreamSpread(placement, 1)),
        new SurveyedCollection("books", placement, Optional.ofNullable(response)));
  }

  @Test
  void whatWasReadFromAClusterIsToldAndWhatIsEstimatedSaidToBe() {
    String told =
        "Collection books has 3 shard(s) with 6 replica(s) that are up, on 2 node(s). Estimated: of"
            + " 250 documents 120 in the largest shard, about 100 bytes each (the mean of 64), make"
            + " a response of 12,000 bytes.\n";
    PredictionReport report = of(new ResponseEstimate(250, 120, 100, 64));
    assertThat(report.text()).startsWith("SAFE: 3 streams").endsWith(told);
    assertThat(report.markdown()).endsWith(".\n\n" + told);
    assertThat(of((ResponseEstimate) null).text()).endsWith("on 2 node(s).\n");
  }

  @Test
  void programsGetTheKeysTheyKnowAndTheCollectionBehindThem() {
    Map<String, Object> answer = of(new ResponseEstimate(250, 120, 100, 64)).json();
    assertThat(answer)
        .containsKeys("zone", "streamsPerSession", "unreadAtWorst", "usableWindow", "advice");
    assertThat(answer.get("collection"))
        .isEqualTo(
            Map.ofEntries(
                Map.entry("name", "books"),
                Map.entry("shards", 3),
                Map.entry("nodes", 2),
                Map.entry("replicas", 6L),
                Map.entry("fewestReplicasOfAShard", 1),
                Map.entry("mostReplicasOfAShard", 3),
                Map.entry("documents", 250L),
                Map.entry("documentsOfLargestShard", 120L),
                Map.entry("documentBytes", 100.0),
                Map.entry("sampledDocuments", 64),
                Map.entry("responseBytes", 12_000L)));
    assertThat(of(new SafeWindowRule(1, MIB, MIB, 0.5)).json()).doesNotContainKey("collection");
  }
}
