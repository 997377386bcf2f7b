package io.streambench.study.tuned;

import static org.assertj.core.api.Assertions.assertThat;

import io.streambench.report.study.StudyDocument;
import io.streambench.study.Scale;
import io.streambench.study.StudyCell;
import io.streambench.study.StudyResults;
import io.streambench.study.SyntheticStudy;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class DynamicWindowsTest {
  private static final List<Double> TEN = List.of(10.0, 10.1, 9.9, 10.04, 9.96);
  private static final List<Double> FIVE = List.of(5.0, 5.05, 4.95, 5.02, 4.98);

  /** All equal, but for some that have half the speed, and some that stalled. */
  private static StudyDocument document(String half, String stalled) {
    Map<String, List<Double>> scores = new TreeMap<>();
    for (TunedCell cell : TunedCell.all(Scale.FULL)) {
      if (!cell.label().matches(stalled)) {
        scores.put(cell.label(), cell.label().matches(half) ? FIVE : TEN);
      }
    }
    return new DynamicWindows().conclude(SyntheticStudy.of("dynamic-windows", 5, scores));
  }

  @Test
  void everyWayIsMeasuredOnEveryRouteButJettysWindowsWhereTheyStall() {
    List<StudyCell> cells = new DynamicWindows().cells(Scale.FULL);
    assertThat(cells).hasSize(2 * 3 * 4 * 6 + 3 * 4);
    assertThat(cells).extracting(StudyCell::label).doesNotHaveDuplicates();
    assertThat(cells)
        .extracting(StudyCell::label)
        .contains("tuned-12-unlimited-80ms", "adaptive-1-100mbps-1ms", "jettys-1-1000mbps-20ms");
  }

  @Test
  void tunedWindowsAreSafeOnEveryRouteAndOnlyTheyAreSet() {
    for (TunedCell cell : TunedCell.all(Scale.FULL)) {
      assertThat(cell.route().windows().rule().safe()).describedAs(cell.label()).isTrue();
      assertThat(cell.cell().parameters().containsKey("initialStreamRecvWindow"))
          .isEqualTo(cell.way() == Way.TUNED);
    }
  }

  @Test
  void whatIsSlowerThanTunedIsToldWithItsRoute() {
    List<String> findings = document("adaptive-12-1000mbps-80ms", "none").findings();
    assertThat(findings.get(0)).isEqualTo("All 780 forks completed: nothing stalled on any route.");
    assertThat(findings)
        .anyMatch(
            line ->
                line.startsWith("`adaptive`, compared with tuned windows on 24 route(s).")
                    && line.contains("Faster: none.")
                    && line.contains("Slower: 1 (12 stream(s), 1,000 Mbit/s, 80 ms: 50 % slower")
                    && line.endsWith("difference: 23."))
        .anyMatch(line -> line.startsWith("`budget`") && line.endsWith("difference: 24."))
        .anyMatch(line -> line.contains("chance alone"));
  }

  @Test
  void whereTunedIsSlowerTheOthersAreFaster() {
    assertThat(document("tuned-1-.*-80ms", "none").findings())
        .anyMatch(line -> line.startsWith("`adaptive`") && line.contains("Faster: 3 ("));
  }

  @Test
  void whatStalledIsToldFirstAndComparedNowhere() {
    List<String> findings = document("none", "on-receipt-12-.*").findings();
    assertThat(findings.get(0))
        .startsWith("Did not complete: on-receipt-12-unlimited-0ms (5 of 5 stalled, 0 failed), ");
    assertThat(findings)
        .anyMatch(
            line -> line.startsWith("`on-receipt`, compared with tuned windows on 12 route(s)"));
  }

  @Test
  void routesWhoseWindowsCannotBeLargeEnoughAreTold() {
    assertThat(document("none", "none").findings())
        .anyMatch(
            line ->
                line.startsWith("No windows are large enough on ")
                    && line.contains("12 stream(s), unlimited, 80 ms")
                    && !line.contains("1,000 Mbit/s, 80 ms"));
  }

  /** As `--only` leaves them, or as they are before the first fork has ended. */
  @Test
  void someOfTheCellsMakeAReport() {
    StudyResults all =
        SyntheticStudy.of("dynamic-windows", 5, Map.of("tuned-1-unlimited-0ms", TEN));
    for (String kept : List.of("^tuned", "^adaptive", "")) {
      assertThat(new DynamicWindows().conclude(SyntheticStudy.only(kept, all)).question())
          .isNotEmpty();
    }
  }
}
