package io.streambench.report.prediction;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.predict.ConnectionLimits;
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
            "SAFE: up to 12 streams share a connection. While the merge waits for one of them, the"
                + " others can leave 5.2 MiB unread. That is less than the 8 MiB of the session window"
                + " (16 MiB) that are always free for it.");
    assertThat(report.text()).doesNotContain("makes it safe");
    assertThat(report.text()).contains("unread data can hold 5.7 MiB");
  }

  @Test
  void whereUnreadAndKeptBackBytesComeToTheWindowBothAreTold() {
    assertThat(of(new SafeWindowRule(2, 8 * MIB, 16 * MIB, 0.5)).sentence())
        .isEqualTo(
            "AT_RISK of a stall: up to 2 streams share a connection. While the merge waits for one of"
                + " them, the others can leave 8 MiB unread, and Jetty can keep back credit for"
                + " another 8 MiB. Together that uses up the session window (16 MiB).");
  }

  @Test
  void aLikelyStallIsToldInTwoSentences() {
    assertThat(of(new SafeWindowRule(24, 8 * MIB, 16 * MIB, 0.5)).sentence())
        .isEqualTo(
            "LIKELY to stall: up to 24 streams share a connection. While the merge waits for one of"
                + " them, the others can fill the whole session window (16 MiB) with unread data.");
  }

  @Test
  void whatWasAssumedIsSaid() {
    PredictionReport stock =
        new PredictionReport(
            Prediction.of(
                new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5), new StreamSpread(24, 6, 2)));
    assertThat(stock.text().replaceAll("\\n    ", " "))
        .contains(
            "- Size: not given, so each shard is assumed to answer more than a stream window (8 MiB)."
                + " It is not SAFE from 1.2 MB per shard (1,198,373 bytes).\n")
        .contains("- Connections: 8 streams to a node use 1 of at most 4 connections.")
        .contains("- Queries: one at a time.")
        .contains("- Versions: the reader speaks HTTP/2. So does a program with SolrJ 9.4 to 9.10")
        .contains("closed early (top, a limit, a client that goes away)");
    assertThat(stock.json())
        .containsEntry("notSafeFromResponseBytes", 1_198_373L)
        .containsEntry("responseAssumed", true)
        .containsEntry("concurrentQueries", 1);
    assertThat(of(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5)).json())
        .containsEntry("notSafeFromResponseBytes", null);
  }

  @Test
  void justBelowTheLineBytesAreToldToTheLastOne() {
    assertThat(of(new SafeWindowRule(2, 8 * MIB - 1, 16 * MIB, 0.5)).sentence())
        .contains("leave 8,388,607 bytes (8 MiB) unread. That is less than the 8,388,608 of ");
  }

  @Test
  void streamsThatNeverBeginAreToldApartFromWindows() {
    SafeWindowRule tiny = new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5, 1_000, false);
    PredictionReport report =
        new PredictionReport(Prediction.of(tiny, new StreamSpread(600, 1, 1)));
    assertThat(report.sentence())
        .isEqualTo(
            "LIKELY to hang: one query can need 600 streams to a node, and a client has room for 512:"
                + " 128 on each of 4 connections. The merge waits for streams that never begin.");
    assertThat(report.text()).contains("withMaxConnectionsPerHost(600)").doesNotContain("jar:");
  }

  @Test
  void oneStreamWaitsForNoOther() {
    assertThat(of(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5)).sentence())
        .isEqualTo("SAFE: a stream that has its connection to itself waits for no other.");
  }

  @Test
  void whatNeverGetsCreditIsSaidSo() {
    assertThat(of(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 1)).sentence())
        .isEqualTo("LIKELY to stall: with a buffer ratio of 1 no credit is ever given back.");
  }

  @Test
  void whatFitsIntoAFreshSessionIsSafeForThatReason() {
    assertThat(of(new SafeWindowRule(12, 8 * MIB, 16 * MIB, 0.5, 1_000_000, true)).sentence())
        .contains(
            "All responses together fit into the session window (16 MiB) of a new connection.");
  }

  @Test
  void sharesOfQueriesAreToldForBothZones() {
    SafeWindowRule any = new SafeWindowRule(1, 4 * MIB, 16 * MIB, 0.5);
    PredictionReport report = new PredictionReport(Prediction.of(any, new StreamSpread(6, 2, 2)));
    // Three and three: 20 of 64 ways, on the line; four: 30 of 64, AT_RISK, too; five or six:
    // LIKELY.
    assertThat(report.sentence())
        .startsWith("LIKELY to stall in 22 % of the queries (AT_RISK in 78 %): up to 6 streams ");
  }

  private static PredictionReport of(ResponseEstimate response) {
    return of(response, 0);
  }

  private static PredictionReport of(ResponseEstimate response, int notActive) {
    Placement placement = Placement.of(List.of(List.of(0, 1), List.of(0, 1, 1), List.of(0)));
    return new PredictionReport(
        Prediction.of(
            new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5, 12_000, false),
            new StreamSpread(placement, ConnectionLimits.SOLR)),
        new SurveyedCollection("books", placement, notActive, Optional.ofNullable(response)));
  }

  @Test
  void whatWasReadFromAClusterIsToldAndWhatIsEstimatedSaidToBe() {
    String told =
        "Collection books has 3 shards with 6 replicas up, on 2 nodes. Estimated: of"
            + " 250 documents 120 in the largest shard, about 100 bytes each (the mean of 64), make"
            + " a response of about 12 kB.\n";
    PredictionReport report = of(new ResponseEstimate(250, 120, 100, 64));
    assertThat(report.text())
        .startsWith("SAFE: up to 3 streams")
        .satisfies(
            text -> assertThat(text.replaceAll("(?<=\\w|,)\n(?=\\w)", " ")).contains("\n" + told));
    assertThat(report.text().replaceAll("\\n +", " "))
        .contains("For a join, give as many queries as it has searches.")
        .contains("Each worker of parallel() on a node is a query of that node.");
    assertThat(report.markdown()).contains("**\n\n" + told);
    assertThat(of((ResponseEstimate) null).text()).contains("on 2 nodes.");
    assertThat(of((ResponseEstimate) null, 2).text().replaceAll("\n(?=\\w)", " "))
        .contains(
            "on 2 nodes. Not active: 2 replicas. More streams can go to a node once all are active.");
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
                Map.entry("replicasNotActive", 0L),
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
