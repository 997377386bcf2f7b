package io.streambench.study.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.config.RecvWindow;
import io.streambench.predict.SafeWindowRule;
import io.streambench.predict.Zone;
import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DynamicWindowsTest {
  private static final List<Double> TEN = List.of(10.0, 10.1, 9.9, 10.04, 9.96, 10.02);
  private static final List<Double> FIVE = List.of(5.0, 5.05, 4.95, 5.02, 4.98, 5.01);

  /** All equal, but for some that have half the speed, and some that stalled. */
  private static StudyDocument document(String half, String stalled) {
    Map<String, List<Double>> scores = new TreeMap<>();
    for (TunedCell cell : TunedCell.all(Scale.FULL)) {
      if (!cell.label().matches(stalled)) {
        scores.put(cell.label(), cell.label().matches(half) ? FIVE : TEN);
      }
    }
    return new DynamicWindows().conclude(SyntheticStudy.of("dynamic-windows", 6, scores));
  }

  @Test
  void everyWayIsMeasuredWhereWindowsMatterAndItDoesNotStallAndFewerElsewhere() {
    List<StudyCell> cells = new DynamicWindows().cells(Scale.FULL);
    assertThat(cells).hasSize(3 * 7 + 3 * 5 + 9 * 4 + 9 * 3);
    assertThat(cells).extracting(StudyCell::label).doesNotHaveDuplicates();
    assertThat(cells)
        .extracting(StudyCell::label)
        .contains(
            "tuned-12-unlimited-80ms", "dynamic-threshold-1-100mbps-1ms", "jettys-1-1000mbps-20ms");
  }

  @Test
  void tunedWindowsAreSafeOnEveryRouteAndOnlyTheyAreSet() {
    for (TunedCell cell : TunedCell.all(Scale.FULL)) {
      assertThat(cell.route().windows().rule().safe()).describedAs(cell.label()).isTrue();
      assertThat(cell.cell().parameters().containsKey("initialStreamRecvWindow"))
          .isEqualTo(List.of(Way.TUNED, Way.LARGE).contains(cell.way()));
    }
  }

  @Test
  void largeWindowsAreSafeForTwelveStreams() {
    StudyCell large = new TunedCell(Way.LARGE, new Route(12, 80, OptionalInt.empty())).cell();
    int stream = Integer.parseInt(large.parameters().get("initialStreamRecvWindow"));
    int session = Integer.parseInt(large.parameters().get("initialSessionRecvWindow"));
    assertThat(new SafeWindowRule(12, stream, session, 0.5).zone()).isEqualTo(Zone.SAFE);
  }

  /** Else a merge would be over before a window is used up, and no way could be slower. */
  @Test
  void whereWindowsCanSlowAnAnswerIsLargerThanJettysWindow() {
    List<Route> slowed = Route.all(Scale.FULL).stream().filter(Route::windowsCanSlow).toList();
    assertThat(slowed)
        .extracting(Route::label)
        .containsExactlyInAnyOrder(
            "12-unlimited-20ms",
            "12-unlimited-80ms",
            "12-1000mbps-80ms",
            "1-unlimited-20ms",
            "1-unlimited-80ms",
            "1-1000mbps-80ms");
    assertThat(slowed)
        .allMatch(
            route ->
                route.documents() * 10_024.0 / route.streams()
                    > 1.9 * RecvWindow.JETTY_STREAM_BYTES);
  }

  @Test
  void everyCellCountsUnreadBytes() {
    assertThat(new DynamicWindows().cells(Scale.FULL))
        .allMatch(cell -> cell.jvmArgs().contains("-Dstreambench.countUnread=true"));
  }

  @Test
  void whatIsSlowerThanTunedIsToldWithItsRoute() {
    List<String> findings = document("dynamic-threshold-12-1000mbps-80ms", "none").findings();
    assertThat(findings.get(0)).isEqualTo("All 594 forks completed: nothing stalled on any route.");
    String begin =
        "Throughput divided by that with tuned windows, where Jetty's windows can slow it: ";
    assertThat(findings)
        .hasSizeLessThanOrEqualTo(6)
        .anyMatch(
            line ->
                line.startsWith(begin + "`dynamic-threshold` 0.50–1.0")
                    && line.endsWith("(slower on 1 route, within 2 % on 5 routes)."))
        .anyMatch(line -> line.startsWith("Control: on 18 routes") && line.contains("tuned: none"));
  }

  @Test
  void whereTunedIsSlowerTheOthersAreFaster() {
    assertThat(document("tuned-1-.*-80ms", "none").findings())
        .anyMatch(
            line ->
                line.contains("`dynamic-threshold` 1.0")
                    && line.contains("(faster on 2 routes, within "))
        .anyMatch(
            line ->
                line.startsWith("Control: ")
                    && line.contains("`dynamic-threshold` with 1 stream, 100 Mbit/s, 80 ms 2.0"));
  }

  @Test
  void whatStalledIsToldFirstAndComparedNowhere() {
    List<String> findings = document("none", "on-receipt-12-.*").findings();
    assertThat(findings.get(0))
        .startsWith("Did not complete: on-receipt-12-unlimited-20ms (6 of 6 stalled, 0 failed), ");
    assertThat(findings)
        .anyMatch(line -> line.contains("`on-receipt` 1.00–1.00 (within 2 % on 3 routes)"));
  }

  @Test
  void routesWhoseWindowsCannotBeLargeEnoughAreTold() {
    assertThat(new Route(12, 80, OptionalInt.empty()).windows().largeEnough()).isFalse();
    assertThat(new Route(12, 80, OptionalInt.of(1_000)).windows().largeEnough()).isTrue();
  }

  /** Covers the cells that `--only` leaves, and cells before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all =
        SyntheticStudy.of("dynamic-windows", 6, Map.of("tuned-1-unlimited-0ms", TEN));
    for (String kept : List.of("^tuned", "^dynamic-threshold", "")) {
      assertThat(new DynamicWindows().conclude(SyntheticStudy.only(kept, all)).question())
          .isNotEmpty();
    }
  }
}
