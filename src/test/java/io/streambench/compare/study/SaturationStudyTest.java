package io.streambench.compare.study;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.base.table.ResultTable;
import io.streambench.bench.load.LoadFile;
import io.streambench.bench.settings.LatencyBound;
import io.streambench.compare.cells.Loads;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SaturationStudyTest {
  private static final int SERVERS = 10;
  private static final double SERVICE_SECONDS = 0.01;
  private static final int BYTES = 1_250_000;

  private static String encodedLatencies(double seconds) {
    return LoadFile.encode(Loads.equalLatencies(seconds * 1e9));
  }

  /**
   * Returns a load on a system that serves ten requests concurrently in 10 ms each, of which 2 ms
   * are server time.
   */
  private static LoadFile createLoad(int inFlight, int fork, double serverSeconds) {
    double perSecond = Math.min(SERVERS, inFlight) / SERVICE_SECONDS * (1 + 0.002 * fork);
    double seconds = inFlight / perSecond;
    return new LoadFile(
        inFlight,
        1000,
        Map.of(),
        1000 / perSecond,
        4,
        1,
        2,
        3,
        0.5,
        encodedLatencies(seconds),
        Map.of(
            LoadFile.SERVER,
            encodedLatencies(serverSeconds),
            LoadFile.TRANSPORT,
            encodedLatencies(Math.max(0, seconds - serverSeconds))),
        0,
        1000L * BYTES,
        0,
        0);
  }

  private static StudyReport createReport(
      int forks, double serverSeconds, List<LatencyBound> bounds) {
    StudyResults results =
        SyntheticStudy.ofLoads(
            "saturation", forks, (cell, fork) -> createLoad(cell.threads(), fork, serverSeconds));
    StudyOrder order =
        new StudyOrder(results.order().study(), forks, Scale.FULL, Map.of(), 17, bounds, "");
    return StudyReport.of(new StudyResults(order, results.studyFile(), results.cells()));
  }

  private static StudyReport createReport() {
    return createReport(5, 0.002, List.of());
  }

  private static List<String> column(ResultTable table, String head) {
    return SyntheticStudy.column(table, head);
  }

  private static List<String> curveColumn(StudyReport document, String head) {
    return column(document.tables().get(0), head);
  }

  @Tag("slow")
  @Test
  void kneeIsAtServiceCapacity() {
    assertThat(createReport().findings().get(0))
        .contains("is at 10 over HTTP/2 and 10 over HTTP/1.1 for a lookup; 10 over HTTP/2");
    assertThat(curveColumn(createReport(), "95 % of the resamples")).containsOnly("10–10");
    assertThat(curveColumn(createReport(), "throughput with the most in flight, by that"))
        .containsOnly("1.0");
    assertThat(curveColumn(createReport(), "P50 with the most in flight, by that"))
        .containsOnly("20.0");
    assertThat(curveColumn(createReport(1, 0.002, List.of()), "95 % of the resamples"))
        .containsOnly("-");
  }

  @Test
  void reportsMaxConcurrencyWithinBound() {
    // 50 requests in flight take 50 ms, 100 take 100 ms.
    List<LatencyBound> bounds = List.of(new LatencyBound(99, 60), new LatencyBound(99, 110));
    StudyReport document = createReport(5, 0.002, bounds);
    assertThat(curveColumn(document, "P99 below 60 ms, up to in flight")).containsOnly("50");
    assertThat(curveColumn(document, "P99 below 110 ms, up to in flight")).containsOnly("100");
    List<LatencyBound> narrow = List.of(new LatencyBound(90, 5));
    assertThat(curveColumn(createReport(5, 0.002, narrow), "P90 below 5 ms, up to in flight"))
        .containsOnly("none");
  }

  @Test
  void splitsLatencyBudgetIntoServerAndTransport() {
    ResultTable points = createReport(5, 0.002, List.of(new LatencyBound(99, 60))).tables().get(1);
    int bound = column(points, "use").indexOf("P99 below 60 ms");
    assertThat(column(points, "in flight").get(bound)).isEqualTo("50");
    assertThat(column(points, "server, ms").get(bound)).isEqualTo("2.00");
    assertThat(column(points, "total, ms").get(bound)).startsWith("49.");
    assertThat(column(points, "transport, ms").get(bound)).startsWith("47.");
    assertThat(column(points, "left of the target, ms").get(bound)).startsWith("10.");
  }

  /** 200 requests in flight at 1,000 per second take 200 ms; the prediction is 10 ms longer. */
  @Test
  void predictsLatencyFromBandwidth() {
    ResultTable bandwidth = createReport().tables().get(4);
    int last = column(bandwidth, "in flight").indexOf("200");
    assertThat(column(bandwidth, "utilization, %").get(last)).isEqualTo("100");
    assertThat(column(bandwidth, "observed / predicted").get(last)).isEqualTo("0.95");
    assertThat(column(bandwidth, "utilization, %").get(0)).isEqualTo("10");
  }
}
