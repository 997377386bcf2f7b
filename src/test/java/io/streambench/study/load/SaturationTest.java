package io.streambench.study.load;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.cli.Studies;
import io.streambench.config.LatencyBound;
import io.streambench.report.study.StudyDocument;
import io.streambench.report.table.ResultTable;
import io.streambench.results.LoadFile;
import io.streambench.study.CellFigures;
import io.streambench.study.Scale;
import io.streambench.study.StudyOrder;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.Test;

class SaturationTest {
  private static final int SERVERS = 10;
  private static final double ALONE_SECONDS = 0.01;
  private static final int BYTES = 1_250_000;

  private static Histogram all(double seconds) {
    Histogram latencies = new Histogram(3);
    for (int i = 0; i < 1000; i++) {
      latencies.recordValue((long) (seconds * 1e9));
    }
    return latencies;
  }

  /** A system that serves ten at a time in 10 ms each, of which 2 ms are the server's. */
  private static LoadFile load(int inFlight, int fork, double serverSeconds) {
    double perSecond = Math.min(SERVERS, inFlight) / ALONE_SECONDS * (1 + 0.002 * fork);
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
        LoadFile.encoded(all(seconds)),
        Map.of(
            LoadFile.SERVER,
            LoadFile.encoded(all(serverSeconds)),
            LoadFile.TRANSPORT,
            LoadFile.encoded(all(Math.max(0, seconds - serverSeconds)))),
        0,
        1000L * BYTES,
        0,
        0);
  }

  private static StudyDocument found(int forks, double serverSeconds, List<LatencyBound> bounds) {
    StudyResults empty = SyntheticStudy.of("saturation", forks, Map.of());
    List<CellFigures> cells = new ArrayList<>();
    for (CellFigures cell : empty.cells()) {
      List<LoadFile> loads = new ArrayList<>();
      for (int fork = 0; fork < forks; fork++) {
        loads.add(load(cell.cell().threads(), fork, serverSeconds));
      }
      cells.add(new CellFigures(cell.cell(), List.of(), List.of(), "ops/s", Map.of(), loads));
    }
    return new Saturation()
        .conclude(new StudyResults(empty.order().with(bounds), empty.file(), cells));
  }

  private static StudyDocument found() {
    return found(5, 0.002, List.of());
  }

  private static List<String> column(ResultTable table, String head) {
    return table.columns().stream()
        .filter(column -> column.head().equals(head))
        .findFirst()
        .orElseThrow()
        .entries()
        .stream()
        .map(ResultTable.Entry::text)
        .toList();
  }

  @Test
  void theKneeIsWhereThereIsNobodyLeftToServe() {
    assertThat(found().findings())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("A lookup over HTTP/2: the knee is at 10 in flight")
                    .contains("95 % of the resamples: 10–10")
                    .contains("At 200 in flight: 1.0 times that throughput, 20.0 times that P50."));
  }

  @Test
  void oneForkDoesNotTellHowSureThatIs() {
    assertThat(found(1, 0.002, List.of()).findings())
        .anyMatch(line -> line.contains("from one fork, so without an interval"));
  }

  @Test
  void thePublishedKneeIsFoundByTheSameAlgorithm() {
    assertThat(found().findings())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("Published: the knee")
                    .containsPattern("at (10|20)\\."));
  }

  @Test
  void theMostThatStayWithinABoundAreSaid() {
    // 50 in flight take 50 ms, 100 take 100 ms.
    List<LatencyBound> bounds = List.of(new LatencyBound(99, 60), new LatencyBound(99, 110));
    assertThat(found(5, 0.002, bounds).findings())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith("A read over HTTP/1.1: P99 below 60 ms up to 50 in flight,")
                    .contains("P99 below 110 ms up to 100 in flight."));
    assertThat(found(5, 0.002, List.of(new LatencyBound(90, 5))).findings())
        .anyMatch(line -> line.contains("P90 below 5 ms not even at the lowest load"));
  }

  @Test
  void theProtocolsAreHeldBesideEachOther() {
    assertThat(found().findings())
        .anySatisfy(
            line ->
                assertThat(line)
                    .startsWith(
                        "A write over HTTP/2, compared with HTTP/1.1: with 1 in flight 1.00")
                    .contains("and with 200 in flight 1.00 times (0.99–1.01) the throughput"));
  }

  @Test
  void multiplesAreOfOneAtATime() {
    List<String> multiples = column(found().tables().get(0), "P50, ratio to 1 in flight");
    assertThat(multiples.subList(0, 8))
        .containsExactly("1.0", "1.0", "1.0", "1.0", "2.0", "5.0", "10.0", "20.0");
  }

  @Test
  void theShareOfTransportFollows() {
    List<String> share = column(found().tables().get(1), "transport, % of the mean");
    assertThat(share.get(0)).isEqualTo("80");
    assertThat(share.get(7)).isEqualTo("99");
  }

  @Test
  void bandwidthIsBitsOfASecond() {
    // 100 reads a second of 1.25 MB.
    assertThat(column(found().tables().get(2), "HTTP/2: to the client").get(0)).isEqualTo("1.00");
  }

  @Test
  void aPartThatIsLargerThanItsWholeIsFlagged() {
    assertThat(found(5, 0.02, List.of()).findings())
        .anyMatch(
            line ->
                line.startsWith("Flagged, lookup-http2-1: server: ") && line.contains("more than"));
  }

  @Test
  void boundsAreKeptWithTheStudy() {
    StudyOrder order =
        new StudyOrder(Studies.named("saturation"), 1, Scale.QUICK, Map.of())
            .with(List.of(LatencyBound.ofP99("--p99", "50ms")));
    var file =
        new io.streambench.results.StudyFile("saturation", Map.of(), order.settings(), List.of());
    assertThat(StudyOrder.ofFile(file, Studies::named).bounds()).isEqualTo(order.bounds());
    assertThat(order.command()).contains("--bound 99=50ms");
  }
}
