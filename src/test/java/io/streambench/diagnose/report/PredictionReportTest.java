package io.streambench.diagnose.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.diagnose.cluster.ObservedCollection;
import io.streambench.diagnose.cluster.ObservedCollection.Replica;
import io.streambench.flow.predict.ConnectionLimits;
import io.streambench.flow.predict.Prediction;
import io.streambench.flow.predict.SafeWindowRule;
import io.streambench.flow.predict.StreamSpread;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class PredictionReportTest {
  private static final long MIB = 1 << 20;

  private static PredictionReport reportOf(SafeWindowRule rule) {
    return new PredictionReport(Prediction.of(rule));
  }

  @ParameterizedTest
  @CsvSource({
    "12, 500000, 0.5, SAFE, 12 streams; 5.2 MiB; 8 MiB; 16 MiB",
    "2, 8388608, 0.5, AT_RISK, 2 streams; 8 MiB unread; another 8 MiB; 16 MiB",
    "24, 8388608, 0.5, LIKELY, 24 streams; 16 MiB",
    "1, 8388608, 0.5, SAFE, to itself",
    "1, 8388608, 1, LIKELY, buffer ratio of 1",
  })
  void explainsEachZone(int streams, int window, double ratio, String zone, String facts) {
    PredictionReport report = reportOf(new SafeWindowRule(streams, window, 16 * MIB, ratio));
    assertThat(report.zoneSentence()).startsWith(zone).contains(facts.split("; "));
    assertThat(report.text(true).contains("makes it safe")).isEqualTo(!zone.equals("SAFE"));
  }

  @Test
  void statesAssumptions() {
    PredictionReport stock =
        new PredictionReport(
            Prediction.of(
                new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5), new StreamSpread(24, 6, 2)));
    assertThat(stock.text(true))
        .contains("1,198,373 bytes", "use 1 of at most 4 connections", "one at a time");
    assertThat(stock.json())
        .containsEntry("notSafeFromResponseBytes", 1_198_373L)
        .containsEntry("responseAssumed", true)
        .containsEntry("concurrentQueries", 1);
    assertThat(reportOf(new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5)).json())
        .containsEntry("notSafeFromResponseBytes", null);
  }

  @Test
  void shortReportHasSizeFixAndAssumptions() {
    PredictionReport stock = reportOf(new SafeWindowRule(12, 8 * MIB, 16 * MIB, 0.5));
    assertThat(stock.text(false)).contains("762,601 bytes", "-Dsolr.http1=true", "one query");
    assertThat(stock.text(false).lines().count()).isLessThanOrEqualTo(8);
    assertThat(reportOf(new SafeWindowRule(12, 500_000, 16 * MIB, 0.5)).text(false))
        .doesNotContain("Fix");
  }

  @Test
  void showsExactBytesJustBelowBoundary() {
    assertThat(reportOf(new SafeWindowRule(2, 8 * MIB - 1, 16 * MIB, 0.5)).zoneSentence())
        .contains("leave 8,388,607 bytes (8 MiB) unread. That is less than the 8,388,608 of ");
  }

  @Test
  void distinguishesMissingStreamSlotsFromWindows() {
    SafeWindowRule tiny = new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5, 1_000, false, 1);
    PredictionReport report =
        new PredictionReport(Prediction.of(tiny, new StreamSpread(600, 1, 1)));
    assertThat(report.zoneSentence())
        .startsWith("LIKELY to hang")
        .contains("600 streams", "512", "128", "4 connections");
    assertThat(report.text(true)).contains("withMaxConnectionsPerHost(600)").doesNotContain("jar:");
  }

  @Test
  void explainsSafetyOfFreshSession() {
    assertThat(
            reportOf(new SafeWindowRule(12, 8 * MIB, 16 * MIB, 0.5, 1_000_000, true, 1))
                .zoneSentence())
        .contains("(16 MiB) of a new connection");
  }

  @Test
  void showsSharesOfQueriesForBothZones() {
    SafeWindowRule any = new SafeWindowRule(1, 4 * MIB, 16 * MIB, 0.5);
    PredictionReport report = new PredictionReport(Prediction.of(any, new StreamSpread(6, 2, 2)));
    // 3 and 3 streams: 20 of 64 ways, on the boundary. 4 streams: 30 of 64 ways, also AT_RISK. 5 or
    // 6 streams: LIKELY.
    assertThat(report.zoneSentence())
        .startsWith("LIKELY to stall in 22 % of the queries (AT_RISK in 78 %): up to 6 streams ");
  }

  private static PredictionReport reportOf(int inactiveReplicas, long documents) {
    Replica a = new Replica("http://a", "c", true);
    Replica b = new Replica("http://b", "c", true);
    List<Replica> down = Collections.nCopies(inactiveReplicas, new Replica("http://c", "c", false));
    ObservedCollection books =
        new ObservedCollection(
            "books",
            List.of(
                List.of(a, b),
                List.of(a, b, b),
                Stream.concat(down.stream(), Stream.of(a)).toList()),
            documents,
            documents * 12 / 25,
            100,
            64);
    return new PredictionReport(
        Prediction.of(
            new SafeWindowRule(1, 8 * MIB, 16 * MIB, 0.5, 12_000, false, 1),
            new StreamSpread(books.placement(), ConnectionLimits.SOLR)),
        Optional.of(books));
  }

  @Test
  void showsClusterDataAndMarksEstimates() {
    assertThat(reportOf(0, 250).text(true).replaceAll("\\n *", " "))
        .startsWith("SAFE: up to 3 streams")
        .contains("books", "3 shards", "6 replicas up", "2 nodes", "Estimated: ")
        .contains("250 documents", "120 in the largest", "100 bytes", "64", "12 kB");
    assertThat(reportOf(0, 0).text(true)).contains("on 2 nodes.");
    assertThat(reportOf(2, 0).text(true).replaceAll("\n(?=\\w)", " "))
        .contains("on 2 nodes. Not active: 2 replicas.");
  }

  @Test
  void jsonHasCollectionOfPrediction() {
    assertThat(reportOf(0, 250).json().get("collection"))
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
    assertThat(reportOf(new SafeWindowRule(1, MIB, MIB, 0.5)).json())
        .doesNotContainKey("collection");
  }
}
